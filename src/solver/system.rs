//! Input and output of the solver: the numbers of one instant ([`System`]), laid out as its [`Topology`] prescribes, and the answer
//! ([`Solution`]).
//!
//! ```text
//! H [y; lambda] = [0; -b],   H = [M -J^T; -J -E],   b = -(J W F + c)        (Baraff 1996, equation 8)
//! A lambda = b,              A = J W J^T + E,       W = M^-1
//! M a = F + J^T lambda,      J a + c + E lambda = 0
//! ```
//!
//! A constraint may be held by a force that acts elsewhere: then `K` replaces its rows of `J` in the force term,
//! `M a = F + K lambda`, and A is not symmetric (Baraff, section 8: forces that are not workless). A multiplier may have bounds,
//! which turn its row into a complementarity condition:
//!
//! ```text
//! w = J a + c + E lambda:   w = 0 inside the bounds,   w >= 0 at lambda = lo,   w <= 0 at lambda = hi
//! ```
//!
//! The same arrays serve three uses (Baraff, section 3): `a` is an acceleration and `lambda` a force when `F` is a force; `a` is a
//! velocity when the law is first order; `a` is a change of velocity and `lambda` an impulse when `F` is an impulse.

use super::versioned::Versioned;

pub use super::topology::{End, MAX_BODY_DIM, MAX_CONSTRAINT_DIM, Topology};

/// The numbers of one instant, laid out as the [`Topology`] prescribes.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// Mass blocks `M`, symmetric positive definite (only the lower triangle is read): row-major `dim x dim` at
    /// [`Topology::mass_offset`], [`Topology::mass_len`] numbers in all; kg, kg m, kg m². W is recomputed when the version of the
    /// masses has changed.
    pub mass: Versioned<Vec<f64>>,
    /// Jacobian blocks `J`: row-major `rows x dim` at [`End::block`] of each of [`Topology::ends`],
    /// [`Topology::jacobian_len`] numbers in all; 1, m.
    pub jacobian: Vec<f64>,
    /// Force blocks `K^T` of the constraints that are not workless, stored like those of the Jacobian at [`End::block`] of each of
    /// [`Topology::force_ends`], [`Topology::forcing_len`] numbers in all: each row of a block is the force of a unit multiplier of
    /// that row; N or N m per unit multiplier.
    pub forcing: Vec<f64>,
    /// Applied generalized forces `F`, including inertial ones: [`Topology::dofs`] numbers; N, N m.
    pub force: Vec<f64>,
    /// `c = gamma + feedback`: [`Topology::rows`] numbers; m/s², 1/s².
    pub c: Vec<f64>,
    /// Compliance `E >= 0`, 0 for a hard row: [`Topology::rows`] numbers; 1/kg, 1/(kg m²).
    pub compliance: Vec<f64>,
    /// Bounds `[lo, hi]` of each multiplier, infinite where there is none: [`Topology::rows`] pairs, or empty when no multiplier
    /// has bounds; N, N m.
    pub bounds: Vec<[f64; 2]>,
}

/// Bounds of an unbounded multiplier.
pub const UNBOUNDED: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

impl System {
    /// Returns a system of zeros with the lengths that the topology requires.
    pub fn zeroed(topology: &Topology) -> Self {
        let mut system = Self::default();
        system.resize(topology);
        system
    }
    /// Resizes the arrays to the lengths that the topology requires; new entries are zero, new bounds infinite.
    pub fn resize(&mut self, topology: &Topology) {
        if self.mass.len() != topology.mass_len() {
            self.mass.resize(topology.mass_len(), 0.0);
        }
        self.jacobian.resize(topology.jacobian_len(), 0.0);
        self.forcing.resize(topology.forcing_len(), 0.0);
        self.force.resize(topology.dofs(), 0.0);
        self.c.resize(topology.rows(), 0.0);
        self.compliance.resize(topology.rows(), 0.0);
        if !self.bounds.is_empty() {
            self.bounds.resize(topology.rows(), UNBOUNDED);
        }
    }
}

/// Accelerations and multipliers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// `a`: [`Topology::dofs`] numbers; m/s², 1/s².
    pub acceleration: Vec<f64>,
    /// Multipliers, one per row: [`Topology::rows`] numbers; N, N m. Where rows are redundant, the factoring methods of
    /// [`super::Solver`] return the multipliers that minimise `sum A_ii lambda_i²`, and so do conjugate gradients from a cold
    /// start; [`super::textbook::Textbook`] leaves redundant auxiliary rows at 0, and Gauss-Seidel guarantees nothing. Redundant
    /// rows with bounds get multipliers of least norm where their bounds allow it.
    pub lambda: Vec<f64>,
}
