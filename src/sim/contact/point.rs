//! A point of contact as a state remembers it.

use serde::{Deserialize, Serialize};

use crate::math::{Vec2, perp};

/// A piece of a collider, by their indices.
pub type Piece = (u32, u32);
/// Two pieces, the smaller first.
pub type Pair = (Piece, Piece);

/// A point at which two parts touched in the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Pieces of colliders.
    pub pair: Pair,
    /// Which point of theirs: 0 or 1.
    pub index: u32,
    /// Where (m).
    pub at: Vec2,
    /// Unit, from the first to the second.
    pub normal: Vec2,
    /// Mean forces on the second over the step: along the normal, and across it to its left (N).
    pub force: [f64; 2],
}

impl Point {
    /// The mean force on the second over the step (N); that on the first is its opposite.
    pub fn on_second(&self) -> Vec2 {
        self.force[0] * self.normal + self.force[1] * perp(self.normal)
    }
}
