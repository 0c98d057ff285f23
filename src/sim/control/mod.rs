//! Step control: a step is taken as a whole, or in as many sub-steps as it needs.
//!
//! ```text
//! halving      sub-step = h/2^level; refused and halved where
//!                omega sub-step > 1           a taut chain (see loads)
//!                |dE - dW| > what the order explains    a whip, a pose close to singular
//!                constraints cannot be closed
//! by error     Dormand-Prince: sub-step <- sub-step * f, f^5 error/tolerance <= SAFETY
//! ```
//! Everything decided depends on the state alone, so a replay decides the same. Where the numbers burst at any
//! length, at a pose in which constraints contradict each other or all but do, the sub-step is taken
//! [softly](super::soft). RATTLE is judged by its energy only where that is grossly wrong: equal steps are what keeps it in bounds. A
//! solver that stops short of the answer is not judged: what it leaves open no shorter step closes.

mod burst;
mod by_error;
mod closing;
mod driven;
mod energy_error;
mod fastest_mode;
mod judge;
mod loads;
pub(super) mod passing;
mod past_singular;
mod softening;
mod verdict;

use crate::forces::ForceKind;
use crate::scene::{Integrator, Settings, SubSteps};
use crate::solver::SolveError;

use super::events::Events;
use super::integrators::{StepContext, StepError, Workspace};
use super::restoring::Restoring;
use super::stiffness::Stiffness;
use super::{Energy, Load, Model, SimState, Stake, StepControl};

use self::verdict::{Otherwise, Verdict};

/// Angle of the fastest programme in time in a sub-step (rad), and in a whole step where that is not divided.
const PACE: (f64, f64) = (1.0, 1.4);
/// Levels of halving at most.
const DEEPEST: u32 = StepControl::DEEPEST;
/// The same where points meet whose line a constraint measures, and where parts attract each other: those that fall into each other are not
/// followed through a point.
const DEEPEST_FOR_POINTS: u32 = 20;
/// The same where what is under load vibrates on and on, and where RATTLE does not close joints that were open before.
const DEEPEST_FOR_LOAD: u32 = 10;
/// The same where RATTLE does not close joints that were closed: at shorter ones rounding closes any.
const DEEPEST_FOR_CLOSURE: u32 = 14;
/// The same for what was a contradiction a moment ago.
const DEEPEST_FOR_BURST: u32 = 4;
/// Sub-steps of a step at most: what takes more is not followed in any time.
const MOST: u32 = 1 << 14;
/// The same of steps that go on and on, twice what the deepest division for loads takes, and what they may take beyond it in all: two stars
/// that an error has bound to each other would go round ever closer, and be followed without end.
const STEADY: u64 = 1 << 11;
const MOST_TOIL: u64 = 1 << 17;
/// The same where drives make the motion blow up: the closer it comes to the pose that stops them, the faster it gets.
const DEEPEST_FOR_DRIVES: u32 = 2;
/// Angle of the vibration in a step from which strain counts after a soft step (rad).
const SLACK: f64 = 0.2;
/// |C| beyond which a joint is open as built, and not by drift (m, rad).
const DRIFTED: f64 = 1e-3;
/// Steps between attempts to do without soft ones.
const RETRY: u64 = 8;

/// Angle that the fastest programme in time turns by in `h` seconds (rad).
fn pace(context: &StepContext<'_>, h: f64) -> f64 {
    context.model.pace.map_or(0.0, |(_, pace)| pace * h)
}

/// Levels of halving at most, where shorter ones are of use.
fn deepest(model: &Model) -> u32 {
    let attracts = |load: &Load| matches!(load.kind, ForceKind::Attraction(_));
    if model.loads.iter().any(attracts) {
        DEEPEST_FOR_POINTS
    } else {
        DEEPEST
    }
}

/// Takes steps.
#[derive(Default)]
pub struct Stepper {
    work: Workspace,
    pub(super) events: Events,
    stiffness: Stiffness,
    restoring: Restoring,
    modes: fastest_mode::Scratch,
    before: SimState,
    drives: driven::Drives,
    /// Whether the soft step that comes is to hold what is under load.
    taut: bool,
    /// Energies and stakes at both ends of the sub-step, once they were asked for.
    energies: Option<[(Energy, Stake); 2]>,
    /// Energy error of the attempt before, from the same place.
    tried: Option<f64>,
    /// Whether a shorter sub-step of this step has lost no less energy.
    vain: bool,
    /// Passages from either side of this step that were no better.
    missed: u32,
    /// Whether the sub-step passes a pose in which J loses rank, or is judged by what it errs along the constraints, so that projection has
    /// to take away the rest.
    across: bool,
    /// Whether a sub-step of this step held what is under load, and erred too much for it.
    unheld: bool,
    /// Rate at which constraints opened in the attempt before, from the same place, where that tore them (m/s, rad/s).
    tearing: Option<f64>,
}

