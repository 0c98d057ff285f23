//! Anticipated response (Baraff 1996, section 8): solves constraints whose multipliers have bounds, and those held by a force that acts
//! elsewhere, on top of whichever method solves the others. Gauss-Seidel needs none of this: it clamps bounds by itself, and does not
//! support forces elsewhere.
//!
//! ```text
//! a_j = motion with the others under the force K_j of a unit multiplier         one solve each, when factoring
//! B[i, j] = J_i a_j + E_ij                                                   small, dense, symmetric where K = J^T
//! w = B lambda + q,   q = J a_0 + c,   a_0 = motion with the others under F   mixed complementarity
//! then the others are solved once more, under F + K lambda
//! ```

mod responses;

use super::complementarity::{Pivoting, Problem};
use super::equations::{RightHandSide, SystemAt, add_row_force, row_motion, row_motion_and_terms};
use super::methods::Methods;
use super::refine::{Outcome, ratio};
use super::rows::residual_within_bounds;
use super::system::{Topology, UNBOUNDED};
use super::{IterationLimits, Method, Solution, SolveError, WorkBudget};

/// The anticipated rows of all islands and the responses to them.
#[derive(Default)]
pub(super) struct Anticipation {
    /// Constraints that are anticipated, ascending.
    pub(super) constraints: Vec<usize>,
    islands: Vec<Vec<Row>>,
    /// B of each island, rows and columns scaled.
    b: Vec<Vec<f64>>,
    /// Unit of each multiplier, by which it is divided; one number per row.
    unit: Vec<f64>,
    q: Vec<f64>,
    bounds: Vec<[f64; 2]>,
    x: Vec<f64>,
    force: Vec<f64>,
    response: Solution,
    pivoting: Pivoting,
}

#[derive(Clone, Copy)]
struct Row {
    constraint: usize,
    row: usize,
    /// Index among all rows.
    index: usize,
}

impl Anticipation {
    /// Sets the anticipated constraints, given the island of each body and the number of islands.
    pub(super) fn set(
        &mut self,
        topology: &Topology,
        constraints: &[usize],
        island_of: &[usize],
        islands: usize,
    ) {
        self.constraints.clear();
        self.constraints.extend(constraints);
        self.islands.clear();
        if constraints.is_empty() {
            return;
        }
        self.islands.resize(islands, Vec::new());
        for &constraint in constraints {
            let Some(body) = topology.first_body(constraint) else {
                continue;
            };
            let start = topology.row_offset(constraint);
            let rows = (0..topology.constraint_dim(constraint)).map(|row| Row {
                constraint,
                row,
                index: start + row,
            });
            self.islands[island_of[body]].extend(rows);
        }
        self.b.resize(islands, Vec::new());
        self.unit.clear();
        self.unit.resize(topology.rows(), 1.0);
        self.force.clear();
        self.force.resize(topology.dofs(), 0.0);
        self.response.acceleration.resize(topology.dofs(), 0.0);
        self.response.lambda.resize(topology.rows(), 0.0);
    }

    /// Whether an island has anticipated rows.
    pub(super) fn has(&self, island: usize) -> bool {
        self.islands.get(island).is_some_and(|rows| !rows.is_empty())
    }

    /// Solves an island that has anticipated rows.
    ///
    /// # Errors
    /// [`SolveError::TooLong`] where finding which multipliers are at their bounds takes more work than `budget` has left.
    pub(super) fn solve(
        &mut self,
        (method, budget): ((Method, IterationLimits), &WorkBudget),
        methods: &mut Methods,
        at: &SystemAt<'_>,
        island: usize,
        given: RightHandSide<'_>,
        out: &mut Solution,
        outcome: &mut Outcome,
    ) -> Result<(), SolveError> {
        methods.solve(method, at, island, given, out, outcome);
        let rows = &self.islands[island];
        self.q.clear();
        self.bounds.clear();
        let mut terms = f64::MIN_POSITIVE;
        for &it in rows {
            let index = it.index;
            let (motion, size) = row_motion_and_terms(at, it.constraint, it.row, &out.acceleration);
            let scale = row_scale(at, index);
            self.q.push(scale * (motion + given.c[index]));
            terms = terms.max(scale * (size + given.c[index].abs()));
            let bounds = at.system.bounds.get(index).copied().unwrap_or(UNBOUNDED);
            self.bounds.push(bounds.map(|bound| bound / self.unit[index]));
        }
        self.x.clear();
        self.x.resize(rows.len(), 0.0);
        let problem = Problem {
            size: rows.len(),
            b: &self.b[island],
            q: &self.q,
            bounds: &self.bounds,
            terms,
        };
        let found = self.pivoting.solve(problem, &mut self.x, budget)?;
        outcome.fallback |= found.fallback;
        outcome.at_bound += found.at_bound;
        outcome.contradiction = outcome.contradiction.max(found.contradiction);
        for &body in &at.graph.islands[island].bodies {
            let range = at.topology.body_offset(body)..at.topology.body_offset(body + 1);
            match given.force {
                Some(force) => self.force[range.clone()].copy_from_slice(&force[range]),
                None => self.force[range].fill(0.0),
            }
        }
        for (it, x) in rows.iter().zip(&self.x) {
            let index = it.index;
            out.lambda[index] = x * self.unit[index];
            // A multiplier at its bound equals it to the last bit, in spite of rounding by the unit.
            let [lo, hi] = at.system.bounds.get(index).copied().unwrap_or(UNBOUNDED);
            for bound in [lo, hi] {
                if *x == bound / self.unit[index] {
                    out.lambda[index] = bound;
                }
            }
            add_row_force(at, it.constraint, it.row, out.lambda[index], &mut self.force);
        }
        let loaded = RightHandSide {
            force: Some(&self.force),
            c: given.c,
        };
        methods.solve(method, at, island, loaded, out, outcome);
        outcome.note_residual(self.residual(at, island, given.c, out));
        Ok(())
    }

    /// Residual of the anticipated rows of an island, relative to their terms and loads (which remain at rest). Rows at a bound count only
    /// on the wrong side; the contradictory part is left out, as it is reported by itself.
    fn residual(&self, at: &SystemAt<'_>, island: usize, c: &[f64], out: &Solution) -> f64 {
        let (mut residual, mut size) = (0.0f64, 0.0f64);
        for (it, contradictory) in self.islands[island].iter().zip(&self.pivoting.contradictory_w) {
            let index = it.index;
            let row_scale = row_scale(at, index);
            let compliant = at.system.compliance[index] * out.lambda[index];
            let motion = row_motion(at, it.constraint, it.row, &out.acceleration);
            let mut w = row_scale * (motion + c[index] + compliant) - contradictory;
            if let Some(&bounds) = at.system.bounds.get(index) {
                w = residual_within_bounds(w, out.lambda[index], bounds);
            }
            // Written so that NaN stays, wherever it comes.
            let stays = residual.is_nan() || w.abs() <= residual;
            residual = if stays { residual } else { w.abs() };
            let load = at.diagonal[index] * out.lambda[index];
            size = size.max(row_scale * (motion.abs() + c[index].abs() + compliant.abs() + load.abs()));
        }
        ratio(residual, size)
    }
}

/// Scale factor of a row, so that all rows count alike.
fn row_scale(at: &SystemAt<'_>, index: usize) -> f64 {
    at.diagonal[index].sqrt().recip()
}
