//! Common interface and types of the batches.

use crate::constraints::ConstraintKind;
use crate::sim::{Link, Model};
use crate::solver::Hardware;

use super::turns::Rotations;

/// A batch of constraints of one form.
pub(super) trait Batch: Default {
    /// Adds a constraint (dense index) if it has the form of this batch; returns whether it was added.
    fn take(&mut self, model: &Model, index: usize, link: &Link, turns: &mut Rotations) -> bool;

    /// Releases unused capacity.
    fn shrink_to_fit(&mut self);

    /// Writes the rows and blocks of all constraints of the batch. `turned` holds (sin, cos) of the bodies' angles.
    fn evaluate(&self, hardware: Hardware, q: &[f64], v: &[f64], turned: &[[f64; 2]], rows: &mut Rows);
}

/// Output arrays for all rows of a machine.
pub struct Rows<'a> {
    /// C
    pub value: &'a mut [f64],
    /// Cdot
    pub rate: &'a mut [f64],
    /// C_t
    pub time_rate: &'a mut [f64],
    pub gamma: &'a mut [f64],
    pub jacobian: &'a mut [f64],
}

/// Constraints whose rows and blocks are contiguous.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// First row of the first constraint.
    pub(super) row: u32,
    /// Offset of the blocks of the first constraint.
    pub(super) block: u32,
    /// Number of constraints.
    pub(super) len: u32,
}

/// Returns the distance (m) that a rod or a round wire keeps between two points; `None` for other constraints.
pub(in crate::sim) fn length(link: &Link) -> Option<f64> {
    match &*link.kind {
        ConstraintKind::Distance(rod) => Some(rod.length),
        ConstraintKind::Ring(ring) => Some(ring.radius),
        _ => None,
    }
}

/// Adds a constraint with this number of `rows` and of Jacobian entries (`blocks`) to the last run, or starts a new run.
pub(super) fn add_to_runs(runs: &mut Vec<Run>, row: usize, rows: usize, block: usize, blocks: usize) {
    if let Some(run) = runs.last_mut()
        && run.row as usize + rows * run.len as usize == row
        && run.block as usize + blocks * run.len as usize == block
    {
        run.len += 1;
        return;
    }
    let (row, block) = (row as u32, block as u32);
    runs.push(Run { row, block, len: 1 });
}
