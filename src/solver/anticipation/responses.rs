//! Responses of the anticipated rows to each other: the motion under a unit multiplier of each, with the other constraints held, one solve
//! per row.

use super::super::equations::{RightHandSide, SystemAt, add_row_force, row_motion};
use super::super::methods::Methods;
use super::super::products::accelerations;
use super::super::refine::Outcome;
use super::super::{IterationLimits, Method, SolveError};
use super::{Anticipation, Row, row_scale};

/// Cosine below which a force has no effect on a row: rounding leaves as much.
const NO_EFFECT: f64 = 1e-10;

impl Anticipation {
    /// Computes the responses, the other constraints being factored. Returns the number of solves.
    pub(crate) fn factor(
        &mut self,
        method: (Method, IterationLimits),
        methods: &mut Methods,
        at: &SystemAt<'_>,
    ) -> Result<usize, SolveError> {
        let mut solves = 0;
        for island in 0..self.islands.len() {
            let size = self.islands[island].len();
            self.b[island].clear();
            self.b[island].resize(size * size, 0.0);
            for column in 0..size {
                let own = self.islands[island][column];
                self.respond(method, methods, at, island, own)?;
                solves += 1;
                for i in 0..size {
                    let it = self.islands[island][i];
                    let mut moved = row_motion(at, it.constraint, it.row, &self.response.acceleration);
                    moved += if i == column {
                        at.system.compliance[it.index]
                    } else {
                        0.0
                    };
                    self.b[island][i * size + column] =
                        row_scale(at, it.index) * self.unit[own.index] * moved;
                }
            }
        }
        self.all_have_effect(at)?;
        Ok(solves)
    }

    /// Checks that every row held by a force elsewhere is moved by some force. In their units, entries of B are cosines between the motion
    /// under a force and the motion that a row measures.
    fn all_have_effect(&self, at: &SystemAt<'_>) -> Result<(), SolveError> {
        for (rows, b) in self.islands.iter().zip(&self.b) {
            for (i, row) in rows.iter().enumerate() {
                let forced = !at.topology.force_ends(row.constraint).is_empty();
                let effects = &b[i * rows.len()..][..rows.len()];
                if forced && effects.iter().all(|effect| effect.abs() < NO_EFFECT) {
                    let constraint = row.constraint;
                    return Err(SolveError::NoEffect { constraint });
                }
            }
        }
        Ok(())
    }

    /// Computes the response to a unit multiplier of one row, and the unit of that multiplier.
    fn respond(
        &mut self,
        method: (Method, IterationLimits),
        methods: &mut Methods,
        at: &SystemAt<'_>,
        island: usize,
        it: Row,
    ) -> Result<(), SolveError> {
        let bodies = &at.graph.islands[island].bodies;
        let coordinates = |body: usize| at.topology.body_offset(body)..at.topology.body_offset(body + 1);
        for &body in bodies {
            self.force[coordinates(body)].fill(0.0);
        }
        add_row_force(at, it.constraint, it.row, 1.0, &mut self.force);
        // K W K: motion along its own force that the multiplier causes in the bodies it pushes.
        let motion = &mut self.response.acceleration;
        accelerations(at, island, Some(&self.force), None, motion);
        let mut push = 0.0;
        for &body in bodies {
            push += coordinates(body).map(|k| self.force[k] * motion[k]).sum::<f64>();
        }
        push += at.system.compliance[it.index];
        self.unit[it.index] = if push > 0.0 { push.sqrt().recip() } else { 1.0 };
        let given = RightHandSide {
            force: Some(&self.force),
            c: &at.products.zero_rows,
        };
        self.response.lambda.fill(0.0);
        let mut outcome = Outcome::default();
        methods.solve(method, at, island, given, &mut self.response, &mut outcome);
        if at.cancelled() {
            return Err(SolveError::Cancelled);
        }
        if !outcome.residual.is_finite() {
            return Err(SolveError::Numerical {
                constraint: it.constraint,
            });
        }
        Ok(())
    }
}
