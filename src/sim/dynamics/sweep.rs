//! Accelerations of machines of which all or much is trees of joints.

use std::sync::PoisonError;

use crate::sim::{Grab, Model, Work};
use crate::solver::pin_tree::{Machine, Machines};
use crate::solver::{Hardware, SolveError, System};

use super::core::{CoreMachine, Run};
use super::{Dynamics, Power};

/// A machine at one instant.
struct Now<'a> {
    model: &'a Model,
    hardware: Hardware,
    q: &'a [f64],
    v: &'a [f64],
    time: f64,
    memory: &'a [f64],
    /// Forces, where there are others than weight.
    force: Option<&'a [f64]>,
}

impl Machines for Now<'_> {
    type Run = Run<Dynamics>;

    fn at<'a>(&'a self, run: &'a mut Run<Dynamics>) -> (impl Machine + 'a, &'a mut System) {
        let Self { q, v, .. } = *self;
        let Run { trees, core, no_core } = run;
        let system = match core {
            Some(core) => {
                core.evaluate(self);
                core.dynamics.problem.system_mut()
            }
            None => no_core,
        };
        trees.turns.evaluate((q, v, self.time, self.memory), self.model);
        (trees.at(self.model, (q, v), self.force), system)
    }
}

impl Dynamics {
    /// Whether all of the machine is trees of joints, in which nothing can be strained.
    pub(in crate::sim) fn is_trees(&self) -> bool {
        !self.runs.is_empty() && self.solver.has_trees() && !self.solver.has_core()
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
        if self.runs.is_empty() || !self.solver.has_trees() {
            return Ok(None);
        }
        let settings = &model.settings;
        let drag = settings.linear_drag != 0.0 || settings.angular_drag != 0.0;
        let only_weight = model.loads.is_empty() && grab.is_none() && !drag;
        self.assemble_ns = 0;
        let mut rate = if only_weight {
            Work::default()
        } else {
            let started = self.solver.now();
            let rate = self.evaluate_forces(model, q, v, time, grab);
            self.assemble_ns = self.solver.now().saturating_sub(started);
            rate
        };
        let now = Now {
            model,
            hardware: self.solver.hardware(),
            q,
            v,
            time,
            memory,
            force: (!only_weight).then_some(&self.problem.system().force[..]),
        };
        let Some(found) = self.solver.sweep(&now, &mut self.runs, &mut self.solution)? else {
            return Ok(None);
        };
        self.assemble_ns += found.evaluation_ns;
        rate.feedback += found.power;
        let lambda = &self.solution.lambda;
        for run in &mut self.runs {
            let run = run.get_mut().unwrap_or_else(PoisonError::into_inner);
            run.trees.turns.add_power(lambda, &mut rate);
            if let Some(core) = &run.core {
                let at = &core.dynamics.evaluation;
                core.add_power(lambda, (at.rate(), at.time_rate()), &mut rate);
                rate.dissipation += core.dissipation;
            }
        }
        Ok(Some(Power { rate }))
    }
}

impl CoreMachine<Dynamics> {
    /// Fills the system of the core at an instant of the whole.
    fn evaluate(&mut self, now: &Now<'_>) {
        let Now {
            q, v, time, memory, ..
        } = *now;
        self.follow(q, v);
        let dynamics = &mut self.dynamics;
        dynamics.solver.set_hardware(now.hardware);
        dynamics.evaluate_constraints(&self.model, &self.q, &self.v, time, memory);
        self.dissipation = match now.force {
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
    }
}
