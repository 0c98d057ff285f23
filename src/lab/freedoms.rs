//! Each free motion of a machine at its pose, and poses along it.
//!
//! ```text
//! M u = M r + J^T lambda,   J u = 0        r moves one coordinate: what the constraints leave of it
//! u_k . M u_l = 0                          of all r the one with the most left comes first (pivoted Gram-Schmidt)
//! ```
//! Drives are taken out: a driven freedom is one.

use std::sync::Arc;

use super::job::Progress;
use super::singular::{least_along, singular_values};
use crate::math::Vec2;
use crate::sim::{Dynamics, Model, SimState};
use crate::solver::{Method, Solution, SolveError, Solver};

/// Coordinates beyond which motions are not looked for: each takes a solve.
const LARGEST: usize = 3000;
/// Most motions that are shown.
const MOST: usize = 12;
/// Share of a motion that must be left for it to be free.
const LEFT: f64 = 1e-6;
/// Compliance that makes the row of a drive as good as absent.
const FREE: f64 = 1e12;
/// Poses to either side.
pub const STEPS: usize = 12;
/// Part of the machine's extent that its fastest part moves to either side.
const REACH: f64 = 0.12;

/// A motion that the constraints allow.
#[derive(Clone, Debug)]
pub struct FreeMotion {
    /// Velocities, the fastest point of a part moving at 1 m/s.
    pub motion: Vec<f64>,
    /// The part that moves most, as a dense index.
    pub most: usize,
    /// Poses along it, from one end over the present pose in the middle to the other; fewer where the machine comes to an end.
    pub poses: Vec<Vec<f64>>,
    /// Where the present pose is among them.
    pub middle: usize,
    /// Least singular value of the rows, drives among them, at each of the poses: next to nothing at dead points. Empty where the machine is
    /// too large for it.
    pub singular: Vec<f64>,
}

/// Free motions of a machine, as independent as can be.
#[derive(Clone, Debug, Default)]
pub struct Freedoms {
    /// The motions, those with the most left of a single coordinate first.
    pub motions: Vec<FreeMotion>,
    /// How many there are besides.
    pub more: usize,
    /// Whether the machine is too large to look.
    pub too_large: bool,
}

impl Freedoms {
    /// Of a machine in a state.
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
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.solver.set_cancel(progress.flag());
        dynamics.prepare(model);
        let mut basis = Basis::new(model, state, &mut dynamics, progress)?;
        let mut motions = Vec::new();
        while motions.len() < MOST
            && let Some(motion) = basis.next()
        {
            motions.push(along(model, state, motion, &mut dynamics));
            progress.tell(0.5 + 0.5 * motions.len() as f64 / MOST as f64);
            if progress.is_cancelled() {
                return Err(SolveError::Cancelled);
            }
        }
        Ok(Self {
            more: basis.dimension.saturating_sub(motions.len()),
            motions,
            too_large: false,
        })
    }
}

/// What the constraints leave of each coordinate's motion, and the motions found of it.
struct Basis {
    /// M, a block a body.
    mass: Vec<f64>,
    model: Arc<Model>,
    /// Of each coordinate, of unit kinetic energy before.
    left: Vec<Vec<f64>>,
    /// How many independent motions there are: the trace of the projection r -> u, which has eigenvalues of 1 and 0 alone.
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
            system.compliance[link.row..link.row + link.rows.len()].fill(FREE);
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

    /// The motion with the most left, which is then taken out of all others.
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

/// Speed of each part: of its origin, or of a point at its radius of gyration where that is faster (m/s).
fn speeds<'a>(model: &'a Model, motion: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
    model.bodies.iter().map(|body| {
        let own = &motion[body.offset..body.offset + body.motion.dim()];
        let reach = (body.mass.inertia / body.mass.mass).sqrt();
        let spin = own.get(2).map_or(0.0, |spin| (spin * reach).abs());
        Vec2::new(own[0], own.get(1).copied().unwrap_or_default())
            .length()
            .max(spin)
    })
}

/// Size of the box round the origins of all parts, at least that of the largest of them (m).
fn extent(model: &Model, state: &SimState) -> f64 {
    let places = model
        .bodies
        .iter()
        .map(|body| body.motion.pose(&state.q[body.offset..]).position);
    let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    for place in places {
        (low, high) = (low.min(place), high.max(place));
    }
    let part = model
        .bodies
        .iter()
        .map(|it| (it.mass.inertia / it.mass.mass).sqrt());
    (high - low).length().max(part.fold(0.0, f64::max)).max(1e-3)
}

/// Poses along a motion: a step at a time, each drawn back onto the constraints.
fn along(model: &Arc<Model>, state: &SimState, mut motion: Vec<f64>, dynamics: &mut Dynamics) -> FreeMotion {
    let (most, speed) = speeds(model, &motion)
        .enumerate()
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap_or((0, 1.0));
    motion.iter_mut().for_each(|x| *x /= speed.max(f64::MIN_POSITIVE));
    let step = REACH * extent(model, state) / STEPS as f64;
    let mut halves = [-1.0, 1.0].map(|sign| {
        let mut pose = state.clone();
        let mut poses = Vec::new();
        for k in 1..=STEPS {
            let start = poses.last().unwrap_or(&state.q).clone();
            let before = poses.len().checked_sub(2).map_or(&state.q, |it| &poses[it]);
            for (index, q) in pose.q.iter_mut().enumerate() {
                // The chord of the last step is the tangent here, to second order.
                let ahead = match k {
                    1 => sign * step * motion[index],
                    _ => start[index] - before[index],
                };
                *q = start[index] + ahead;
            }
            let held = dynamics.settle(model, &mut pose, |link| !link.drives(state));
            let moved = pose
                .q
                .iter()
                .zip(&start)
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f64::max);
            if held.is_err() || moved < 0.05 * step || moved > 20.0 * step.max(1e-9) + 1.0 {
                break;
            }
            poses.push(pose.q.clone());
        }
        poses
    });
    let [back, ahead] = &mut halves;
    back.reverse();
    let middle = back.len();
    let mut poses = std::mem::take(back);
    poses.push(state.q.clone());
    poses.append(ahead);
    let mut at = state.clone();
    let values = poses.iter().map(|pose| {
        at.q.clone_from(pose);
        singular_values(model, &at, dynamics)
    });
    let values: Option<Vec<Vec<f64>>> = values.collect();
    FreeMotion {
        singular: values.map(|it| least_along(&it)).unwrap_or_default(),
        motion,
        most,
        poses,
        middle,
    }
}
