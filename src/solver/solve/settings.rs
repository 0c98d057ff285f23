//! How a solver works: its method, its processor, its clock, and the flag that makes it give up.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Clock, Solver};
use crate::{Allowance, Effort, Hardware, Method};

impl Solver {
    /// The method in use.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Changes the method; the next [`Solver::factor`] uses it. A factor already made stays good.
    pub fn set_method(&mut self, method: Method) {
        self.method = method;
    }

    /// Says how far iterative methods go from now on.
    pub fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
    }

    /// Says what of the processor may be put to use; without this, all that there is.
    pub fn set_hardware(&mut self, hardware: Hardware) {
        if hardware != self.hardware {
            // What is planned knows its threads, and whether it may round products and sums in one go.
            self.topology = None;
        }
        self.hardware = hardware;
    }

    /// What of the processor may be put to use.
    pub fn hardware(&self) -> Hardware {
        self.hardware
    }

    /// Gives a clock by which the times of the [`Report`](crate::Report) are taken; without one they are 0.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
        if let Some(sweeps) = &mut self.sweeps {
            sweeps.set_clock(clock);
        }
    }

    /// The time by that clock (ns).
    pub fn now(&self) -> u64 {
        (self.clock)()
    }

    /// A flag that makes a factorisation or a solve under way give up with [`SolveError::Cancelled`](crate::SolveError::Cancelled).
    pub fn set_cancel(&mut self, flag: Arc<AtomicBool>) {
        if let Some(sweeps) = &mut self.sweeps {
            sweeps.set_cancel(&flag);
        }
        self.cancel = flag;
    }

    /// The flag of [`Solver::set_cancel`].
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }

    /// An account of work that those share who are asked on behalf of each other.
    pub fn set_allowance(&mut self, allowance: Arc<Allowance>) {
        if let Some(sweeps) = &mut self.sweeps {
            sweeps.set_allowance(&allowance);
        }
        self.allowance = allowance;
    }

    /// The account that its work goes to.
    pub fn allowance(&self) -> &Arc<Allowance> {
        &self.allowance
    }

    /// Works from now on by the method, effort, processor, clock, flag and account of another one.
    pub fn work_as(&mut self, other: &Self) {
        self.set_method(other.method);
        self.set_effort(other.effort);
        self.set_hardware(other.hardware);
        self.set_clock(other.clock);
        self.set_cancel(Arc::clone(&other.cancel));
        self.set_allowance(Arc::clone(&other.allowance));
    }
}
