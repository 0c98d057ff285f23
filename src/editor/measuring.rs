//! What the measure tool shows: the distance and direction from one point to another, both held by what they are on.

use super::snap_point::Snap;

/// A measurement.
#[derive(Clone, Copy, Debug)]
pub struct Measuring {
    /// From here.
    pub from: Snap,
    /// To there; none while it follows the pointer.
    pub to: Option<Snap>,
}
