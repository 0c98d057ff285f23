//! Mass scaling, as in explicit finite elements: parts so light that they vibrate under load far faster than steps, and that sub-steps have
//! followed for long, count as heavier from then on.
//!
//! ```text
//! scaled where             sum over steps of (sub-steps - afforded), never below 0, exceeds PATIENCE; by error also where one misses its tolerance
//! m' = K (h/target)²       between m and a share of the heaviest part of its island; K the stiffness under load. The moment of inertia likewise
//! v' = w + (v - w) sqrt(m/m')      w the mean velocity in the step: a vibration keeps its energy and its amplitude
//! ```
//! `docs/theory.md` ("Light parts between heavy ones").

use std::mem;

use super::super::integrators::{StepContext, StepError};
use super::super::stiffness::{Stiffness, at};
use super::super::{Dynamics, Model, SimState, StepControl, vibration};
use super::Stepper;
use super::loads::HOLD;
use crate::scene::{Settings, SubSteps};

/// When masses are scaled, and by how much.
struct Bounds {
    /// Sub-steps, rejected ones included, that every step of the usual length may take.
    afforded: u64,
    /// Angle of the fastest vibration in a whole step (rad): above which it counts, and after scaling.
    counts: f64,
    target_angle: f64,
}

const BY_HALVES: Bounds = Bounds {
    afforded: 6,
    counts: HOLD,
    target_angle: 4.0,
};
const BY_ERROR: Bounds = Bounds {
    afforded: 8,
    counts: 2.0,
    target_angle: 2.0,
};

impl Bounds {
    /// Returns the bounds for these settings. `None` where vibrations are followed at any cost: with fixed steps, and by error where the scene
    /// limits how short sub-steps may be, or asks for a smaller error than the usual one.
    fn of(settings: &Settings) -> Option<&'static Self> {
        let followed = settings.smallest_step.is_some() || settings.tolerance < Settings::USUAL_TOLERANCE;
        match settings.is_by_error() {
            true => (!followed).then_some(&BY_ERROR),
            false => (settings.sub_steps != SubSteps::Fixed).then_some(&BY_HALVES),
        }
    }

    /// Whether vibrations under load have been followed for longer than is useful, after a step of `h` seconds that took that many attempts;
    /// `fastest` is the angular frequency of the fastest vibration before the step.
    fn are_exceeded(&self, state: &mut SimState, (attempts, h): (u64, f64), fastest: f64) -> bool {
        let control = &mut state.control;
        let vibrates = fastest.max(control.load_frequency) * h > self.counts;
        if control.vibration_sub_steps == 0 && !vibrates {
            return false;
        }
        let afforded = self.afforded * (h / Settings::USUAL_DT).clamp(1.0, 1e3) as u64;
        control.vibration_sub_steps =
            (control.vibration_sub_steps + if vibrates { attempts } else { 0 }).saturating_sub(afforded);
        control.vibration_sub_steps > MAX_VIBRATION_SUB_STEPS
    }
}

/// Sub-steps beyond [`Bounds::afforded`] that may accumulate before masses are scaled.
const MAX_VIBRATION_SUB_STEPS: u64 = 480;
/// Angle of the fastest vibration by a force in a whole step up to which that force is slow (rad).
const FOLLOWED: f64 = 1.0;
/// Factor by which some part must become heavier for scaling to be of use.
const WORTH: f64 = 1.5;

/// The model with scaled masses, kept between steps.
#[derive(Default)]
pub(in crate::sim) struct ScaledModel {
    model: Option<Box<Model>>,
    /// Generation counters of the bodies and of the dynamics for which the model was built; the scale factors follow in `factors`.
    of: (u64, u64),
    factors: Vec<[f64; 2]>,
}

impl ScaledModel {
    /// Returns the model with the masses that it has in a state.
    pub(in crate::sim) fn of<'a>(
        &'a mut self,
        model: &'a Model,
        dynamics: &Dynamics,
        state: &SimState,
    ) -> &'a Model {
        if state.scaled.is_empty() {
            return model;
        }
        let of = (model.bodies.version(), dynamics.generation());
        if mem::replace(&mut self.of, of) != of || self.factors != state.scaled {
            self.factors.clone_from(&state.scaled);
            self.model = None;
        }
        self.model.get_or_insert_with(|| Box::new(model.scaled(state)))
    }
}

