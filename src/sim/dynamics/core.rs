//! A run of islands that are trees of joints on a core: the trees, and the core, which is a machine of its own, evaluated like any
//! other and solved between the two sweeps over the trees.

use crate::sim::{Model, Work};
use crate::solver::System;
use crate::solver::pin_tree::{PinTrees, Remainder};

use super::tree_machine::Trees;

/// A run, with the dynamics `D` that evaluate its core.
pub(super) struct Run<D> {
    pub(super) trees: Trees,
    /// What the trees hang on, where that is more than the ground.
    pub(super) core: Option<Box<CoreMachine<D>>>,
    /// The system of a core that is not there: empty.
    pub(super) no_core: System,
}

impl<D> Run<D> {
    /// Looks up what does not change; nothing where the joints are not what those of their kinds are.
    pub(super) fn new(model: &Model, trees: &PinTrees, dynamics: impl Fn() -> D) -> Option<Self> {
        let core = trees.core();
        Some(Self {
            core: core.map(|core| Box::new(CoreMachine::new(model, core, dynamics()))),
            trees: Trees::new(model, trees)?,
            no_core: System::default(),
        })
    }
}

/// A core with its coordinates and the dynamics `D` that evaluate it.
pub(super) struct CoreMachine<D> {
    pub(super) model: Model,
    pub(super) dynamics: D,
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    /// Power that its bodies themselves dissipate, where nobody else counts it (W).
    pub(super) dissipation: f64,
    /// Of each row, where it is in the whole, and whether it drives.
    rows: Vec<(u32, bool)>,
    /// Where the coordinates of each body start in the whole, with their number.
    coordinates: Vec<(usize, usize)>,
}

impl<D> CoreMachine<D> {
    pub(super) fn new(whole: &Model, core: &Remainder, dynamics: D) -> Self {
        let model = whole.part(core);
        let body = |&body: &usize| (whole.bodies[body].offset, whole.bodies[body].motion.dim());
        let rows = |&link: &usize| {
            let link = &whole.links[link];
            (link.row..link.row + link.rows.len()).map(|row| (row as u32, link.drive))
        };
        Self {
            coordinates: core.bodies.iter().map(body).collect(),
            rows: core.constraints.iter().flat_map(rows).collect(),
            dissipation: 0.0,
            q: Vec::with_capacity(model.topology.dofs()),
            v: Vec::with_capacity(model.topology.dofs()),
            dynamics,
            model,
        }
    }

    /// Takes its coordinates and velocities out of those of the whole.
    pub(super) fn follow(&mut self, q: &[f64], v: &[f64]) {
        gather(&self.coordinates, q, &mut self.q);
        gather(&self.coordinates, v, &mut self.v);
    }

    /// Takes numbers of its coordinates out of those of the whole.
    pub(super) fn gather(&self, from: &[f64], to: &mut Vec<f64>) {
        gather(&self.coordinates, from, to);
    }
}

impl<D> CoreMachine<D> {
    /// Adds the power of the multipliers of its constraints, those of the whole machine being given, at the rates that they drive at.
    pub(super) fn add_power(&self, lambda: &[f64], (rate, time_rate): (&[f64], &[f64]), work: &mut Work) {
        for (&(row, drives), (rate, time_rate)) in self.rows.iter().zip(rate.iter().zip(time_rate)) {
            let entry = if drives {
                &mut work.drives
            } else {
                &mut work.feedback
            };
            *entry += lambda[row as usize] * (rate - time_rate);
        }
    }
}

fn gather(coordinates: &[(usize, usize)], from: &[f64], to: &mut Vec<f64>) {
    to.clear();
    for &(start, len) in coordinates {
        to.extend_from_slice(&from[start..start + len]);
    }
}
