//! What the solver says about its own work, and how it fails.

use std::fmt;

use super::Method;

/// Figures of the last factorisation and the last solve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The method that did the work.
    pub method: Method,
    /// Time of the last factorisation by the clock given to the solver, symbolic work included when there was any; nanoseconds.
    /// After [`super::Solver::answer`] it may include the forward substitution.
    pub factor_ns: u64,
    /// Time of the last solve by that clock, nanoseconds.
    pub solve_ns: u64,
    /// Constraints of the spanning forest (Baraff 1996, section 1.1), one to the ground among them for each component.
    pub primary: usize,
    /// All other constraints: those that close a loop, among bodies or through the ground, those on three or more bodies, and the
    /// anticipated ones. Not the rows of [`super::textbook::Textbook::auxiliary_rows`].
    pub auxiliary: usize,
    /// Blocks of the factor that are not blocks of the matrix. The dense method counts those of the full triangle, a block a pair of constraints; the
    /// auxiliary one has none, but where the sparse factor answers in its place.
    pub fill_blocks: usize,
    /// Blocks of the factor updated while factoring: the work, as a number that does not depend on the
    /// machine. Methods that factor nothing count none.
    pub block_updates: usize,
    /// Pivots too small to divide by, which were given a little compliance.
    pub repaired_pivots: usize,
    /// Constraints solved by their anticipated response because their multipliers have bounds or act elsewhere.
    pub anticipated: usize,
    /// Multipliers at a bound after the last solve.
    pub at_bound: usize,
    /// Whether the pivots for the bounds found no end, and a projected method took over.
    pub fallback: bool,
    /// Back-solves of the last factorisation for anticipated responses.
    pub back_solves: usize,
    /// Sweeps of iterative refinement the last solve took.
    pub refinements: usize,
    /// Iterations the last solve took in the island that took the most; 0 for a direct method.
    pub iterations: usize,
    /// Largest relative residual of an island, `|r| / (|s| + |D lambda|)` with `r = J a + c + E lambda`,
    /// `s = |J| |a| + |c| + |E lambda|`, D the diagonal of A, and norms `|x|² = sum x_i² / D_ii`. The load `D lambda` keeps it
    /// meaningful at rest, where all of s is rounding. Where two sweeps answered, `D_ii = 1`.
    pub residual: f64,
    /// Whether two sweeps over trees of pins answered (see [`super::pin_tree`]); `factor_ns` is then the time of
    /// the first, J and right-hand side included, and `solve_ns` that of the second.
    pub swept: bool,
    /// Part of the right-hand side that no multiplier can meet because constraints contradict each other,
    /// relative like `residual`. The answer is then the least-squares compromise.
    pub contradiction: f64,
    /// Rows minus rank. Only [`Method::Dense`] finds it.
    pub rank_deficit: Option<usize>,
}

impl Report {
    /// Adds the figures of the factor and the solve of a part of the machine.
    pub(crate) fn add_part(&mut self, part: &Self) {
        self.fill_blocks += part.fill_blocks;
        self.block_updates += part.block_updates;
        self.repaired_pivots += part.repaired_pivots;
        self.refinements += part.refinements;
        self.residual = self.residual.max(part.residual);
        self.contradiction = self.contradiction.max(part.contradiction);
    }
}

/// One of the arrays handed to the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Mass blocks; counted by body.
    Mass,
    /// Jacobian blocks; counted by constraint.
    Jacobian,
    /// Force blocks of constraints that are not workless; counted by constraint.
    Forcing,
    /// Compliance; counted by constraint.
    Compliance,
    /// Applied forces; counted by body.
    Force,
    /// Right-hand sides c; counted by constraint.
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

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The cancel flag was raised.
    #[error("the solve was cancelled")]
    Cancelled,
    /// More was asked for than the [`Allowance`](crate::Allowance) has left.
    #[error("it takes more work than is allowed")]
    TooLong,
    /// A number handed in is infinite or not a number.
    #[error("the {what} {index} is not a finite number")]
    NonFinite {
        /// Which array.
        what: Input,
        /// Dense index of the body or constraint.
        index: usize,
    },
    /// A mass block is not positive definite, of which the lower triangle is read; or its first two
    /// diagonal entries differ though `diag(m, m, I)` was declared.
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
    /// The bounds of a multiplier are not a number, or the lower one is above the upper one.
    #[error("the bounds of constraint {constraint} leave no room")]
    Bounds {
        /// Dense index of the constraint.
        constraint: usize,
    },
    /// The method cannot hold a constraint by a force that acts elsewhere.
    #[error(
        "Gauss-Seidel cannot hold constraint {constraint} by a force that acts elsewhere; choose another method"
    )]
    NotWorkless {
        /// Dense index of the constraint.
        constraint: usize,
    },
    /// A force that acts elsewhere moves nothing of what it is to hold: `J W K = 0`.
    #[error("the force of constraint {constraint} has no effect on what it is to hold")]
    NoEffect {
        /// Dense index of the constraint.
        constraint: usize,
    },
    /// The numbers are finite but the answer is not.
    #[error("the numbers of constraint {constraint} and its neighbours are beyond what the solver can hold")]
    Numerical {
        /// Dense index of a constraint with the trouble in it.
        constraint: usize,
    },
    /// The arrays do not have the lengths the topology asks for.
    #[error("the system does not fit its topology")]
    Shape,
    /// There is no factor for this topology to solve with.
    #[error("nothing was factored for this topology")]
    NotFactored,
}
