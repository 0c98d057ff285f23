//! Step control: a step is taken as a whole, or in as many sub-steps as it needs.
//!
//! ```text
//! halving      sub-step = h/2^level; refused and halved where
//!                omega sub-step > 1           a taut chain (see stiffness)
//!                |dE - dW| > what the order explains    a whip, a pose close to singular
//!                constraints cannot be closed
//! by error     Dormand-Prince: sub-step <- sub-step * f, f^5 error/tolerance <= SAFETY
//! ```
//! Everything decided depends on the state alone, so a replay decides the same. Where the numbers burst at any
//! length, at a pose in which constraints contradict each other or all but do, the sub-step is taken
//! [softly](super::soft). RATTLE is never judged by its energy: equal steps are what keeps it in bounds.

use crate::scene::{Integrator, Stabilisation, SubSteps};
use crate::solver::SolveError;

use super::integrators::{Moving, StepError, Workspace, advance};
use super::stabilise::Factor;
use super::stiffness::Stiffness;
use super::{Energy, Model, SimState, soft};

/// Levels of halving at most: 1024 sub-steps a step.
const DEEPEST: u32 = 10;
/// Levels at most for the sake of energy, and for what may be a contradiction instead.
const DEEPEST_FOR_ENERGY: u32 = 6;
const DEEPEST_FOR_BURST: u32 = 4;
/// Largest angle (rad) of the fastest vibration in a sub-step; and below which share of it a longer one is tried.
const ANGLE: f64 = 1.0;
const CALM: f64 = 0.8;
/// Steps between attempts to do without soft ones.
const RETRY: u64 = 8;
/// Sub-steps between looks at the stiffness while steps are whole.
const LOOK: u64 = 4;
/// Energy that a sub-step of high order may lose or gain: share of the kinetic energy, and J/kg.
const HIGH_ORDER: (f64, f64) = (1e-5, 1e-8);
/// The same for low order, a second: what an explicit step gains as parts turn goes on and on.
const LOW_ORDER: (f64, f64) = (0.2, 0.25);
/// What a sub-step of low order may gain before it counts as a burst: share of the kinetic energy, and J/kg.
const OWN: (f64, f64) = (0.05, 5e-3);
/// What a sub-step twice as long does to its energy error against what is allowed: of high and of low order.
const GROWTH: (f64, f64) = (32.0, 2.0);
/// |C| a projection may leave (m, rad).
const OPEN: f64 = 1e-9;

/// Share of the tolerance aimed at.
const SAFETY: f64 = 0.6;
/// Factors by which a sub-step chosen by error changes.
const FACTORS: [f64; 10] = [5.0, 3.0, 2.0, 1.5, 1.2, 1.0, 0.8, 0.6, 0.4, 0.2];
/// Shortest sub-step by error, as a share of the step.
const SHORTEST: f64 = 1.0 / 65536.0;

/// What came of a sub-step.
enum Verdict {
    /// It stands; whether a longer one may do.
    Good { calm: bool },
    /// It must be halved as many times; whether it could stand if it cannot.
    Shorter {
        halvings: u32,
        deepest: u32,
        otherwise: Otherwise,
    },
}

/// What to do with a sub-step that should be shorter and cannot.
enum Otherwise {
    Accept,
    Soften,
    Fail(StepError),
}

/// Takes steps.
#[derive(Default)]
pub struct Stepper {
    work: Workspace,
    stiffness: Stiffness,
    before: SimState,
}

impl Stepper {
    /// Advances `state` by `h` seconds.
    ///
    /// # Errors
    /// The state may then be anything.
    pub fn step(&mut self, moving: &mut Moving<'_>, state: &mut SimState, h: f64) -> Result<(), StepError> {
        let start = state.time;
        let settings = &moving.model.settings;
        state.control.sub_steps = 0;
        state.control.shortest = h;
        if settings.integrator.is_adaptive() && settings.tolerance > 0.0 {
            self.by_error(moving, state, h)?;
        } else {
            self.by_halves(moving, state, h)?;
        }
        state.control.divided += u64::from(state.control.sub_steps > 1);
        state.time = state.clock.tick(start, h);
        state.step += 1;
        Ok(())
    }

