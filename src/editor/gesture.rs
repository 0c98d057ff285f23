//! Gestures, from press to release, each as plain state. Esc cancels a gesture without a trace.

use crate::constraints::Dial;
use crate::math::{Pose, Vec2};
use crate::scene::Id;
use crate::sim::Hand;

use super::dropped::Held;
use super::event::Button;
use super::feedback::CyclePath;
use super::resizing::Resizing;
use super::run::PausedState;
use super::snap_point::Snap;

/// Motion below this is a click and not a drag (logical points).
pub const CLICK: f64 = 5.0;

/// The gesture under way.
#[derive(Clone, Debug, Default)]
pub enum Gesture {
    /// Nothing.
    #[default]
    Idle,
    /// A press of the select tool, before any motion.
    Press {
        /// Position of the press (logical points).
        from: Vec2,
        /// The item at this position.
        item: Option<Id>,
        /// The part that a drag would take, and the point of the press in its frame.
        part: Option<(Id, Vec2)>,
        /// Whether the click adds to the selection.
        add: bool,
        /// Whether the click selects the item alone and not its group.
        alone: bool,
    },
    /// A selection rectangle is dragged.
    Marquee {
        /// World corner of the press.
        from: Vec2,
        /// World corner at the pointer.
        to: Vec2,
        /// Whether it adds to the selection.
        add: bool,
    },
    /// The mouse spring pulls a part of a running machine.
    Hold(Hand),
    /// A paused machine follows the pointer.
    Pose(Posing),
    /// Parts are moved rigidly together, by a translation or a rotation about a centre.
    Rigid(Rigid),
    /// An end of a joint or force is dragged to a new attachment.
    Reattach {
        /// The joint or force.
        id: Id,
        /// Index of the end.
        index: usize,
        /// Position of the press (logical points).
        from: Vec2,
        /// The new attachment; `None` before the pointer has moved.
        to: Option<Snap>,
        /// The machine as it would be with a pivot at the new place.
        live: Option<Box<Live>>,
    },
    /// A parameter of a constraint is changed by its handle.
    Dial {
        /// The constraint.
        id: Id,
        /// The handle at the press.
        dial: Dial,
        /// Position of the press (logical points).
        from: Vec2,
        /// The new value; `None` before the pointer has moved.
        value: Option<f64>,
    },
    /// A handle that changes the size of a part is dragged.
    Resize(Resizing),
    /// The number of a dimension is dragged away from its line.
    Pull {
        /// The dimension.
        id: Id,
        /// From the pointer to the middle of the number (logical points).
        grip: Vec2,
        /// Offset from its usual place.
        pulled: Vec2,
    },
    /// The picture to trace over is pressed and moved.
    Underlay {
        /// Position of the press (logical points).
        from: Vec2,
        /// Displacement (m).
        by: Vec2,
    },
    /// A part is being drawn.
    Draw {
        /// Position of the press (logical points).
        from: Vec2,
        /// Snapped point of the press.
        snap: Snap,
    },
    /// Ends are being picked.
    Join {
        /// The ends picked so far.
        picked: Vec<Snap>,
        /// Position of the press, while the button is down.
        pressed: Option<Vec2>,
    },
}

/// The machine at its start with a pivot dragged elsewhere, in the last pose in which it could be assembled.
#[derive(Clone, Debug)]
pub struct Live {
    /// Place of the pivot.
    pub to: Snap,
    /// Poses of the parts that moved.
    pub poses: Vec<(Id, Pose)>,
    /// Coupler curves of traced points.
    pub paths: Vec<CyclePath>,
    /// Whether the pointer is where the machine cannot be assembled.
    pub lost: bool,
}

/// Panning of the view while a button is held. A right press that never moved opens the context menu.
#[derive(Clone, Copy, Debug)]
pub struct Pan {
    /// The button.
    pub button: Button,
    /// Position of the press (logical points).
    pub from: Vec2,
    /// Whether the pointer has moved far enough for a drag.
    pub moved: bool,
}

/// Dragging a paused machine.
#[derive(Clone, Debug)]
pub struct Posing {
    /// The held point and its target.
    pub hand: Hand,
    /// The hole by which the part is dragged.
    pub held: Option<Held>,
    /// World point at which the drag began.
    pub from: Vec2,
    /// Poses of all parts at the beginning.
    pub before: Vec<(Id, Pose)>,
    /// State of the run at the beginning, if known.
    pub standing: Option<PausedState>,
    /// The pointer has moved since the last command, which the worker has not finished.
    pub waiting: bool,
    /// After the release: the pose is kept once the worker has carried out this many commands.
    pub settle: Option<u64>,
}

/// Rigid motion of parts.
#[derive(Clone, Debug)]
pub struct Rigid {
    /// Parts and their poses at the beginning.
    pub parts: Vec<(Id, Pose)>,
    /// World point at which the drag began.
    pub from: Vec2,
    /// The hole by which the part is dragged.
    pub held: Option<Held>,
    /// Centre of a rotation; `None` for a translation.
    pub center: Option<Vec2>,
    /// Displacement (m).
    pub by: Vec2,
    /// Angle of rotation (rad).
    pub turn: f64,
}

impl Rigid {
    /// Returns a world point after the motion.
    pub fn point(&self, p: Vec2) -> Vec2 {
        match self.center {
            Some(center) => center + crate::math::unit(self.turn).rotate(p - center),
            None => p + self.by,
        }
    }
    /// Returns a pose after the motion.
    pub fn pose(&self, pose: Pose) -> Pose {
        Pose {
            position: self.point(pose.position),
            angle: pose.angle + self.turn,
        }
    }
}
