//! Adaptive step-size control by the integrator's own error estimate:
//!
//! ```text
//! sub <- sub * f,   f^5 error/tolerance <= SAFETY
//! ```
//! A sub-step may always be shortened to a sixteenth of the step. Shorter ones are tried only:
//!
//! - where a force vibrates or a part turns too fast for a sixteenth, as long as the estimate falls with the length as the order says;
//! - where parts that attract each other come close, since a long sub-step may know less of the encounter than a short one;
//! - where the energy is not balanced, and the error of the balance falls with the length.
//!
//! At a singular pose a sub-step stands with an error above the tolerance, and is counted: the closer sub-steps creep up to such a pose, the larger
//! their error.

use crate::solver::SolveError;

use super::super::SimState;
use super::super::integrators::{StepContext, StepError};
use super::acceptance::has_no_effect;
use super::outcome::{Assessment, DIVISIBLE, Outcome};
use super::sub_step_length::{
    SHORT, SHORTEST, SHORTEST_LOOSE, factor, falls_with_length, flew_by, shortest, smallest,
};
use super::{DEEPEST_FOR_POINTS, MOST, PACE, SLACK, Stepper, halved, pace};

/// A sub-step of at least this fraction of the remaining time takes all of it, so that no tiny sub-step is left at the end.
const NEARLY: f64 = 0.999;

/// Result of an attempt at a sub-step.
struct Trial {
    /// Estimated error in units of the tolerance.
    error: f64,
    /// Whether the solver's answers are too inexact for the estimate to be that of the integration.
    inexact: bool,
    outcome: Outcome,
}

/// Attempts from the same place, each by length (s) and error (in units of the tolerance).
#[derive(Default)]
struct Attempts {
    last: Option<(f64, f64)>,
    /// The longest attempt; its error becomes infinite once that length was tried with accelerations from either side of a singular pose.
    longest: Option<(f64, f64)>,
}

impl Stepper {
    /// Counts a sub-step that stands with an error above the tolerance; `error` is in units of the tolerance.
    fn note_exceeded_tolerance(&mut self, context: &mut StepContext<'_>, state: &mut SimState, error: f64) {
        if error > 1.0 {
            state.control.over_tolerance += 1;
            state.control.error_sum += error * context.model.settings.tolerance;
            self.note_branches(context, state);
        }
    }

    pub(super) fn by_error(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), StepError> {
        let start = state.time;
        let smallest = smallest(context.model, h);
        let mut done = 0.0;
        let mut attempts = Attempts::default();
        self.begin();
        while done < h {
            if state.control.sub_steps >= MOST {
                return Err(StepError::Unresolved);
            }
            let remaining = h - done;
            let wanted = match state.control.wanted {
                wanted if wanted > 0.0 => wanted.max(smallest).min(h),
                _ => h,
            };
            let wanted = wanted.min(h * (PACE.0 / pace(context, h)).max(SHORTEST));
            let sub = match wanted / remaining {
                share if share >= NEARLY => remaining,
                share if share > 0.5 => 0.5 * remaining,
                _ => wanted,
            };
            state.time = start + done;
            self.before.clone_from(state);
            if state.control.soft && self.is_strained(context, remaining, (remaining, SLACK)) {
                self.soften(context, state, remaining)?;
                self.count(state, remaining);
                break;
            }
            state.control.soft = false;
            let Trial {
                error,
                inexact,
                outcome,
            } = self.trial(context, state, (sub, h), attempts.last)?;
            match outcome {
                Outcome::Retry { sub: shorter } => {
                    self.refuse(state);
                    let passed = self.pass_if_stuck(context, state, (sub, error, h), &mut attempts)?;
                    if let Some((length, error)) = passed {
                        attempts = Attempts::default();
                        self.count(state, length);
                        self.note_exceeded_tolerance(context, state, error);
                        state.control.wanted = length;
                        done = if length == remaining { h } else { done + length };
                    } else {
                        attempts.last = Some((sub, error));
                        state.control.wanted = shorter;
                    }
                }
                Outcome::Soften => {
                    self.soften(context, state, remaining)?;
                    state.control.wanted = h;
                    self.count(state, remaining);
                    break;
                }
                Outcome::Accept => {
                    attempts = Attempts::default();
                    self.count(state, sub);
                    self.note_exceeded_tolerance(context, state, error);
                    // A sub-step cut short at the end of the step does not shorten the wanted length.
                    let next = match error > 1.0 {
                        true => h * if inexact { SHORTEST_LOOSE } else { SHORT },
                        false => sub * factor(error),
                    };
                    state.control.wanted = if sub < wanted { next.max(wanted) } else { next }.min(h);
                    done = if sub == remaining { h } else { done + sub };
                }
            }
        }
        Ok(())
    }

