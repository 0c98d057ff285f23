//! Solver statistics and errors.

use std::fmt;

use super::Method;

/// Statistics of the last factorisation and the last solve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The method that did the work.
    pub method: Method,
    /// Time of the last factorisation by the clock given to the solver, including symbolic work if there was any; nanoseconds.
    /// After [`super::Solver::factor_and_solve`] it may include the forward substitution.
    pub factor_ns: u64,
    /// Time of the last solve by that clock, nanoseconds.
    pub solve_ns: u64,
    /// Number of constraints in the spanning forest (Baraff 1996, section 1.1), including one to the ground for each component.
    pub primary: usize,
    /// Number of all other constraints: those that close a loop, among bodies or through the ground, those on three or more bodies,
    /// and the anticipated ones. Differs from the count of rows in [`super::textbook::Textbook::auxiliary_rows`].
    pub auxiliary: usize,
    /// Fill-in: blocks of the factor that are not blocks of the matrix. The dense method counts the blocks of the full triangle,
    /// one per pair of constraints; the auxiliary method has none, except where the sparse factor replaces it.
    pub fill_blocks: usize,
    /// Block updates of the factorisation: a measure of work that does not depend on the machine. Methods that do not factor count
    /// none.
    pub block_updates: usize,
    /// Pivots too small to divide by, which were given a small compliance.
    pub repaired_pivots: usize,
    /// Constraints solved by their anticipated response, because their multipliers have bounds or their force acts elsewhere.
    pub anticipated: usize,
    /// Multipliers at a bound after the last solve.
    pub at_bound: usize,
    /// Whether block pivoting for the bounds did not terminate, so that projected Gauss-Seidel took over.
    pub fallback: bool,
    /// Back-solves of the last factorisation for anticipated responses.
    pub back_solves: usize,
    /// Sweeps of iterative refinement in the last solve.
    pub refinements: usize,
    /// Iterations of the last solve in the island that needed the most; 0 for a direct method.
    pub iterations: usize,
    /// Largest relative residual of an island, `|r| / (|s| + |D lambda|)` with `r = J a + c + E lambda`,
    /// `s = |J| |a| + |c| + |E lambda|`, D the diagonal of A, and norms `|x|² = sum x_i² / D_ii`. The load `D lambda` keeps the
    /// ratio meaningful at rest, where all of s is rounding. Where the two sweeps over trees of pins gave the answer, `D_ii = 1`.
    pub residual: f64,
    /// Whether two sweeps over trees of pins gave the answer (see [`super::pin_tree`]); `factor_ns` is then the time of the first
    /// sweep, including J and the right-hand side, and `solve_ns` that of the second.
    pub swept: bool,
    /// Part of the right-hand side that no multiplier can satisfy because constraints contradict each other, relative like
    /// `residual`. The answer is then the least-squares compromise.
    pub contradiction: f64,
    /// Rank deficiency: rows minus rank. Only [`Method::Dense`] computes it.
    pub rank_deficit: Option<usize>,
}

impl Report {
    /// Adds the statistics of the factorisation and the solve of a part of the machine.
    pub(crate) fn add_part(&mut self, part: &Self) {
        self.fill_blocks += part.fill_blocks;
        self.block_updates += part.block_updates;
        self.repaired_pivots += part.repaired_pivots;
        self.refinements += part.refinements;
        self.residual = self.residual.max(part.residual);
        self.contradiction = self.contradiction.max(part.contradiction);
    }
}

/// Name of an input array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Mass blocks; indexed by body.
    Mass,
    /// Jacobian blocks; indexed by constraint.
    Jacobian,
    /// Force blocks of constraints that are not workless; indexed by constraint.
    Forcing,
    /// Compliance; indexed by constraint.
    Compliance,
    /// Applied forces; indexed by body.
    Force,
    /// Right-hand sides c; indexed by constraint.
    C,
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mass => "mass of body",
            Self::Jacobian => "Jacobian of constraint",
            Self::Forcing => "force direction of constraint",
            Self::Compliance => "compliance of constraint",
            Self::Force => "force on body",
            Self::C => "right-hand side of constraint",
        })
    }
}

/// Reason why a factorisation or a solve failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The cancel flag was raised.
    #[error("the solve was cancelled")]
    Cancelled,
    /// The task needs more work than the [`WorkBudget`](crate::WorkBudget) has left.
    #[error("it takes more work than is allowed")]
    TooLong,
    /// An input number is infinite or NaN.
    #[error("the {what} {index} is not a finite number")]
    NonFinite {
        /// The array that contains the number.
        what: Input,
        /// Dense index of the body or constraint.
        index: usize,
    },
    /// A mass block (its lower triangle, which is read) is not positive definite; or its first two diagonal entries differ though
    /// `diag(m, m, I)` was declared.
    #[error("the mass or moment of inertia of body {body} is not positive")]
    Mass {
        /// Dense index of the body.
        body: usize,
    },
    /// A compliance is negative.
    #[error("the compliance of constraint {constraint} is negative")]
    Compliance {
        /// Dense index of the constraint.
        constraint: usize,
    },
    /// The bounds of a multiplier are NaN, or the lower one is above the upper one.
    #[error("the bounds of constraint {constraint} leave no room")]
    Bounds {
        /// Dense index of the constraint.
        constraint: usize,
    },
    /// Gauss-Seidel cannot hold a constraint by a force that acts elsewhere.
    #[error(
        "Gauss-Seidel cannot hold constraint {constraint} by a force that acts elsewhere; choose another method"
    )]
    NotWorkless {
        /// Dense index of the constraint.
        constraint: usize,
    },
    /// A force that acts elsewhere has no effect on the constraint that it should hold: `J W K = 0`.
    #[error("the force of constraint {constraint} has no effect on what it is to hold")]
    NoEffect {
        /// Dense index of the constraint.
        constraint: usize,
    },
    /// The input is finite but the answer is not.
    #[error("the numbers of constraint {constraint} and its neighbours are beyond what the solver can hold")]
    Numerical {
        /// Dense index of a constraint at or near the overflow.
        constraint: usize,
    },
    /// The arrays do not have the lengths that the topology requires.
    #[error("the system does not fit its topology")]
    Shape,
    /// There is no factor for this topology.
    #[error("nothing was factored for this topology")]
    NotFactored,
}
