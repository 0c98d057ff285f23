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

use super::super::integrators::{StepContext, StepError};
use super::super::stabilise::TORN;
use super::super::{Model, SimState, vibration};
use super::energy_error::Leak;
use super::judge::{OPEN, is_driven_against};
use super::{DEEPEST_FOR_POINTS, MOST, PACE, RETRY, SLACK, Stepper, flyby, pace};

/// Share of the tolerance aimed at.
const SAFETY: f64 = 0.6;
/// Factors by which a sub-step chosen by error changes.
const FACTORS: [f64; 10] = [5.0, 3.0, 2.0, 1.5, 1.2, 1.0, 0.8, 0.6, 0.4, 0.2];
/// A sub-step that is as much of what is left takes all of it: no splinter is left at the end.
const NEARLY: f64 = 0.999;
/// Share of a sub-step that must be longer than the shortest for it to be divided. Less than [`NEARLY`]: one that took a
/// splinter with it must not be tried again and again.
const DIVISIBLE: f64 = 0.99;
/// Shortest sub-step by error, as a share of the step: where shortening does not help, and where it does or the numbers burst.
const SHORT: f64 = 1.0 / 16.0;
const SHORTEST: f64 = 1.0 / 1024.0;
/// Angle of a vibration or a turn in the shortest of ordinary sub-steps from which a shorter one is of use (rad).
const SWIFT: f64 = 0.03;
/// Closest distance of an encounter, as a share of the way in the sub-step, that the error estimate may not know of.
const UNSEEN: f64 = 0.1;
/// Angles by which parts that attract each other turn in a sub-step where they are closest (rad): from which they are close, and from which an
/// error estimate knows nothing of it.
const CLOSE: f64 = 0.1;
const AROUND: f64 = 1.0;
/// Power of the length with which the estimate falls at least where shortening helps; the order of the estimate is 5.
const POWER: i32 = 4;
/// The same where the solver's answers are too loose for the estimate to be of the integration.
const SHORTEST_LOOSE: f64 = 0.5;

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
            Err(error) => return Err(error),
        };
        self.across = self.nears_singular(context);
        let error = self.error_along(context, state, error)?;
        let smallest = smallest(context.model, h);
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
                    || DIVISIBLE * sub <= self.shortest(context.model, (error, loose), (sub, h), tried));
        let open = if stands {
            self.project(context, state, sub)?
        } else {
            0.0
        };
        let past = if stands {
            let model = context.model;
            // Of what turns by much the estimate knows nothing; one that stands with a larger error has none shorter.
            let most = if error > 1.0 && smallest == 0.0 {
                CLOSE
            } else {
                AROUND
            };
            let turned = flyby::nears_attraction(model, &self.before, (sub, most));
            let flew = turned || flyby::is_missed(model, (&self.before, state), (sub, UNSEEN));
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
        let leak = if !stands || loose || softened {
            Leak::None
        } else {
            self.leak(context, state, sub)
        };
        let blow_up = self.drives_blow_up(context, state, sub, h);
        let burst = blow_up.is_some() || self.bursts(context, state, sub);
        let torn = (open.is_nan() || open > TORN) && !loose;
        let ajar = torn || open > OPEN && !loose && !softened;
        let steady = torn && self.opens_steadily(context.model, open, sub);
        // What was soft a moment ago is contradictory still.
        let again = softened && !state.step.is_multiple_of(RETRY);
        let least = match (stands, burst && !loose, blow_up) {
            (_, true, Some(deepest)) => h / f64::from(1u32 << deepest),
            (_, true, None) if softened => h * SHORTEST,
            (_, true, None) => h * self.closest(context),
            (false, ..) => self.shortest(context.model, (error, loose), (sub, h), tried),
            _ if torn && !softened && steady => h * SHORTEST,
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
        if !stands || burst || torn || in_vain {
            Outcome::Softens
        } else {
            Outcome::Stands
        }
    }

    /// The shortest share of a step where energy comes or goes at any other length.
    fn closest(&mut self, context: &mut StepContext<'_>) -> f64 {
        1.0 / f64::from(1u32 << self.deepest_from_here(context))
    }

    /// The shortest sub-step that is tried for the sake of an error above the tolerance (s).
    fn shortest(
        &self,
        model: &Model,
        (error, loose): (f64, bool),
        (sub, h): (f64, f64),
        tried: Option<(f64, f64)>,
    ) -> f64 {
        if loose {
            return h * SHORTEST_LOOSE;
        }
        if let Some(smallest) = model.settings.smallest_step {
            return smallest.min(h);
        }
        if flyby::nears_attraction(model, &self.before, (sub, CLOSE)) {
            return h / f64::from(1u32 << DEEPEST_FOR_POINTS);
        }
        let helps = |(length, before): (f64, f64)| error <= before * (sub / length).powi(POWER);
        if error.is_finite() && tried.is_none_or(helps) && swift(model, &self.before, h) {
            h * SHORTEST
        } else {
            h * SHORT
        }
    }
}

/// The smallest sub-step that the scene allows in a step of `h` seconds; 0 where it leaves that open.
fn smallest(model: &Model, h: f64) -> f64 {
    model.settings.smallest_step.map_or(0.0, |it| it.min(h))
}

/// Whether something vibrates or turns too fast for the shortest of ordinary sub-steps.
fn swift(model: &Model, state: &SimState, h: f64) -> bool {
    let spin = model.fastest_turn(state).map_or(0.0, |(_, rate)| rate);
    let forces = vibration::fastest(model, state).map_or(0.0, |(_, rate)| rate);
    spin.max(forces) * SHORT * h > SWIFT
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
