//! Feedback on the canvas in addition to the machine: preview of the release, selection handles, hints.

use crate::constraints::Glyph;
use crate::editor::dimension::Dimension;
use crate::kinematics::{PointMotion, Range};
use crate::math::Vec2;
use crate::scene::{Id, Part};

/// Shape of the pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cursor {
    /// An arrow.
    #[default]
    Arrow,
    /// An open hand: the item can be grabbed.
    Grab,
    /// A closed hand: an item is held.
    Grabbing,
    /// A cross: a tool draws here.
    Cross,
    /// Four arrows: the view or a selection moves.
    Move,
}

/// Kind of a snap's target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HaloKind {
    /// A point of a part.
    Part,
    /// A grid point.
    Grid,
    /// A free place of the ground.
    Ground,
    /// Releasing here is refused.
    Refused,
}

/// The ring under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Halo {
    /// World point.
    pub at: Vec2,
    /// Kind of the target.
    pub kind: HaloKind,
    /// Effect of a release here, with its cost in degrees of freedom: "pin: -2 DOF, 1 left". May be empty.
    pub text: String,
}

/// Preview of what the release would create.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ghost {
    /// Parts, at their drawn poses.
    pub parts: Vec<Part>,
    /// Constraints and forces, in world coordinates.
    pub glyphs: Vec<Glyph>,
}

/// The handle that rotates the selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RotateHandle {
    /// Centre of the rotation (world).
    pub center: Vec2,
    /// World point of the handle.
    pub at: Vec2,
}

/// A text beside a place on the canvas.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// World point.
    pub at: Vec2,
    /// The text.
    pub text: String,
    /// Opacity from 0 to 1.
    pub strength: f64,
}

/// Marker of a part that is out of view and will not come back by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marker {
    /// The part (the first, where several are in the same direction).
    pub id: Id,
    /// Number of parts that it stands for.
    pub count: usize,
    /// Place at the edge of the canvas (logical points).
    pub at: Vec2,
    /// Unit vector on the screen (y down) towards the part.
    pub direction: Vec2,
}

/// Coupler curve: path of a traced point over a whole cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct CyclePath {
    /// The trace.
    pub trace: Id,
    /// World points along it.
    pub points: Vec<Vec2>,
    /// Angle of the motor from the start at each point (rad).
    pub turns: Vec<f64>,
    /// Velocity and acceleration at each point at the motor's speed; empty where the motor has no steady speed.
    pub motions: Vec<PointMotion>,
}

/// Range of a crank, for the canvas.
#[derive(Clone, Debug, PartialEq)]
pub struct CrankRange {
    /// Axle of the crank (world, m).
    pub center: Vec2,
    /// Length of the crank (m).
    pub radius: f64,
    /// Range of angles (world, rad).
    pub range: Range,
    /// Dead points: world angles at which the crank lies in line with its coupler and the driven link reverses.
    pub toggles: Vec<f64>,
    /// Change points: world angles at which all bars lie in one line and the machine may continue in either of two branches.
    pub change_points: Vec<f64>,
}

/// All feedback of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feedback {
    /// The item under the pointer.
    pub hover: Option<Id>,
    /// The snap under the pointer.
    pub halo: Option<Halo>,
    /// Preview of the release under the pointer.
    pub ghost: Ghost,
    /// World corners of the selection rectangle being dragged.
    pub marquee: Option<(Vec2, Vec2)>,
    /// From the held point to the pointer (world).
    pub grab: Option<(Vec2, Vec2)>,
    /// The handle that rotates the selection.
    pub rotate: Option<RotateHandle>,
    /// World points of the ends of the selected joint or force, each of which can be dragged.
    pub handles: Vec<Vec2>,
    /// The first-use hint.
    pub hint: Option<Hint>,
    /// Hints at parts: open joints, lengths that keep a crank from turning fully, stalled motors.
    pub advice: Vec<Hint>,
    /// Ranges of the cranks of selected motors.
    pub cranks: Vec<CrankRange>,
    /// Coupler curves of traced points, while the machine stands at its start.
    pub paths: Vec<CyclePath>,
    /// Lengths and angles of the drag under way.
    pub dimensions: Vec<Dimension>,
    /// The dimension whose number is being dragged, and the number's offset from its usual place (points).
    pub pulled: Option<(Id, Vec2)>,
    /// Shape of the pointer over the canvas.
    pub cursor: Cursor,
}
