//! Gestures: what a press began and a release will end. Each is a plain state; Esc leaves no trace of it.

use crate::constraints::Dial;
use crate::math::{Pose, Vec2};
use crate::scene::Id;
use crate::sim::Hand;

use super::dropped::Held;
use super::event::Button;
use super::feedback::CyclePath;
use super::resizing::Resizing;
use super::run::Stand;
use super::snap_point::Snap;

/// Motion below this is a click and not a drag (logical points).
pub const CLICK: f64 = 5.0;

/// What is under way.
#[derive(Clone, Debug, Default)]
pub enum Gesture {
    /// Nothing.
    #[default]
    Idle,
    /// The select tool was pressed, and has not moved yet.
    Press {
        /// Where (logical points).
        from: Vec2,
        /// The item there.
        item: Option<Id>,
        /// The part a drag takes, and where in its own frame.
        part: Option<(Id, Vec2)>,
        /// Whether the click adds to the selection.
        add: bool,
        /// Whether it means the one item and not its group.
        alone: bool,
    },
    /// A rectangle is drawn to select what is in it.
    Marquee {
        /// World corner it began at.
        from: Vec2,
        /// World corner it is at.
        to: Vec2,
        /// Whether it adds to the selection.
        add: bool,
    },
    /// A spring holds a part of a running machine.
    Hold(Hand),
    /// A paused machine follows the hand.
    Pose(Posing),
    /// Parts are moved as one, by a translation or about a centre.
    Rigid(Rigid),
    /// An end of a joint or force is dragged to where it is to be attached.
    Reattach {
        /// The joint or force.
        id: Id,
        /// Which of its ends.
        index: usize,
        /// Where it was pressed (logical points).
        from: Vec2,
        /// Where it would be attached; none before it has moved.
        to: Option<Snap>,
        /// The machine as it is with its pivot there.
        live: Option<Box<Live>>,
    },
    /// A parameter of a constraint is dialled.
    Dial {
        /// The constraint.
        id: Id,
        /// The handle, where it was taken.
        dial: Dial,
        /// Where it was pressed (logical points).
        from: Vec2,
        /// What it becomes; none before it has moved.
        value: Option<f64>,
    },
    /// A handle that changes the size of a part is dragged.
    Resize(Resizing),
    /// The number of a dimension is pulled from its line.
    Pull {
        /// The dimension.
        id: Id,
        /// From the hand to the middle of the number (logical points).
        grip: Vec2,
        /// How far it is pulled from its usual place.
        pulled: Vec2,
    },
    /// The picture to be traced over is pressed, and moved.
    Underlay {
        /// Where it was pressed (logical points).
        from: Vec2,
        /// How far it is moved (m).
        by: Vec2,
    },
    /// A part is being drawn.
    Draw {
        /// Where it was pressed (logical points).
        from: Vec2,
        /// The point meant.
        snap: Snap,
    },
    /// Ends are being picked.
    Join {
        /// The ends picked so far.
        picked: Vec<Snap>,
        /// Where it was pressed, while the button is down.
        pressed: Option<Vec2>,
    },
}

/// A machine at its start that follows a pivot in hand, as it last could.
#[derive(Clone, Debug)]
pub struct Live {
    /// Where the pivot is.
    pub to: Snap,
    /// Where parts are then that are elsewhere.
    pub poses: Vec<(Id, Pose)>,
    /// The paths of traced points over its whole cycle.
    pub paths: Vec<CyclePath>,
    /// Whether the hand is where the machine cannot follow.
    pub lost: bool,
}

/// The view held by a button; a right press that never moved asks for the context menu.
#[derive(Clone, Copy, Debug)]
pub struct Pan {
    /// Which button holds it.
    pub button: Button,
    /// Where it was pressed (logical points).
    pub from: Vec2,
    /// Whether it has become a drag.
    pub moved: bool,
}

/// A paused drag of an assembly.
#[derive(Clone, Debug)]
pub struct Posing {
    /// What is held and where it is to go.
    pub hand: Hand,
    /// The hole in hand.
    pub held: Option<Held>,
    /// World point where it was taken.
    pub from: Vec2,
    /// Where all parts were when it began.
    pub before: Vec<(Id, Pose)>,
    /// The run as it stood then, if that is known.
    pub standing: Option<Stand>,
    /// The hand has moved on since the last command, which the worker is still busy with.
    pub waiting: bool,
    /// The release came: once the worker has carried out this many commands, the pose is kept.
    pub settle: Option<u64>,
}

/// A rigid motion of parts.
#[derive(Clone, Debug)]
pub struct Rigid {
    /// Parts and where they were.
    pub parts: Vec<(Id, Pose)>,
    /// World point where it was taken.
    pub from: Vec2,
    /// The hole in hand.
    pub held: Option<Held>,
    /// The centre it turns about; none when it moves.
    pub center: Option<Vec2>,
    /// How far it was moved (m).
    pub by: Vec2,
    /// How far it was turned (rad).
    pub turn: f64,
}

impl Rigid {
    /// A world point after the motion.
    pub fn point(&self, p: Vec2) -> Vec2 {
        match self.center {
            Some(center) => center + crate::math::unit(self.turn).rotate(p - center),
            None => p + self.by,
        }
    }
    /// A pose after the motion.
    pub fn pose(&self, pose: Pose) -> Pose {
        Pose {
            position: self.point(pose.position),
            angle: pose.angle + self.turn,
        }
    }
}
