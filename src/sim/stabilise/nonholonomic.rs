//! Nonholonomic rows, rows of velocity that are not the rate of any position, such as a knife edge: their rates are centred after an explicit step.

use crate::solver::SolveError;

use super::super::model::Link;
use super::super::{Dynamics, Model, SimState};
use super::{Projector, factor_if_lost};

impl Projector {
    /// Brings the rates of nonholonomic rows after an explicit step of `h` seconds to those that meet them in its middle, `J v = -C_t - h gamma/2`:
    /// a knife edge that turns keeps its speed, where along its old direction it would gain. Where rows are evaluated anew here, gamma is that of the
    /// velocities after the step, which differs by O(h).
    ///
    /// # Errors
    /// As the solver's.
    pub fn centre_rates(
        &mut self,
        dynamics: &mut Dynamics,
        model: &Model,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), SolveError> {
        factor_if_lost(dynamics, model, state)?;
        dynamics.row_rates(model, &state.v, &mut self.across);
        dynamics.problem.clear_force();
        dynamics.problem.clear_c();
        for link in &model.links {
            for k in 0..link.rows.len() {
                let row = link.row + k;
                let at = &dynamics.evaluation;
                let c = if is_nonholonomic(link, k) {
                    self.across[row] + at.time_rate()[row] + 0.5 * h * at.gamma()[row]
                } else {
                    0.0
                };
                dynamics.problem.set_c(row, c);
            }
        }
        dynamics.solve_into(model, &mut self.change)?;
        for (v, change) in state.v.iter_mut().zip(&self.change.acceleration) {
            *v += change;
        }
        Ok(())
    }
}

/// Whether row `k` is nonholonomic, and holds at all times and without a time constant of its own.
fn is_nonholonomic(link: &Link, k: usize) -> bool {
    let waits = link.drive && link.is_regulated();
    link.holds_motion(k) && !waits && !link.holds_position(k) && link.limits().is_none()
}

/// Whether a model has nonholonomic rows.
pub fn has_nonholonomic(model: &Model) -> bool {
    let mut links = model.links.iter();
    links.any(|link| (0..link.rows.len()).any(|k| is_nonholonomic(link, k)))
}
