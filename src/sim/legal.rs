//! Making a state legal: velocities by an impulse, poses by Newton's method, both with the same solver.
//!
//! ```text
//! impulse:   M Δv = J^T lambda,  J (v + Δv) + C_t = 0         (Baraff, section 3: Δv = mj)
//! assembly:  M Δq = J^T lambda,  J Δq = -C                    until C vanishes
//! ```

use crate::solver::SolveError;

use super::{Dynamics, Model, SimState};

/// Newton steps after which an assembly is given up.
const ASSEMBLY_STEPS: usize = 60;
/// |C| at which an assembly is done (m, rad).
const ASSEMBLED: f64 = 1e-12;

impl Dynamics {
    /// Changes the velocities, in the metric of the mass, so that every row has Cdot = 0. Drives of a
    /// speed are left to their own time constant. Never adds kinetic energy where nothing is
    /// driven: it is a projection.
    ///
    /// # Errors
    /// As the solver's.
    pub fn legalise_velocities(&mut self, model: &Model, state: &mut SimState) -> Result<(), SolveError> {
        self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        self.system.force.fill(0.0);
        self.system.c.copy_from_slice(&self.c_rate);
        self.free_rows(model, |link, k| link.holds_motion(k));
        self.solver.factor(&model.topology, &self.system)?;
        self.solver
            .solve(&model.topology, &self.system, &mut self.solution)?;
        for (v, change) in state.v.iter_mut().zip(&self.solution.acceleration) {
            *v += change;
        }
        Ok(())
    }

    /// Draws parts together until every position row has C = 0, by Newton steps in the metric of the mass,
    /// halved while they do not help. Returns the largest |C| left.
    ///
    /// # Errors
    /// As the solver's.
    pub fn assemble(&mut self, model: &Model, state: &mut SimState) -> Result<f64, SolveError> {
        let mut residual = self.largest_violation(model, state);
        for _ in 0..ASSEMBLY_STEPS {
            if residual <= ASSEMBLED {
                break;
            }
            self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
            self.system.force.fill(0.0);
            self.system.c.copy_from_slice(&self.c_value);
            self.free_rows(model, |link, k| link.holds_position(k));
            self.solver.factor(&model.topology, &self.system)?;
            self.solver
                .solve(&model.topology, &self.system, &mut self.solution)?;
            let from = state.q.clone();
            let mut scale = 1.0;
            let mut better = false;
            while scale > 1e-3 {
                for k in 0..from.len() {
                    state.q[k] = from[k] + scale * self.solution.acceleration[k];
                }
                let now = self.largest_violation(model, state);
                if now < residual {
                    residual = now;
                    better = true;
                    break;
                }
                scale *= 0.5;
            }
            if !better {
                state.q = from;
                break;
            }
        }
        Ok(residual)
    }

    fn largest_violation(&mut self, model: &Model, state: &SimState) -> f64 {
        let drift = self.drift(model, state);
        drift.max_m.max(drift.max_rad)
    }
}
