//! Targets of the text field on the canvas.

use crate::math::Vec2;
use crate::scene::{Attach, Id};

/// Target of the text field on the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Writing {
    /// A new note, to be placed here.
    NewNote(Attach),
    /// A note.
    Note(Id),
    /// A dimension, whose typed number sets a length or an angle.
    Dimension(Id),
    /// Distance between two points of the picture to trace over.
    Scale {
        /// First world point (m).
        from: Vec2,
        /// Second world point (m).
        to: Vec2,
    },
}
