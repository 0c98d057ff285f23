//! The algorithm of Baraff's "Linear-Time Dynamics using Lagrange Multipliers" (SIGGRAPH 1996), sections 7 and 8, in plain code and
//! in his symbols, to be read beside the paper. The direct methods of the crate solve the same equations with other, faster
//! factorisations; [`crate::Method::Auxiliary`] is this code with iterative refinement.
//!
//! ```text
//! H [y; lambda] = [0; -b],   H = [M -J^T; -J -E],   b = -(J M^-1 F + c)            equation 8; E is zero for hard rows
//! H = L D L^T, children before their parents: L has no entry where H has none      section 7: O(n)
//! v_aux  = M^-1 (F^ext + J^T lambda)            acceleration under F^ext with only the primary constraints
//! Mhat^-1 k_j = M^-1 (k_j + J^T lambda)         the anticipated response to a unit of auxiliary force j
//! J^a Mhat^-1 K mu = -(J^a v_aux + c^a)         section 8.1, equation 12 for rows that hold: dense, k x k
//! v' = M^-1 (F^ext + K mu + J^T lambda)         section 8.2: one more solve, under F^ext + K mu
//! ```
//! `Mhat^-1` is the paper's inverse of M with a hat: the response of the bodies to a force with the primary constraints in place.
//!
//! Primary constraints form a spanning forest of the bodies, rooted at a constraint to the ground where there is one. Auxiliary
//! constraints are those that close loops, further constraints to the ground, those on three or more bodies, those held by a force
//! that acts elsewhere (K is not J^a^T), and each row that is linearly dependent, on the body below its joint, on the rows before
//! it (a weld on a particle).
//!
//! Extensions to the paper:
//! - E, the compliance of a row;
//! - a constraint to the ground as the root of a tree (section 1.1 has all constraints on a single body auxiliary);
//! - several constraints between the same bodies in one node: a pin with its motor is no loop;
//! - rows that depend, on the body below their joint, on the rows before them become auxiliary;
//! - rows of the dense matrix are scaled by `A_rr^-1/2`, and its rank, which redundant constraints lower, is determined by a Cholesky
//!   factor with diagonal pivoting. Where K is not `J^a^T` an LU factor is used: the rank is taken to be full, and a vanishing pivot (below
//!   1e-11) is replaced by 1e-10;
//! - `D_i` is factored as `l d l^T` and never inverted (the Cholesky factor of footnote 8, without its square roots).
//!
//! A pendulum: a bar of mass m and moment of inertia I, held by a pin at the distance r from its centre, starts with the angular
//! acceleration `-m g r/(I + m r^2)`:
//!
//! ```
//! use tinkertoy_solver::{Solution, System, Topology, textbook::Textbook};
//!
//! let (m, inertia, r, g) = (2.0, 0.5, 1.5, 9.81);
//! let mut topology = Topology::new([3]); // x, y and angle of one body
//! topology.add_constraint(2, &[0]); // two rows that hold it to the ground
//! let mut system = System::zeroed(&topology);
//! system.mass.copy_from_slice(&[m, 0.0, 0.0, 0.0, m, 0.0, 0.0, 0.0, inertia]);
//! system.jacobian.copy_from_slice(&[1.0, 0.0, 0.0, 0.0, 1.0, -r]); // the point at (-r, 0) moves by (x, y - r angle)
//! system.force[1] = -m * g;
//!
//! let (mut textbook, mut out) = (Textbook::new(&topology), Solution::default());
//! textbook.factor(&system)?;
//! textbook.solve(&system, &mut out)?;
//! assert!((out.acceleration[2] + m * g * r / (inertia + m * r * r)).abs() < 1e-12);
//! assert_eq!(textbook.auxiliary_rows(), 0);
//! # Ok::<(), tinkertoy_solver::SolveError>(())
//! ```
//!
//! A four-bar linkage: three moving bars, pinned to each other and at both ends to the ground. The last pin closes the loop, so its
//! two rows are auxiliary, and the machine keeps one of its nine degrees of freedom:
//!
//! ```
//! use tinkertoy_solver::{Solution, System, Topology, textbook::Textbook};
//!
//! let joints = [[0.0, 0.0], [0.0, 1.0], [2.0, 2.0], [2.5, 0.0]]; // ground, crank, coupler, rocker, ground
//! let mut topology = Topology::new([3, 3, 3]);
//! let bars: [&[usize]; 4] = [&[0], &[0, 1], &[1, 2], &[2]];
//! bars.map(|bodies| topology.add_constraint(2, bodies));
//! let mut system = System::zeroed(&topology);
//! for (pin, at) in joints.into_iter().enumerate() {
//!     for (k, end) in topology.ends(pin).iter().enumerate() {
//!         let [from, to] = [joints[end.body], joints[end.body + 1]];
//!         let [x, y] = [0, 1].map(|i| at[i] - (from[i] + to[i]) / 2.0); // lever from the bar's centre
//!         let sign = if k == 0 { 1.0 } else { -1.0 };
//!         let block = [sign, 0.0, -sign * y, 0.0, sign, sign * x];
//!         system.jacobian[end.block..end.block + 6].copy_from_slice(&block);
//!     }
//! }
//! for body in 0..3 {
//!     system.mass[9 * body..][..9].copy_from_slice(&[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.4]);
//!     system.force[3 * body + 1] = -9.81;
//! }
//!
//! let (mut textbook, mut out) = (Textbook::new(&topology), Solution::default());
//! textbook.factor(&system)?;
//! textbook.solve(&system, &mut out)?;
//! assert_eq!(textbook.auxiliary_rows(), 2);
//! let [crank, rocker] = [out.acceleration[2], out.acceleration[8]];
//! assert!((2.0 * crank - 4.5 * rocker).abs() < 1e-12); // the coupler keeps its length
//! # Ok::<(), tinkertoy_solver::SolveError>(())
//! ```

