//! Where ends are held.

use crate::math::Vec2;

/// Where one end of a constraint or force is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// On the ground or a fixed part.
    Fixed {
        /// In the world (m).
        point: Vec2,
        /// Of the part (rad).
        angle: f64,
    },
    /// On a body that moves.
    Moving {
        /// Dense index.
        body: usize,
        /// In the body's own frame.
        at: Vec2,
    },
}

impl Place {
    /// Dense index of the body it is on.
    pub fn body(&self) -> Option<usize> {
        match self {
            Place::Moving { body, .. } => Some(*body),
            Place::Fixed { .. } => None,
        }
    }
}
