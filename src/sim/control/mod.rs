//! Step control: takes a step as a whole, or divides it into as many sub-steps as it needs.
//!
//! ```text
//! halving      sub-step = h/2^level; rejected and halved where
//!                omega sub-step > 1           a taut chain (see `loads`)
//!                |dE - dW| > what the order explains    a whip (a light part flung round its dead centre), a pose close to singular
//!                constraints cannot be closed
//! by error     Dormand-Prince: sub-step <- sub-step * f, f^5 error/tolerance <= SAFETY
//! ```
//! Every decision depends on the state alone, so a replay makes the same decisions. At a pose in which constraints contradict each other, or nearly
//! do, the numbers burst at any sub-step length; there the sub-step is a [soft (regularised) step](super::soft). A whole step of RATTLE is judged by its
//! energy only where that is grossly wrong, because its energy error stays bounded only with equal steps. Where an iterative solver stops short of the
//! answer, the sub-step is not judged: no shorter one reduces the solver's residual.

mod acceptance;
mod burst;
mod by_error;
mod by_halves;
pub(super) mod closed_lines;
mod drive_blow_up;
mod energy_error;
mod fastest_mode;
mod flyby;
mod isolated_energy;
mod loads;
mod low_order;
pub(super) mod mass_scaling;
mod no_effect;
mod outcome;
mod past_singular;
mod projection;
mod sampled_error;
mod softening;
mod strain;
mod sub_step_length;
mod verdict;

use std::mem;

use crate::scene::{Settings, SubSteps};

use super::events::Events;
use super::integrators::{StepContext, StepError, Workspace};
use super::restoring::Restoring;
use super::stiffness::Stiffness;
use super::{Energy, Model, SimState, Stake, StepControl};

/// Largest angle by which the fastest time programme of a drive or force may advance (rad): in a sub-step, and in a whole step that is not divided.
const PACE: (f64, f64) = (1.0, 1.4);
/// Maximum number of halvings of a step.
const DEEPEST: u32 = StepControl::DEEPEST;
/// The same where the end points of a line meet whose direction a constraint measures, and where parts attract each other: parts that fall into
/// each other are not followed through the point where they meet.
const DEEPEST_FOR_POINTS: u32 = 20;
/// The same where parts vibrate under load for a long time, and where RATTLE does not close joints that were already open.
const DEEPEST_FOR_LOAD: u32 = 10;
/// The same where RATTLE does not close joints that were closed: in shorter sub-steps rounding closes any joint.
const DEEPEST_FOR_CLOSURE: u32 = 14;
/// The same directly after a soft step, where the constraints contradicted each other.
const DEEPEST_FOR_BURST: u32 = 4;
/// Maximum number of sub-steps in a step; a motion that takes more is not followed.
const MOST: u32 = 1 << 14;
/// Sub-steps, rejected ones included, that every step of the usual length may take: twice as many as the deepest division for loads has.
const SUSTAINED_SUB_STEPS: u64 = 1 << 11;
/// Sub-steps beyond [`SUSTAINED_SUB_STEPS`] that may accumulate before the run stops: two stars bound to each other by an integration error would orbit ever
/// closer, and would be followed without end.
pub(super) const MAX_EXCESS_SUB_STEPS: u64 = 1 << 17;
/// Maximum number of halvings where drives make the motion blow up, for slow drives and for fast ones: the closer the machine comes to the pose
/// that stops the drive, the faster it moves.
const DEEPEST_FOR_DRIVES: [u32; 2] = [2, 6];
/// Vibration angle in a sub-step above which constraint forces are checked for strain after a soft step (rad).
const SLACK: f64 = 0.2;
/// Fraction of an allowed error below which a longer sub-step is tried.
const LENGTHEN_BELOW: f64 = 0.8;
/// |C| above which a joint is open as built, and not by constraint drift (m, rad).
const DRIFTED: f64 = 1e-3;
/// Steps between attempts to return from soft steps to exact ones.
const RETRY: u64 = 8;

/// Returns the angle by which the fastest time programme advances in `h` seconds (rad).
fn pace(context: &StepContext<'_>, h: f64) -> f64 {
    context.model.pace.map_or(0.0, |(_, pace)| pace * h)
}

/// Returns the length of a step halved `levels` times.
fn halved(h: f64, levels: u32) -> f64 {
    h / f64::from(1u32 << levels)
}

/// Returns the maximum number of halvings where shorter sub-steps are of use.
fn deepest(model: &Model) -> u32 {
    if model.has_attractions() {
        DEEPEST_FOR_POINTS
    } else {
        DEEPEST
    }
}

