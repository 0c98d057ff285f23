//! Sub-steps past a singular pose, in which J loses rank. The acceleration of a stage close to the pose is mostly the error of its state, divided
//! by the distance to the pose, and shorter sub-steps have stages closer to it. So a sub-step of the usual length is tried whose stages take their
//! accelerations from [either side](super::super::integrators) of where they are; it stands where it is the better one.

use crate::scene::{Integrator, Stabilisation, SubSteps};
use crate::solver::SolveError;

use super::super::SimState;
use super::super::integrators::{StepContext, StepError};
use super::acceptance::OPEN;
use super::{Stepper, closed_lines};

/// Distances to the states on either side that are tried, as fractions of the sub-step.
const DISTANCES: [f64; 2] = [0.35, 0.13];
/// Roughness of the accelerations within a sub-step, relative to the largest, above which they do not follow a smooth course: of Runge-Kutta 4, and
/// of Dormand-Prince by the weights of its estimate.
const ROUGH: (f64, f64) = (0.25, 1e-3);
/// Ratio of the error, where it is above the tolerance, to that of the same sub-step by plain stages, below which the sub-step stands.
const BETTER: f64 = 0.1;

/// Largest rate of the feedback times the sub-step at which Runge-Kutta 4 certainly damps: its stability region reaches 2.8.
const STABLE_FEEDBACK: f64 = 2.0;

/// Maximum number of such trials in a step that are no better: then the roughness has another cause.
const MISSES: u32 = 2;

impl Stepper {
    /// Whether the accelerations within the sub-step just tried are as rough as near a singular pose, and a trial from either side is worth while.
    pub(super) fn is_rough(&self, context: &StepContext<'_>) -> bool {
        self.may_pass(context) && self.nears_singular(context)
    }

    /// Whether the accelerations within the sub-step just tried are as rough as near a singular pose. Where feedback leaves a C of c, the paths
    /// that meet in that pose pass each other at a distance of sqrt(c): sub-steps as short as that are led from one path onto another.
    pub(super) fn nears_singular(&self, context: &StepContext<'_>) -> bool {
        let most = if context.model.settings.integrator.is_adaptive() {
            ROUGH.1
        } else {
            ROUGH.0
        };
        self.may_lose_rank(context) && self.integrator.roughness() > most
    }

    /// Whether a trial from either side is worth while. Across an event it is not: accelerations are rough because of the event, and those on
    /// either side belong to different motions.
    pub(super) fn may_pass(&self, context: &StepContext<'_>) -> bool {
        self.failed_passages < MISSES && self.events.count() == 0 && self.may_lose_rank(context)
    }

    /// Whether there may be poses in which J loses rank, and projection keeps the states near them on the constraints. Trees of joints have none.
    fn may_lose_rank(&self, context: &StepContext<'_>) -> bool {
        let settings = &context.model.settings;
        let projects = match settings.stabilisation {
            Stabilisation::Projection => true,
            // Where drives push the machine against a pose that stops it, a soft step takes over.
            Stabilisation::Baumgarte => settings.integrator.is_adaptive() && context.model.passive,
            Stabilisation::None => false,
        };
        projects && Self::has_singular_poses(context)
    }

    /// Whether poses in which J loses rank cannot be ruled out by the topology, and the solver is accurate enough to show them.
    fn has_singular_poses(context: &StepContext<'_>) -> bool {
        !context.model.links.is_empty() && !context.dynamics.is_trees() && !context.dynamics.approximates()
    }

    /// Without stabilisation, adds the distance at which paths that meet in a singular pose pass each other to the missed error, after a sub-step with an
    /// error above the tolerance: `sqrt(c l)` where a C of c is open in a machine of size l. Which of them the machine goes on by is chance.
    pub(super) fn note_branches(&mut self, context: &mut StepContext<'_>, state: &mut SimState) {
        let model = context.model;
        if model.settings.stabilisation == Stabilisation::None && Self::has_singular_poses(context) {
            let open = self.integrator.projector.open(context.dynamics, model, state);
            state.control.error_sum += (open * model.extent(state)).sqrt();
        }
    }

    /// Returns the error of the sub-step just integrated along the constraints, where projection removes the part across them: next to a pose in
    /// which J loses rank nearly all of the error is across.
    pub(super) fn error_along(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        error: f64,
    ) -> Result<f64, StepError> {
        let stretches = context.model.has_events();
        if error <= 1.0 || !error.is_finite() || stretches || !self.may_lose_rank(context) {
            return Ok(error);
        }
        self.judged_along_constraints = true;
        Ok(self.integrator.error_along(context, state)?.min(error))
    }

