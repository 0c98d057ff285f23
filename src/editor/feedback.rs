//! What the canvas shows beyond the machine: what releasing here would do, and what is held.

use crate::constraints::Glyph;
use crate::editor::dimension::Dimension;
use crate::kinematics::{PointMotion, Range};
use crate::math::Vec2;
use crate::scene::{Id, Part};

/// What the pointer looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cursor {
    /// An arrow.
    #[default]
    Arrow,
    /// An open hand: this can be taken.
    Grab,
    /// A closed hand: it is held.
    Grabbing,
    /// A cross: something is drawn here.
    Cross,
    /// Four arrows: the view or a selection moves.
    Move,
}

/// What a snap is to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HaloKind {
    /// A point of a part.
    Part,
    /// A crossing of the grid.
    Grid,
    /// A bare place of the ground.
    Ground,
    /// Releasing here is refused.
    Refused,
}

/// The ring under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Halo {
    /// World point.
    pub at: Vec2,
    /// What it is.
    pub kind: HaloKind,
    /// What releasing here does and costs: "pin: -2 DOF, 1 left". May be empty.
    pub text: String,
}

/// What would be there after the release.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ghost {
    /// Parts, posed as they are drawn now.
    pub parts: Vec<Part>,
    /// Constraints and forces, in world coordinates.
    pub glyphs: Vec<Glyph>,
}

/// The handle that turns the selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RotateHandle {
    /// World point it turns about.
    pub center: Vec2,
    /// World point of the handle.
    pub at: Vec2,
}

/// A word of advice beside a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// World point.
    pub at: Vec2,
    /// The advice.
    pub text: String,
    /// 0 to 1: how much of it is faded in.
    pub strength: f64,
}

/// A part that is out of view for good.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marker {
    /// Which (the first, where several are off in the same direction).
    pub id: Id,
    /// How many parts it stands for.
    pub count: usize,
    /// Where at the edge of the canvas it is shown (logical points).
    pub at: Vec2,
    /// Unit vector on the screen (y down) towards the part.
    pub direction: Vec2,
}

/// The path of a traced point over a whole cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct CyclePath {
    /// The trace.
    pub trace: Id,
    /// World points along it.
    pub points: Vec<Vec2>,
    /// How far the motor has turned from the start at each of them (rad).
    pub turns: Vec<f64>,
    /// How it moves at each of them at the speed of the motor; empty where that has no steady one.
    pub motions: Vec<PointMotion>,
}

/// How far a crank goes, for the canvas.
#[derive(Clone, Debug, PartialEq)]
pub struct CrankRange {
    /// Its axle (world, m).
    pub center: Vec2,
    /// From the axle to the knee (m).
    pub radius: f64,
    /// Where it can go (world angles, rad).
    pub range: Range,
    /// World angles at which it lies in line with what it moves, which turns back there.
    pub toggles: Vec<f64>,
    /// World angles at which all bars lie in one line and may go on in either of two branches.
    pub change_points: Vec<f64>,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feedback {
    /// The item under the pointer.
    pub hover: Option<Id>,
    /// The snap under the pointer.
    pub halo: Option<Halo>,
    /// Preview of the release.
    pub ghost: Ghost,
    /// World corners of the rectangle being dragged.
    pub marquee: Option<(Vec2, Vec2)>,
    /// From the point held to the hand.
    pub grab: Option<(Vec2, Vec2)>,
    /// The handle that turns the selection.
    pub rotate: Option<RotateHandle>,
    /// World points of the ends of the selected joint or force: each can be dragged.
    pub handles: Vec<Vec2>,
    /// Advice.
    pub hint: Option<Hint>,
    /// What is wrong with the lengths of the machine, at the parts concerned.
    pub advice: Vec<Hint>,
    /// How far the cranks of selected motors go.
    pub cranks: Vec<CrankRange>,
    /// Where traced points would go, while the machine stands at its start.
    pub paths: Vec<CyclePath>,
    /// Lengths and angles of the drag under way.
    pub dimensions: Vec<Dimension>,
    /// The dimension whose number is being pulled, and how far from its usual place (points).
    pub pulled: Option<(Id, Vec2)>,
    /// What the pointer looks like over the canvas.
    pub cursor: Cursor,
}