    fn by_halves(&mut self, moving: &mut Moving<'_>, state: &mut SimState, h: f64) -> Result<(), StepError> {
        let start = state.time;
        let whole = 1u32 << DEEPEST;
        let mut at = 0;
        if moving.model.settings.sub_steps == SubSteps::Fixed {
            state.control.level = 0;
        }
        while at < whole {
            let level = state.control.level;
            let size = whole >> level;
            let share = |ticks: u32| f64::from(ticks) / f64::from(whole);
            let sub = h * share(size);
            state.time = start + h * share(at);
            self.before.clone_from(state);
            match self.attempt(moving, state, sub) {
                Verdict::Good { calm } => {
                    at += size;
                    self.count(state, sub);
                    if calm && level > 0 && at.is_multiple_of(2 * size) {
                        state.control.level -= 1;
                    }
                }
                Verdict::Shorter {
                    halvings, deepest, ..
                } if level < deepest => {
                    self.refuse(state);
                    state.control.level = (level + halvings).min(deepest);
                }
                Verdict::Shorter { otherwise, .. } => {
                    match otherwise {
                        Otherwise::Accept => {
                            at += size;
                            self.count(state, sub);
                        }
                        // What contradicts itself is no better off with short sub-steps.
                        Otherwise::Soften => {
                            let rest = h * share(whole - at);
                            self.soften(moving, state, rest)?;
                            self.count(state, rest);
                            state.control.level = 0;
                            at = whole;
                        }
                        Otherwise::Fail(error) => return Err(error),
                    }
                }
            }
        }
        Ok(())
    }

    /// Integrates a sub-step and judges it.
    fn attempt(&mut self, moving: &mut Moving<'_>, state: &mut SimState, sub: f64) -> Verdict {
        let settings = &moving.model.settings;
        let automatic = settings.sub_steps == SubSteps::Automatic;
        let rattle = settings.integrator == Integrator::Rattle;
        state.control.soft = false;
        let mut left = 0.0;
        let burst = match advance(moving, &mut self.work, state, sub) {
            // Projection takes back what a long step seemed to gain.
            Ok(_) => match self.project(moving, state, sub) {
                Ok(open) => {
                    left = open;
                    !rattle && self.bursts(moving.model, state, sub)
                }
                Err(error) => return Verdict::fail(error.into()),
            },
            Err(error @ StepError::Closure(_)) => {
                return Verdict::Shorter {
                    halvings: 1,
                    deepest: DEEPEST,
                    otherwise: Otherwise::Fail(error),
                };
            }
            Err(StepError::Solve(SolveError::Numerical { .. })) if !rattle => true,
            Err(error) => return Verdict::fail(error),
        };
        if burst {
            // What was soft a moment ago is contradictory still.
            let hopeless = !automatic || self.before.control.soft && !state.step.is_multiple_of(RETRY);
            return Verdict::Shorter {
                halvings: 1,
                deepest: if hopeless { 0 } else { DEEPEST_FOR_BURST },
                otherwise: Otherwise::Soften,
            };
        }
        if !automatic {
            // RATTLE goes back to whole steps as soon as it can.
            return Verdict::Good { calm: true };
        }
        self.judge(moving, state, sub, left)
    }

    /// Puts the state back on the constraints where the scene asks for it; returns how far they are open still
    /// beyond what they were before.
    fn project(
        &mut self,
        moving: &mut Moving<'_>,
        state: &mut SimState,
        sub: f64,
    ) -> Result<f64, SolveError> {
        let settings = &moving.model.settings;
        if settings.stabilisation != Stabilisation::Projection || settings.integrator == Integrator::Rattle {
            return Ok(0.0);
        }
        let factor = match settings.integrator {
            Integrator::SemiImplicitEuler | Integrator::Impulse => Factor::Behind,
            Integrator::Rk4 | Integrator::Dopri5 => Factor::Here,
            Integrator::Rattle => Factor::Elsewhere,
        };
        let projector = &mut self.work.projector;
        projector.project(moving.dynamics, moving.model, state, sub, factor)
    }

