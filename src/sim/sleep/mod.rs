//! Sleeping islands: islands at rest have no rows, do not creep, and wake in the very step in which something pushes them.
//!
//! ```text
//! island    bodies that are connected by constraints, forces between them, and contacts with a force
//! at rest   |v| + |w| r <= RATE r   for QUIET seconds, r the reach of a body; nothing drives, follows time or is held by the hand
//! sleeps    v = 0; to awake bodies it is ground
//! wakes     when something awake pushes it: the step is taken anew from where it began
//! ```
//! At rest a velocity changes by at most `2 RATE r` in QUIET seconds, so its acceleration is below `2 RATE r / QUIET`: only a motion that
//! starts more slowly than that is taken for rest.

mod awake;
mod islands;

use crate::scene::Settings;

use self::awake::Awake;
use self::islands::Islands;

use super::contact::{ContactMethod, speed};
use super::control::Stepper;
use super::integrators::{StepContext, StepError};
use super::{Energy, Grab, Model, SimState};

/// Time for which an island is at rest before it sleeps (s).
const QUIET: f64 = 0.5;
/// Largest speed of any point of a body at rest over the reach of the body (1/s): where contacts are solved exactly, and by sweeps, which
/// leave a tremor.
const RATE: f64 = 1e-6;
const RATE_OF_SWEEPS: f64 = 0.1;
/// Reach above which the bound for sweeps is one and the same speed (m).
const REACH_OF_SWEEPS: f64 = 0.1;
/// Least reach of a body (m).
const SMALL: f64 = 0.01;

/// Whether islands at rest sleep in a scene with these settings.
fn is_on(settings: &Settings) -> bool {
    settings.contact.is_some_and(|it| it.sleeping)
}

/// Steps the awake bodies, puts islands to sleep and wakes them. Nothing in it is state of the run.
#[derive(Default)]
pub struct Sleep {
    islands: Islands,
    awake: Option<Box<Awake>>,
    /// Whether the last step woke something in its start state, and the rest times and sleep flags of that state before.
    woke: bool,
    rest: Vec<f64>,
    asleep: Vec<bool>,
    /// Colliders with contact rows, by collider, where sweeps solved the contacts.
    swept: Vec<bool>,
}

impl Sleep {
    /// Takes one step of `h` seconds, by the model of the awake bodies where something sleeps. Sleeping islands that something awake pushes are
    /// woken in `before`, the state at which the step began, and the step is taken anew.
    ///
    /// # Errors
    /// As the stepper's, with the model and state of the awake bodies where these failed (`failed_at`); `state` may then be anything.
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

    /// Puts back to sleep, in the start state of the last step, the islands that it woke.
    pub fn take_back(&self, state: &mut SimState) {
        if self.woke {
            state.rest.clone_from(&self.rest);
            state.asleep.clone_from(&self.asleep);
        }
    }

    /// The model of the awake bodies and the state at which their last step began, where something sleeps in `state`.
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
            for (one, two) in &state.contact_pairs {
                for collider in [one.0, two.0] {
                    if let Some(own) = self.swept.get_mut(collider as usize) {
                        *own = true;
                    }
                }
            }
        }
    }

    /// Updates the time at rest of bodies after a step of `h` seconds, and puts islands to sleep.
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
        let SimState {
            contact_pairs,
            asleep,
            ..
        } = state;
        let is_awake = |collider: u32| {
            colliders.list[collider as usize]
                .body
                .is_some_and(|it| !asleep[it])
        };
        contact_pairs.retain(|(a, b)| is_awake(a.0) || is_awake(b.0));
    }
}
