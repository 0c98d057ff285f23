//! Strain: whether constraint forces at the start of a sub-step are far larger than loads explain, as they are close to a pose in which nothing can give
//! way.

use std::mem;

use super::super::integrators::StepContext;
use super::super::nearby::gyration;
use super::super::{Place, SimState};
use super::Stepper;

/// Ratio of the largest constraint force to all forces, drives and turning together, above which the machine is under strain.
const STRAIN: f64 = 10.0;

impl Stepper {
    /// Strain detection: whether the constraints, at the start of the sub-step, pull far harder than forces, drives and turning explain, and parts
    /// under their load vibrate by more than the angle `within.1` in `within.0` seconds. The pose is then close to one in which nothing can give
    /// way, and the pull grows as the machine comes closer. A soft step that follows is implicit in that stiffness.
    ///
    /// A pose in which rows become dependent only as the machine passes does not count: rounding may make rows pull against each other there, but
    /// no longer half a sub-step further on. So both places are looked at.
    pub(super) fn is_strained(
        &mut self,
        context: &mut StepContext<'_>,
        sub: f64,
        within: (f64, f64),
    ) -> bool {
        let time = self.before.time;
        let here = mem::take(&mut self.before.q);
        let further: Vec<f64> = here
            .iter()
            .zip(&self.before.v)
            .map(|(q, v)| q + 0.5 * sub * v)
            .collect();
        // The pose at the start comes last: the stiffness left in `self.stiffness` is used by the soft step.
        let taut = self.pulls_beyond_reason(context, (&further, time + 0.5 * sub), within)
            && self.pulls_beyond_reason(context, (&here, time), within);
        self.before.q = here;
        self.hold_in_soft_step = taut;
        taut
    }

    /// The same at a given pose and time, with the velocities at the start of the sub-step.
    fn pulls_beyond_reason(
        &mut self,
        context: &mut StepContext<'_>,
        (q, time): (&[f64], f64),
        (h, angle): (f64, f64),
    ) -> bool {
        let (model, dynamics) = (context.model, &mut *context.dynamics);
        let SimState { v, memory, .. } = &self.before;
        if dynamics.is_trees() {
            return false;
        }
        let grab = context.grab;
        let solved = dynamics.keeping_guess(|it| it.accelerations_by_rows(model, q, v, time, memory, grab));
        if solved.is_err() {
            return false;
        }
        let stiffness = self.stiffness.of(model, dynamics, (q, v, time, memory));
        let turning: f64 = dynamics.evaluation.gamma().iter().map(|gamma| gamma.abs()).sum();
        let mut loads = model.mass() * turning;
        let arm = |place: &Place| place.body().map(|index| gyration(&model.bodies[index]));
        for body in &model.bodies {
            for k in 0..body.motion.dim() {
                let force = dynamics.system().force[body.offset + k].abs();
                loads += if k < 2 { force } else { force / gyration(body) };
            }
        }
        // Forces against a drive, and those that it winds up, are no strain.
        for link in model.links.iter().filter(|link| link.drive) {
            let arm = link.ends.iter().filter_map(arm).fold(1.0, f64::min);
            for lambda in &dynamics.solution.lambda[link.row_range()] {
                loads += lambda.abs() / arm;
            }
        }
        stiffness * h > angle && self.stiffness.pull > STRAIN * loads
    }
}
