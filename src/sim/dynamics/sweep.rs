//! Accelerations by sweeps, for machines that consist entirely or largely of trees of joints.

use std::sync::{Mutex, PoisonError};

use crate::sim::{Grab, Model, Work};
use crate::solver::pin_tree::{Machine, Machines, Workspaces};
use crate::solver::{Hardware, Method, SolveError, System, Topology};

use super::Dynamics;
use super::core::{CoreMachine, CoreScratch, Run};
use super::forces::has_forces;
use super::tree_machine::TreeScratch;

/// A machine at one instant.
struct Now<'a> {
    model: &'a Model,
    hardware: Hardware,
    q: &'a [f64],
    v: &'a [f64],
    time: f64,
    memory: &'a [f64],
    /// All forces; `None` if weight is the only force.
    force: Option<&'a [f64]>,
}

impl Machines for Now<'_> {
    type Run = Run;
    type Scratch = TreeScratch;
    type Core = CoreScratch<Dynamics>;

    fn at<'a>(
        &'a self,
        run: &'a mut Run,
        scratch: &'a mut TreeScratch,
        of_core: Option<&'a mut CoreScratch<Dynamics>>,
    ) -> (impl Machine + 'a, Option<&'a mut System>) {
        let Self { q, v, .. } = *self;
        let Run { trees, core } = run;
        let system = core.as_mut().zip(of_core).map(|(core, its)| {
            core.evaluate(self, its);
            its.dynamics.problem.system_mut()
        });
        trees.turns.evaluate((q, v, self.time, self.memory), self.model);
        (trees.at(self.model, (q, v), self.force, scratch), system)
    }
}

impl Dynamics {
    /// Collects the constant data of the runs that the solver sweeps, and allocates their workspaces. There are no runs if a joint does not have
    /// the rows expected of its kind.
    pub(super) fn prepare_runs(&mut self, model: &Model) {
        let trees = self.solver.trees();
        let runs = trees.map(|trees| Run::new(model, trees).map(Mutex::new));
        self.runs = runs.collect::<Option<Vec<_>>>().unwrap_or_default();
        // The iterator does not know its length, so the list may have twice the capacity needed.
        self.runs.shrink_to_fit();
        if self.runs.is_empty() {
            return;
        }
        let mut scratch = TreeScratch::default();
        for run in &mut self.runs {
            scratch.fit(&run.get_mut().unwrap_or_else(PoisonError::into_inner).trees);
        }
        let copies = 0..self.solver.sweeps_at_once();
        self.scratches = copies.map(|_| Mutex::new(scratch.clone())).collect();
        let of_core = |topology: &Topology| {
            let mut dynamics = Self::new(Method::Sparse);
            dynamics.make_room(topology);
            Mutex::new(CoreScratch::new(dynamics, topology.dofs()))
        };
        let copies = |(topology, count)| (0..count).map(|_| of_core(topology)).collect();
        self.cores = self.solver.cores().map(copies).collect();
    }

    /// Whether the whole machine consists of trees of joints, in which constraints cannot be redundant or contradictory.
    pub(in crate::sim) fn is_trees(&self) -> bool {
        !self.runs.is_empty() && self.solver.has_trees() && !self.solver.has_core()
    }

    /// Computes the accelerations by sweeping the trees of a machine. Returns `None` if there are no trees, or the general method has to solve
    /// this state or report an error.
    pub(super) fn sweep(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
        grab: Option<&Grab>,
    ) -> Result<Option<Work>, SolveError> {
        if self.runs.is_empty() || !self.solver.has_trees() || model.is_scaled {
            return Ok(None);
        }
        let only_weight = !has_forces(model, grab);
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
        let own = Workspaces {
            runs: &mut self.runs,
            scratches: &mut self.scratches,
            cores: &mut self.cores,
        };
        let Some(found) = self.solver.sweep(&now, own, &mut self.solution)? else {
            return Ok(None);
        };
        self.assemble_ns += found.evaluation_ns;
        rate.feedback += found.power;
        let lambda = &self.solution.lambda;
        for run in &mut self.runs {
            let run = run.get_mut().unwrap_or_else(PoisonError::into_inner);
            run.trees.turns.add_power(lambda, &mut rate);
            if let Some(core) = &run.core {
                core.add_power(lambda, &mut rate);
                rate.dissipation += core.dissipation;
            }
        }
        Ok(Some(rate))
    }
}

impl CoreMachine {
    /// Evaluates the system of the core at an instant of the whole machine.
    fn evaluate(&mut self, now: &Now<'_>, scratch: &mut CoreScratch<Dynamics>) {
        let Now {
            q, v, time, memory, ..
        } = *now;
        let CoreScratch {
            dynamics,
            q: own_q,
            v: own_v,
        } = scratch;
        self.gather(q, own_q);
        self.gather(v, own_v);
        dynamics.solver.set_hardware(now.hardware);
        std::mem::swap(&mut dynamics.scratch.batches, &mut self.batches);
        // The workspace still holds the rows of another core.
        dynamics.evaluated_state.invalidate();
        dynamics.scratch.batches.start_anew();
        dynamics.evaluate_constraints(&self.model, own_q, own_v, time, memory);
        self.dissipation = match now.force {
            None => {
                let work = dynamics.evaluate_forces(&self.model, own_q, own_v, time, None);
                work.dissipation
            }
            Some(force) => {
                self.gather(force, dynamics.problem.force_mut());
                0.0
            }
        };
        dynamics.feed_back(&self.model);
        self.keep_rates(dynamics.evaluation.rate(), dynamics.evaluation.time_rate());
        std::mem::swap(&mut dynamics.scratch.batches, &mut self.batches);
    }
}