mod assembly;
mod block;
mod elimination;
mod forest;
mod solver;
mod walk;

use std::sync::atomic::{AtomicBool, Ordering};

pub use self::solver::Textbook;
pub use self::walk::{Walk, WalkNode};

use self::block::{Ldl, Vector};
use self::forest::{Forest, Node, NodeKind};
use crate::complementarity::lu;
use crate::dense_kernels::Packed;
use crate::{SolveError, System, Topology};

/// Pivot threshold of the dense matrix, with rows scaled by A: a pivot below it is rounding, its row is redundant, and the row's
/// multiplier is left zero.
const REDUNDANT: f64 = 1e-9;
/// Pivot threshold below which a row may be redundant.
const MAYBE_REDUNDANT: f64 = 1e-6;

/// One connected component: the tree of H, its factor, and the auxiliary rows.
pub(crate) struct Component {
    h: Forest,
    /// Whether each row is primary; otherwise it is auxiliary.
    primary: Vec<bool>,
    /// Auxiliary rows of the last factor, as indices into the list of rows.
    auxiliary: Vec<usize>,
    /// E, and `A_rr^-1/2` of `A = J M^-1 J^T + E`, for each row; the latter is zero where `A_rr` is.
    e: Vec<f64>,
    scale: Vec<f64>,
    /// `J^a Mhat^-1 K + E^a`, column by column, rows and columns scaled.
    coefficients: Vec<f64>,
    /// Rank and row order of the Cholesky factor with diagonal pivoting, which overwrites `coefficients`; where K is not `J^a^T`,
    /// of the LU factor.
    rank: usize,
    order: Vec<usize>,
    /// Whether no row is held by a force that acts elsewhere: then the dense matrix is symmetric.
    all_workless: bool,
    /// Scratch: packed panels of the Cholesky factor, multipliers of the auxiliary rows, and a vector.
    packed: Packed,
    mu: Vec<f64>,
    scratch: Vec<f64>,
    /// Factored mass, force and acceleration of each body node.
    mass: Vec<Ldl>,
    force: Vec<Vector>,
    v: Vec<Vector>,
}

