//! Contact points as a state stores them.

use serde::{Deserialize, Serialize};

use crate::math::{Vec2, perp};

/// A piece of a collider: (index of the collider, index of the piece).
pub type Piece = (u32, u32);
/// Two pieces in contact, the smaller first.
pub type Pair = (Piece, Piece);

/// A corner of a piece, or the edge that begins at that corner, by index.
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

/// Identity of a contact point: the features in contact. The point stays the same as long as its key does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key {
    /// The two pieces.
    pub pair: Pair,
    /// The feature of the first piece, and of the second.
    pub features: [Feature; 2],
}

/// Stick or slip of a closed contact point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Slip {
    /// The point sticks, or has no friction.
    #[default]
    None,
    /// Friction is at its lower bound: the second part slides to the left of the normal.
    Low,
    /// Friction is at its upper bound.
    High,
}

impl Slip {
    /// Sign of the friction multiplier; 0 for a point that sticks.
    pub fn sign(self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Low => -1.0,
            Self::High => 1.0,
        }
    }
}

/// A closed contact point: its gap is held at zero as long as the contact pushes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Closed {
    /// The features in contact.
    pub key: Key,
    /// Whether the point sticks or slips.
    pub slip: Slip,
}

/// A point at which two parts touched in the last step, with its mean forces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The two pieces.
    pub pair: Pair,
    /// Number of the point within the pair: 0 or 1.
    pub index: u32,
    /// Position (m).
    pub at: Vec2,
    /// Unit normal, from the first piece to the second.
    pub normal: Vec2,
    /// Mean force on the second part over the step: along the normal, and across it to its left (N).
    pub force: [f64; 2],
    /// Mean torque of rolling friction on the second part over the step (N m).
    #[serde(default)]
    pub torque: f64,
}

impl Point {
    /// Mean force on the second part over the step (N); the force on the first is the opposite.
    pub fn on_second(&self) -> Vec2 {
        self.force[0] * self.normal + self.force[1] * perp(self.normal)
    }
}
