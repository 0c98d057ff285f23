//! Assembly: closes joints that were added while their parts were apart, at once or as a motion.
//!
//! ```text
//! at once:    M dq = J^T lambda,  J dq = -C          Newton's method, damped where it must be (see [`super::settle`])
//! smoothly:   M v  = J^T lambda,  J v  = -C/tau      the first-order law (Baraff, section 3: f = mv), then as above
//! ```
//! Both use the factorisation that moves the machine, and both end where all constraints are met, or at the pose of least violation.

use crate::solver::SolveError;

use super::{Dynamics, Model, SimState};

/// Share of the opening that one step of the smooth motion closes: h/tau.
const SHARE: f64 = 0.12;
/// Initial damping mu of each step.
const GIVE: f64 = 1e-3;
/// Steps of the smooth motion; a hundredth of the opening is left after them.
const STEPS: usize = 36;

impl Dynamics {
    /// Moves the pose to where every joint is closed; returns the largest |C| left (m, rad). Where not all joints can be closed, the
    /// pose ends where the violation is least.
    ///
    /// # Errors
    /// As the solver's; the pose is then the best one found.
    pub fn assemble(&mut self, model: &Model, state: &mut SimState) -> Result<f64, SolveError> {
        self.settle(model, state, |_| true)
    }

    /// Assembles as a smooth motion; `pass` sees the state at each step, including the first and the last pose.
    ///
    /// # Errors
    /// As [`Dynamics::assemble`].
    pub fn assemble_smoothly(
        &mut self,
        model: &Model,
        state: &mut SimState,
        mut pass: impl FnMut(&SimState),
    ) -> Result<f64, SolveError> {
        pass(state);
        for _ in 0..STEPS {
            self.correct_positions(model, state, (SHARE, f64::INFINITY), GIVE)?;
            pass(state);
        }
        let open = self.assemble(model, state)?;
        pass(state);
        Ok(open)
    }

    /// Largest |C| of the constraints that hold at once (m, rad), and the link (dense index) that has it.
    pub fn open(&mut self, model: &Model, state: &SimState) -> (f64, Option<usize>) {
        let drift = self.drift(model, state);
        (drift.max_m.max(drift.max_rad), drift.worst)
    }
}
