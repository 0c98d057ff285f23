//! Accelerations of machines of which all or much is trees of joints.

use crate::sim::{Grab, Model, Work};
use crate::solver::{Hardware, SolveError};

use super::core::CoreMachine;
use super::{Dynamics, Power};

impl Dynamics {
    /// Whether all of the machine is trees of joints, in which nothing can be strained.
    pub(in crate::sim) fn is_trees(&self) -> bool {
        self.scratch.trees.is_ready() && self.solver.joints().is_some() && self.solver.core().is_none()
    }

    /// Accelerations by sweeping the trees of a machine. Nothing for one without, and for states in which the general way
    /// has to answer or say what is wrong.
    pub(super) fn sweep(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
        grab: Option<&Grab>,
    ) -> Result<Option<Power>, SolveError> {
        if !self.scratch.trees.is_ready() || self.solver.joints().is_none() {
            return Ok(None);
        }
        let started = self.solver.now();
        let settings = &model.settings;
        let drag = settings.linear_drag != 0.0 || settings.angular_drag != 0.0;
        let only_weight = model.loads.is_empty() && grab.is_none() && !drag;
        let mut rate = if only_weight {
            Work::default()
        } else {
            self.evaluate_forces(model, q, v, time, grab)
        };
        let force = (!only_weight).then_some(&self.problem.system().force[..]);
        let hardware = self.solver.hardware();
        self.scratch.trees.turns.evaluate(model, q, v, time, memory);
        let trees = self.scratch.trees.at(model, (q, v), force);
        if let Some(core) = &mut self.core {
            rate.dissipation += core.evaluate(hardware, (q, v, time, memory), force);
        }
        self.assemble_ns = self.solver.now().saturating_sub(started);
        let core = self.core.as_mut();
        let system = core.map_or(&mut self.scratch.no_core, |core| {
            core.dynamics.problem.system_mut()
        });
        let Some(feedback) = self.solver.sweep(&trees, system, &mut self.solution)? else {
            return Ok(None);
        };
        rate.feedback += feedback;
        let lambda = &self.solution.lambda;
        self.scratch.trees.turns.add_power(model, lambda, &mut rate);
        if let Some(core) = &self.core {
            core.add_power(lambda, &mut rate);
        }
        Ok(Some(Power { rate }))
    }
}

impl CoreMachine<Dynamics> {
    /// Fills the system of the core at a state of the whole. `force` has the forces of the whole, where there are others than
    /// those of bodies themselves. Returns the power that bodies themselves dissipate, if nobody else counts it (W).
    fn evaluate(
        &mut self,
        hardware: Hardware,
        (q, v, time, memory): (&[f64], &[f64], f64, &[f64]),
        force: Option<&[f64]>,
    ) -> f64 {
        self.follow(q, v);
        let dynamics = &mut self.dynamics;
        dynamics.solver.set_hardware(hardware);
        dynamics.evaluate_constraints(&self.model, &self.q, &self.v, time, memory);
        let dissipated = match force {
            None => {
                let work = dynamics.evaluate_forces(&self.model, &self.q, &self.v, time, None);
                work.dissipation
            }
            Some(force) => {
                let mut own = std::mem::take(self.dynamics.problem.force_mut());
                self.gather(force, &mut own);
                *self.dynamics.problem.force_mut() = own;
                0.0
            }
        };
        self.dynamics.feed_back(&self.model);
        dissipated
    }

    /// Adds the power of the multipliers of its constraints, those of the whole machine being given.
    fn add_power(&self, lambda: &[f64], work: &mut Work) {
        let at = &self.dynamics.evaluation;
        let (rate, time_rate) = (at.rate(), at.time_rate());
        for (link, &row) in self.model.links.iter().zip(&self.rows) {
            let entry = if link.drive {
                &mut work.drives
            } else {
                &mut work.feedback
            };
            for k in 0..link.rows.len() {
                *entry += lambda[row + k] * (rate[link.row + k] - time_rate[link.row + k]);
            }
        }
    }
}