impl Stepper {
    /// Advances `state` by `h` seconds.
    ///
    /// # Errors
    /// The state may then be anything.
    pub fn step(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), StepError> {
        let start = state.time;
        let settings = &context.model.settings;
        state.control.sub_steps = 0;
        // What was solved last is not known: rows were read, or a state was put back.
        context.dynamics.solver.forget_factor();
        state.contact.begin_step();
        state.control.shortest = h;
        if settings.sub_steps == SubSteps::Fixed
            && !(settings.integrator.is_adaptive() && settings.tolerance > 0.0)
            && pace(context, h) > PACE.1
        {
            return Err(StepError::Programme(pace(context, h)));
        }
        if settings.integrator.is_adaptive() && settings.tolerance > 0.0 {
            self.by_error(context, state, h)?;
        } else {
            self.by_halves(context, state, h)?;
        }
        self.events.note_contacts(context, state)?;
        let control = &mut state.control;
        control.divided += u64::from(control.sub_steps > 1);
        // A long step may take as many as the usual ones in its time.
        let steady = STEADY * (h / Settings::USUAL_DT).clamp(1.0, 1e3) as u64;
        control.toil = (control.toil + u64::from(control.sub_steps)).saturating_sub(steady);
        if control.toil > MOST_TOIL {
            return Err(StepError::Unresolved);
        }
        state.time = state.clock.tick(start, h);
        state.step += 1;
        Ok(())
    }

