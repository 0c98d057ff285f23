//! The latest creation or change, whose numbers can still be typed.

use crate::bodies::Shape;

use super::gesture::Rigid;
use super::resizing::Resizing;
use super::snap_point::Snap;
use super::tools::Link;

/// The latest creation or change, while its numbers can still be typed.
#[derive(Clone, Debug)]
pub enum Finished {
    /// A part.
    Part {
        /// Shape before it was sized.
        shape: Box<Shape>,
        /// Points of press and release.
        ends: [Snap; 2],
    },
    /// A part whose size was changed.
    Resized(Resizing),
    /// Parts that were moved or turned.
    Rigid(Rigid),
    /// A joint that holds a part at a point of the ground.
    Anchored {
        /// Kind of the joint before it was fitted.
        link: Box<Link>,
        /// Its two ends.
        ends: [Snap; 2],
        /// Index of the end on the ground.
        ground: usize,
    },
}
