//! Putting the state of a sub-step back on the constraints, where the scene asks for it or feedback cannot answer.

use crate::scene::{Integrator, Stabilisation};
use crate::solver::SolveError;

use super::super::SimState;
use super::super::integrators::{Hold, StepContext, taken_by};
use super::super::stabilise::Factor;
use super::{DRIFTED, Stepper};

/// Sub-steps that are as short a share of the step are none in which feedback closes anything.
const OUTRUN: f64 = 1.0 / 16.0;

impl Stepper {
    /// Puts the state back on the constraints, and then apart what overlaps after impulses: the other way round, joints would draw parts into
    /// each other. Returns what [`Self::project`] does.
    pub(super) fn put_right(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        sub: f64,
    ) -> Result<f64, SolveError> {
        let open = self.project(context, state, sub)?;
        if context.model.settings.integrator == Integrator::Impulse {
            self.work.part(context, state, sub)?;
        }
        Ok(open)
    }

    /// Puts the state back on the constraints where the scene asks for it, and with feedback where sub-steps are so short that it cannot
    /// answer within them; returns how far they are open still beyond what they were before.
    pub(super) fn project(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        sub: f64,
    ) -> Result<f64, SolveError> {
        let settings = &context.model.settings;
        let integrator = taken_by(context.model, state);
        let holds = self.work.held() != Hold::Nothing;
        // RATTLE closes what it takes itself, and begins each sub-step closed.
        let rattle = settings.integrator == Integrator::Rattle;
        if integrator == Integrator::Rattle && !holds {
            return Ok(0.0);
        }
        let feeds_back = settings.stabilisation == Stabilisation::Baumgarte;
        let closes = rattle
            || settings.stabilisation == Stabilisation::Projection
            || feeds_back && self.across && !self.began_open(context, DRIFTED);
        let asked = closes || feeds_back && self.outruns_feedback(context, sub);
        if !asked {
            return Ok(0.0);
        }
        let factor = match integrator {
            Integrator::Rattle => Factor::Elsewhere,
            Integrator::Impulse => Factor::Behind,
            Integrator::SemiImplicitEuler if !holds => Factor::Behind,
            Integrator::SemiImplicitEuler | Integrator::Rk4 | Integrator::Dopri5 => Factor::Here,
        };
        // Factors of points of contact that come and go are of another topology, or none was made: they have solvers of their own. Impulses with
        // limits leave that of a trial set, in which they hold or not as they did on the way.
        let limited = settings.integrator == Integrator::Impulse && !context.model.bounded().is_empty();
        let comes_and_goes = limited || context.model.contact().is_some();
        let factor = if comes_and_goes { Factor::Elsewhere } else { factor };
        let model = self.events.with_contacts(context.model, state);
        let projector = &mut self.work.projector;
        let missed = projector.project(context.dynamics, model, state, sub, factor)?;
        if !closes {
            // What is left is for the feedback.
            return Ok(0.0);
        }
        let out_of_reach = projector.out_of_reach(context.model);
        if out_of_reach == 0.0 {
            return Ok(missed);
        }
        // What was as far open before is drawn together in time; what the sub-step itself tore open is not closed.
        let before = projector.open(context.dynamics, context.model, &self.before);
        Ok(missed.max(out_of_reach - before))
    }

    /// Whether a sub-step of high order is far shorter than a step, and joints were closed where it began: a rate of C that is left of it would
    /// do work under loads that come and go before the feedback has taken it away.
    fn outruns_feedback(&mut self, context: &mut StepContext<'_>, sub: f64) -> bool {
        let settings = &context.model.settings;
        let high = matches!(settings.integrator, Integrator::Rk4 | Integrator::Dopri5);
        high && sub <= OUTRUN * settings.dt
            && !context.dynamics.approximates()
            && !self.began_open(context, DRIFTED)
    }
}
