//! Accelerations of machines of pins alone.

use crate::sim::{Grab, Model, Work};
use crate::solver::SolveError;

use super::{Dynamics, Power};

impl Dynamics {
    /// Accelerations of a machine that is nothing but pins. Nothing for others, and for states in which the general
    /// way has to answer or say what is wrong.
    pub(super) fn sweep(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        grab: Option<&Grab>,
    ) -> Result<Option<Power>, SolveError> {
        if !self.scratch.pins.is_ready() || self.solver.pins().is_none() {
            return Ok(None);
        }
        let started = self.solver.now();
        let settings = &model.settings;
        let drag = settings.linear_drag != 0.0 || settings.angular_drag != 0.0;
        let only_weight = model.loads.is_empty() && grab.is_none() && !drag;
        let applied = if only_weight {
            Work::default()
        } else {
            self.evaluate_forces(model, q, v, time, grab)
        };
        let force = (!only_weight).then_some(&self.problem.system().force[..]);
        let machine = self.scratch.pins.at(model, q, v, force);
        self.assemble_ns = self.solver.now().saturating_sub(started);
        let feedback = self.solver.sweep(&machine, &mut self.solution)?;
        Ok(feedback.map(|feedback| Power {
            rate: Work { feedback, ..applied },
        }))
    }
}