impl Component {
    /// `H = L D L^T` in place: `sparsefactor` of section 7.3, `factor` of appendix A. Each `D_i` is kept as its own `l d l^T`, and
    /// `H_i,par(i)` becomes `l^-1 H_i,par(i)`, where the paper has `D_i^-1 H_i,par(i)`.
    fn sparsefactor(&mut self, topology: &Topology, system: &System) -> Result<(), SolveError> {
        for i in 0..self.h.nodes.len() {
            let mut h_ii = self.diagonal_block(i, topology, system);
            for &k in &self.h.nodes[i].child {
                let Node {
                    d: d_k, h_par: h_ki, ..
                } = &self.h.nodes[k];
                h_ii.subtract_square(h_ki, d_k);
            }
            self.make_lost_rows_auxiliary(i, &mut h_ii);
            let d_i = Ldl::new(&h_ii).ok_or_else(|| self.numerical(i, topology))?;
            self.h.nodes[i].d = d_i;
            if let Some(par) = self.h.nodes[i].par {
                self.h.nodes[i].h_par = d_i.lower_block(&self.block_to_parent(i, par, system));
            }
        }
        Ok(())
    }

    /// `H x = z` with z in the nodes: `sparsesolve` of section 7.3.
    fn sparsesolve(&mut self) {
        self.leaf_to_root();
        self.root_to_leaf();
    }

    /// Forward substitution `x <- L^-1 x`: every node subtracts the contributions of its children.
    fn leaf_to_root(&mut self) {
        let nodes = &mut self.h.nodes;
        for i in 0..nodes.len() {
            for c in 0..nodes[i].child.len() {
                let j = nodes[i].child[c];
                let Node {
                    d: d_j,
                    h_par: h_ji,
                    x: x_j,
                    ..
                } = &nodes[j];
                let part = h_ji.apply_transpose(&d_j.divide(*x_j));
                subtract(&mut nodes[i].x, &part);
            }
            nodes[i].x = nodes[i].d.lower(nodes[i].x);
        }
    }

    /// Back substitution `x <- L^-T D^-1 x`: every node subtracts the contribution of its parent.
    fn root_to_leaf(&mut self) {
        let nodes = &mut self.h.nodes;
        for i in (0..nodes.len()).rev() {
            if let Some(par) = nodes[i].par {
                let part = nodes[i].h_par.apply(&nodes[par].x);
                subtract(&mut nodes[i].x, &part);
            }
            nodes[i].x = nodes[i].d.upper(nodes[i].d.divide(nodes[i].x));
        }
    }

    /// Solves for the primary constraints alone: adds `J^T lambda` to the force F and computes `v' = M^-1 (F + J^T lambda)`, with
    /// `A lambda = -(J M^-1 F + c)`; c is zero for `None`. The multipliers stay in the nodes.
    fn solve_primary(&mut self, system: &System, c: Option<&[f64]>) {
        self.load_rows(system, c);
        self.sparsesolve();
        self.apply_multipliers(system);
    }

    /// Loads the right-hand side z into the nodes: `J M^-1 F + c` for rows, zero for bodies.
    fn load_rows(&mut self, system: &System, c: Option<&[f64]>) {
        self.accelerate();
        for i in 0..self.h.nodes.len() {
            let mut z = Vector::default();
            if let NodeKind::Constraint(rows) = self.h.nodes[i].of.clone() {
                for (z, row) in z.iter_mut().zip(rows).filter(|it| self.primary[it.1]) {
                    *z = self.row_acceleration(system, row) + c.map_or(0.0, |c| c[self.h.rows[row].index]);
                }
            }
            self.h.nodes[i].x = z;
        }
    }

    /// Adds `J^T lambda` of the primary constraints to F and computes the accelerations.
    fn apply_multipliers(&mut self, system: &System) {
        for i in 0..self.h.nodes.len() {
            if let NodeKind::Constraint(rows) = self.h.nodes[i].of.clone() {
                let lambda = self.h.nodes[i].x;
                rows.zip(lambda)
                    .for_each(|(row, lambda)| self.add_row_force(system, row, lambda));
            }
        }
        self.accelerate();
    }