    /// Takes a sub-step of `sub` seconds in a step of `h` past a singular pose, with accelerations from either side. Returns its error, if it
    /// stands: the error is within the tolerance, or far below that of `plain` stages, and the energy is balanced. Of two that stand the one with
    /// the smaller energy error is taken.
    pub(super) fn pass_by_error(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (sub, h): (f64, f64),
        plain: f64,
    ) -> Result<Option<f64>, StepError> {
        if self.began_beyond_limits(context) || self.events.count() > 0 {
            return Ok(None);
        }
        self.judged_along_constraints = true;
        let mut best: Option<(f64, f64)> = None;
        let mut kept = SimState::default();
        for share in DISTANCES {
            let refused = state.control.refused;
            // Where the sub-step before was soft, this one counts as soft as well: the pose is close to singular still.
            state.clone_from(&self.before);
            state.control.refused = refused;
            self.energies = None;
            self.integrator.look_either_side(Some(share * sub));
            let error = self.events.advance(context, &mut self.integrator, state, sub);
            self.integrator.look_either_side(None);
            let Some(error) = result_of_trial(error)? else {
                continue;
            };
            if self.events.count() > 0 || !(error <= 1.0 || error < BETTER * plain) {
                continue;
            }
            let Some(open) = result_of_trial(self.project(context, state, sub))? else {
                continue;
            };
            let stands = open <= OPEN
                && closed_lines::closed_up(context.model, &self.before, state).is_none()
                && self.keeps_energy(context, state, sub)
                && self.drives_blow_up(context, state, sub, h).is_none()
                && !self.bursts(context, state, sub);
            let gained = self.gained(context, state, sub);
            if stands && best.is_none_or(|(_, least)| gained < least) {
                best = Some((error, gained));
                kept.clone_from(state);
            }
        }
        if best.is_some() {
            state.clone_from(&kept);
        }
        self.failed_passages += u32::from(best.is_none());
        Ok(best.map(|(error, _)| error))
    }

    /// Repeats the sub-step just integrated, whose stages are rough, with accelerations from either side; keeps the result with the smallest energy
    /// error.
    pub(super) fn pass_whole(&mut self, context: &mut StepContext<'_>, state: &mut SimState, sub: f64) {
        if self.began_beyond_limits(context) {
            return;
        }
        let plain = self.gained(context, state, sub);
        let mut best = plain;
        let mut other = SimState::default();
        for share in DISTANCES {
            other.clone_from(&self.before);
            self.integrator.look_either_side(Some(share * sub));
            let done = self
                .events
                .advance(context, &mut self.integrator, &mut other, sub);
            self.integrator.look_either_side(None);
            let gained = self.gained(context, &other, sub);
            if done.is_ok() && self.events.count() == 0 && gained < best {
                best = gained;
                state.clone_from(&other);
            }
        }
        // Neither the attempt before nor a trial that is kept had events.
        self.events.forget();
        self.failed_passages += u32::from(best == plain);
    }

    /// Takes a Runge-Kutta step of `sub` seconds with feedback past the pose that a soft step would bridge (in a step of `h`): with accelerations
    /// from either side, then projected onto the constraints. Returns whether it stands; if not, the state may be anything.
    pub(super) fn pass_instead(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        sub: f64,
        h: f64,
    ) -> Result<bool, StepError> {
        let settings = &context.model.settings;
        let ways = (settings.integrator, settings.stabilisation);
        // Feedback that is unstable at this step length is not the fault of a pose; and where equal steps are chosen, their outcome is to be seen.
        let grows = settings.kd * sub > STABLE_FEEDBACK || settings.ks * sub * sub > STABLE_FEEDBACK;
        if ways != (Integrator::Rk4, Stabilisation::Baumgarte)
            || settings.sub_steps != SubSteps::Automatic
            || grows
            || !context.model.passive
            || !Self::has_singular_poses(context)
        {
            return Ok(false);
        }
        let passed = self.pass_by_error(context, state, (sub, h), f64::INFINITY)?;
        self.judged_along_constraints = false;
        Ok(passed.is_some())
    }

    /// Returns the size of the energy error since the start of the sub-step of `sub` seconds (J); where there are isolated machines, as a share of the
    /// allowed one, in the machine in which it is worst.
    fn gained(&mut self, context: &mut StepContext<'_>, state: &SimState, sub: f64) -> f64 {
        self.energies = None;
        let error = if context.model.isolated().masses().is_empty() {
            self.unaccounted(context, state)
        } else {
            let worst = self.energy(context, state, sub).balance;
            worst.error / worst.allowed
        };
        self.energies = None;
        // NaN counts as the worst.
        if error.is_nan() {
            f64::INFINITY
        } else {
            error.abs()
        }
    }
}

/// Returns the result of a trial that need not succeed; `None` where it failed.
///
/// # Errors
/// Where the solve was cancelled or takes too long: other attempts would be as well.
fn result_of_trial<T>(result: Result<T, impl Into<StepError>>) -> Result<Option<T>, StepError> {
    match result.map_err(Into::into) {
        Ok(result) => Ok(Some(result)),
        Err(error @ StepError::Solve(SolveError::Cancelled | SolveError::TooLong)) => Err(error),
        Err(_) => Ok(None),
    }
}
