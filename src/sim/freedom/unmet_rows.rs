//! Contradictions of a machine that cannot be assembled: the rows that stay open at the pose of least violation.
//!
//! ```text
//! minimise 1/2 sum of C_i² / A_ii     sum of (C_i / A_ii) J_i = 0 there     w_i = C_i / A_ii is a null vector of J^T
//! ```
//! Such rows may be independent at every other pose, and a factorisation at that pose, which is reached only nearly, sees no
//! dependence either. The part of w that the sets of the factorisation explain is subtracted; the rest is split by island.

use super::super::{Dynamics, Link, Model, SimState};
use crate::solver::graph::Graph;

/// Share of the largest weight from which a row takes part in a contradiction.
const PART: f64 = 1e-3;
/// Largest sum of the weighted rows on a coordinate, as a share of its largest term, at which they balance: the iteration to the pose
/// of least violation ends slowly, and weights are good to two digits.
const BALANCED: f64 = 1e-2;

/// The rows that stay open.
#[derive(Default)]
pub(super) struct UnmetRows {
    /// Sets of rows with their weights, the largest of each of size 1.
    pub(super) sets: Vec<Vec<(usize, f64)>>,
    /// Rows that stay open with weights that do not balance, because no pose of least violation was reached.
    pub(super) rows: Vec<usize>,
}

/// Finds the rows that stay open. Expects the rows of that pose in `dynamics`, and the
/// diagonal `mobility` of A with which the violation was minimised.
pub(super) fn find(
    model: &Model,
    state: &SimState,
    dynamics: &Dynamics,
    mobility: &[f64],
    found: &[Vec<(usize, f64)>],
) -> UnmetRows {
    let mut weights = vec![0.0; mobility.len()];
    for link in model.links.iter().filter(|link| !link.drives(state)) {
        for row in rows_held(link) {
            weights[row] = dynamics.evaluation.value()[row] / mobility[row];
        }
    }
    let all = largest(&weights);
    // The last row of each set is in no other.
    for set in found {
        if let Some(&(last, own)) = set.last() {
            let part = weights[last] / own;
            set.iter()
                .for_each(|&(row, weight)| weights[row] -= part * weight);
        }
    }
    let graph = Graph::new(&model.topology);
    let rows_of = |&constraint: &usize| {
        model.topology.row_offset(constraint)..model.topology.row_offset(constraint + 1)
    };
    let mut open = UnmetRows::default();
    for island in &graph.islands {
        let rows: Vec<usize> = island.constraints.iter().flat_map(rows_of).collect();
        let most = rows
            .iter()
            .fold(0.0f64, |most, &row| most.max(weights[row].abs()));
        // No row is open, or the sets explain them all.
        if most <= PART * all {
            continue;
        }
        let mut set: Vec<(usize, f64)> = rows
            .into_iter()
            .map(|row| (row, weights[row] / most))
            .filter(|(_, weight)| weight.abs() > PART)
            .collect();
        set.sort_unstable_by_key(|member| member.0);
        if balances(model, dynamics, &set) {
            open.sets.push(set);
        } else {
            open.rows.extend(set.iter().map(|member| member.0));
        }
    }
    open
}

/// The rows of a constraint that hold a position.
fn rows_held(link: &Link) -> impl Iterator<Item = usize> {
    (0..link.rows.len())
        .filter(|&k| link.holds_position(k))
        .map(|k| link.row + k)
}

/// Whether the rows with these weights balance on each coordinate of each body.
fn balances(model: &Model, dynamics: &Dynamics, set: &[(usize, f64)]) -> bool {
    let (topology, system) = (&model.topology, dynamics.system());
    let mut pull = vec![0.0; topology.dofs()];
    let mut most = 0.0f64;
    for &(row, weight) in set {
        let constraint = topology.constraint_of(row);
        let r = row - topology.row_offset(constraint);
        for end in topology.ends(constraint) {
            let (dim, at) = (topology.body_dim(end.body), topology.body_offset(end.body));
            for k in 0..dim {
                let part = weight * system.jacobian[end.block + r * dim + k];
                pull[at + k] += part;
                most = most.max(part.abs());
            }
        }
    }
    largest(&pull) <= BALANCED * most
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |most, x| most.max(x.abs()))
}