    fn by_halves(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), StepError> {
        let start = state.time;
        let whole = 1u32 << DEEPEST;
        let mut at = 0;
        if context.model.settings.sub_steps == SubSteps::Fixed {
            state.control.level = 0;
        }
        self.begin();
        let mut least = 0;
        while least < DEEPEST_FOR_LOAD && pace(context, h) > PACE.0 * f64::from(1u32 << least) {
            least += 1;
        }
        if context.model.settings.sub_steps == SubSteps::Fixed {
            least = 0;
        }
        while at < whole {
            if state.control.sub_steps >= MOST {
                return Err(StepError::Unresolved);
            }
            state.control.level = state.control.level.max(least);
            let level = state.control.level;
            let size = whole >> level;
            let share = |ticks: u32| f64::from(ticks) / f64::from(whole);
            let sub = h * share(size);
            state.time = start + h * share(at);
            self.before.clone_from(state);
            match self.attempt(context, state, sub, h) {
                Verdict::Good { calm } => {
                    at += size;
                    self.count(state, sub);
                    if calm && level > least && at.is_multiple_of(2 * size) {
                        state.control.level -= 1;
                    }
                }
                Verdict::Hold { stiffness } => {
                    self.refuse(state);
                    state.control.stiffness = stiffness;
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
                            if self.vain && level > least && at.is_multiple_of(2 * size) {
                                state.control.level -= 1;
                            }
                        }
                        // What contradicts itself is no better off with short sub-steps.
                        Otherwise::Soften => {
                            let rest = h * share(whole - at);
                            if !self.pass_instead(context, state, rest, h)? {
                                self.soften(context, state, rest)?;
                            }
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
    fn attempt(&mut self, context: &mut StepContext<'_>, state: &mut SimState, sub: f64, h: f64) -> Verdict {
        let settings = &context.model.settings;
        let automatic = settings.sub_steps == SubSteps::Automatic;
        let rattle = settings.integrator == Integrator::Rattle;
        if automatic && self.before.control.soft && self.is_taut(context, sub, (sub, SLACK)) {
            return Verdict::SOFT;
        }
        state.control.soft = false;
        let mut left = 0.0;
        self.energies = None;
        let holds = self.is_to_hold(context, (sub, h));
        self.work.hold_loads(holds);
        let advanced = self.events.advance(context, &mut self.work, state, sub);
        if advanced.is_ok() && !holds && settings.integrator == Integrator::Rk4 && self.is_rough(context) {
            self.pass_whole(context, state, sub);
        }
        let burst = match advanced {
            // Projection takes back what a long step seemed to gain.
            Ok(_) => match self.put_right(context, state, sub) {
                Ok(open) => {
                    if let Some(verdict) = self.ends(context, state, automatic) {
                        return verdict;
                    }
                    left = open;
                    if automatic && self.storms_in_vain(context, state) {
                        return Verdict::SOFT;
                    }
                    !rattle && self.bursts(context, state, sub)
                }
                // What overlaps belongs to the step by impulses.
                Err(SolveError::Numerical { .. } | SolveError::NonFinite { .. })
                    if settings.integrator == Integrator::Impulse =>
                {
                    true
                }
                Err(error) => return Verdict::fail(error.into()),
            },
            Err(error @ StepError::Closure(_)) => {
                return self.does_not_close(context, state, automatic, error);
            }
            Err(StepError::Solve(SolveError::Numerical { .. } | SolveError::NonFinite { .. })) if !rattle => {
                true
            }
            Err(error) => return Verdict::fail(error),
        };
        let blow_up = !burst && self.drives_blow_up(context, state, sub, h);
        if burst || blow_up {
            return Verdict::Shorter {
                halvings: 1,
                deepest: match blow_up {
                    _ if !automatic || self.hopeless(state) => 0,
                    true => DEEPEST_FOR_DRIVES,
                    false if self.before.control.soft => DEEPEST_FOR_BURST,
                    false => self.deepest_from_here(context),
                },
                otherwise: Otherwise::Soften,
            };
        }
        if rattle && self.overdamped(context, state, sub) {
            return Verdict::Shorter {
                halvings: 1,
                deepest: if automatic { DEEPEST_FOR_LOAD } else { 0 },
                otherwise: Otherwise::Fail(StepError::Unresolved),
            };
        }
        if rattle && !automatic && self.misses_encounter(context, state, sub) {
            return Verdict::fail(StepError::Unresolved);
        }
        if !automatic {
            // RATTLE goes back to whole steps as soon as it can.
            return Verdict::Good { calm: true };
        }
        self.judge(context, state, (sub, h), left)
    }

    /// Where RATTLE does not come to the constraints.
    fn does_not_close(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        automatic: bool,
        error: StepError,
    ) -> Verdict {
        Verdict::Shorter {
            halvings: 1,
            // What was closed may move too fast for any longer sub-step; what was open already, or is driven open, no length closes.
            deepest: if self.hopeless(state) {
                0
            } else if !context.model.passive || self.began_torn(context) {
                DEEPEST_FOR_LOAD
            } else {
                DEEPEST_FOR_CLOSURE
            },
            // Who asks for equal steps is told that there are none.
            otherwise: if automatic {
                Otherwise::Soften
            } else {
                Otherwise::Fail(error)
            },
        }
    }

    /// Where a line closed up that a constraint measures, and no shorter sub-step tells how it goes on.
    fn ends(&self, context: &StepContext<'_>, state: &SimState, automatic: bool) -> Option<Verdict> {
        let link = passing::closed_up(context.model, &self.before, state)?;
        Some(Verdict::Shorter {
            halvings: 1,
            deepest: if automatic { DEEPEST_FOR_POINTS } else { 0 },
            otherwise: Otherwise::Fail(StepError::ClosedUp(link)),
        })
    }

    /// What was soft a moment ago is contradictory still; now and then it is tried all the same.
    fn hopeless(&self, state: &SimState) -> bool {
        self.before.control.soft && !state.step.is_multiple_of(RETRY)
    }

    /// Back to where the sub-step began, but for the count of refusals.
    fn refuse(&self, state: &mut SimState) {
        state.clone_from(&self.before);
        state.control.refused += 1;
    }

    /// Nothing was tried yet in a step.
    fn begin(&mut self) {
        self.tried = None;
        self.vain = false;
        self.missed = 0;
        self.unheld = false;
        self.across = false;
        self.tearing = None;
    }

    fn count(&mut self, state: &mut SimState, sub: f64) {
        self.tried = None;
        self.tearing = None;
        let control = &mut state.control;
        control.sub_steps += 1;
        control.total += 1;
        control.shortest = control.shortest.min(sub);
    }
}
