//! Islands at rest sleep: they have no rows, do not creep, and are awake again in the very step in which something pushes them.
//!
//! ```text
//! island    bodies that hang together by constraints, forces between them, and where they push each other
//! at rest   |v| + |w| r <= RATE r   for QUIET seconds, r how far a body reaches; nothing drives, follows time or is held by the hand
//! sleeps    v = 0; to what is awake it is ground
//! wakes     when something awake pushes it: the step is taken anew from where it began
//! ```
//! What goes from one bound to the other in that time has an acceleration below `2 RATE r / QUIET`: only what starts more slowly than that
//! is taken for what rests.

mod awake;
mod islands;

use crate::scene::Settings;

use self::awake::Awake;
use self::islands::Islands;

use super::contact::{ContactMethod, speed};
use super::control::Stepper;
use super::integrators::{StepContext, StepError};
use super::{Energy, Grab, Model, SimState};

/// For how long an island is to be at rest before it sleeps (s).
const QUIET: f64 = 0.5;
/// How fast any point of a body at rest moves, against how far it reaches (1/s): where contacts are solved exactly, and by sweeps, which leave
/// a tremor.
const RATE: f64 = 1e-6;
const RATE_OF_SWEEPS: f64 = 0.1;
/// Reach from which on that is one and the same speed (m).
const REACH_OF_SWEEPS: f64 = 0.1;
/// How far a body reaches, at least (m).
const SMALL: f64 = 0.01;

/// Whether islands at rest sleep in a scene with these settings.
fn is_on(settings: &Settings) -> bool {
    settings.contact.is_some_and(|it| it.sleeping)
}

/// Steps what is awake, puts to sleep and wakes. Nothing here is state.
#[derive(Default)]
pub struct Sleep {
    islands: Islands,
    awake: Option<Box<Awake>>,
    /// Whether the last step woke something in the state that it began with, and how bodies rested and slept there.
    woke: bool,
    rest: Vec<f64>,
    asleep: Vec<bool>,
    /// Which colliders are near others, where sweeps solved the contacts.
    swept: Vec<bool>,
}

impl Sleep {
    /// One step of `h` seconds of what is awake, by its own model where something sleeps. What is asleep and pushed by something awake is
    /// woken in `before`, the state that the step began with, and the step taken anew.
    ///
    /// # Errors
    /// As the stepper's, with the model and the state at which it failed where those are of what is awake; `state` may then be anything.
    pub fn step(
        &mut self,
        context: &mut StepContext<'_>,
        stepper: &mut Stepper,
        (before, state): (&mut SimState, &mut SimState),
        h: f64,
    ) -> Result<(), StepError> {
        self.woke = false;
        while before.asleep.contains(&true) {
            let awake = Awake::of(&mut self.awake, context.model, before);
            awake.step(context, before, state, h)?;
            let pushed = awake.pushed(context.model);
            if pushed.is_empty() {
                return Ok(());
            }
            if !std::mem::replace(&mut self.woke, true) {
                self.rest.clone_from(&before.rest);
                self.asleep.clone_from(&before.asleep);
            }
            self.wake(context.model, before, &pushed);
            state.clone_from(before);
        }
        stepper.step(context, state, h)?;
        context.dynamics.keep_guess_in(context.model, state);
        Ok(())
    }

    /// Puts back to sleep what the last step woke, in the state that it began with.
    pub fn take_back(&self, state: &mut SimState) {
        if self.woke {
            state.rest.clone_from(&self.rest);
            state.asleep.clone_from(&self.asleep);
        }
    }

    /// The model of what is awake and the state at which its last step began, where something sleeps in a state.
    pub fn failed_at(&self, state: &SimState) -> Option<(&Model, &SimState)> {
        let awake = self.awake.as_ref().filter(|_| state.sleeping() > 0)?;
        Some(awake.began())
    }

    /// Wakes the islands of these bodies (dense indices).
    pub fn wake(&mut self, model: &Model, state: &mut SimState, bodies: &[usize]) {
        if state.sleeping() == 0 {
            return;
        }
        self.islands.find(model, state);
        self.islands.mark_these(bodies);
        for index in 0..model.bodies.len() {
            if state.asleep[index] && self.islands.is_restless(index) {
                (state.asleep[index], state.rest[index]) = (false, 0.0);
            }
        }
    }

    fn note_swept(&mut self, colliders: usize, state: &SimState) {
        self.swept.clear();
        self.swept.resize(colliders, false);
        if state.contact.way == ContactMethod::Sweeps {
            for (one, two) in &state.rows_of {
                for collider in [one.0, two.0] {
                    if let Some(own) = self.swept.get_mut(collider as usize) {
                        *own = true;
                    }
                }
            }
        }
    }

    /// Counts for how long bodies have been at rest after a step of `h` seconds, and puts islands to sleep.
    pub fn settle(&mut self, model: &Model, state: &mut SimState, grab: Option<&Grab>, h: f64) {
        let Some(colliders) = model.contact().filter(|_| is_on(&model.settings)) else {
            state.rest.clear();
            state.asleep.clear();
            return;
        };
        state.rest.resize(model.bodies.len(), 0.0);
        state.asleep.resize(model.bodies.len(), false);
        self.note_swept(colliders.list.len(), state);
        let mut any = false;
        for (it, is_swept) in colliders.list.iter().zip(&self.swept) {
            let Some(index) = it.body.filter(|body| !state.asleep[*body]) else {
                continue;
            };
            let (body, reach) = (&model.bodies[index], it.reach.max(SMALL));
            let most = if *is_swept {
                RATE_OF_SWEEPS * reach.min(REACH_OF_SWEEPS)
            } else {
                RATE * reach
            };
            let is_quiet = speed(&state.v[body.offset..], body.motion.dim(), reach) <= most;
            let rest = &mut state.rest[index];
            *rest = if is_quiet { (*rest + h).min(QUIET) } else { 0.0 };
            any |= *rest >= QUIET;
        }
        if !any {
            return;
        }
        self.islands.find(model, state);
        let rest = &state.rest;
        self.islands
            .mark_restless(model, state, grab.map(|it| it.body), |body| rest[body] < QUIET);
        let falls_asleep = |body: usize| !self.islands.is_restless(body);
        if !(0..model.bodies.len()).any(|body| !state.asleep[body] && falls_asleep(body)) {
            return;
        }
        let energy = Energy::of(model, state).total();
        for (index, body) in model.bodies.iter().enumerate() {
            if falls_asleep(index) {
                state.asleep[index] = true;
                state.v[body.offset..body.offset + body.motion.dim()].fill(0.0);
            }
        }
        state.work.dissipation += Energy::of(model, state).total() - energy;
        let SimState { rows_of, asleep, .. } = state;
        let is_awake = |collider: u32| {
            colliders.list[collider as usize]
                .body
                .is_some_and(|it| !asleep[it])
        };
        rows_of.retain(|(a, b)| is_awake(a.0) || is_awake(b.0));
    }
}
