//! A snap point of a part that is dragged, and the constraint that is offered when it is dropped on another part.

use crate::math::Vec2;
use crate::scene::{Attach, Id};

use super::event::Key;
use super::snap_point::Snap;

/// A point that was dropped on the body of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropped {
    /// The point, on the part that was dragged.
    pub point: Attach,
    /// The part that it lies on.
    pub on: Id,
}

/// What holds a dropped point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holding {
    /// A pin.
    Pin,
    /// A groove along the part.
    Slider,
    /// Nothing: it only lies there.
    Nothing,
}

impl Holding {
    /// All that is offered.
    pub const ALL: [Holding; 3] = [Holding::Pin, Holding::Slider, Holding::Nothing];

    /// What it is called where it is offered.
    pub fn label(self) -> &'static str {
        match self {
            Holding::Pin => "Pin it here",
            Holding::Slider => "Let it slide along",
            Holding::Nothing => "Leave it",
        }
    }
    /// The key that chooses it.
    pub fn key(self) -> Key {
        match self {
            Holding::Pin => Key::Letter('P'),
            Holding::Slider => Key::Letter('S'),
            Holding::Nothing => Key::Escape,
        }
    }
}

/// A hole of a part that is in hand while the part is dragged.
#[derive(Clone, Debug)]
pub struct Held {
    /// The hole.
    pub point: Attach,
    /// World point where it was taken.
    pub from: Vec2,
    /// Parts that it is not joined to: those that are dragged too, and those that it is joined to already; sorted.
    pub among: Vec<Id>,
    /// What it would be dropped on.
    pub target: Option<Snap>,
}
