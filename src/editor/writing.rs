//! What on the canvas is written into.

use crate::math::Vec2;
use crate::scene::{Attach, Id};

/// What is written into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Writing {
    /// A note that is not there yet, to be placed here.
    NewNote(Attach),
    /// A note.
    Note(Id),
    /// A dimension, whose number decides a length or an angle.
    Dimension(Id),
    /// How far two points of the picture that is traced over are apart.
    Scale {
        /// World points (m).
        from: Vec2,
        /// Likewise.
        to: Vec2,
    },
}
