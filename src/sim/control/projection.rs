//! Projection after a sub-step: puts the state back on the constraints, where the scene asks for it or sub-steps are too short for feedback.

use crate::scene::{Integrator, Stabilisation};
use crate::solver::SolveError;

use super::super::SimState;
use super::super::integrators::{Hold, StepContext, taken_by};
use super::super::stabilise::Factor;
use super::{DRIFTED, Stepper};

/// Length of a sub-step, as a fraction of the step, up to which feedback closes next to nothing within it.
const OUTRUN: f64 = 1.0 / 16.0;

impl Stepper {
    /// Puts the state back on the constraints, and after a step by impulses separates overlapping parts. In the opposite order, joints would draw
    /// parts into each other. Returns the same as [`Self::project`].
    pub(super) fn project_and_separate(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        sub: f64,
    ) -> Result<f64, SolveError> {
        let open = self.project(context, state, sub)?;
        if context.model.settings.integrator == Integrator::Impulse {
            self.integrator.part(context, state, sub)?;
        }
        Ok(open)
    }

    /// Puts the state back on the constraints where the scene asks for it; with feedback, where sub-steps are so short that feedback cannot act
    /// within them. Returns the |C| that is left (m, rad): of joints too far open for one projection, only by how much further open they are than
    /// before.
    pub(super) fn project(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        sub: f64,
    ) -> Result<f64, SolveError> {
        let settings = &context.model.settings;
        let integrator = taken_by(context.model, state);
        let holds = self.integrator.held() != Hold::Nothing;
        // RATTLE closes the constraints of its own sub-steps, and needs them closed at the start of each.
        let rattle = settings.integrator == Integrator::Rattle;
        if integrator == Integrator::Rattle && !holds {
            return Ok(0.0);
        }
        let feeds_back = settings.stabilisation == Stabilisation::Baumgarte;
        let closes = rattle
            || settings.stabilisation == Stabilisation::Projection
            || feeds_back && self.judged_along_constraints && !self.began_open(context, DRIFTED);
        let asked = closes || feeds_back && self.outruns_feedback(context, sub);
        if !asked {
            return Ok(0.0);
        }
        // Where points of contact come and go, the last factor has another topology or does not exist, as contacts have solvers of their own.
        // Impulses with limits leave the factor of a trial set, which holds the limits of that set only.
        let limited = settings.integrator == Integrator::Impulse && !context.model.bounded().is_empty();
        let comes_and_goes = limited || context.model.contact().is_some();
        let factor = match integrator {
            Integrator::Impulse if comes_and_goes => Factor::BehindLost(&self.before),
            Integrator::Rattle => Factor::Elsewhere,
            _ if comes_and_goes => Factor::Elsewhere,
            Integrator::Impulse => Factor::Behind,
            Integrator::SemiImplicitEuler if !holds => Factor::Behind,
            Integrator::SemiImplicitEuler | Integrator::Rk4 | Integrator::Dopri5 => Factor::Here,
        };
        let model = self.events.with_contacts(context.model, state);
        let projector = &mut self.integrator.projector;
        let missed = projector.project(context.dynamics, model, state, sub, factor)?;
        if !closes {
            // The feedback closes the rest.
            return Ok(0.0);
        }
        let out_of_reach = projector.out_of_reach(context.model);
        if out_of_reach == 0.0 {
            return Ok(missed);
        }
        // Joints too far open for one projection: those that were as far open before are closed over several steps; what the sub-step itself tore
        // open counts as not closed.
        let before = projector.open(context.dynamics, context.model, &self.before);
        Ok(missed.max(out_of_reach - before))
    }

    /// Whether a sub-step of high order is far shorter than a step, and joints were closed at its start. A rate of C left by the sub-step would do
    /// work under loads that come and go before the feedback has taken it away.
    fn outruns_feedback(&mut self, context: &mut StepContext<'_>, sub: f64) -> bool {
        let settings = &context.model.settings;
        let high = matches!(settings.integrator, Integrator::Rk4 | Integrator::Dopri5);
        high && sub <= OUTRUN * settings.dt
            && !context.dynamics.approximates()
            && !self.began_open(context, DRIFTED)
    }
}
