//! ```text
//! u = axis of the rail (turns with a),  w = (u·(p_b - p_a))'        (see [`super::carried`])
//! lambda = force on b along the rail (N), |lambda| <= force:  w = 0 where it is less, against w where it is as large
//! ```
//! Dry friction of a part that slides on a rail, or a brake there. No singular case.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Kind, Limits, Mode, Row, RowInfo, Sketch, Slot, Stuff, carried};
use crate::math::{perp, unit};
use crate::parameter::{Unit, parameters};

/// Dry friction against the sliding of one part along another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RailFriction {
    /// Direction of the rail in the frame of a (rad).
    #[serde(default)]
    pub axis: f64,
    /// Largest force (N).
    pub force: f64,
}

impl Default for RailFriction {
    fn default() -> Self {
        Self {
            axis: 0.0,
            force: 1.0,
        }
    }
}

parameters!(RailFriction {
    "axis" axis: "Axis", Radian, -1e3..=1e3;
    "force" force: "Largest force", Newton, 0.0..=1e9;
});

/// Half the length of a shoe as it is drawn, and its distance from the point (m).
const HALF: f64 = 0.07;
const AWAY: f64 = 0.05;

impl Kind for RailFriction {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::Point]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Rail", "Slides"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::velocity(Unit::Metre)]
    }

    fn limits(&self) -> Option<Limits> {
        Some(Limits::Capped { most: self.force })
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, memory: &[f64], rows: &mut [Row]) {
        if Mode::of(memory) != Mode::Inside {
            return;
        }
        let (u, ..) = ends[0].direction(self.axis);
        carried::component(&mut rows[0], u, &ends[0], &ends[1]);
        rows[0].value = 0.0;
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        (self.axis, _) = carried::laid_along(self.axis, 0.0, ends);
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let u = unit(ends[0].angle.value + self.axis);
        let at = ends[1].point.value;
        let shoe = |side: f64| Glyph::Wire {
            points: vec![
                at + side * AWAY * perp(u) - HALF * u,
                at + side * AWAY * perp(u) + HALF * u,
            ],
            closed: false,
            stuff: Stuff::Rubber,
        };
        vec![shoe(1.0), shoe(-1.0)]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-7.0, 3.0), (7.0, 3.0)],
                &[(-3.0, 2.0), (-3.0, -4.0), (3.0, -4.0), (3.0, 2.0), (-3.0, 2.0)],
                &[(-5.0, 6.0), (-3.0, 3.0)],
                &[(-1.0, 6.0), (1.0, 3.0)],
                &[(3.0, 6.0), (5.0, 3.0)],
            ],
            dots: &[],
            rings: &[],
        })
    }
}
