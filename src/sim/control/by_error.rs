//! Sub-steps whose length follows the integrator's own error estimate:
//!
//! ```text
//! sub <- sub * f,   f^5 error/tolerance <= SAFETY
//! ```

use crate::solver::SolveError;

use super::super::SimState;
use super::super::integrators::{Moving, StepError, advance};
use super::Stepper;

/// Share of the tolerance aimed at.
const SAFETY: f64 = 0.6;
/// Factors by which a sub-step chosen by error changes.
const FACTORS: [f64; 10] = [5.0, 3.0, 2.0, 1.5, 1.2, 1.0, 0.8, 0.6, 0.4, 0.2];
/// Shortest sub-step by error, as a share of the step.
const SHORTEST: f64 = 1.0 / 65536.0;
/// The same where the solver's answers are too loose for the estimate to be of the integration.
const SHORTEST_LOOSE: f64 = 0.5;

impl Stepper {
    pub(super) fn by_error(
        &mut self,
        moving: &mut Moving<'_>,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), StepError> {
        let start = state.time;
        let mut done = 0.0;
        while done < h {
            let left = h - done;
            let wanted = match state.control.wanted {
                wanted if wanted > 0.0 => wanted.min(h),
                _ => h,
            };
            // No splinter is left at the end.
            let sub = match wanted / left {
                share if share >= 0.999 => left,
                share if share > 0.5 => 0.5 * left,
                _ => wanted,
            };
            state.time = start + done;
            self.before.clone_from(state);
            state.control.soft = false;
            let error = match advance(moving, &mut self.work, state, sub) {
                Ok(error) => error,
                Err(StepError::Solve(SolveError::Numerical { .. })) => f64::INFINITY,
                Err(error) => return Err(error),
            };
            // What the solver leaves open is no error of the integration.
            let loose = moving.dynamics.approximates();
            let shortest = h * if loose { SHORTEST_LOOSE } else { SHORTEST };
            let hopeless = sub <= shortest || self.before.control.soft;
            let borne = loose && hopeless && error.is_finite();
            let refused = !borne && (error.is_nan() || error > 1.0);
            if !refused {
                self.project(moving, state, sub)?;
            }
            let burst = self.bursts(moving.model, state, sub);
            if (refused || burst) && !hopeless {
                self.refuse(state);
                state.control.wanted = (sub * factor(error).min(0.5)).max(shortest);
                continue;
            }
            if refused || burst {
                self.soften(moving, state, left)?;
                state.control.wanted = h;
                self.count(state, left);
                break;
            }
            self.count(state, sub);
            // What was cut short for the end says nothing against the length wanted.
            let next = (sub * factor(error)).max(shortest);
            state.control.wanted = if sub < wanted { next.max(wanted) } else { next }.min(h);
            done = if sub == left { h } else { done + sub };
        }
        Ok(())
    }
}

/// By how much a sub-step may change whose error was so many times the tolerance.
fn factor(error: f64) -> f64 {
    let fits = |f: &&f64| {
        let square = *f * *f;
        error * square * square * *f <= SAFETY
    };
    FACTORS
        .iter()
        .find(fits)
        .copied()
        .unwrap_or(FACTORS[FACTORS.len() - 1])
}
