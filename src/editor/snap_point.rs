//! Snapped points: a point chosen with the pointer, and the target that it was snapped to.

use crate::math::Vec2;
use crate::scene::Attach;

/// Target of a snap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapTo {
    /// A snap point of a part, by its name.
    Point(&'static str),
    /// A point on the ground to which something is attached already.
    Anchor,
    /// The origin of the world.
    Origin,
    /// A grid point.
    Grid,
    /// The floor.
    Floor,
    /// A direction of a line from its first point.
    Direction(Direction),
    /// The length of another bar or rod, in such a direction or in the line's own.
    Length(Option<Direction>),
    /// The point at which a line meets a part at a right angle.
    Perpendicular,
    /// The point at which a line touches a round part.
    Tangent,
    /// No snap: the pointer's position.
    Free,
}

/// A direction to which a line snaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Along x.
    Horizontal,
    /// Along y.
    Vertical,
    /// A multiple of 15°, as Shift enforces.
    Step,
}

/// A point chosen with the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// The part or ground to which the point belongs.
    pub end: Attach,
    /// World position at the time of the snap.
    pub world: Vec2,
    /// Target of the snap.
    pub to: SnapTo,
}

impl Snap {
    /// Name of the target, for the halo.
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
    /// Whether the target is made for joints: a hole of a part, or an anchor.
    pub fn is_joint(&self) -> bool {
        matches!(self.to, SnapTo::Point(_) | SnapTo::Anchor)
    }
}
