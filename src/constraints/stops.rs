//! Two stops `[lower, upper]` of a coordinate (an angle, a way along a rail): what those of every coordinate have in common.

use super::Dial;
use crate::math::Vec2;
use crate::parameter::Unit;

/// The stops as they are where the coordinate is between them, else as wide as they were with the coordinate in the middle.
pub(super) fn around(here: f64, [lower, upper]: [f64; 2]) -> [f64; 2] {
    let half = 0.5 * (upper - lower);
    if here < lower || here > upper {
        [here - half, here + half]
    } else {
        [lower, upper]
    }
}

/// A handle for each, where it is in the world.
pub(super) fn dials(stops: [f64; 2], unit: Unit, place: impl Fn(f64) -> Vec2) -> Vec<Dial> {
    let dial = |(key, &stop)| Dial {
        key,
        unit,
        at: place(stop),
    };
    ["lower", "upper"].into_iter().zip(&stops).map(dial).collect()
}
