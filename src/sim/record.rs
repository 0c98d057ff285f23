//! Inputs to a run from outside, recorded so that the run can be repeated bit for bit.

use crate::math::{Pose, Vec2};
use crate::scene::{Id, Scene, Settings};

use super::SimState;

/// Input to a run from outside. Recorded with the step before which it happened, it makes the run
/// repeatable bit for bit.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// The hand takes a point of a part, moves, or lets go.
    Hand(Option<Hand>),
    /// Settings change during the run.
    Settings(Settings),
    /// While paused, the assembly of a part is dragged to the hand.
    Drag(Hand),
    /// The scene was edited and the run goes on. The listed parts are put at the given poses once time has
    /// begun: before the first step all parts are as built.
    Scene(Box<Scene>, Vec<(Id, Pose)>),
    /// Once time has begun, joints that an edit opened are closed by moving parts, which keep their velocities.
    Assemble,
    /// The run goes on from a state that another run of the same machine has reached.
    Adopt(Box<SimState>),
}

/// Position of the hand and the point of a part that it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// The part.
    pub part: Id,
    /// The point of it, in its own frame.
    pub at: Vec2,
    /// Where the hand is.
    pub target: Vec2,
}

/// An input and the step before which it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// Steps taken before it.
    pub step: u64,
    /// The input.
    pub input: Input,
}
