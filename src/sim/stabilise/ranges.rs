//! Ranges as inequalities of a projection.

use crate::constraints::Mode;
use crate::sim::limits::{ActiveSet, Condition};

/// Workspace.
#[derive(Default)]
pub struct Ranges {
    /// Pose before joints were closed.
    pub(super) before: Vec<f64>,
    /// Pose with joints closed alone.
    pub(super) closed: Vec<f64>,
    /// Links with a range (dense indices), and how each was before: only what was free goes back to that.
    pub(super) links: Vec<(usize, Mode)>,
    pub(super) conditions: Vec<Condition>,
    /// Of each row: 1 or -1 where C times it may be above 0, 0 of an equation.
    pub(super) signs: Vec<f64>,
    pub(super) active: ActiveSet,
}
