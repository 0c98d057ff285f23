//! Rows with limits in the system of an instant: rows that are not equations in their mode, and the active set.

use crate::constraints::{EndPorts, Limits, Mode, Row};
use crate::sim::limits::{ActiveSet, Condition, MOST_WITH_FRICTION, along, row_in};
use crate::sim::{Link, Model, Work};
use crate::solver::SolveError;

use super::Dynamics;
use super::baumgarte::Baumgarte;

impl Dynamics {
    /// Turns a row that is not an equation in its mode into the identity `lambda = 0`; its J is zero already.
    pub(super) fn release(&mut self, link: &Link, memory: &[f64]) {
        if let Some(limits) = link.limits()
            && !limits.holds(Mode::of(memory))
        {
            self.problem.set_compliance(link.row, 1.0);
        }
    }

    /// Applies the force of capped rows at their bounds, `F += J^T lambda`, and makes the solve return that lambda for their identity rows. Adds
    /// the power of these forces to `work`, under drives or dissipation (friction).
    pub(super) fn push_at_bounds(
        &mut self,
        model: &Model,
        at: (&[f64], &[f64], f64, &[f64]),
        work: &mut Work,
    ) {
        for &index in model.bounded() {
            let link = &model.links[index];
            let mode = Mode::of(&at.3[link.memory_range()]);
            let given = match link.limits() {
                Some(limits @ Limits::Capped { .. }) if !limits.holds(mode) => limits.given(mode),
                _ => continue,
            };
            let (row, ends) = row_in(model, link, at, Mode::Inside);
            let ends = &ends[..link.ends.len()];
            self.problem.set_c(link.row, -given);
            for (gradient, (end, place)) in row.gradient.iter().zip(ends.iter().zip(&link.ends)) {
                let Some(body) = place.body() else { continue };
                let body = &model.bodies[body];
                let force = &mut self.problem.force_mut()[body.offset..];
                for k in 0..body.motion.dim() {
                    let j =
                        gradient.point.dot(end.point.gradient[k]) + gradient.angle * end.angle.gradient[k];
                    force[k] += given * j;
                }
            }
            let entry = if link.drive {
                &mut work.drives
            } else {
                &mut work.dissipation
            };
            *entry += given * (row.rate(ends) - row.time_rate);
        }
    }

    /// Returns c (gamma and feedback) of a row that is evaluated on its own.
    pub(in crate::sim) fn feedback_of(model: &Model, link: &Link, row: &Row, ends: &[EndPorts]) -> f64 {
        let gains = link.rows.first().and_then(Baumgarte::of_row);
        let gains = gains.unwrap_or_else(|| Baumgarte::new(model.settings.feedback()));
        gains.c::<false>(row.gamma(ends), row.value, row.rate(ends))
    }

    /// Returns `J a + c` of a row that is evaluated on its own, with the accelerations of the last solve.
    pub(in crate::sim) fn miss_of(
        &self,
        model: &Model,
        link: &Link,
        (row, ends): (&Row, &[EndPorts]),
        c: f64,
    ) -> f64 {
        along(model, link, (row, ends), &self.solution.acceleration) + c
    }

    /// Solves the problem, all rows of which are equations, under these complementarity conditions, by the active set. Returns true if the
    /// method is exact and no consistent set was found.
    ///
    /// # Errors
    /// As the solver's.
    pub(in crate::sim) fn solve_bounded(
        &mut self,
        model: &Model,
        active: &mut ActiveSet,
        conditions: &[Condition],
    ) -> Result<bool, SolveError> {
        let system = self.problem.system_mut();
        let out = &mut self.solution;
        let found = active.solve(
            &mut self.solver,
            (&model.topology, system),
            (conditions, None, MOST_WITH_FRICTION),
            out,
        )?;
        Ok(!found.settled && model.settings.method.is_exact())
    }
}
