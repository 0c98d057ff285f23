//! What a machine can do before anything runs: ranges of driven angles, dead points, transmission angles, the paths of its
//! points over a whole cycle, with their velocities and accelerations. Geometry alone; masses and forces have no part in it.
//!
//! Four-bars and slider-cranks have closed forms ([`FourBar`], [`SliderCrank`]). Any other machine that one motor moves is
//! followed pose by pose ([`Cycle`]).

mod cycle;
mod four_bar;
mod point_motion;
mod slider_crank;

pub use self::cycle::{Cycle, cycle};
pub use self::four_bar::{FourBar, Grashof};
pub use self::point_motion::PointMotion;
pub use self::slider_crank::SliderCrank;

/// How far a crank turns (rad), measured from the line to the other axle, or from the direction of the rail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// All the way round.
    Full,
    /// From the first to the second dead point.
    Between(f64, f64),
    /// Nowhere: the lengths do not meet.
    None,
}

impl Range {
    /// Whether an angle is in it, whole turns left aside.
    pub fn contains(self, theta: f64) -> bool {
        match self {
            Self::Full => true,
            Self::Between(from, to) => (theta - from).rem_euclid(std::f64::consts::TAU) <= to - from,
            Self::None => false,
        }
    }
}
