//! ```text
//! u = axis of the rack (turns with a), n = u turned by +-90° towards the pinion, d = p_b - p_a
//! C1 = u·d + s r (angle_b - angle_a) - offset      rolling without slip, at position level
//! C2 = n·d - r                                      the mesh distance is kept
//! ```
//! `s` is +1 for a pinion on the left of the axis (n = u turned by +90°): rolling forward it turns
//! clockwise. The derivatives of u·d and n·d are those of [`super::carried`]; the angles add `s r (db - da)`.
//! lambda1 is the force along the rack, lambda2 the force of the mesh on the pinion (N). No singular case
//! for r > 0.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Kind, Meshing, RackLine, Round, Row, RowInfo, Slot, carried};
use crate::math::{perp, unit};
use crate::parameter::{Choice, Unit, parameters};

/// On which side of the rack the pinion runs, looking along the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// The axis turned by +90° points to the pinion.
    Left,
    /// The axis turned by -90° points to the pinion.
    Right,
}

impl Side {
    fn sign(self) -> f64 {
        match self {
            Side::Left => 1.0,
            Side::Right => -1.0,
        }
    }
}

/// A toothed wheel (b) rolling on a rack (a).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct RackAndPinion {
    /// Direction of the rack in the frame of its part (rad).
    pub axis: f64,
    /// Pitch radius of the pinion (m).
    pub radius: f64,
    /// Side on which the pinion runs.
    pub side: Side,
    /// Value of `u·d + s r (angle_b - angle_a)` as built (m).
    pub offset: f64,
    /// Whether the file gave no offset: its reader knows the poses, at which the teeth mesh as they stand, and sets the offset.
    #[serde(skip)]
    pub as_it_stands: bool,
}

/// The form in scene files.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "RackAndPinion")]
struct Written {
    axis: f64,
    radius: f64,
    side: Side,
    #[serde(default)]
    offset: Option<f64>,
}

impl From<Written> for RackAndPinion {
    fn from(it: Written) -> Self {
        Self {
            axis: it.axis,
            radius: it.radius,
            side: it.side,
            offset: it.offset.unwrap_or_default(),
            as_it_stands: it.offset.is_none(),
        }
    }
}

impl RackAndPinion {
    /// The offset at which it meshes as its ends stand (m).
    pub fn offset_at(&self, ends: &[EndPorts]) -> f64 {
        let u = unit(ends[0].angle.value + self.axis);
        let d = ends[1].point.value - ends[0].point.value;
        u.dot(d) + self.side.sign() * self.radius * (ends[1].angle.value - ends[0].angle.value)
    }
}

impl Default for RackAndPinion {
    fn default() -> Self {
        Self {
            axis: 0.0,
            radius: 0.3,
            side: Side::Left,
            offset: 0.0,
            as_it_stands: false,
        }
    }
}

parameters!(RackAndPinion {
    "axis" axis: "Axis", Radian, -1e3..=1e3;
    "radius" radius: "Pitch radius", Metre, 1e-3..=1e4;
    "offset" offset: "Offset", Metre, -1e6..=1e6;
} with {
    fn choices(&self) -> Vec<Choice> {
        vec![Choice {
            key: "side",
            label: "Pinion on the",
            options: &[("Left", "Seen along the axis."), ("Right", "Seen along the axis.")],
            chosen: usize::from(self.side == Side::Right),
        }]
    }
    fn choose(&mut self, key: &str, option: usize) -> bool {
        self.side = if option == 0 { Side::Left } else { Side::Right };
        key == "side"
    }
});

impl Kind for RackAndPinion {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::Centre]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Rack", "Wheel"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre); 2]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        let s = self.side.sign();
        let (u, ..) = ends[0].direction(self.axis);
        let roll = s * self.radius;
        let along = carried::component(&mut rows[0], u, &ends[0], &ends[1]);
        rows[0].value = along + roll * (ends[1].angle.value - ends[0].angle.value) - self.offset;
        rows[0].gradient[0].angle -= roll;
        rows[0].gradient[1].angle += roll;
        let height = carried::component(&mut rows[1], s * perp(u), &ends[0], &ends[1]);
        rows[1].value = height - self.radius;
    }

    // The pinion stays where it is: the side and the radius follow from its position, and the teeth mesh as they stand.
    fn fit(&mut self, ends: &[EndPorts]) {
        let u = unit(ends[0].angle.value + self.axis);
        let d = ends[1].point.value - ends[0].point.value;
        let height = perp(u).dot(d);
        self.side = if height >= 0.0 { Side::Left } else { Side::Right };
        if height != 0.0 {
            self.radius = height.abs();
        }
        self.offset = self.offset_at(ends);
    }

    fn mesh(&mut self, parts: &[Option<Round>], ends: &[EndPorts]) -> Option<Meshing> {
        let [_, Some(pinion)] = *parts else {
            return None;
        };
        let meshing = Meshing {
            apart: self.radius,
            reach: pinion.radius,
        };
        // The teeth stay in mesh while the wheel goes to the rack.
        let turned = ends[1].angle.value - ends[0].angle.value;
        self.offset += self.side.sign() * (pinion.radius - self.radius) * turned;
        self.radius = pinion.radius;
        Some(meshing)
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let (along, ..) = ends[0].direction(self.axis);
        vec![Glyph::Rack(RackLine {
            at: ends[0].point.value,
            along,
            towards: self.side.sign() * perp(along),
            wheel: ends[1].point.value,
            radius: self.radius,
            angle: ends[1].angle.value,
        })]
    }
}
