//! Which ways are taken to an answer, and how far each is gone.

use super::figures::ContactMethod;
use super::problem::ContactProblem;

/// Rows of the largest island below which principal pivoting comes first.
pub const DENSE_FIRST: usize = 128;
/// The same below which it comes to the aid of an active set that cycles.
pub const DENSE_AT_ALL: usize = 400;
/// Residual of an exact way that sweeps do not better.
pub const GOOD: f64 = 1e-4;
/// Residual up to which conditions that may contradict each other count as met as well as can be, by an exact way and by sweeps.
pub const LEAST_SQUARES: f64 = 1.0;
pub const LEAST_SQUARES_SWEPT: f64 = 1e-3;
/// Residual of what sweeps go on from.
pub const NEAR: f64 = 1e-2;
/// Conditions of the largest island from which on an interior point method takes too long but for a start from nothing, and what accelerated sweeps
/// leave is answered exactly only where a few trial sets do.
pub const LARGE: usize = 900;
/// Visits of accelerated sweeps to a condition in islands of `DENSE_AT_ALL` conditions and more where overlaps are put apart; velocities take twice as many. In a
/// heap of 500 parts they are a few milliseconds.
pub const VISITS: usize = 80_000;
pub const LEAST_SWEEPS: usize = 20;
pub const MOST_SWEEPS: usize = 300;
/// Conditions for each row of a joint beyond which a system is a heap, whose answer sweeps come near to.
pub const HEAP: usize = 4;
/// Residual that sweeps leave from which on no set is looked for in an island of `DENSE_AT_ALL` conditions and more: while so much changes over, it is
/// rarely found.
pub const FAR: f64 = 5e-5;
/// Steps after which one is looked for again there while steps end in sweeps: where one is not found, the next steps seldom have one.
pub const LOOK_AGAIN: u64 = 8;

/// The ways to an answer in their order, where plain sweeps are not asked for.
pub fn exact_ways(problem: &ContactProblem<'_>, largest: usize) -> [ContactMethod; 3] {
    use ContactMethod::{ActiveSet, None, Pivoting, Sweeps};
    let swept_first = problem.takes_least_squares && is_heap(problem);
    match largest {
        0..DENSE_FIRST if problem.topology.forcing_len() == 0 => [Pivoting, ActiveSet, Sweeps],
        DENSE_FIRST..DENSE_AT_ALL if swept_first => [Sweeps, ActiveSet, Pivoting],
        0..DENSE_AT_ALL => [ActiveSet, Pivoting, Sweeps],
        DENSE_AT_ALL..LARGE if swept_first => [Sweeps, ActiveSet, None],
        DENSE_AT_ALL..LARGE => [ActiveSet, Sweeps, None],
        _ if problem.takes_least_squares => [Sweeps, None, None],
        _ => [ActiveSet, Sweeps, None],
    }
}

/// Accelerated sweeps that there is time for.
pub fn affordable(problem: &ContactProblem<'_>, largest: usize) -> usize {
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
