//! Sub-steps whose length follows the integrator's own error estimate:
//!
//! ```text
//! sub <- sub * f,   f^5 error/tolerance <= SAFETY
//! ```
//! Down to a sixteenth of the step that is done whatever comes of it. Beyond, only where a force vibrates or a part turns fast
//! enough to need it, and as long as the estimate falls with the length as the order says; where parts that attract each other come close,
//! of which a long sub-step may know less than a short one; or where energy comes or goes unaccounted, and the less of it the shorter the
//! sub-step. At a singular pose a sub-step stands
//! with its error over the tolerance, and is counted: the closer steps creep up to one, the harder it throws them back.

use crate::solver::SolveError;

use super::super::SimState;
use super::super::integrators::{StepContext, StepError};
use super::super::stabilise::TORN;
use super::energy_error::Leak;
use super::judge::{OPEN, has_no_effect, is_driven_against};
use super::sub_step_length::{POWER, SHORT, SHORTEST, SHORTEST_LOOSE, factor, flew_by, shortest, smallest};
use super::{DEEPEST_FOR_POINTS, MOST, PACE, RETRY, SLACK, Stepper, pace};

/// A sub-step that is as much of what is left takes all of it: no splinter is left at the end.
const NEARLY: f64 = 0.999;
/// Share of a sub-step that must be longer than the shortest for it to be divided. Less than [`NEARLY`]: one that took a
/// splinter with it must not be tried again and again.
const DIVISIBLE: f64 = 0.99;

/// What came of a sub-step.
struct Trial {
    /// Estimated error in units of the tolerance.
    error: f64,
    /// Whether the solver's answers are too loose for the estimate to be of the integration.
    loose: bool,
    outcome: Outcome,
}

enum Outcome {
    Stands,
    /// To be tried again from the same place with this length (s).
    Again {
        sub: f64,
    },
    Softens,
}

/// Attempts from the same place, by length and error.
#[derive(Default)]
struct Attempts {
    last: Option<(f64, f64)>,
    /// The longest; its error is infinite once a passage from either side was tried there.
    longest: Option<(f64, f64)>,
}

/// What is known of a sub-step.
struct Seen {
    error: f64,
    loose: bool,
    /// Whether its error is small enough, or is borne.
    stands: bool,
    /// How far projection left the constraints open (m, rad).
    open: f64,
}

/// Notes a sub-step that stands with such an error, in units of the tolerance.
fn strain(context: &StepContext<'_>, state: &mut SimState, error: f64) {
    if error > 1.0 {
        state.control.strained += 1;
        state.control.missed += error * context.model.settings.tolerance;
    }
}

