//! Settings of a solver: method, limits, hardware, clock, cancel flag and work budget.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Clock, SharedSettings, Solver};
use crate::{Hardware, IterationLimits, Method, WorkBudget};

impl Solver {
    /// Returns the method in use.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Changes the method; the next [`Solver::factor`] uses it. An existing factor remains valid.
    pub fn set_method(&mut self, method: Method) {
        self.method = method;
    }

    /// Sets the limits of iterative methods.
    pub fn set_iteration_limits(&mut self, limits: IterationLimits) {
        self.limits = limits;
    }

    /// Sets which threads and instructions of the processor may be used; by default all that are available.
    pub fn set_hardware(&mut self, hardware: Hardware) {
        if hardware != self.hardware {
            // Plans depend on the number of threads and on whether fused multiply-add may be used.
            self.topology = None;
        }
        self.hardware = hardware;
    }

    /// Returns which threads and instructions of the processor may be used.
    pub fn hardware(&self) -> Hardware {
        self.hardware
    }

    /// Sets the clock for the times in the [`Report`](crate::Report); without a clock they are 0.
    pub fn set_clock(&mut self, clock: Clock) {
        self.shared.clock = clock;
        self.share_with_cores();
    }

    /// Returns the time of the clock (ns).
    pub fn now(&self) -> u64 {
        (self.shared.clock)()
    }

    /// Sets the flag that aborts a running factorisation or solve with [`SolveError::Cancelled`](crate::SolveError::Cancelled).
    pub fn set_cancel(&mut self, flag: Arc<AtomicBool>) {
        self.shared.cancel = flag;
        self.share_with_cores();
    }

    /// Returns the flag of [`Solver::set_cancel`].
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.shared.cancel)
    }

    /// Returns the work budget, which solvers that work on the same task share.
    pub fn work_budget(&self) -> &Arc<WorkBudget> {
        &self.shared.budget
    }

    /// Adopts method, limits, hardware, clock, cancel flag and work budget of another solver.
    pub fn copy_settings_from(&mut self, other: &Self) {
        self.set_method(other.method);
        self.set_iteration_limits(other.limits);
        self.set_hardware(other.hardware);
        self.share(&other.shared);
    }

    /// Adopts the settings that solvers share.
    pub(super) fn share(&mut self, shared: &SharedSettings) {
        self.shared.clone_from(shared);
        self.share_with_cores();
    }

    fn share_with_cores(&mut self) {
        if let Some(sweeps) = &mut self.sweeps {
            sweeps.cores().for_each(|core| core.solver.share(&self.shared));
        }
    }
}
