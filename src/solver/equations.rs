//! The equations of motion as products with the blocks of J and W, without forming a global matrix.

use std::sync::atomic::{AtomicBool, Ordering};

use super::graph::Graph;
use super::hardware::Hardware;
use super::inverse_mass::InverseMass;
use super::products::Products;
use super::system::{System, Topology};

/// Right-hand sides of `M a = F + J^T lambda`, `J a + c + E lambda = 0`.
#[derive(Clone, Copy)]
pub(super) struct RightHandSide<'a> {
    /// F, one number per degree of freedom; `None` stands for zero.
    pub(super) force: Option<&'a [f64]>,
    /// c, one number per row.
    pub(super) c: &'a [f64],
}

/// A checked system with its topology, W and the diagonal of A.
#[derive(Clone, Copy)]
pub(super) struct SystemAt<'a> {
    pub(super) topology: &'a Topology,
    pub(super) system: &'a System,
    pub(super) graph: &'a Graph,
    /// The plan of products with J and W over the constraints of the graph.
    pub(super) products: &'a Products,
    /// W and the quantities derived from it.
    pub(super) inverse_mass: &'a InverseMass,
    /// W = M^-1, laid out like the masses.
    pub(super) w: &'a [f64],
    /// Diagonal of A, positive.
    pub(super) diagonal: &'a [f64],
    /// Off-diagonal entry of A between the two rows of a pin, stored at both rows; zero for other rows.
    pub(super) cross: &'a [f64],
    /// Cancel flag.
    pub(super) cancel: &'a AtomicBool,
    /// Processor features and threads that may be used.
    pub(super) hardware: Hardware,
    /// Relative residual below which an answer is not refined; 0 refines as far as rounding allows.
    pub(super) tolerance: f64,
}

impl<'a> SystemAt<'a> {
    /// Bundles a system whose W has been computed.
    pub(super) fn new(
        (topology, system): (&'a Topology, &'a System),
        (graph, products): (&'a Graph, &'a Products),
        inverse_mass: &'a InverseMass,
        (cancel, hardware): (&'a AtomicBool, Hardware),
    ) -> Self {
        Self {
            topology,
            system,
            graph,
            products,
            inverse_mass,
            w: &inverse_mass.blocks,
            diagonal: &inverse_mass.diagonal,
            cross: &inverse_mass.pin_off_diagonal,
            cancel,
            hardware,
            tolerance: 0.0,
        }
    }

    /// Returns a copy with this relative residual as tolerance.
    pub(super) fn within(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }

    /// The right-hand side of the system itself.
    pub(super) fn right_hand_side(&self) -> RightHandSide<'a> {
        RightHandSide {
            force: Some(&self.system.force),
            c: &self.system.c,
        }
    }

    /// Returns the constraint with the largest entry on the diagonal of A: the one most likely to have overflowed first.
    pub(super) fn stiffest(&self) -> usize {
        let rows = 0..self.diagonal.len();
        let row = rows.max_by(|&one, &other| self.diagonal[one].total_cmp(&self.diagonal[other]));
        self.topology.constraint_of(row.unwrap_or_default())
    }

    pub(super) fn cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

/// Adds the force of one multiplier, `J^T e lambda` or `K e lambda`, to the forces `f`.
pub(super) fn add_row_force(at: &SystemAt<'_>, constraint: usize, row: usize, lambda: f64, f: &mut [f64]) {
    let (ends, blocks) = if at.topology.is_workless(constraint) {
        (at.topology.ends(constraint), &at.system.jacobian)
    } else {
        (at.topology.force_ends(constraint), &at.system.forcing)
    };
    for end in ends {
        let dim = at.topology.body_dim(end.body);
        let j = &blocks[end.block + row * dim..][..dim];
        let f = &mut f[at.topology.body_offset(end.body)..][..dim];
        for k in 0..dim {
            f[k] += j[k] * lambda;
        }
    }
}

/// Returns `J a` of one row of a constraint.
pub(super) fn row_motion(at: &SystemAt<'_>, constraint: usize, row: usize, a: &[f64]) -> f64 {
    row_motion_and_terms(at, constraint, row, a).0
}

/// Returns `J a` of one row of a constraint, and the sum of the absolute values of its terms.
pub(super) fn row_motion_and_terms(
    at: &SystemAt<'_>,
    constraint: usize,
    row: usize,
    a: &[f64],
) -> (f64, f64) {
    let (mut sum, mut terms) = (0.0, 0.0);
    for end in at.topology.ends(constraint) {
        let dim = at.topology.body_dim(end.body);
        let j = &at.system.jacobian[end.block + row * dim..][..dim];
        let a = &a[at.topology.body_offset(end.body)..][..dim];
        for k in 0..dim {
            sum += j[k] * a[k];
            terms += (j[k] * a[k]).abs();
        }
    }
    (sum, terms)
}
