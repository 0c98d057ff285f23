//! ```text
//! n = perp of the axis of the groove (turns with a),   C = n·(p_b - p_a) - offset    (see [`super::carried`])
//! lambda = force across the groove (N)
//! ```
//! No singular case.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Kind, Row, RowInfo, Sketch, Slot, carried};
use crate::math::perp;
use crate::parameter::{Unit, parameters, shortest_decimal};

/// A point in a straight groove.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Groove {
    /// Direction of the groove in the frame of a (rad).
    #[serde(default)]
    pub axis: f64,
    /// Distance of the groove from the point of a, to the left of the axis (m).
    #[serde(default)]
    pub offset: f64,
    /// Distance to which the groove is drawn on both sides of the point of a (m).
    #[serde(default = "usual_reach")]
    pub reach: f64,
}

/// Default distance to which a rail is drawn (m).
pub(super) fn usual_reach() -> f64 {
    1.0
}

impl Default for Groove {
    fn default() -> Self {
        Self {
            axis: 0.0,
            offset: 0.0,
            reach: usual_reach(),
        }
    }
}

parameters!(Groove {
    "axis" axis: "Axis", Radian, -1e3..=1e3;
    "offset" offset: "Offset", Metre, -1e5..=1e5;
    "reach" reach: "Drawn to", Metre, 1e-3..=1e5;
});

/// Distance to which a rail laid from one point to another is drawn: a little beyond both, unless another was set (m).
pub(super) fn laid_reach(reach: f64, ends: &[EndPorts]) -> f64 {
    let apart = ends[0].point.value.distance(ends[1].point.value);
    if reach == usual_reach() && apart > 1e-2 {
        shortest_decimal(BEYOND * apart)
    } else {
        reach
    }
}

/// Distance that a rail is drawn beyond its rider, as a share of its reach.
const BEYOND: f64 = 0.25;

/// The rail through a point beside that of a, drawn as far as `reach`, and always past its rider: a rail has no ends that hold.
pub(super) fn rail(ends: &[EndPorts], axis: f64, offset: f64, reach: f64, shoe: bool) -> Glyph {
    let (u, ..) = ends[0].direction(axis);
    let middle = ends[0].point.value + offset * perp(u);
    let along = u.dot(ends[1].point.value - middle);
    let beyond = BEYOND * reach;
    Glyph::Rail {
        from: middle + (along - beyond).min(-reach) * u,
        to: middle + (along + beyond).max(reach) * u,
        rider: ends[1].point.value,
        shoe,
    }
}

impl Kind for Groove {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::Point]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Groove", "Runs in it"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        let (u, ..) = ends[0].direction(self.axis);
        let height = carried::component(&mut rows[0], perp(u), &ends[0], &ends[1]);
        rows[0].value = height - self.offset;
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        (self.axis, self.offset) = carried::laid_along(self.axis, self.offset, ends);
        self.reach = laid_reach(self.reach, ends);
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![rail(ends, self.axis, self.offset, self.reach, false)]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-5.0, -2.6), (5.0, -2.6)],
                &[(-5.0, 2.6), (5.0, 2.6)],
                &[(-5.0, -2.6), (-6.8, -1.3), (-6.8, 1.3), (-5.0, 2.6)],
                &[(5.0, -2.6), (6.8, -1.3), (6.8, 1.3), (5.0, 2.6)],
            ],
            dots: &[(1.0, 0.0, 1.9)],
            rings: &[],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec2;

    #[test]
    fn a_rail_that_is_laid_from_point_to_point_ends_a_little_beyond_them() {
        let ends = |x: f64| [Vec2::ZERO, Vec2::new(x, 0.0)].map(|at| EndPorts::fixed(at, 0.0));
        let reach = |reach: f64, x: f64| {
            let mut groove = Groove {
                reach,
                ..Groove::default()
            };
            groove.fit(&ends(x));
            let [glyph] = &groove.glyph(&ends(x))[..] else {
                unreachable!()
            };
            let Glyph::Rail { from, to, .. } = glyph else {
                unreachable!()
            };
            [shortest_decimal(from.x), shortest_decimal(to.x)]
        };
        assert_eq!(reach(1.0, 0.8), [-0.2, 0.85]);
        assert_eq!(reach(1.0, 0.0), [-1.0, 1.0], "its rider is where it is laid");
        assert_eq!(reach(0.5, 0.2), [-0.5, 0.5], "as was said");
    }

    #[test]
    fn a_rail_is_drawn_to_where_its_rider_is() {
        let ends = |x: f64| [Vec2::ZERO, Vec2::new(x, 0.2)].map(|at| EndPorts::fixed(at, 0.0));
        for (x, low, high) in [(0.5, -1.0, 1.0), (2.0, -1.0, 2.25), (-3.0, -3.25, 1.0)] {
            let Glyph::Rail { from, to, .. } = rail(&ends(x), 0.0, 0.2, 1.0, true) else {
                unreachable!()
            };
            assert_eq!((from, to), (Vec2::new(low, 0.2), Vec2::new(high, 0.2)));
        }
    }
}
