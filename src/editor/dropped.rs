//! A snap point of a part that is dragged, and the constraint that is offered when it is dropped on another part.

use crate::math::Vec2;
use crate::scene::{Attach, Id};

use super::event::Key;
use super::snap_point::Snap;

/// A point that was dropped on the outline of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropped {
    /// The point, on the part that was dragged.
    pub point: Attach,
    /// The part below the point.
    pub on: Id,
}

/// Answers to how a dropped point is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holding {
    /// A pin.
    Pin,
    /// A groove along the part.
    Slider,
    /// Not held at all.
    Nothing,
}

impl Holding {
    /// All answers.
    pub const ALL: [Holding; 3] = [Holding::Pin, Holding::Slider, Holding::Nothing];

    /// Label of the answer's button.
    pub fn label(self) -> &'static str {
        match self {
            Holding::Pin => "Pin it here",
            Holding::Slider => "Let it slide along",
            Holding::Nothing => "Leave it",
        }
    }
    /// Key of the answer.
    pub fn key(self) -> Key {
        match self {
            Holding::Pin => Key::Letter('P'),
            Holding::Slider => Key::Letter('S'),
            Holding::Nothing => Key::Escape,
        }
    }
}

/// A hole (snap point) of a part by which the part is dragged.
#[derive(Clone, Debug)]
pub struct Held {
    /// The hole.
    pub point: Attach,
    /// World point at which the drag began.
    pub from: Vec2,
    /// Parts that it cannot be joined to: those that are dragged too, and those that it is joined to already; sorted.
    pub among: Vec<Id>,
    /// The snap that it would be dropped on.
    pub target: Option<Snap>,
}
