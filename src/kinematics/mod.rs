//! Kinematics of a machine before it runs: ranges of driven angles, dead points, transmission angles, paths of
//! points over a whole cycle, with their velocities and accelerations. This is geometry only, without masses and forces.
//!
//! Four-bars and slider-cranks have closed forms ([`FourBar`], [`SliderCrank`]). Any other machine that is moved by one motor is
//! followed pose by pose ([`Cycle`]).

mod cycle;
mod four_bar;
mod point_motion;
mod slider_crank;

pub use self::cycle::{Cycle, cycle};
pub use self::four_bar::{FourBar, Grashof};
pub use self::point_motion::PointMotion;
pub use self::slider_crank::SliderCrank;

/// Range of a crank's angle (rad), measured from the line to the other ground pivot, or from the direction of the rail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// The crank rotates fully.
    Full,
    /// From the first to the second dead point.
    Between(f64, f64),
    /// Empty: the linkage cannot be assembled.
    None,
}

impl Range {
    /// Whether an angle is in the range, up to whole turns.
    pub fn contains(self, theta: f64) -> bool {
        match self {
            Self::Full => true,
            Self::Between(from, to) => (theta - from).rem_euclid(std::f64::consts::TAU) <= to - from,
            Self::None => false,
        }
    }
}