impl Stepper {
    /// Begins a step after which masses may be scaled; returns the step control as it is.
    pub(super) fn begin_scaling(&mut self, state: &SimState) -> StepControl {
        if state.control.vibration_sub_steps > 0 {
            self.begun_at.clone_from(&state.q);
        }
        state.control
    }

    /// Scales masses after a step of `h` seconds where that is due: where it took more sub-steps for vibrations than are allowed.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn scale_if_due(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (begun, h): (StepControl, f64),
    ) -> Result<(), StepError> {
        let settings = &context.model.settings;
        let Some(bounds) = Bounds::of(settings) else {
            return Ok(());
        };
        let vibrates = begun.vibration_sub_steps > 0;
        let mut attempts = u64::from(state.control.sub_steps) + state.control.refused - begun.refused;
        if settings.is_by_error() && (attempts > bounds.afforded || vibrates) {
            let model = self.scaled.of(context.model, context.dynamics, state);
            state.control.load_frequency = self.stiffness.of(model, context.dynamics, at(state));
            if state.control.over_tolerance > begun.over_tolerance {
                attempts += MAX_VIBRATION_SUB_STEPS;
            }
        }
        if bounds.are_exceeded(state, (attempts, h), begun.load_frequency) && vibrates {
            state.control.vibration_sub_steps = 0;
            self.scale(context, state, (bounds.target_angle, h))?;
        }
        Ok(())
    }

    /// Scales masses from this state on, by the loads last evaluated in the step of `h` seconds just taken, so that the vibration angle in a step
    /// falls to `target_angle`. Does nothing where that would make no part much heavier.
    ///
    /// # Errors
    /// As the solver's.
    fn scale(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (target_angle, h): (f64, f64),
    ) -> Result<(), StepError> {
        let model = context.model;
        let Some(factors) = factors(&self.stiffness, model, state, (target_angle, h)) else {
            return Ok(());
        };
        let before = mem::replace(&mut state.scaled, factors);
        for (index, body) in model.bodies.iter().enumerate() {
            let before = before.get(index).copied().unwrap_or([1.0; 2]);
            for k in 0..body.motion.dim() {
                let which = usize::from(k == 2);
                let mean = (state.q[body.offset + k] - self.begun_at[body.offset + k]) / h;
                let v = &mut state.v[body.offset + k];
                *v = mean + (*v - mean) * (before[which] / state.scaled[index][which]).sqrt();
            }
        }
        state.control.scaled_since.get_or_insert(state.time);
        let scaled = self.scaled.of(model, context.dynamics, state);
        context
            .dynamics
            .exactly(|it| it.project_velocities(scaled, state))?;
        Ok(())
    }
}

/// Returns the factors on mass and moment of inertia of each body, by the loads last evaluated; `None` where no body would become much heavier than
/// it is in the state.
fn factors(
    stiffness: &Stiffness,
    model: &Model,
    state: &SimState,
    (target_angle, h): (f64, f64),
) -> Option<Vec<[f64; 2]>> {
    if stiffness.moving.len() != model.bodies.len() {
        return None;
    }
    let square = (h / target_angle).powi(2);
    let mut heavier = false;
    let mut factors = Vec::with_capacity(model.bodies.len());
    // A part that a force moves faster than a step resolves must keep its mass; a slow force moves no part that vibrates under load.
    let pulled = vibration::fastest(model, state).is_some_and(|it| it.1 * h > FOLLOWED);
    for (index, most) in model.max_mass_factors(pulled).into_iter().enumerate() {
        let (body, before) = (&model.bodies[index], state.scaled.get(index));
        let before = before.copied().unwrap_or([1.0; 2]);
        let turning = match body.motion.turns() {
            true => stiffness.turning[index] / body.mass.inertia,
            false => 0.0,
        };
        let needed = [stiffness.moving[index] / body.mass.mass, turning];
        let factor = |k: usize| (needed[k] * square).min(most).max(before[k]);
        let own = [factor(0), factor(1)];
        heavier |= own[0] > WORTH * before[0] || own[1] > WORTH * before[1];
        factors.push(own);
    }
    heavier.then_some(factors)
}
