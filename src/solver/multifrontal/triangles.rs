//! The lower triangles of the fronts of a part: panels of pivots, and what each front hands on.

use super::extend_add::ExtendAdd;
use super::plan::{Front, Part};

/// Numbers of all fronts of a part; what is above their diagonals is never read.
pub(super) struct Triangles {
    panels: Vec<f64>,
    workspace: Vec<f64>,
    extend_add: ExtendAdd,
}

impl Triangles {
    /// Room for those of a part.
    pub(super) fn new(plan: &Part) -> Self {
        let largest = plan.fronts.iter().map(|front| front.size).max();
        Self {
            panels: vec![0.0; plan.panels],
            workspace: vec![0.0; plan.workspace],
            extend_add: ExtendAdd::with_capacity(largest.unwrap_or_default()),
        }
    }

    /// What a front hands on: a square of its height, and where its rows go in the front above.
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

    /// Panel and update of a front.
    #[inline(always)]
    pub(super) fn of(&mut self, front: &Front) -> (&mut [f64], &mut [f64]) {
        let height = front.height();
        (
            &mut self.panels[front.panel..][..front.size * front.width],
            &mut self.workspace[front.update..][..height * height],
        )
    }

    /// A number of the panel, by row and column of the front.
    #[inline(always)]
    pub(super) fn at(&mut self, front: &Front, [row, column]: [usize; 2]) -> &mut f64 {
        &mut self.panels[front.panel + column * front.size + row]
    }

    /// A column of a front, in its panel or in what it hands on, as a list and where row 0 of the front would be in it: rows that are
    /// above a column of the update have no place.
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

    /// Adds what a front of another part hands on.
    #[inline(always)]
    pub(super) fn add(&mut self, update: &[f64], into: &[u32], front: &Front) {
        let height = front.height();
        let panel = &mut self.panels[front.panel..][..front.size * front.width];
        let rest = &mut self.workspace[front.update..][..height * height];
        self.extend_add.add(update, into, front, panel, rest);
    }

    /// Adds what the children of a front in the same part hand on.
    #[inline(always)]
    pub(super) fn add_children(&mut self, plan: &Part, front: &Front) {
        let height = front.height();
        for &child in &plan.children[front.children.0..front.children.1] {
            let child = &plan.fronts[child as usize];
            let len = child.height();
            let into = &plan.into[child.below..child.below + len];
            let panel = &mut self.panels[front.panel..][..front.size * front.width];
            // Front and child are on different stacks.
            let (from, to) = if child.update < front.update {
                let (low, high) = self.workspace.split_at_mut(front.update);
                (&low[child.update..][..len * len], &mut high[..height * height])
            } else {
                let (low, high) = self.workspace.split_at_mut(child.update);
                (&high[..len * len], &mut low[front.update..][..height * height])
            };
            self.extend_add.add(from, into, front, panel, to);
        }
    }
}