    /// Section 8.2, steps 1 and 3: `sparsefactor`, and a column of `J^a Mhat^-1 K` for each auxiliary row.
    pub(crate) fn factor(
        &mut self,
        topology: &Topology,
        system: &System,
        cancel: &AtomicBool,
    ) -> Result<(), SolveError> {
        self.load_blocks(topology, system)?;
        self.sparsefactor(topology, system)?;
        let k = self.auxiliary.len();
        self.coefficients.clear();
        self.coefficients.resize(k * k, 0.0);
        for j in 0..k {
            if cancel.load(Ordering::Relaxed) {
                return Err(SolveError::Cancelled);
            }
            let row_j = self.auxiliary[j];
            self.force.fill(Vector::default());
            self.add_row_force(system, row_j, 1.0);
            self.solve_primary(system, None);
            for i in 0..k {
                let row_i = self.auxiliary[i];
                let compliance = if i == j { self.e[row_i] } else { 0.0 };
                let scale = self.scale[row_i] * self.scale[row_j];
                self.coefficients[j * k + i] = scale * (self.row_acceleration(system, row_i) + compliance);
            }
            if self.scale[row_j] == 0.0 {
                self.coefficients[j * k + j] = 1.0;
            }
        }
        self.order.clear();
        self.order.extend(0..k);
        self.rank = if self.all_workless {
            self.pivoted_cholesky(k, cancel)?
        } else {
            // `lu::factor` expects the matrix row by row.
            (0..k).for_each(|i| (0..i).for_each(|j| self.coefficients.swap(i * k + j, j * k + i)));
            lu::factor(k, &mut self.coefficients, &mut self.order);
            k
        };
        Ok(())
    }

    /// `mu <- (J^a Mhat^-1 K)^-1 mu`, by forward and back substitution.
    fn solve_dense(&mut self) {
        let (k, mu, l) = (self.mu.len(), &mut self.mu, &self.coefficients);
        if !self.all_workless {
            return lu::substitute(k, l, &self.order, mu, &mut self.scratch);
        }
        let x = &mut self.scratch;
        x.clear();
        x.extend(self.order.iter().map(|&row| mu[row]));
        x.truncate(self.rank);
        for j in 0..self.rank {
            x[j] /= l[j * k + j];
            (j + 1..self.rank).for_each(|i| x[i] -= l[j * k + i] * x[j]);
        }
        for j in (0..self.rank).rev() {
            let sum: f64 = (j + 1..self.rank).map(|i| l[j * k + i] * x[i]).sum();
            x[j] = (x[j] - sum) / l[j * k + j];
        }
        mu.fill(0.0);
        self.order.iter().zip(x).for_each(|(&row, &mut x)| mu[row] = x);
    }

    /// Section 8.2, steps 2 and 4 to 6, for F^ext (`None` for zero) and c: computes the multipliers of all rows.
    pub(crate) fn solve(
        &mut self,
        topology: &Topology,
        system: &System,
        (force, c): (Option<&[f64]>, &[f64]),
        lambda: &mut [f64],
    ) {
        self.apply_force(topology, force);
        self.solve_primary(system, Some(c));
        if !self.auxiliary.is_empty() {
            self.mu.clear();
            for &row in &self.auxiliary {
                let violation = self.row_acceleration(system, row) + c[self.h.rows[row].index];
                self.mu.push(-self.scale[row] * violation);
            }
            self.solve_dense();
            self.apply_force(topology, force);
            for i in 0..self.auxiliary.len() {
                let row = self.auxiliary[i];
                self.mu[i] *= self.scale[row];
                self.add_row_force(system, row, self.mu[i]);
            }
            self.solve_primary(system, Some(c));
        }
        for node in &self.h.nodes {
            if let NodeKind::Constraint(rows) = &node.of {
                for (row, x) in rows.clone().zip(node.x) {
                    lambda[self.h.rows[row].index] = x;
                }
            }
        }
        for (&row, &mu) in self.auxiliary.iter().zip(&self.mu) {
            lambda[self.h.rows[row].index] = mu;
        }
    }
}

fn subtract(x: &mut Vector, part: &Vector) {
    x.iter_mut().zip(part).for_each(|(x, part)| *x -= part);
}
