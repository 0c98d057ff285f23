//! A point of contact as a state remembers it.

use serde::{Deserialize, Serialize};

use crate::math::{Vec2, perp};

/// A piece of a collider, by their indices.
pub type Piece = (u32, u32);
/// Two pieces, the smaller first.
pub type Pair = (Piece, Piece);

/// A corner of a piece, or the edge that begins there, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Feature {
    Corner(u32),
    Edge(u32),
}

impl Default for Feature {
    fn default() -> Self {
        Self::Corner(0)
    }
}

/// What touches what: it stays the same point of contact while this stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key {
    /// Pieces of colliders.
    pub pair: Pair,
    /// What of the first, and of the second.
    pub features: [Feature; 2],
}

/// How a point that is closed slides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Slip {
    /// It sticks, or has no friction.
    #[default]
    None,
    /// Friction is at its lower bound: the second slides to the left of the normal.
    Low,
    /// At its upper one.
    High,
}

impl Slip {
    /// The sign of the multiplier of friction; 0 of what sticks.
    pub fn sign(self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Low => -1.0,
            Self::High => 1.0,
        }
    }
}

/// A point that is closed: its gap is held at nothing as long as it pushes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Closed {
    /// What touches.
    pub key: Key,
    /// How it slides.
    pub slip: Slip,
}

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
    /// Mean torque of rolling friction on the second over the step (N m).
    #[serde(default)]
    pub torque: f64,
}

impl Point {
    /// The mean force on the second over the step (N); that on the first is its opposite.
    pub fn on_second(&self) -> Vec2 {
        self.force[0] * self.normal + self.force[1] * perp(self.normal)
    }
}
