//! The system solved: the numbers of one instant ([`System`]), laid out as its [`Topology`] says, and the answer
//! ([`Solution`]).
//!
//! ```text
//! H [y; lambda] = [0; -b],   H = [M -J^T; -J -E],   b = -(J W F + c)        (Baraff 1996, equation 8)
//! A lambda = b,              A = J W J^T + E,       W = M^-1
//! M a = F + J^T lambda,      J a + c + E lambda = 0
//! ```
//!
//! A constraint may be held by a force that acts elsewhere: then `K` takes the place of its rows of `J` where forces
//! are meant, `M a = F + K lambda`, and A is not symmetric (Baraff, section 8: forces that are not workless). And a
//! multiplier may have bounds, which turn its row into a complementarity condition:
//!
//! ```text
//! w = J a + c + E lambda:   w = 0 inside the bounds,   w >= 0 at lambda = lo,   w <= 0 at lambda = hi
//! ```
//!
//! The same arrays serve three uses (Baraff, section 3): `a` is an acceleration and `lambda` a force when
//! `F` is a force; a velocity when the law is first order; a change of velocity and an impulse when `F` is
//! an impulse.

use super::versioned::Versioned;

pub use super::topology::{End, MAX_BODY_DIM, MAX_CONSTRAINT_DIM, Topology};

/// The numbers of one instant, laid out as the [`Topology`] says.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// Mass blocks `M`, symmetric positive definite. Their stamp says whether W is to be found anew.
    pub mass: Versioned<Vec<f64>>,
    /// Jacobian blocks `J`.
    pub jacobian: Vec<f64>,
    /// Force blocks `K^T` of the constraints that are not workless, stored like those of the Jacobian: one row of the
    /// block is the force of a unit multiplier of that row.
    pub forcing: Vec<f64>,
    /// Applied generalized forces `F`, inertial ones included.
    pub force: Vec<f64>,
    /// `c = gamma + feedback`, one number a row.
    pub c: Vec<f64>,
    /// Compliance `E >= 0`, one number a row: 0 for a hard row.
    pub compliance: Vec<f64>,
    /// [lo, hi] of each multiplier, one pair a row; infinite where there is none. Empty when no multiplier has any.
    pub bounds: Vec<[f64; 2]>,
}

/// The bounds of a multiplier that has none.
pub const UNBOUNDED: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

impl System {
    /// All zero, of the right lengths.
    pub fn zeroed(topology: &Topology) -> Self {
        let mut system = Self::default();
        system.resize(topology);
        system
    }
    /// Gives the arrays the lengths the topology asks for; new entries are zero, new bounds infinite.
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

/// The answer: what moves how, and what holds it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// One number a degree of freedom.
    pub acceleration: Vec<f64>,
    /// One multiplier a row; of minimum norm where rows are redundant.
    pub lambda: Vec<f64>,
}