impl Stepper {
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
            let left = h - done;
            let wanted = match state.control.wanted {
                wanted if wanted > 0.0 => wanted.max(smallest).min(h),
                _ => h,
            };
            let wanted = wanted.min(h * (PACE.0 / pace(context, h)).max(SHORTEST));
            let sub = match wanted / left {
                share if share >= NEARLY => left,
                share if share > 0.5 => 0.5 * left,
                _ => wanted,
            };
            state.time = start + done;
            self.before.clone_from(state);
            if state.control.soft && self.is_taut(context, left, (left, SLACK)) {
                self.soften(context, state, left)?;
                self.count(state, left);
                break;
            }
            state.control.soft = false;
            let Trial {
                error,
                loose,
                outcome,
            } = self.trial(context, state, (sub, h), attempts.last)?;
            match outcome {
                Outcome::Again { sub: shorter } => {
                    self.refuse(state);
                    let passed = self.pass_if_stuck(context, state, (sub, error, h), &mut attempts)?;
                    if let Some((length, error)) = passed {
                        attempts = Attempts::default();
                        self.count(state, length);
                        strain(context, state, error);
                        state.control.wanted = length;
                        done = if length == left { h } else { done + length };
                    } else {
                        attempts.last = Some((sub, error));
                        state.control.wanted = shorter;
                    }
                }
                Outcome::Softens => {
                    self.soften(context, state, left)?;
                    state.control.wanted = h;
                    self.count(state, left);
                    break;
                }
                Outcome::Stands => {
                    attempts = Attempts::default();
                    self.count(state, sub);
                    strain(context, state, error);
                    // What was cut short for the end says nothing against the length wanted.
                    let next = match error > 1.0 {
                        true => h * if loose { SHORTEST_LOOSE } else { SHORT },
                        false => sub * factor(error),
                    };
                    state.control.wanted = if sub < wanted { next.max(wanted) } else { next }.min(h);
                    done = if sub == left { h } else { done + sub };
                }
            }
        }
        Ok(())
    }

    /// Takes the longest sub-step that was tried past a singular pose, where an attempt of this length and error in a step of `h` was refused
    /// and none shorter does better than it should. Returns its length and error, if it stands.
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

    /// Whether an attempt of this length and error says that none shorter does better than it should: its stages are rough, or it is hardly
    /// better than the one before.
    fn is_stuck(
        &self,
        context: &StepContext<'_>,
        (sub, error): (f64, f64),
        tried: Option<(f64, f64)>,
    ) -> bool {
        let helped = |(length, before): (f64, f64)| error <= before * (sub / length).powi(POWER);
        self.may_pass(context) && (self.is_rough(context) || !tried.is_none_or(helped))
    }

    /// Integrates a sub-step of `sub` seconds in a step of `h` and judges it.
    fn trial(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (sub, h): (f64, f64),
        tried: Option<(f64, f64)>,
    ) -> Result<Trial, StepError> {
        self.energies = None;
        let error = match self.events.advance(context, &mut self.work, state, sub) {
            Ok(error) => error,
            Err(StepError::Solve(SolveError::Numerical { .. } | SolveError::NonFinite { .. })) => {
                f64::INFINITY
            }
            Err(error) if has_no_effect(context, &error) => f64::INFINITY,
            Err(error) => return Err(error),
        };
        let smallest = smallest(context.model, h);
        if let Some(deepest) = self.unsettled(context, state) {
            let least = (h / f64::from(1u32 << deepest)).max(smallest);
            return Ok(Trial {
                error: f64::INFINITY,
                loose: false,
                outcome: if DIVISIBLE * sub > least {
                    Outcome::Again {
                        sub: (0.25 * sub).max(least),
                    }
                } else {
                    Outcome::Softens
                },
            });
        }
        self.across = self.nears_singular(context);
        let error = self.error_along(context, state, error)?;
        // What the solver leaves open is no error of the integration.
        let loose = context.dynamics.approximates();
        let come_to = |outcome| {
            Ok(Trial {
                error,
                loose,
                outcome,
            })
        };
        let softened = self.before.control.soft;
        // Written so that NaN is refused.
        let stands = error <= 1.0
            || error.is_finite()
                && (loose && softened
                    || DIVISIBLE * sub
                        <= shortest((context.model, &self.before), (error, loose), (sub, h), tried));
        let open = if stands {
            self.project(context, state, sub)?
        } else {
            0.0
        };
        let past = if stands {
            let flew = flew_by(context.model, (&self.before, state), sub, error);
            self.passed_over(context, state, flew)
        } else {
            None
        };
        if let Some(error) = past {
            let least = (h / f64::from(1u32 << DEEPEST_FOR_POINTS)).max(smallest);
            if DIVISIBLE * sub <= least {
                return Err(error);
            }
            // There is no singular pose to be passed by a longer one.
            return Ok(Trial {
                error: f64::INFINITY,
                loose,
                outcome: Outcome::Again {
                    sub: (0.5 * sub).max(least),
                },
            });
        }
        let outcome = self.outcome(
            context,
            state,
            (sub, h),
            tried,
            Seen {
                error,
                loose,
                stands,
                open,
            },
        );
        come_to(outcome)
    }

    /// Whether a sub-step of `sub` seconds in a step of `h` stands.
    fn outcome(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (sub, h): (f64, f64),
        tried: Option<(f64, f64)>,
        seen: Seen,
    ) -> Outcome {
        let Seen {
            error,
            loose,
            stands,
            open,
        } = seen;
        let softened = self.before.control.soft;
        // What was soft a moment ago is contradictory still.
        let again = softened && !state.step.is_multiple_of(RETRY);
        let touches = stands && !loose && self.touches_by_events(context, state);
        let leak = if !stands || loose || softened && (again || !touches) {
            Leak::None
        } else {
            self.leak(context, state, sub)
        };
        let blow_up = self.drives_blow_up(context, state, sub, h);
        let burst = blow_up.is_some() || self.bursts(context, state, sub);
        let torn = (open.is_nan() || open > TORN) && !loose;
        let ajar = torn || open > OPEN && !loose && !softened;
        let steady = torn && self.opens_steadily(context.model, open, sub);
        // Impacts follow each other at any length where J all but loses rank; impulses take that. What comes after them is held to it as well.
        let impacts = touches && (leak != Leak::None || softened && !self.keeps_energy(context, state, sub));
        let least = match (stands, burst && !loose, blow_up) {
            (_, true, Some(deepest)) => h / f64::from(1u32 << deepest),
            (_, true, None) if softened => h * SHORTEST,
            (_, true, None) if self.touches_by_events(context, state) => {
                h / f64::from(1u32 << self.deepest_for_impacts())
            }
            (_, true, None) => h * self.closest(context),
            (false, ..) => shortest((context.model, &self.before), (error, loose), (sub, h), tried),
            _ if torn && !softened && steady => h * SHORTEST,
            _ if impacts && !torn => h / f64::from(1u32 << self.deepest_for_impacts()),
            _ if leak == Leak::Helped || torn && !softened => h * self.closest(context),
            _ => h * if loose { SHORTEST_LOOSE } else { SHORT },
        };
        let least = least.max(smallest(context.model, h));
        let divisible = DIVISIBLE * sub > least && !((burst || torn) && again);
        if (!stands || burst || ajar || leak != Leak::None) && divisible {
            // A sixteenth is tried before anything shorter.
            let first = if DIVISIBLE * sub > h * SHORT {
                h * SHORT
            } else {
                0.0
            };
            return Outcome::Again {
                sub: (sub * factor(error).min(0.5)).max(least.max(first)),
            };
        }
        let in_vain = leak == Leak::Helped && is_driven_against(context);
        if !stands || burst || torn || in_vain || impacts {
            Outcome::Softens
        } else {
            Outcome::Stands
        }
    }

    /// The shortest share of a step where energy comes or goes at any other length.
    fn closest(&mut self, context: &mut StepContext<'_>) -> f64 {
        1.0 / f64::from(1u32 << self.deepest_from_here(context))
    }
}
