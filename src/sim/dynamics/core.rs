//! A run of islands that are trees of joints on a core: the trees, and the core, which is a machine of its own, evaluated like any
//! other and solved between the two sweeps over the trees.

use crate::sim::{Model, Work};
use crate::solver::pin_tree::{PinTrees, Remainder};

use super::batch;
use super::tree_machine::Trees;

/// A run.
pub(super) struct Run {
    pub(super) trees: Trees,
    /// What the trees hang on, where that is more than the ground.
    pub(super) core: Option<Box<CoreMachine>>,
}

impl Run {
    /// Looks up what does not change; nothing where the joints are not what those of their kinds are.
    pub(super) fn new(model: &Model, trees: &PinTrees) -> Option<Self> {
        let core = trees.core();
        Some(Self {
            core: core.map(|core| Box::new(CoreMachine::new(model, core))),
            trees: Trees::new(model, trees)?,
        })
    }
}

/// What a core is evaluated in, by dynamics `D`: nothing of it is wanted once the core is solved, so that the next one of the same topology
/// finds it in the cache.
pub(super) struct CoreScratch<D> {
    pub(super) dynamics: D,
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
}

impl<D> CoreScratch<D> {
    /// For cores of so many coordinates.
    pub(super) fn new(dynamics: D, coordinates: usize) -> Self {
        Self {
            dynamics,
            q: Vec::with_capacity(coordinates),
            v: Vec::with_capacity(coordinates),
        }
    }
}

/// A core.
pub(super) struct CoreMachine {
    pub(super) model: Model,
    /// Which of its constraints are evaluated in which batch.
    pub(super) batches: batch::Plan,
    /// Power that its bodies themselves dissipate, where nobody else counts it (W).
    pub(super) dissipation: f64,
    /// Cdot - C_t of each row.
    net: Vec<f64>,
    /// Of each row, where it is in the whole, and whether it drives.
    rows: Vec<(u32, bool)>,
    /// Where its coordinates are in the whole: start and end, of as many in a row as there are.
    coordinates: Vec<(u32, u32)>,
}

impl CoreMachine {
    fn new(whole: &Model, core: &Remainder) -> Self {
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
            (link.row..link.row + link.rows.len()).map(|row| (row as u32, link.drive))
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

    /// Takes numbers of its coordinates out of those of the whole.
    pub(super) fn gather(&self, from: &[f64], to: &mut Vec<f64>) {
        to.clear();
        for &(start, end) in &self.coordinates {
            to.extend_from_slice(&from[start as usize..end as usize]);
        }
    }

    /// Keeps the rates of its rows, of which the power is asked once there are multipliers.
    pub(super) fn keep_rates(&mut self, rate: &[f64], time_rate: &[f64]) {
        self.net.clear();
        let both = rate.iter().zip(time_rate);
        self.net.extend(both.map(|(rate, time_rate)| rate - time_rate));
    }

    /// Adds the power of the multipliers of its constraints, those of the whole machine being given, at the rates that they drive at.
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
