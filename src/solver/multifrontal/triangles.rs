//! Storage of the fronts of a part, as lower triangles: panels of pivots and update matrices.

use super::extend_add::{self, Run};
use super::plan::{Front, Part};

/// Panels and update matrices of all fronts of a part; entries above the diagonals are never read.
pub(super) struct Triangles {
    panels: Vec<f64>,
    workspace: Vec<f64>,
    /// Scratch of extend-add.
    runs: Vec<Run>,
}

impl Triangles {
    /// Allocates the storage of a part.
    pub(super) fn new(plan: &Part) -> Self {
        let largest = plan.fronts.iter().map(|front| front.size).max();
        Self {
            panels: vec![0.0; plan.panels],
            workspace: vec![0.0; plan.workspace],
            runs: Vec::with_capacity(largest.unwrap_or_default()),
        }
    }

    /// Update matrix of a front, a square of order `height`, and the row of the parent front for each of its rows.
    pub(super) fn update<'a>(&'a self, plan: &'a Part, front: usize) -> (&'a [f64], &'a [u32]) {
        let front = &plan.fronts[front];
        let height = front.height();
        (
            &self.workspace[front.update..][..height * height],
            &plan.into[front.below..][..height],
        )
    }

    /// The panel of a front, column by column.
    #[inline(always)]
    pub(super) fn panel(&self, front: &Front) -> &[f64] {
        &self.panels[front.panel..][..front.size * front.width]
    }

    /// Panel and update matrix of a front.
    #[inline(always)]
    pub(super) fn of(&mut self, front: &Front) -> (&mut [f64], &mut [f64]) {
        let height = front.height();
        (
            &mut self.panels[front.panel..][..front.size * front.width],
            &mut self.workspace[front.update..][..height * height],
        )
    }

    /// An entry of the panel, by row and column of the front.
    #[inline(always)]
    pub(super) fn at(&mut self, front: &Front, [row, column]: [usize; 2]) -> &mut f64 {
        &mut self.panels[front.panel + column * front.size + row]
    }

    /// Storage of a column of a front, in the panels or in the update matrices: the array, and the index at which row 0 of the front would
    /// be. Update matrices have no pivot rows, so that index may wrap below zero.
    #[inline(always)]
    pub(super) fn column(&mut self, front: &Front, column: usize) -> (&mut [f64], usize) {
        match column.checked_sub(front.width) {
            None => (&mut self.panels, front.panel + column * front.size),
            Some(column) => {
                let start = front.update + column * front.height();
                (&mut self.workspace, start.wrapping_sub(front.width))
            }
        }
    }

    /// Sets the triangles of a front to zero.
    #[inline(always)]
    pub(super) fn clear(&mut self, front: &Front) {
        let (size, height) = (front.size, front.height());
        let (panel, update) = self.of(front);
        for (k, column) in panel.chunks_exact_mut(size.max(1)).enumerate() {
            column[k..].fill(0.0);
        }
        for (k, column) in update.chunks_exact_mut(height.max(1)).enumerate() {
            column[k..].fill(0.0);
        }
    }

    /// Adds the update matrix of a front of another part.
    #[inline(always)]
    pub(super) fn add(&mut self, update: &[f64], into: &[u32], front: &Front) {
        let height = front.height();
        let panel = &mut self.panels[front.panel..][..front.size * front.width];
        let rest = &mut self.workspace[front.update..][..height * height];
        extend_add::add(&mut self.runs, update, into, front, panel, rest);
    }

    /// Adds the update matrices of the children of a front that are in the same part.
    #[inline(always)]
    pub(super) fn add_children(&mut self, plan: &Part, front: &Front) {
        let height = front.height();
        for &child in &plan.children[front.children.0..front.children.1] {
            let child = &plan.fronts[child as usize];
            let len = child.height();
            let into = &plan.into[child.below..child.below + len];
            let panel = &mut self.panels[front.panel..][..front.size * front.width];
            // Front and child are on different stacks, so their ranges do not overlap.
            let (from, to) = if child.update < front.update {
                let (low, high) = self.workspace.split_at_mut(front.update);
                (&low[child.update..][..len * len], &mut high[..height * height])
            } else {
                let (low, high) = self.workspace.split_at_mut(child.update);
                (&high[..len * len], &mut low[front.update..][..height * height])
            };
            extend_add::add(&mut self.runs, from, into, front, panel, to);
        }
    }
}
