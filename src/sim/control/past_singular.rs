//! Sub-steps past a pose in which J loses rank. What a stage close to it answers is its own error divided by the distance, and the shorter
//! the sub-steps, the closer they come. So one of the usual length is tried whose stages take their accelerations from
//! [either side](super::super::integrators) of where they are, and stands where it is the better one.

use crate::scene::{Integrator, Stabilisation, SubSteps};

use super::super::SimState;
use super::super::integrators::{StepContext, StepError};
use super::judge::OPEN;
use super::{Stepper, passing};

/// Distances of the poses on either side that are tried, as shares of the sub-step.
const DISTANCES: [f64; 2] = [0.35, 0.13];
/// Differences of the accelerations within a sub-step, against the largest, from which they are no smooth course: of Runge-Kutta, and
/// by the pair's estimate.
const ROUGH: (f64, f64) = (0.25, 1e-3);
/// Share of the error of the same sub-step by plain stages that is worth standing for, over the tolerance.
const BETTER: f64 = 0.1;

/// Rates of feedback times the sub-step up to which Runge-Kutta's method surely damps: its region of stability goes to 2.8.
const STEADY: f64 = 2.0;

/// Passages of a step that are no better at most: what is rough for another reason stays so.
const MISSES: u32 = 2;

impl Stepper {
    /// Whether accelerations differ within the sub-step just tried as they do where a pose loses rank, and a passage is worth a trial.
    pub(super) fn is_rough(&self, context: &StepContext<'_>) -> bool {
        self.may_pass(context) && self.nears_singular(context)
    }

    /// Whether accelerations differ within the sub-step just tried as they do where a pose loses rank. Where feedback leaves a C of c, the
    /// paths that meet in that pose pass each other at a distance of the root of c: who steps as short as that is led from one onto another.
    pub(super) fn nears_singular(&self, context: &StepContext<'_>) -> bool {
        let most = if context.model.settings.integrator.is_adaptive() {
            ROUGH.1
        } else {
            ROUGH.0
        };
        self.may_lose_rank(context) && self.work.roughness() > most
    }

    /// Whether a passage is worth a trial. Across an event accelerations are rough for another reason, and those of either side are not of one
    /// course.
    pub(super) fn may_pass(&self, context: &StepContext<'_>) -> bool {
        self.missed < MISSES && self.events.count() == 0 && self.may_lose_rank(context)
    }

    /// Whether there are poses in which J loses rank, and projection keeps to the constraints beside them: trees of joints have none.
    fn may_lose_rank(&self, context: &StepContext<'_>) -> bool {
        let settings = &context.model.settings;
        let projects = match settings.stabilisation {
            Stabilisation::Projection => true,
            // What drives push against a pose that stops them is for the soft step.
            Stabilisation::Baumgarte => settings.integrator.is_adaptive() && context.model.passive,
            Stabilisation::None => false,
        };
        projects && Self::has_singular_poses(context)
    }

    /// Whether there are poses in which J loses rank, for all that is known without looking, and a solver that tells them.
    fn has_singular_poses(context: &StepContext<'_>) -> bool {
        !context.model.links.is_empty() && !context.dynamics.is_trees() && !context.dynamics.approximates()
    }

    /// The error of the sub-step just integrated along the constraints, where projection is to take away what it has across them: nearly all of
    /// it next to a pose in which J loses rank.
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
        self.across = true;
        Ok(self.work.error_along(context, state)?.min(error))
    }

    /// Takes a sub-step of `sub` seconds in a step of `h` past a singular pose, by error. Returns its error, if it stands: it is within
    /// the tolerance, or far below that by `plain` stages, and no energy comes or goes. Of two that stand it is the one that gains or loses
    /// less.
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
        self.across = true;
        let mut best: Option<(f64, f64)> = None;
        let mut kept = SimState::default();
        for share in DISTANCES {
            let refused = state.control.refused;
            state.clone_from(&self.before);
            state.control.refused = refused;
            self.energies = None;
            self.work.look_either_side(Some(share * sub));
            let error = self.events.advance(context, &mut self.work, state, sub);
            self.work.look_either_side(None);
            let Ok(error) = error else { continue };
            if self.events.count() > 0 || !(error <= 1.0 || error < BETTER * plain) {
                continue;
            }
            let open = self.project(context, state, sub)?;
            let stands = open <= OPEN
                && passing::closed_up(context.model, &self.before, state).is_none()
                && self.keeps_energy(context, state, sub)
                && self.drives_blow_up(context, state, sub, h).is_none()
                && !self.bursts(context, state, sub);
            let gained = self.gained(context, state);
            if stands && best.is_none_or(|(_, least)| gained < least) {
                best = Some((error, gained));
                kept.clone_from(state);
            }
        }
        if best.is_some() {
            state.clone_from(&kept);
        }
        self.missed += u32::from(best.is_none());
        Ok(best.map(|(error, _)| error))
    }

    /// Takes the sub-step just integrated, the stages of which are rough, once more past the pose, and leaves the one that gained or lost less energy
    /// across the constraints.
    pub(super) fn pass_whole(&mut self, context: &mut StepContext<'_>, state: &mut SimState, sub: f64) {
        if self.began_beyond_limits(context) {
            return;
        }
        let plain = self.gained(context, state);
        let mut best = plain;
        let mut other = SimState::default();
        for share in DISTANCES {
            other.clone_from(&self.before);
            self.work.look_either_side(Some(share * sub));
            let done = self.events.advance(context, &mut self.work, &mut other, sub);
            self.work.look_either_side(None);
            let gained = self.gained(context, &other);
            if done.is_ok() && self.events.count() == 0 && gained < best {
                best = gained;
                state.clone_from(&other);
            }
        }
        self.missed += u32::from(best == plain);
    }

    /// In place of a soft step of `sub` seconds in a step of `h`, takes Runge-Kutta's with feedback past the pose that it is to bridge: with
    /// its stages on either side, and then back onto the constraints. Whether it stands; if not, the state is any.
    pub(super) fn pass_instead(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        sub: f64,
        h: f64,
    ) -> Result<bool, StepError> {
        let settings = &context.model.settings;
        let ways = (settings.integrator, settings.stabilisation);
        // Feedback that grows at this step is the fault of no pose, and equal steps are asked for to see what comes of them.
        let grows = settings.kd * sub > STEADY || settings.ks * sub * sub > STEADY;
        if ways != (Integrator::Rk4, Stabilisation::Baumgarte)
            || settings.sub_steps != SubSteps::Automatic
            || grows
            || !context.model.passive
            || !Self::has_singular_poses(context)
        {
            return Ok(false);
        }
        let passed = self.pass_by_error(context, state, (sub, h), f64::INFINITY)?;
        self.across = false;
        Ok(passed.is_some())
    }

    /// Energy that came or went unaccounted since the sub-step began (J).
    fn gained(&mut self, context: &mut StepContext<'_>, state: &SimState) -> f64 {
        self.energies = None;
        let [(was, _), (is, _)] = self.energies(context, state);
        self.energies = None;
        let error = (is.total() - was.total()) - (state.work.total() - self.before.work.total());
        // What is no number is the worst of all.
        if error.is_nan() {
            f64::INFINITY
        } else {
            error.abs()
        }
    }
}
