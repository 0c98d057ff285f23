//! Limits of positions as inequalities of a projection.

use crate::constraints::Mode;
use crate::sim::limits::{ActiveSet, Condition};

/// Workspace.
#[derive(Default)]
pub struct Ranges {
    /// Pose after the joints were closed without limits.
    pub(super) closed: Vec<f64>,
    /// Links with a range (dense indices), and their modes before: links that were free return to that.
    pub(super) links: Vec<(usize, Mode)>,
    pub(super) conditions: Vec<Condition>,
    /// Sign of each row: 1 or -1 where sign times C may be above 0, 0 for an equation.
    pub(super) signs: Vec<f64>,
    pub(super) active: ActiveSet,
}
