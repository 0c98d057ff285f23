//! What batches have in common.

use crate::constraints::ConstraintKind;
use crate::sim::{Link, Model};
use crate::solver::Hardware;

use super::turns::Turns;

/// Constraints of one form.
pub(super) trait Batch: Default {
    /// Adds a constraint (dense index), if it is of this form.
    fn take(&mut self, model: &Model, index: usize, link: &Link, turns: &mut Turns) -> bool;

    /// Gives back what was set aside for more.
    fn shrink_to_fit(&mut self);

    /// Writes the rows and blocks of all that were taken, once it was found how bodies are turned.
    fn evaluate(&self, hardware: Hardware, q: &[f64], v: &[f64], turned: &[[f64; 2]], rows: &mut Rows);
}

/// Where rows are written, all of a machine.
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

/// Constraints whose rows and blocks follow each other.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// Row of the first.
    pub(super) row: u32,
    /// Where the first one's blocks start.
    pub(super) block: u32,
    /// How many there are.
    pub(super) len: u32,
}

/// The length that a constraint keeps two points apart, be it a rod or a round wire.
pub(in crate::sim) fn length(link: &Link) -> Option<f64> {
    match &*link.kind {
        ConstraintKind::Distance(rod) => Some(rod.length),
        ConstraintKind::Ring(ring) => Some(ring.radius),
        _ => None,
    }
}

/// Adds one whose rows and blocks are so long to the last run, or starts another.
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
