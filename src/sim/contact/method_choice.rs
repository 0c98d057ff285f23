//! Choice of the solution methods for contacts, and limits of their iterations.

use super::figures::ContactMethod;
use super::problem::ContactProblem;

/// Conditions of the largest island below which principal pivoting is tried first.
pub const DENSE_FIRST: usize = 128;
/// Conditions of the largest island below which principal pivoting is tried after an active set that cycles.
pub const DENSE_AT_ALL: usize = 400;
/// The same in a heap that goes on, whose pivots are many: they take a tenth of a second.
pub const DENSE_IN_HEAP: usize = 200;
/// Residual of an exact method up to which sweeps are not tried after it.
pub const GOOD: f64 = 1e-4;
/// Residual up to which conditions that may contradict each other count as met in the least-squares sense, by an exact method and by sweeps.
pub const LEAST_SQUARES: f64 = 1.0;
pub const LEAST_SQUARES_SWEPT: f64 = 1e-3;
/// Largest residual of an earlier answer that sweeps start from.
pub const NEAR: f64 = 1e-2;
/// Conditions of the largest island from which an interior point method takes too long, except from a start of zeros, and an exact answer after
/// accelerated sweeps is looked for in a few trial sets only.
pub const LARGE: usize = 900;
/// Budget of accelerated sweeps in islands of `DENSE_AT_ALL` conditions and more, in visits to a row, where overlaps are put apart; velocities get
/// twice as many. In a heap of 500 parts this takes a few milliseconds.
pub const VISITS: usize = 80_000;
pub const LEAST_SWEEPS: usize = 20;
pub const MOST_SWEEPS: usize = 300;
/// Conditions for each joint row beyond which a system counts as a heap, whose answer sweeps approach well.
pub const HEAP: usize = 4;
/// Residual of sweeps above which no active set is looked for in an island of `LARGE` conditions and more: while so many rows change over, a
/// set is rarely found.
pub const FAR: f64 = 5e-5;
/// Number of steps after which an active set is looked for again there, while steps end in sweeps: where none is found, the next steps seldom have
/// one.
pub const LOOK_AGAIN: u64 = 8;

/// Solution methods in the order of trial, where plain sweeps are not asked for; `is_warm` says that there are multipliers to start from.
pub fn exact_ways(problem: &ContactProblem<'_>, largest: usize, is_warm: bool) -> [ContactMethod; 3] {
    use ContactMethod::{ActiveSet, None, Pivoting, Sweeps};
    let swept_first = problem.takes_least_squares && is_heap(problem);
    match largest {
        0..DENSE_FIRST if problem.topology.forcing_len() == 0 => [Pivoting, ActiveSet, Sweeps],
        DENSE_FIRST..DENSE_AT_ALL if swept_first => [Sweeps, ActiveSet, Pivoting],
        DENSE_IN_HEAP..DENSE_AT_ALL if is_warm && is_heap(problem) => [ActiveSet, Sweeps, None],
        0..DENSE_AT_ALL => [ActiveSet, Pivoting, Sweeps],
        DENSE_AT_ALL..LARGE if swept_first => [Sweeps, ActiveSet, None],
        DENSE_AT_ALL..LARGE => [ActiveSet, Sweeps, None],
        _ if problem.takes_least_squares => [Sweeps, None, None],
        _ => [ActiveSet, Sweeps, None],
    }
}

/// Number of accelerated sweeps within the time budget.
pub fn sweep_budget(problem: &ContactProblem<'_>, largest: usize) -> usize {
    if largest < DENSE_AT_ALL {
        return MOST_SWEEPS;
    }
    let visits = match problem.takes_least_squares {
        true => VISITS,
        false => 2 * VISITS,
    };
    let rows = problem.conditions.len() + joint_rows(problem);
    (visits / rows.max(1)).clamp(LEAST_SWEEPS, MOST_SWEEPS)
}

pub fn is_heap(problem: &ContactProblem<'_>) -> bool {
    problem.conditions.len() > HEAP * joint_rows(problem)
}

pub fn joint_rows(problem: &ContactProblem<'_>) -> usize {
    let topology = problem.topology;
    if problem.joints < topology.constraints() {
        topology.row_offset(problem.joints)
    } else {
        topology.rows()
    }
}

pub fn least_squares(way: ContactMethod) -> f64 {
    match way {
        ContactMethod::Sweeps => LEAST_SQUARES_SWEPT,
        _ => LEAST_SQUARES,
    }
}
