//! The core of a machine, what its trees hang on: a machine of its own, evaluated like any other and solved between the two
//! sweeps over the trees.

use crate::sim::Model;
use crate::solver::pin_tree::Remainder;

/// A core with its coordinates and the dynamics `D` that evaluate it.
pub(super) struct CoreMachine<D> {
    pub(super) model: Model,
    pub(super) dynamics: D,
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    /// Where the rows of each constraint start in the whole.
    pub(super) rows: Vec<usize>,
    /// Where the coordinates of each body start in the whole, with their number.
    coordinates: Vec<(usize, usize)>,
}

impl<D> CoreMachine<D> {
    pub(super) fn new(whole: &Model, core: &Remainder, dynamics: D) -> Self {
        let model = whole.part(core);
        let body = |&body: &usize| (whole.bodies[body].offset, whole.bodies[body].motion.dim());
        Self {
            coordinates: core.bodies.iter().map(body).collect(),
            rows: core
                .constraints
                .iter()
                .map(|&link| whole.links[link].row)
                .collect(),
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

fn gather(coordinates: &[(usize, usize)], from: &[f64], to: &mut Vec<f64>) {
    to.clear();
    for &(start, len) in coordinates {
        to.extend_from_slice(&from[start..start + len]);
    }
}
