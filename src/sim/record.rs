//! What is done to a run from outside, recorded so that the run can be repeated bit for bit.

use crate::math::{Pose, Vec2};
use crate::scene::{Id, Scene, Settings};

use super::SimState;

/// What is done to a run from outside. Recorded with the step before which it happened, it makes the run
/// repeatable bit for bit.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// The hand takes a point of a part, moves, or lets go.
    Hand(Option<Hand>),
    /// Settings change in mid-run.
    Settings(Settings),
    /// While paused, the assembly of a part is brought to the hand.
    Drag(Hand),
    /// The scene was edited; the run goes on. Parts listed are put where they are said to be, once time has
    /// begun: before that all are as built.
    Scene(Box<Scene>, Vec<(Id, Pose)>),
    /// Once time has begun, joints that an edit has opened are closed by moving parts, which keep their velocities.
    Assemble,
    /// The run goes on from a state that another run of the same machine has come to.
    Adopt(Box<SimState>),
}

/// Where the hand holds what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// The part.
    pub part: Id,
    /// The point of it, in its own frame.
    pub at: Vec2,
    /// Where the hand is.
    pub target: Vec2,
}

/// An input with its place in time.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// Steps taken before it.
    pub step: u64,
    /// What was done.
    pub input: Input,
}
