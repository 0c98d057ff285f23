//! References computed without the program's own solver: closed forms, and equations in minimal coordinates integrated to
//! round-off.

mod elliptic;
mod extrapolation;
mod kepler;
mod linear;
mod one_freedom;

pub use self::elliptic::Elliptic;
pub use self::extrapolation::integrate;
pub use self::kepler::kepler;
pub use self::linear::solve;
pub use self::one_freedom::{Mover, motion_of, torque_of};

/// Acceleration of gravity in every problem (m/s²).
pub const G: f64 = 9.81;
