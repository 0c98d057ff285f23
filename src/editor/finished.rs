//! What was made last, whose numbers can still be typed.

use crate::bodies::Shape;

use super::gesture::Rigid;
use super::resizing::Resizing;
use super::snap_point::Snap;
use super::tools::Link;

/// What was made last, as long as its numbers can still be typed.
#[derive(Clone, Debug)]
pub enum Finished {
    /// A part.
    Part {
        /// Its shape before it got its size.
        shape: Box<Shape>,
        /// Where it was pressed, and where released.
        ends: [Snap; 2],
    },
    /// A part whose size was changed.
    Resized(Resizing),
    /// Parts that were moved or turned.
    Rigid(Rigid),
    /// A joint that holds a part at a place on the ground.
    Anchored {
        /// Its kind before it was fitted.
        link: Box<Link>,
        /// What it holds together.
        ends: [Snap; 2],
        /// Which of its ends is on the ground.
        ground: usize,
    },
}
