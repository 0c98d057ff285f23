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
mod by_halves;
mod closing;
mod driven;
mod energy_error;
mod fastest_mode;
mod flyby;
mod judge;
mod loads;
mod low_order;
pub(super) mod mass_scaling;
mod no_effect;
pub(super) mod passing;
mod past_singular;
mod softening;
mod sub_step_length;
mod verdict;

use crate::forces::ForceKind;
use crate::scene::{Settings, SubSteps};

use super::events::Events;
use super::integrators::{StepContext, StepError, Workspace};
use super::restoring::Restoring;
use super::stiffness::Stiffness;
use super::{Energy, Load, Model, SimState, Stake, StepControl};

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
/// The same where drives make the motion blow up, slow ones and fast ones: the closer it comes to the pose that stops them, the faster it gets.
const DEEPEST_FOR_DRIVES: [u32; 2] = [2, 6];
/// Angle of the vibration in a step from which strain counts after a soft step (rad).
const SLACK: f64 = 0.2;
/// Share of what is allowed below which a longer sub-step is tried.
const CALM: f64 = 0.8;
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
    pub(super) scaled: mass_scaling::ScaledModel,
    /// Coordinates at which the step began, where masses may be scaled after it.
    begun_at: Vec<f64>,
    before: SimState,
    drives: driven::Drives,
    no_effect: no_effect::Search,
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
    /// Events in the attempts of this step that were refused.
    refused_events: usize,
    /// Whether the sub-step passes a pose in which J loses rank, or is judged by what it errs along the constraints, so that projection has
    /// to take away the rest.
    across: bool,
    /// Whether a sub-step of this step held what is under load, and erred too much for it.
    unheld: bool,
    /// Rate at which constraints opened in the attempt before, from the same place, where that tore them (m/s, rad/s).
    tearing: Option<f64>,
}

impl Stepper {
    /// Advances `state` by `h` seconds, with the masses that the model has.
    ///
    /// # Errors
    /// The state may then be anything.
    fn take_step(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), StepError> {
        let start = state.time;
        let settings = &context.model.settings;
        state.control.sub_steps = 0;
        let refused = state.control.refused;
        // What was solved last is not known: rows were read, or a state was put back.
        context.dynamics.solver.forget_factor();
        state.contact.begin_step();
        state.control.shortest = h;
        if settings.sub_steps == SubSteps::Fixed && !settings.is_by_error() && pace(context, h) > PACE.1 {
            return Err(StepError::Programme(pace(context, h)));
        }
        if settings.is_by_error() {
            self.by_error(context, state, h)?;
        } else {
            self.by_halves(context, state, h)?;
        }
        self.events.note_contacts(context, state)?;
        let control = &mut state.control;
        control.divided += u64::from(control.sub_steps > 1);
        // A long step may take as many as the usual ones in its time.
        let steady = STEADY * (h / Settings::USUAL_DT).clamp(1.0, 1e3) as u64;
        let tried = u64::from(control.sub_steps) + control.refused - refused;
        control.toil = (control.toil + tried).saturating_sub(steady);
        if control.toil > MOST_TOIL {
            return Err(StepError::Unresolved);
        }
        state.time = state.clock.tick(start, h);
        state.step += 1;
        Ok(())
    }

    /// Back to where the sub-step began, but for the count of refusals.
    fn refuse(&mut self, state: &mut SimState) {
        self.refused_events += self.events.count();
        state.clone_from(&self.before);
        state.control.refused += 1;
    }

    /// Nothing was tried yet in a step.
    fn begin(&mut self) {
        self.tried = None;
        self.vain = false;
        self.missed = 0;
        self.refused_events = 0;
        self.events.forget();
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