    /// Takes the longest sub-step tried so far past a singular pose, where an attempt of length `sub` and this error in a step of `h` was rejected
    /// and shortening does not help. Returns length and error of that sub-step, if it stands.
    fn pass_if_stuck(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (sub, error, h): (f64, f64, f64),
        attempts: &mut Attempts,
    ) -> Result<Option<(f64, f64)>, StepError> {
        let (length, least) = *attempts.longest.get_or_insert((sub, error));
        if !least.is_finite() || !self.is_stuck(context, (sub, error), attempts.last) {
            return Ok(None);
        }
        attempts.longest = Some((length, f64::INFINITY));
        if let Some(error) = self.pass_by_error(context, state, (length, h), least)? {
            return Ok(Some((length, error)));
        }
        let refused = state.control.refused;
        state.clone_from(&self.before);
        state.control.refused = refused;
        Ok(None)
    }

    /// Whether an attempt of length `sub` and this error shows that shortening does not help: the accelerations of its stages are rough, or it is
    /// hardly better than the attempt before.
    fn is_stuck(
        &self,
        context: &StepContext<'_>,
        (sub, error): (f64, f64),
        previous: Option<(f64, f64)>,
    ) -> bool {
        let helped = |previous| falls_with_length((sub, error), previous);
        self.may_pass(context) && (self.is_rough(context) || !previous.is_none_or(helped))
    }

    /// Integrates a sub-step of `sub` seconds in a step of `h` and judges it.
    fn trial(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (sub, h): (f64, f64),
        previous: Option<(f64, f64)>,
    ) -> Result<Trial, StepError> {
        self.energies = None;
        let advanced = self.events.advance(context, &mut self.integrator, state, sub);
        self.note_driven_against(context);
        let error = estimate(context, advanced)?;
        let smallest = smallest(context.model, h);
        if let Some(deepest) = self.unsettled(context, state) {
            let least = halved(h, deepest).max(smallest);
            return Ok(Trial {
                error: f64::INFINITY,
                inexact: false,
                outcome: if DIVISIBLE * sub > least {
                    Outcome::Retry {
                        sub: (0.25 * sub).max(least),
                    }
                } else {
                    Outcome::Soften
                },
            });
        }
        self.judged_along_constraints = self.nears_singular(context);
        let error = self.error_along(context, state, error)?;
        // The solver's residual is not an error of the integration.
        let inexact = context.dynamics.approximates();
        let softened = self.before.control.soft;
        // Written so that NaN is rejected.
        let stands = error <= 1.0
            || error.is_finite()
                && (inexact && softened
                    || DIVISIBLE * sub
                        <= shortest(
                            (context.model, &self.before),
                            (error, inexact),
                            (sub, h),
                            previous,
                        ));
        let open = if stands {
            self.project(context, state, sub)?
        } else {
            0.0
        };
        self.note_driven_against(context);
        let past = if stands {
            let flew = flew_by(context.model, (&self.before, state), sub, error);
            self.passed_over(context, state, flew)
        } else {
            None
        };
        if let Some(error) = past {
            let least = halved(h, DEEPEST_FOR_POINTS).max(smallest);
            if DIVISIBLE * sub <= least {
                return Err(error);
            }
            // An infinite error, so that the attempt is not taken for one before a singular pose, which a longer sub-step could pass.
            return Ok(Trial {
                error: f64::INFINITY,
                inexact,
                outcome: Outcome::Retry {
                    sub: (0.5 * sub).max(least),
                },
            });
        }
        let outcome = self.outcome(
            context,
            state,
            (sub, h),
            previous,
            Assessment {
                error,
                inexact,
                stands,
                open,
            },
        );
        Ok(Trial {
            error,
            inexact,
            outcome,
        })
    }
}

/// Returns the error estimate of an attempt, infinite where a shorter one may succeed.
///
/// # Errors
/// Those of the attempt that a shorter one would have as well.
fn estimate(context: &StepContext<'_>, advanced: Result<f64, StepError>) -> Result<f64, StepError> {
    match advanced {
        Err(StepError::Solve(SolveError::Numerical { .. } | SolveError::NonFinite { .. })) => {
            Ok(f64::INFINITY)
        }
        Err(error) if has_no_effect(context, &error) => Ok(f64::INFINITY),
        other => other,
    }
}
