//! The linear system passed to the solver:
//!
//! ```text
//! M x = F + J^T lambda,   J x + c + E lambda = 0
//! ```
//! An evaluation writes M, J and K. The meaning of x, F, c and E depends on the task: x is an acceleration in a run, a change of pose when
//! joints are closed or a part is dragged, and a velocity or its change when impulses act.

use crate::bodies::Motion;
use crate::sim::{Link, Model};
use crate::solver::{System, Topology};

/// Compliance that makes a row ineffective: it yields by a metre at a piconewton.
const DISABLED_COMPLIANCE: f64 = 1e12;

/// The system of an instant. F, c and E belong to the task that set them last.
#[derive(Default)]
pub struct Problem {
    system: System,
    /// Generation counters of the bodies and of the mass blocks, if the blocks are those of these bodies and constant in the pose.
    masses_of: Option<(u64, u64)>,
    /// Whether M, J, K or E were changed after the last evaluation.
    modified: bool,
}

impl Problem {
    /// Returns the system.
    pub(in crate::sim) fn system(&self) -> &System {
        &self.system
    }

    /// Returns the system of a core for the solver, which adds the masses and forces of the trees.
    pub(super) fn system_mut(&mut self) -> &mut System {
        self.modified = true;
        &mut self.system
    }

    /// Marks M, J, K and E as results of an evaluation.
    pub(super) fn mark_evaluated(&mut self) {
        self.modified = false;
    }

    /// Whether M, J, K and E are unchanged since the last evaluation.
    pub(super) fn is_as_evaluated(&self) -> bool {
        !self.modified
    }

    pub(super) fn resize(&mut self, topology: &Topology) {
        self.system.resize(topology);
    }

    /// Sets E and K to zero and returns J for writing.
    pub(super) fn start_rows(&mut self) -> &mut [f64] {
        self.system.forcing.fill(0.0);
        self.system.compliance.fill(0.0);
        &mut self.system.jacobian
    }

    /// Returns J for writing, in blocks laid out by the topology.
    pub(super) fn jacobian_mut(&mut self) -> &mut [f64] {
        &mut self.system.jacobian
    }

    /// Returns K for writing, in blocks laid out by the topology.
    pub(super) fn forcing_mut(&mut self) -> &mut [f64] {
        &mut self.system.forcing
    }

    /// Returns F for writing.
    pub(in crate::sim) fn force_mut(&mut self) -> &mut Vec<f64> {
        &mut self.system.force
    }

    /// Returns c for writing.
    pub(super) fn c_mut(&mut self) -> &mut [f64] {
        &mut self.system.c
    }

    /// Writes the mass blocks, unless the stored ones belong to the same bodies and are constant in the pose.
    pub(super) fn set_masses(&mut self, model: &Model, q: &[f64]) {
        if self.masses_of == Some((model.bodies.version(), self.system.mass.version())) {
            return;
        }
        let mass = &mut *self.system.mass;
        for (index, body) in model.bodies.iter().enumerate() {
            let start = model.topology.mass_offset(index);
            let dim = body.motion.dim();
            let block = &mut mass[start..start + dim * dim];
            body.motion.mass_block(body.mass, &q[body.offset..], block);
        }
        let constant = model.varying_mass().is_none();
        self.masses_of = constant.then(|| (model.bodies.version(), self.system.mass.version()));
    }

    /// Divides each mass block by the mass of its body, so that a heavy part resists no more than a light one. The form coordinate of an elastic
    /// body with a spring is made `stiff` times as heavy, so that the body keeps its form.
    pub(in crate::sim) fn divide_by_masses(&mut self, model: &Model, stiff: f64) {
        self.modified = true;
        for (index, body) in model.bodies.iter().enumerate() {
            let start = model.topology.mass_offset(index);
            let dim = body.motion.dim();
            let block = &mut self.system.mass[start..start + dim * dim];
            for entry in &mut *block {
                *entry /= body.mass.mass;
            }
            if let (Motion::Elastic(it), Some(own)) = (&body.motion, body.motion.form_coordinate())
                && it.stiffness > 0.0
            {
                block[own * (dim + 1)] *= stiff;
            }
        }
    }

