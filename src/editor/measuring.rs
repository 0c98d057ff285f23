//! Measurement shown by the measure tool: distance and direction between two points that stay attached to their parts.

use super::snap_point::Snap;

/// A measurement.
#[derive(Clone, Copy, Debug)]
pub struct Measuring {
    /// First point.
    pub from: Snap,
    /// Second point; `None` while it follows the pointer.
    pub to: Option<Snap>,
}
