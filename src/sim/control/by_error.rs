//! Sub-steps whose length follows the integrator's own error estimate:
//!
//! ```text
//! sub <- sub * f,   f^5 error/tolerance <= SAFETY
//! ```

use crate::solver::SolveError;

use super::super::SimState;
use super::super::integrators::{Moving, StepError, advance};
use super::{RETRY, Stepper};

/// Share of the tolerance aimed at.
const SAFETY: f64 = 0.6;
/// Factors by which a sub-step chosen by error changes.
const FACTORS: [f64; 10] = [5.0, 3.0, 2.0, 1.5, 1.2, 1.0, 0.8, 0.6, 0.4, 0.2];
/// A sub-step that is as much of what is left takes all of it: no splinter is left at the end.
const NEARLY: f64 = 0.999;
/// Share of a sub-step that must be longer than the shortest for it to be divided. Less than [`NEARLY`]: one that took a
/// splinter with it must not be tried again and again.
const DIVISIBLE: f64 = 0.99;
/// Shortest sub-step by error, as a share of the step. One as short as that stands though its error is over the tolerance,
/// unless the numbers burst: the closer steps creep up to a singular pose, the harder it throws them back.
const SHORTEST: f64 = 1.0 / 16.0;
/// The same where the numbers burst: what is stiff needs it.
const SHORTEST_FOR_BURST: f64 = 1.0 / 1024.0;
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
            let sub = match wanted / left {
                share if share >= NEARLY => left,
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
            let borne =
                (DIVISIBLE * sub <= shortest || loose && self.before.control.soft) && error.is_finite();
            let refused = !borne && (error.is_nan() || error > 1.0);
            if !refused {
                self.project(moving, state, sub)?;
            }
            let burst = self.bursts(moving.model, state, sub);
            // What was soft a moment ago is contradictory still.
            let again = self.before.control.soft && !state.step.is_multiple_of(RETRY);
            let stiff = burst && !loose;
            let least = if stiff { h * SHORTEST_FOR_BURST } else { shortest };
            let hopeless = DIVISIBLE * sub <= least || burst && again;
            if (refused || burst) && !hopeless {
                self.refuse(state);
                state.control.wanted = (sub * factor(error).min(0.5)).max(least);
                continue;
            }
            if refused || burst {
                self.soften(moving, state, left)?;
                state.control.wanted = h;
                self.count(state, left);
                break;
            }
            self.count(state, sub);
            state.control.strained += u64::from(error > 1.0);
            // What was cut short for the end says nothing against the length wanted.
            let next = (sub * factor(error)).max(shortest.min(sub));
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