/// Adaptive step-size control: advances a state by whole steps.
#[derive(Default)]
pub struct Stepper {
    integrator: Workspace,
    pub(super) events: Events,
    stiffness: Stiffness,
    restoring: Restoring,
    modes: fastest_mode::Scratch,
    pub(super) scaled: mass_scaling::ScaledModel,
    /// Coordinates at the start of the step; kept where masses may be scaled after the step.
    begun_at: Vec<f64>,
    before: SimState,
    /// Scratch of `sampled_error`.
    halves: SimState,
    machines: isolated_energy::Machines,
    /// Length of the first sub-step by impulses of a run, in the step that takes it (s).
    pub(super) first_length: Option<f64>,
    drives: drive_blow_up::Drives,
    no_effect: no_effect::Search,
    /// Whether the next soft step is to be implicit in the stiffness under load.
    hold_in_soft_step: bool,
    /// Energies and stakes at the start and the end of the sub-step, computed on first request.
    energies: Option<[(Energy, Stake); 2]>,
    /// Energy error of the previous attempt from the same place.
    previous_energy_error: Option<f64>,
    /// Whether, in this step, shortening a sub-step has failed to reduce its energy error.
    halving_failed: bool,
    /// Number of trials in this step with accelerations from either side of a singular pose that were no better (see `past_singular`).
    failed_passages: u32,
    /// Number of events in the rejected attempts of this step.
    refused_events: usize,
    /// Whether the sub-step passes a pose in which J loses rank, or is judged by its error along the constraints alone; projection then has to
    /// remove the error across them.
    judged_along_constraints: bool,
    /// Whether a sub-step of this step was implicit in the stiffness under load, and its error was too large for that.
    hold_failed: bool,
    /// Whether drives demanded motions in the sub-step just taken that the constraints prevent.
    driven_against: bool,
    /// Rate at which constraints opened in the previous attempt from the same place, where that attempt tore them (m/s, rad/s).
    tearing: Option<f64>,
}

impl Stepper {
    /// Advances `state` by `h` seconds, in sub-steps where needed, and scales masses afterwards where that is due.
    ///
    /// # Errors
    /// On error the state may be anything.
    pub fn step(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), StepError> {
        let begun = self.begin_scaling(state);
        if state.scaled.is_empty() {
            self.take_step(context, state, h)?;
        } else {
            let mut kept = mem::take(&mut self.scaled);
            let model = kept.of(context.model, context.dynamics, state);
            let stepped = self.take_step(&mut context.with(model), state, h);
            self.scaled = kept;
            stepped?;
        }
        self.scale_if_due(context, state, (begun, h))
    }

    /// Advances `state` by `h` seconds, with the masses of the model in `context`.
    ///
    /// # Errors
    /// On error the state may be anything.
    fn take_step(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), StepError> {
        let start = state.time;
        let settings = &context.model.settings;
        state.control.sub_steps = 0;
        self.first_length = None;
        let refused = state.control.refused;
        // The factor that the solver holds may be that of another state: rows may have been read, or a state restored.
        context.dynamics.solver.discard_factor();
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
        // A long step may take as many sub-steps as the usual steps that cover the same time.
        let steady = SUSTAINED_SUB_STEPS * (h / Settings::USUAL_DT).clamp(1.0, 1e3) as u64;
        let attempts = u64::from(control.sub_steps) + control.refused - refused;
        control.excess_sub_steps = (control.excess_sub_steps + attempts).saturating_sub(steady);
        if control.excess_sub_steps > MAX_EXCESS_SUB_STEPS {
            return Err(StepError::Unresolved);
        }
        state.time = state.clock.tick(start, h);
        state.step += 1;
        Ok(())
    }

    /// Step rejection: restores the state from the start of the sub-step, except for the count of rejections.
    fn refuse(&mut self, state: &mut SimState) {
        self.refused_events += self.events.count();
        state.clone_from(&self.before);
        state.control.refused += 1;
    }

    /// Resets what is remembered of attempts, at the start of a step: how a step goes follows from the state alone, and the step before may have been
    /// taken under other settings.
    fn begin(&mut self) {
        self.integrator.hold_loads(false);
        self.hold_in_soft_step = false;
        self.previous_energy_error = None;
        self.halving_failed = false;
        self.failed_passages = 0;
        self.refused_events = 0;
        self.events.forget();
        self.hold_failed = false;
        self.judged_along_constraints = false;
        self.tearing = None;
    }

    fn count(&mut self, state: &mut SimState, sub: f64) {
        self.previous_energy_error = None;
        self.tearing = None;
        let control = &mut state.control;
        control.sub_steps += 1;
        control.total += 1;
        control.shortest = control.shortest.min(sub);
    }
}
