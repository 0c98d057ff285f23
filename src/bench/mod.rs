//! Cost of an evaluation: machines of known shape ([`shapes`]) run through the same code as a scene,
//! beside the factorisations of a library (`peer`, behind the feature `peers`) of the same systems in the same run.
//!
//! A case is one shape of one size. All measurements of a case take turns, round after round, so that a disturbance
//! affects all of them; the median of each counts.

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

/// Whether this build includes the measurements of the library.
pub const HAS_PEERS: bool = cfg!(feature = "peers");