    /// Adds to the diagonal of the mass block of a body, coordinate by coordinate.
    pub(in crate::sim) fn add_to_mass(&mut self, model: &Model, body: usize, added: impl Fn(usize) -> f64) {
        self.modified = true;
        let dim = model.bodies[body].motion.dim();
        let block = &mut self.system.mass[model.topology.mass_offset(body)..][..dim * dim];
        for k in 0..dim {
            block[k * dim + k] += added(k);
        }
    }

    /// Sets F = 0: the solution is then the least change in the metric of the masses.
    pub(in crate::sim) fn clear_force(&mut self) {
        self.system.force.fill(0.0);
    }

    /// Sets F = 0, except for the given values from coordinate `offset` on.
    pub(in crate::sim) fn set_force(&mut self, offset: usize, force: impl IntoIterator<Item = f64>) {
        self.clear_force();
        for (entry, force) in self.system.force[offset..].iter_mut().zip(force) {
            *entry = force;
        }
    }

    /// Replaces F by the momentum `M v + h F`.
    pub(in crate::sim) fn add_momentum(&mut self, model: &Model, v: &[f64], h: f64) {
        let system = &mut self.system;
        for (index, body) in model.bodies.iter().enumerate() {
            let dim = body.motion.dim();
            let block = &system.mass[model.topology.mass_offset(index)..][..dim * dim];
            let v = &v[body.offset..body.offset + dim];
            for i in 0..dim {
                let row = &block[i * dim..(i + 1) * dim];
                let momentum: f64 = row.iter().zip(v).map(|(m, v)| m * v).sum();
                let force = &mut system.force[body.offset + i];
                *force = momentum + h * *force;
            }
        }
    }

    /// Sets c = 0.
    pub(in crate::sim) fn clear_c(&mut self) {
        self.system.c.fill(0.0);
    }

    /// Sets c of a row.
    pub(in crate::sim) fn set_c(&mut self, row: usize, c: f64) {
        self.system.c[row] = c;
    }

    /// Returns c of a row.
    pub(in crate::sim) fn c(&self, row: usize) -> f64 {
        self.system.c[row]
    }

    /// Sets c of all rows.
    pub(in crate::sim) fn copy_c(&mut self, c: &[f64]) {
        self.system.c.copy_from_slice(c);
    }

    /// Sets E of a row.
    pub(in crate::sim) fn set_compliance(&mut self, row: usize, compliance: f64) {
        self.modified = true;
        self.system.compliance[row] = compliance;
    }

    /// Makes the rows for which `keep` is false ineffective, by a large compliance.
    pub(in crate::sim) fn disable_rows(&mut self, model: &Model, keep: impl Fn(&Link, usize) -> bool) {
        self.modified = true;
        for link in &model.links {
            for k in 0..link.rows.len() {
                if !keep(link, k) {
                    self.system.compliance[link.row + k] = DISABLED_COMPLIANCE;
                    self.system.c[link.row + k] = 0.0;
                }
            }
        }
    }

    /// Returns the diagonal of `J W J^T` with W from the diagonal of the masses (inverse effective mass of each row); 1 for a row that acts on
    /// no body.
    pub(in crate::sim) fn inverse_effective_mass(&self, model: &Model) -> Vec<f64> {
        let (topology, system) = (&model.topology, &self.system);
        let mut mobility = vec![0.0; topology.rows()];
        for constraint in 0..topology.constraints() {
            for end in topology.ends(constraint) {
                let dim = topology.body_dim(end.body);
                let mass = &system.mass[topology.mass_offset(end.body)..];
                for k in 0..topology.constraint_dim(constraint) {
                    let j = &system.jacobian[end.block + k * dim..][..dim];
                    let part = j.iter().enumerate().map(|(i, j)| j * j / mass[i * dim + i]);
                    mobility[topology.row_offset(constraint) + k] += part.sum::<f64>();
                }
            }
        }
        for row in &mut mobility {
            if *row <= 0.0 {
                *row = 1.0;
            }
        }
        mobility
    }
}
