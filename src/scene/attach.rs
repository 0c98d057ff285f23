//! Attachment points of items.

use crate::math::Vec2;

use super::Id;

/// A point of a part, or of the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attach {
    /// The part; `None` is the ground.
    pub part: Option<Id>,
    /// Position in the part's own frame; in world coordinates for the ground (m).
    pub at: Vec2,
}

impl Attach {
    /// A point of a part.
    pub fn part(part: Id, at: Vec2) -> Self {
        Self { part: Some(part), at }
    }
    /// A point of the ground.
    pub fn ground(at: Vec2) -> Self {
        Self { part: None, at }
    }
}
