//! Putting together what was joined while it was apart, at once or as a motion.
//!
//! ```text
//! at once:    M dq = J^T lambda,  J dq = -C          Newton's method, damped where it must be (see [`super::settle`])
//! smoothly:   M v  = J^T lambda,  J v  = -C/tau      the first-order law (Baraff, section 3: f = mv), then as above
//! ```
//! Both use the factorisation that moves the machine, and both end where all is met, or where it is missed least.

use crate::solver::SolveError;

use super::{Dynamics, Model, SimState};

/// Part of what is open that a step of the smooth way closes: h/tau.
const SHARE: f64 = 0.12;
/// Damping of each at first.
const GIVE: f64 = 1e-3;
/// Steps of the smooth way at most; what is left after them is a hundredth.
const STEPS: usize = 36;

impl Dynamics {
    /// Moves the pose to where every joint is closed; returns the largest |C| left (m, rad). Where not all can be, that is
    /// the closest pose there is.
    ///
    /// # Errors
    /// As the solver's; the pose is then the best one found.
    pub fn assemble(&mut self, model: &Model, state: &mut SimState) -> Result<f64, SolveError> {
        self.settle(model, state, |_| true)
    }

    /// The same by the smooth way; `pass` sees the coordinates of each pose on it, the first and the last one too.
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
            self.draw(model, state, (SHARE, f64::INFINITY), GIVE)?;
            pass(state);
        }
        let open = self.assemble(model, state)?;
        pass(state);
        Ok(open)
    }

    /// Largest |C| of what holds at once (m, rad), and the link that has it.
    pub fn open(&mut self, model: &Model, state: &SimState) -> (f64, Option<usize>) {
        let drift = self.drift(model, state);
        (drift.max_m.max(drift.max_rad), drift.worst)
    }
}
