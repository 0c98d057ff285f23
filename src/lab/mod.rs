//! The laboratory without its window: what is measured of a run while it goes on, and what its views show of the equations.

mod assembled;
mod card_text;
mod comment;
mod coordinates;
mod equation;
pub mod experiment;
mod free_motion;
mod freedoms;
pub mod heat;
mod inspection;
mod job;
mod least_singular;
pub mod lens;
pub mod matrix;
mod phase;
mod poses;
pub mod precision;
mod redundancy;
pub mod scope;
mod singular;
pub mod sweep;
mod walk;
mod whole;
pub mod xray;

pub use self::assembled::Assembled;
pub use self::coordinates::Coordinates;
pub use self::equation::{Card, EndNumbers, RowNumbers};
pub use self::free_motion::FreeMotion;
pub use self::freedoms::{Freedoms, PAGE};
pub use self::inspection::Inspection;
pub use self::job::{Job, Progress};
pub use self::phase::Phase;
pub use self::redundancy::DependentSet;
pub use self::singular::{least_along, singular_values};
pub use self::walk::{JacobianBlock, Moment, moments};
pub use self::whole::{File, ON_A_PAGE};
