//! Places: attachments of the ends of constraints and forces.

use crate::math::Vec2;

/// Attachment of one end of a constraint or force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// On the ground or a fixed part.
    Fixed {
        /// Point in the world (m).
        point: Vec2,
        /// Angle of the part (rad).
        angle: f64,
    },
    /// On a moving body.
    Moving {
        /// Dense index of the body.
        body: usize,
        /// Point in the body's own frame (m).
        at: Vec2,
    },
}

impl Place {
    /// Returns the dense index of the moving body; `None` for a fixed place.
    pub fn body(&self) -> Option<usize> {
        match self {
            Place::Moving { body, .. } => Some(*body),
            Place::Fixed { .. } => None,
        }
    }
}
