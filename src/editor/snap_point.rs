//! A point chosen with the pointer, and what pulled it.

use crate::math::Vec2;
use crate::scene::Attach;

/// What a point was snapped to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapTo {
    /// A snap point of a part, by its name.
    Point(&'static str),
    /// A place of the ground where something is held already.
    Anchor,
    /// The origin of the world.
    Origin,
    /// A crossing of the grid.
    Grid,
    /// The floor.
    Floor,
    /// A direction from where a line begins.
    Direction(Direction),
    /// The length of another bar or rod, in such a direction or in the one that the line has.
    Length(Option<Direction>),
    /// Where a line meets a part at a right angle.
    Perpendicular,
    /// Where a line touches a round part.
    Tangent,
    /// Nothing: where the pointer is.
    Free,
}

/// A direction that a line is drawn along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Along x.
    Horizontal,
    /// Along y.
    Vertical,
    /// One of the steps that Shift keeps to.
    Step,
}

/// A point chosen with the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// On which part, or on the ground.
    pub end: Attach,
    /// Where that was in the world at the time.
    pub world: Vec2,
    /// What pulled it.
    pub to: SnapTo,
}

impl Snap {
    /// Why it is here and not under the pointer.
    pub fn reason(&self) -> &'static str {
        match self.to {
            SnapTo::Point(name) => name,
            SnapTo::Anchor => "anchor",
            SnapTo::Origin => "origin",
            SnapTo::Grid => "grid",
            SnapTo::Floor => "floor",
            SnapTo::Direction(Direction::Horizontal) => "horizontal",
            SnapTo::Direction(Direction::Vertical) => "vertical",
            SnapTo::Direction(Direction::Step) => "15° steps",
            SnapTo::Length(None) => "as long as another",
            SnapTo::Length(Some(Direction::Horizontal)) => "horizontal, as long as another",
            SnapTo::Length(Some(Direction::Vertical)) => "vertical, as long as another",
            SnapTo::Length(Some(Direction::Step)) => "15° steps, as long as another",
            SnapTo::Perpendicular => "perpendicular",
            SnapTo::Tangent => "tangent",
            SnapTo::Free => "",
        }
    }
    /// Whether it is a place made to be joined: a hole of a part or an anchor.
    pub fn is_joint(&self) -> bool {
        matches!(self.to, SnapTo::Point(_) | SnapTo::Anchor)
    }
}
