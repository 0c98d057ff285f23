//! Free motions of a machine at its present pose: a basis of the null space of J.
//!
//! ```text
//! M u = M r + J^T lambda,   J u = 0        r moves one coordinate; u is its projection onto the constraints
//! u_k . M u_l = 0                          the largest remaining u comes first (pivoted Gram-Schmidt)
//! ```
//! Drives are removed first, so a driven freedom counts as free.

use std::sync::Arc;

use super::free_motion::FreeMotion;
use super::job::Progress;
use crate::sim::{Dynamics, Model, SimState};
use crate::solver::{Method, Solution, SolveError, Solver};

/// Number of coordinates above which motions are not computed: each takes a solve.
const LARGEST: usize = 3000;
/// Number of motions computed at once: one page.
pub const PAGE: usize = 12;
/// Share of the kinetic energy that must remain for a motion to count as free.
const LEFT: f64 = 1e-6;
/// Compliance that practically removes the row of a drive.
const FREE: f64 = 1e12;

/// Free motions of a machine, mutually orthogonal in the mass metric.
#[derive(Clone, Debug, Default)]
pub struct Freedoms {
    /// The motions, in the order of the pivoted Gram-Schmidt process.
    pub motions: Vec<FreeMotion>,
    /// Number of further motions.
    pub more: usize,
    /// Whether the machine is too large for this computation.
    pub too_large: bool,
    /// Remainders of the projected coordinate motions, from which further motions are found.
    basis: Option<Box<Basis>>,
}

impl Freedoms {
    /// Computes the first page of motions of a machine in a state.
    ///
    /// # Errors
    /// As the solver's.
    pub fn of(model: &Arc<Model>, state: &SimState, progress: &Progress) -> Result<Self, SolveError> {
        let topology = &model.topology;
        if topology.dofs() > LARGEST {
            return Ok(Self {
                too_large: true,
                ..Self::default()
            });
        }
        let mut dynamics = prepared(model, progress);
        let basis = Basis::new(model, state, &mut dynamics, progress)?;
        let found = Self {
            basis: Some(Box::new(basis)),
            ..Self::default()
        };
        found.and_more(state, progress)
    }

    /// Adds a page of motions, at the same state.
    ///
    /// # Errors
    /// As the solver's.
    pub fn and_more(mut self, state: &SimState, progress: &Progress) -> Result<Self, SolveError> {
        let Some(basis) = &mut self.basis else {
            return Ok(self);
        };
        let model = basis.model.clone();
        let mut dynamics = prepared(&model, progress);
        for k in 0..PAGE {
            let Some(motion) = basis.next() else { break };
            self.motions
                .push(FreeMotion::of(&model, state, motion, &mut dynamics));
            progress.tell(0.5 + 0.5 * k as f64 / PAGE as f64);
            if progress.is_cancelled() {
                return Err(SolveError::Cancelled);
            }
        }
        self.more = basis.dimension.saturating_sub(self.motions.len());
        Ok(self)
    }
}

fn prepared(model: &Model, progress: &Progress) -> Dynamics {
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.solver.set_cancel(progress.flag());
    dynamics.prepare(model);
    dynamics
}

/// Coordinate motions projected onto the constraints, less the motions already found.
#[derive(Clone, Debug)]
struct Basis {
    /// M, one block per body.
    mass: Vec<f64>,
    model: Arc<Model>,
    /// Remainder of each coordinate's motion, which had unit kinetic energy (u . M u = 1) before the projection.
    left: Vec<Vec<f64>>,
    /// Number of independent motions: the trace of the projection r -> u, whose eigenvalues are 1 and 0.
    dimension: usize,
}

impl Basis {
    fn new(
        model: &Arc<Model>,
        state: &SimState,
        dynamics: &mut Dynamics,
        progress: &Progress,
    ) -> Result<Self, SolveError> {
        let topology = &model.topology;
        let mut system = dynamics.linear_system(model, state).clone();
        system.c.fill(0.0);
        system.bounds.clear();
        for link in model
            .links
            .iter()
            .filter(|link| link.drives(state) || link.forced)
        {
            system.compliance[link.row_range()].fill(FREE);
        }
        let mut basis = Self {
            mass: system.mass.to_vec(),
            model: model.clone(),
            left: Vec::new(),
            dimension: 0,
        };
        let mut trace = 0.0;
        let mut solver = Solver::new(Method::Sparse);
        solver.factor(topology, &system)?;
        let mut out = Solution::default();
        for dof in 0..topology.dofs() {
            if progress.is_cancelled() {
                return Err(SolveError::Cancelled);
            }
            let mut r = vec![0.0; topology.dofs()];
            r[dof] = 1.0;
            let size = basis.product(&r, &r).sqrt();
            r[dof] /= size;
            let unit = r[dof];
            basis.times_mass(&r, &mut system.force);
            solver.solve(topology, &system, &mut out)?;
            trace += out.acceleration[dof] / unit;
            basis.left.push(out.acceleration.clone());
            progress.tell(0.5 * dof as f64 / topology.dofs() as f64);
        }
        basis.dimension = trace.round().max(0.0) as usize;
        Ok(basis)
    }

    fn times_mass(&self, x: &[f64], y: &mut [f64]) {
        let topology = &self.model.topology;
        for body in 0..topology.bodies() {
            let (at, dim, block) = (
                topology.body_offset(body),
                topology.body_dim(body),
                topology.mass_offset(body),
            );
            for i in 0..dim {
                let entry = |j: usize| self.mass[block + i.max(j) * dim + i.min(j)];
                y[at + i] = (0..dim).map(|j| entry(j) * x[at + j]).sum();
            }
        }
    }

    /// x . M y
    fn product(&self, x: &[f64], y: &[f64]) -> f64 {
        let mut my = vec![0.0; y.len()];
        self.times_mass(y, &mut my);
        x.iter().zip(&my).map(|(x, y)| x * y).sum()
    }

    /// The motion with the largest remainder, which is then removed from all others.
    fn next(&mut self) -> Option<Vec<f64>> {
        let sizes = self.left.iter().map(|it| self.product(it, it));
        let (best, size) = sizes.enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
        if size < LEFT {
            return None;
        }
        let mut motion = self.left.swap_remove(best);
        motion.iter_mut().for_each(|x| *x /= size.sqrt());
        let shares: Vec<f64> = self.left.iter().map(|it| self.product(it, &motion)).collect();
        for (it, share) in self.left.iter_mut().zip(shares) {
            it.iter_mut().zip(&motion).for_each(|(x, m)| *x -= share * m);
        }
        Some(motion)
    }
}
