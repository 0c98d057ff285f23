//! What an evaluation costs: machines of known shape ([`shapes`]) go through the very code that runs a scene,
//! beside the factorisations of a library (`peer`, behind the feature `peers`) on the same numbers in the same run.
//!
//! A case is one shape of one size. All that is measured for it takes turns, round after round, so that what
//! disturbs one disturbs all; of each the median counts.

mod build;
pub mod bytes;
#[cfg(feature = "peers")]
mod matrix;
mod measure;
#[cfg(feature = "peers")]
mod peer;
pub mod shapes;
mod timing;

pub use self::measure::{Effort, measure};
pub use self::shapes::{Case, Shape};
pub use self::timing::{Row, median};

/// Whether this build has the rows of the library.
pub const HAS_PEERS: bool = cfg!(feature = "peers");