    fn judge(&mut self, moving: &mut Moving<'_>, state: &mut SimState, sub: f64, left: f64) -> Verdict {
        let (model, dynamics) = (moving.model, &*moving.dynamics);
        let control = &mut state.control;
        if control.level > 0 || control.total.is_multiple_of(LOOK) {
            control.stiffness =
                self.stiffness
                    .of(model, dynamics, &state.q, &state.v, state.time, &state.memory);
        }
        let angle = control.stiffness * sub;
        if angle.is_nan() || angle > ANGLE {
            let mut halvings = 1;
            while halvings < DEEPEST && angle > ANGLE * f64::from(1u32 << halvings) {
                halvings += 1;
            }
            return Verdict::Shorter {
                halvings,
                deepest: DEEPEST,
                otherwise: Otherwise::Accept,
            };
        }
        let calm = 2.0 * angle <= CALM * ANGLE;
        // Soft steps leave a state that exact ones do not follow on from.
        if model.settings.integrator == Integrator::Rattle || self.before.control.soft {
            return Verdict::Good { calm };
        }
        let (error, allowed, growth) = self.energy(model, state, sub);
        if error.is_nan() || error > allowed || left.is_nan() || left > OPEN {
            return Verdict::Shorter {
                halvings: 1,
                deepest: DEEPEST_FOR_ENERGY,
                otherwise: Otherwise::Accept,
            };
        }
        Verdict::Good {
            calm: calm && growth * error <= CALM * allowed,
        }
    }

    /// Whether more energy came in than the integrator itself explains.
    fn bursts(&self, model: &Model, state: &mut SimState, sub: f64) -> bool {
        let own = match model.settings.integrator {
            Integrator::SemiImplicitEuler | Integrator::Impulse => OWN,
            Integrator::Rk4 | Integrator::Rattle | Integrator::Dopri5 => (0.0, 0.0),
        };
        soft::is_burst(model, &self.before, state, sub, own)
    }

    /// Energy that came or went unaccounted (J), how much may, and by what it grows with the length.
    fn energy(&self, model: &Model, state: &SimState, sub: f64) -> (f64, f64, f64) {
        let mass: f64 = model.bodies.iter().map(|body| body.mass.mass).sum();
        let (was, is) = (Energy::of(model, &self.before), Energy::of(model, state));
        let error = (is.total() - was.total()) - (state.work.total() - self.before.work.total());
        let ((share, always), growth) = match model.settings.integrator {
            Integrator::SemiImplicitEuler | Integrator::Impulse => {
                ((LOW_ORDER.0 * sub, LOW_ORDER.1 * sub), GROWTH.1)
            }
            Integrator::Rk4 | Integrator::Rattle | Integrator::Dopri5 => (HIGH_ORDER, GROWTH.0),
        };
        let allowed = share * was.kinetic.max(is.kinetic) + always * mass;
        (error.abs(), allowed, growth)
    }

    fn by_error(&mut self, moving: &mut Moving<'_>, state: &mut SimState, h: f64) -> Result<(), StepError> {
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
            let refused = error.is_nan() || error > 1.0;
            if !refused {
                self.project(moving, state, sub)?;
            }
            let burst = self.bursts(moving.model, state, sub);
            let hopeless = sub <= SHORTEST * h || self.before.control.soft;
            if (refused || burst) && !hopeless {
                self.refuse(state);
                state.control.wanted = sub * factor(error).min(0.5);
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
            let next = sub * factor(error);
            state.control.wanted = if sub < wanted { next.max(wanted) } else { next }.min(h);
            done = if sub == left { h } else { done + sub };
        }
        Ok(())
    }

    fn soften(&mut self, moving: &mut Moving<'_>, state: &mut SimState, sub: f64) -> Result<(), StepError> {
        let fed = state.fed;
        state.clone_from(&self.before);
        state.fed = fed;
        soft::step(moving.model, moving.dynamics, state, moving.grab, sub)?;
        state.softened += 1;
        state.control.soft = true;
        Ok(())
    }

    /// Back to where the sub-step began, but for the count of refusals.
    fn refuse(&self, state: &mut SimState) {
        state.clone_from(&self.before);
        state.control.refused += 1;
    }

    fn count(&self, state: &mut SimState, sub: f64) {
        let control = &mut state.control;
        control.sub_steps += 1;
        control.total += 1;
        control.shortest = control.shortest.min(sub);
    }
}

impl Verdict {
    fn fail(error: StepError) -> Self {
        Self::Shorter {
            halvings: 0,
            deepest: 0,
            otherwise: Otherwise::Fail(error),
        }
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
