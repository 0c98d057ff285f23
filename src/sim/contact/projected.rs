//! Projected Gauss-Seidel over all rows, joints, limits and contacts alike, as games do it (Erleben 2007): a number of sweeps, and what is left
//! is left.
//!
//! ```text
//! x_i <- clamp(x_i - (J_i v + c_i + E_i x_i)/(J_i W J_i^T + E_i)),   v <- v + W J_i^T dx_i
//! ```

use crate::sim::limits::Condition;
use crate::solver::system::MAX_BODY_DIM;
use crate::solver::{Solution, System, Topology};

use super::bodies::apply_w;
use super::problem::ContactProblem;

/// Workspace.
#[derive(Default)]
pub struct Projected {
    /// Bounds of each row, and the row whose multiplier bounds it with the coefficients of both bounds.
    bounds: Vec<[f64; 2]>,
    friction: Vec<Option<(usize, [f64; 2])>>,
    diagonal: Vec<f64>,
    /// W J^T, laid out like J, and W K likewise of the constraints that are held by forces elsewhere.
    moved: Vec<f64>,
    moved_elsewhere: Vec<f64>,
    /// Joints, and the points of contact that have conditions: the rows of all others are nothing.
    busy: Vec<usize>,
}

impl Projected {
    /// Sweeps from the multipliers in `out`, where there is one for each row; leaves velocities and multipliers there.
    pub fn solve(&mut self, problem: &ContactProblem<'_>, sweeps: u32, out: &mut Solution) {
        let (topology, system) = (problem.topology, &*problem.system);
        self.find_busy(problem);
        self.prepare(topology, system, problem.conditions);
        out.lambda.resize(topology.rows(), 0.0);
        out.acceleration.clear();
        out.acceleration.extend_from_slice(&system.force);
        for body in 0..topology.bodies() {
            let (start, dim) = (topology.body_offset(body), topology.body_dim(body));
            let mut x = [0.0; MAX_BODY_DIM];
            apply_w(topology, system, body, &system.force[start..start + dim], &mut x);
            out.acceleration[start..start + dim].copy_from_slice(&x[..dim]);
        }
        for &constraint in &self.busy {
            for k in 0..topology.constraint_dim(constraint) {
                let x = out.lambda[topology.row_offset(constraint) + k];
                self.push(topology, constraint, k, x, &mut out.acceleration);
            }
        }
        for sweep in 0..sweeps {
            let count = self.busy.len();
            for i in 0..count {
                // To and fro, so that neither end of a stack is always last.
                let constraint = self.busy[if sweep % 2 == 0 { i } else { count - 1 - i }];
                for k in 0..topology.constraint_dim(constraint) {
                    self.relax(topology, system, constraint, k, out);
                }
            }
        }
    }

    fn find_busy(&mut self, problem: &ContactProblem<'_>) {
        self.busy.clear();
        self.busy.extend(0..problem.joints);
        let points = problem.conditions.iter().map(|it| it.constraint);
        self.busy.extend(points.filter(|it| *it >= problem.joints));
        self.busy.sort_unstable();
        self.busy.dedup();
    }

    fn relax(&self, topology: &Topology, system: &System, constraint: usize, k: usize, out: &mut Solution) {
        let row = topology.row_offset(constraint) + k;
        let own = self.diagonal[row];
        if own <= 0.0 {
            return;
        }
        let mut w = system.c[row] + system.compliance[row] * out.lambda[row];
        for end in topology.ends(constraint) {
            let dim = topology.body_dim(end.body);
            let v = &out.acceleration[topology.body_offset(end.body)..][..dim];
            let j = &system.jacobian[end.block + k * dim..][..dim];
            w += j.iter().zip(v).map(|(j, v)| j * v).sum::<f64>();
        }
        let [lo, hi] = match self.friction[row] {
            None => self.bounds[row],
            Some((normal, mu)) => mu.map(|mu| mu * out.lambda[normal].max(0.0)),
        };
        let next = (out.lambda[row] - w / own).max(lo).min(hi);
        let change = next - out.lambda[row];
        out.lambda[row] = next;
        self.push(topology, constraint, k, change, &mut out.acceleration);
    }

    /// v += W J^T x of a row, or W K x.
    fn push(&self, topology: &Topology, constraint: usize, k: usize, x: f64, v: &mut [f64]) {
        if x == 0.0 {
            return;
        }
        let (ends, moved) = if topology.is_workless(constraint) {
            (topology.ends(constraint), &self.moved)
        } else {
            (topology.force_ends(constraint), &self.moved_elsewhere)
        };
        for end in ends {
            let dim = topology.body_dim(end.body);
            let v = &mut v[topology.body_offset(end.body)..][..dim];
            let moved = &moved[end.block + k * dim..][..dim];
            for (v, moved) in v.iter_mut().zip(moved) {
                *v += moved * x;
            }
        }
    }

    fn prepare(&mut self, topology: &Topology, system: &System, conditions: &[Condition]) {
        let rows = topology.rows();
        self.bounds.clear();
        self.bounds.resize(rows, [f64::NEG_INFINITY, f64::INFINITY]);
        self.friction.clear();
        self.friction.resize(rows, None);
        let row_of = |it: &Condition| topology.row_offset(it.constraint) + it.k;
        for it in conditions {
            self.bounds[row_of(it)] = it.bounds;
            self.friction[row_of(it)] = it
                .friction
                .map(|(normal, _)| (row_of(&conditions[normal]), it.bounds_by(|_| 1.0)));
        }
        self.diagonal.clear();
        self.diagonal.extend_from_slice(&system.compliance);
        self.moved.clear();
        self.moved.resize(system.jacobian.len(), 0.0);
        for &constraint in &self.busy {
            for end in topology.ends(constraint) {
                let dim = topology.body_dim(end.body);
                for k in 0..topology.constraint_dim(constraint) {
                    let at = end.block + k * dim;
                    let j = &system.jacobian[at..at + dim];
                    let mut x = [0.0; MAX_BODY_DIM];
                    apply_w(topology, system, end.body, j, &mut x);
                    self.diagonal[topology.row_offset(constraint) + k] +=
                        j.iter().zip(&x).map(|(j, x)| j * x).sum::<f64>();
                    self.moved[at..at + dim].copy_from_slice(&x[..dim]);
                }
            }
        }
        self.move_elsewhere(topology, system);
    }

    /// W K, and J W K on the diagonal. A row whose force does not push its own bodies has none, and is left alone.
    fn move_elsewhere(&mut self, topology: &Topology, system: &System) {
        self.moved_elsewhere.clear();
        self.moved_elsewhere.resize(system.forcing.len(), 0.0);
        for constraint in topology.forced() {
            for k in 0..topology.constraint_dim(constraint) {
                let row = topology.row_offset(constraint) + k;
                self.diagonal[row] = system.compliance[row];
                for end in topology.force_ends(constraint) {
                    let dim = topology.body_dim(end.body);
                    let at = end.block + k * dim;
                    let mut x = [0.0; MAX_BODY_DIM];
                    apply_w(topology, system, end.body, &system.forcing[at..at + dim], &mut x);
                    self.moved_elsewhere[at..at + dim].copy_from_slice(&x[..dim]);
                    let own = topology.ends(constraint).iter().filter(|it| it.body == end.body);
                    for it in own {
                        let j = &system.jacobian[it.block + k * dim..][..dim];
                        self.diagonal[row] += j.iter().zip(&x).map(|(j, x)| j * x).sum::<f64>();
                    }
                }
            }
        }
    }
}
