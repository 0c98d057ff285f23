//! Two stops `[lower, upper]` of a coordinate (an angle, a position along a rail): functions shared by the kinds that have them.

use super::Dial;
use crate::math::Vec2;
use crate::parameter::Unit;

/// The stops unchanged where the coordinate is between them, else stops of the same width with the coordinate in the middle.
pub(super) fn around(here: f64, [lower, upper]: [f64; 2]) -> [f64; 2] {
    let half = 0.5 * (upper - lower);
    if here < lower || here > upper {
        [here - half, here + half]
    } else {
        [lower, upper]
    }
}

/// Handles of both stops, at their places in the world.
pub(super) fn dials(stops: [f64; 2], unit: Unit, place: impl Fn(f64) -> Vec2) -> Vec<Dial> {
    let dial = |(key, &stop)| Dial {
        key,
        unit,
        at: place(stop),
    };
    ["lower", "upper"].into_iter().zip(&stops).map(dial).collect()
}
