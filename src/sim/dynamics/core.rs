//! A run of islands that consist of trees of joints on a core. The core is evaluated like a machine of its own, and solved between the two
//! sweeps over the trees.

use crate::sim::{Model, Work};
use crate::solver::pin_tree::{Core, PinTrees};

use super::batch;
use super::tree_machine::Trees;

/// A run of islands.
pub(super) struct Run {
    pub(super) trees: Trees,
    /// The core that the trees hang on; `None` if they hang on the ground only.
    pub(super) core: Option<Box<CoreMachine>>,
}

impl Run {
    /// Collects the constant data of a run. Returns `None` if a joint does not have the rows expected of its kind.
    pub(super) fn new(model: &Model, trees: &PinTrees) -> Option<Self> {
        let core = trees.core();
        Some(Self {
            core: core.map(|core| Box::new(CoreMachine::new(model, core))),
            trees: Trees::new(model, trees)?,
        })
    }
}

/// Workspace in which a core is evaluated, by dynamics `D`. Its content is not needed once the core is solved; cores of the same topology
/// share it one after another, so it stays in the cache.
pub(super) struct CoreScratch<D> {
    pub(super) dynamics: D,
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
}

impl<D> CoreScratch<D> {
    /// Creates a workspace for cores with this number of coordinates.
    pub(super) fn new(dynamics: D, coordinates: usize) -> Self {
        Self {
            dynamics,
            q: Vec::with_capacity(coordinates),
            v: Vec::with_capacity(coordinates),
        }
    }
}

/// The constant data of a core, and the rates and power of its last evaluation.
pub(super) struct CoreMachine {
    pub(super) model: Model,
    /// Batches of its constraints.
    pub(super) batches: batch::Plan,
    /// Power of dissipation within its bodies (W), if the forces of the whole machine are not evaluated.
    pub(super) dissipation: f64,
    /// `Cdot - C_t` of each row.
    net: Vec<f64>,
    /// For each row, its index in the whole machine and whether it belongs to a drive.
    rows: Vec<(u32, bool)>,
    /// Its coordinates in the whole machine, as (start, end) ranges, contiguous ones merged.
    coordinates: Vec<(u32, u32)>,
}

impl CoreMachine {
    fn new(whole: &Model, core: &Core) -> Self {
        let mut coordinates: Vec<(u32, u32)> = Vec::new();
        for &body in &core.bodies {
            let body = &whole.bodies[body];
            let (start, end) = (body.offset as u32, (body.offset + body.motion.dim()) as u32);
            match coordinates.last_mut() {
                Some(last) if last.1 == start => last.1 = end,
                _ => coordinates.push((start, end)),
            }
        }
        coordinates.shrink_to_fit();
        let rows = |&link: &usize| {
            let link = &whole.links[link];
            link.row_range().map(|row| (row as u32, link.drive))
        };
        let mut rows: Vec<_> = core.constraints.iter().flat_map(rows).collect();
        rows.shrink_to_fit();
        Self {
            model: whole.part(core),
            batches: batch::Plan::default(),
            dissipation: 0.0,
            net: Vec::with_capacity(rows.len()),
            rows,
            coordinates,
        }
    }

    /// Copies the numbers of its coordinates from those of the whole machine.
    pub(super) fn gather(&self, from: &[f64], to: &mut Vec<f64>) {
        to.clear();
        for &(start, end) in &self.coordinates {
            to.extend_from_slice(&from[start as usize..end as usize]);
        }
    }

    /// Stores `Cdot - C_t` of its rows, for the power once the multipliers are known.
    pub(super) fn keep_rates(&mut self, rate: &[f64], time_rate: &[f64]) {
        self.net.clear();
        let both = rate.iter().zip(time_rate);
        self.net.extend(both.map(|(rate, time_rate)| rate - time_rate));
    }

    /// Adds the power of the multipliers of its rows. `lambda` are the multipliers of the whole machine.
    pub(super) fn add_power(&self, lambda: &[f64], work: &mut Work) {
        for (&(row, drives), net) in self.rows.iter().zip(&self.net) {
            let entry = if drives {
                &mut work.drives
            } else {
                &mut work.feedback
            };
            *entry += lambda[row as usize] * net;
        }
    }
}
