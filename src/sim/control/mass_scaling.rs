//! Mass scaling, as explicit finite elements have it: what is so light that it vibrates under load far faster than steps, and is followed for long, counts
//! as heavier from then on.
//!
//! ```text
//! scaled from where        sum over steps of (sub-steps - AFFORDED), never below 0, exceeds PATIENCE
//! m' = max(m, LEAST M)     M the heaviest part of its island; the moment of inertia by the same factor
//! v' = v sqrt(m/m')        projected on the constraints: a vibration keeps its energy and its amplitude
//! ```
//! `docs/theory.md` ("Light parts between heavy ones").

use std::mem;

use super::super::integrators::{StepContext, StepError};
use super::super::stiffness::{Stiffness, fastest};
use super::super::{Model, SimState};
use super::Stepper;
use super::loads::HOLD;
use crate::scene::{Settings, SubSteps};

/// Sub-steps that a step of the usual length may take on and on, and how many beyond it may add up.
const AFFORDED: u64 = 8;
const PATIENCE: u64 = 480;
/// How many times slower what vibrates fastest is to get.
const WORTH: f64 = 2.0;

/// The machine with scaled masses.
#[derive(Default)]
pub(super) struct ScaledModel {
    model: Option<Box<Model>>,
    /// Version of the bodies, and generation of the dynamics, for which it was made.
    of: (u64, u64),
}

impl ScaledModel {
    fn of(&mut self, context: &StepContext<'_>) -> &Model {
        let of = (context.model.bodies.version(), context.dynamics.generation());
        if mem::replace(&mut self.of, of) != of {
            self.model = None;
        }
        let scaled = || Box::new(context.model.scaled());
        self.model.get_or_insert_with(scaled)
    }
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
        if state.control.scaled_since.is_some() {
            let mut kept = mem::take(&mut self.scaled);
            let stepped = self.take_step(&mut context.with(kept.of(context)), state, h);
            self.scaled = kept;
            return stepped;
        }
        let refused = state.control.refused;
        self.take_step(context, state, h)?;
        let tried = u64::from(state.control.sub_steps) + state.control.refused - refused;
        if self.is_too_light(context, state, (tried, h)) {
            scale(context, state)?;
        }
        Ok(())
    }

    /// Whether what is light has been followed for longer than is of use, after a step of `h` seconds that took as many tries.
    fn is_too_light(&self, context: &StepContext<'_>, state: &mut SimState, (tried, h): (u64, f64)) -> bool {
        let (model, control) = (context.model, &mut state.control);
        let settings = &model.settings;
        if settings.sub_steps == SubSteps::Fixed || settings.is_by_error() {
            return false;
        }
        let afforded = AFFORDED * (h / Settings::USUAL_DT).clamp(1.0, 1e3) as u64;
        let vibrates = control.stiffness * h > HOLD;
        control.pursued = (control.pursued + if vibrates { tried } else { 0 }).saturating_sub(afforded);
        control.pursued > PATIENCE && is_slower_scaled(&self.stiffness, model, &state.q)
    }
}

/// Whether what vibrates fastest under the loads last looked at would be slower by scaled masses.
fn is_slower_scaled(stiffness: &Stiffness, model: &Model, q: &[f64]) -> bool {
    if stiffness.moving.len() != model.bodies.len() {
        return false;
    }
    let scaled = fastest(model, q, |body| {
        [stiffness.moving[body], stiffness.turning[body]].map(|stiff| stiff / model.bodies[body].heavier)
    });
    WORTH * scaled < stiffness.bound(model, q)
}

/// Scales masses from here on, and books by how much the energy changes with them.
///
/// # Errors
/// As the solver's.
fn scale(context: &mut StepContext<'_>, state: &mut SimState) -> Result<(), StepError> {
    let model = context.model;
    for body in model.bodies.iter().filter(|body| body.heavier > 1.0) {
        for v in &mut state.v[body.offset..][..body.motion.dim()] {
            *v /= body.heavier.sqrt();
        }
    }
    state.control.scaled_since = Some(state.time);
    context
        .dynamics
        .exactly(|it| it.project_velocities(&model.scaled(), state))?;
    Ok(())
}
