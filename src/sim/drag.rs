//! Dragging while paused: the first-order mode (Baraff, section 3: f = mv; Witkin's kinematic
//! manipulation). The grabbed point goes to the hand, the constraints are kept, and nothing has weight:
//! the metric is the mass divided by itself, so a heavy part lags no more than a light one. Driven joints
//! freewheel.
//!
//! ```text
//! N Δq = J^T lambda + G^T f,   J Δq = -C,   N = M_i / m_i
//! response of the point to f:  R = G N̂^-1 G^T,  two back-solves of the factor
//! f = (R + mu 1)^-1 (target - p - G Δq_c),  Δq_c the correction of drift alone
//! ```
//! mu damps the directions in which the point cannot go.

use glam::DMat2;

use crate::math::Vec2;
use crate::solver::SolveError;

use super::{Dynamics, Model, SimState};

/// Damping of the response: relative to 1, the response of a free particle.
const MU: f64 = 1e-3;
/// Steps a drag takes towards the hand at once.
const STEPS: usize = 24;
/// Longest step in the metric (m), as a share of the way to the hand plus a little.
const STRIDE: f64 = 3.0;

impl Dynamics {
    /// Moves the assembly of `body` so that its point `at` comes as near to `target` as the constraints
    /// let it. Velocities are left alone.
    ///
    /// # Errors
    /// As the solver's; the pose is then as it was.
    pub fn drag(
        &mut self,
        model: &Model,
        state: &mut SimState,
        body: usize,
        at: Vec2,
        target: Vec2,
    ) -> Result<(), SolveError> {
        let Some(held) = model.bodies.get(body) else {
            return Ok(());
        };
        let dim = held.motion.dim();
        let before = state.q.clone();
        let mut best = (f64::INFINITY, before.clone());
        let zeros = vec![0.0; state.v.len()];
        for _ in 0..STEPS {
            self.weightless(model, state)?;
            self.system.force.fill(0.0);
            self.solver
                .solve(&model.topology, &self.system, &mut self.solution)?;
            let mut step = self.solution.acceleration.clone();
            let port = held
                .motion
                .point(at, &state.q[held.offset..], &zeros[held.offset..]);
            let gradient = &port.gradient[..dim];
            let moved = |dq: &[f64]| {
                gradient
                    .iter()
                    .zip(&dq[held.offset..])
                    .fold(Vec2::ZERO, |sum, (g, dq)| sum + *g * *dq)
            };
            let away = target - port.value;
            let gap = away - moved(&step);

            // The response of the constrained assembly to a unit pull along x and y.
            self.system.c.fill(0.0);
            let mut pulls: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
            for (pull, axis) in pulls.iter_mut().zip([Vec2::X, Vec2::Y]) {
                self.system.force.fill(0.0);
                for k in 0..dim {
                    self.system.force[held.offset + k] = gradient[k].dot(axis);
                }
                self.solver
                    .solve(&model.topology, &self.system, &mut self.solution)?;
                *pull = self.solution.acceleration.clone();
            }
            let response = DMat2::from_cols(moved(&pulls[0]), moved(&pulls[1]));
            let f = (response + DMat2::from_diagonal(Vec2::splat(MU))).inverse() * gap;
            let mut pulled = vec![0.0; step.len()];
            for k in 0..step.len() {
                pulled[k] = f.x * pulls[0][k] + f.y * pulls[1][k];
            }
            let longest = model.bodies.iter().fold(0.0_f64, |longest, it| {
                longest.max(Vec2::new(pulled[it.offset], pulled[it.offset + 1]).length())
            });
            let limit = STRIDE * away.length() + 1e-9;
            let scale = if longest > limit { limit / longest } else { 1.0 };
            let mut size = 0.0_f64;
            for k in 0..step.len() {
                step[k] += scale * pulled[k];
                size = size.max(step[k].abs());
                state.q[k] += step[k];
            }
            let reached = self.reach(model, state, held.offset, body, at, target);
            if reached < best.0 {
                best = (reached, state.q.clone());
            }
            if size < 1e-10 {
                break;
            }
        }
        state.q = best.1;
        // The last step may have left a second-order error: close the joints for good.
        self.close(model, state)?;
        if !state.q.iter().all(|x| x.is_finite()) {
            state.q = before;
        }
        Ok(())
    }

    /// Distance of the held point from the hand, with open joints counted against it.
    fn reach(
        &mut self,
        model: &Model,
        state: &SimState,
        offset: usize,
        body: usize,
        at: Vec2,
        target: Vec2,
    ) -> f64 {
        let motion = model.bodies[body].motion;
        let point = motion.point(at, &state.q[offset..], &state.v[offset..]).value;
        self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        let mut open = 0.0_f64;
        for link in model.links.iter().filter(|link| !link.drive) {
            for k in 0..link.rows.len() {
                open = open.max(self.c_value[link.row + k].abs());
            }
        }
        let reach = point.distance(target) + 10.0 * open;
        if reach.is_finite() { reach } else { f64::INFINITY }
    }

    /// Newton steps without a hand until the joints are closed.
    fn close(&mut self, model: &Model, state: &mut SimState) -> Result<(), SolveError> {
        for _ in 0..8 {
            self.weightless(model, state)?;
            self.system.force.fill(0.0);
            self.solver
                .solve(&model.topology, &self.system, &mut self.solution)?;
            let mut size = 0.0_f64;
            for (q, dq) in state.q.iter_mut().zip(&self.solution.acceleration) {
                *q += dq;
                size = size.max(dq.abs());
            }
            if size < 1e-13 {
                break;
            }
        }
        Ok(())
    }

    /// Factors the weightless system with drives freewheeling and C as the right-hand side.
    fn weightless(&mut self, model: &Model, state: &SimState) -> Result<(), SolveError> {
        self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        for (index, body) in model.bodies.iter().enumerate() {
            let start = model.topology.mass_offset(index);
            let dim = body.motion.dim();
            for entry in &mut self.system.mass[start..start + dim * dim] {
                *entry /= body.mass.mass;
            }
        }
        self.system.c.copy_from_slice(&self.c_value);
        self.free_rows(model, |link, k| !link.drive && link.holds_position(k));
        self.solver.factor(&model.topology, &self.system)
    }

    /// Effective mass of the machine at a point of a body: the inverse of its response to a force there.
    ///
    /// # Errors
    /// As the solver's.
    pub fn effective_mass(
        &mut self,
        model: &Model,
        state: &SimState,
        body: usize,
        at: Vec2,
    ) -> Result<DMat2, SolveError> {
        let Some(held) = model.bodies.get(body) else {
            return Ok(DMat2::ZERO);
        };
        let dim = held.motion.dim();
        self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        self.system.c.fill(0.0);
        self.solver.factor(&model.topology, &self.system)?;
        let port = held
            .motion
            .point(at, &state.q[held.offset..], &state.v[held.offset..]);
        let mut response = DMat2::ZERO;
        for (column, axis) in [Vec2::X, Vec2::Y].into_iter().enumerate() {
            self.system.force.fill(0.0);
            for k in 0..dim {
                self.system.force[held.offset + k] = port.gradient[k].dot(axis);
            }
            self.solver
                .solve(&model.topology, &self.system, &mut self.solution)?;
            let moved = (0..dim).fold(Vec2::ZERO, |sum, k| {
                sum + port.gradient[k] * self.solution.acceleration[held.offset + k]
            });
            *response.col_mut(column) = moved;
        }
        // Where the point cannot go the mass would be infinite: held to a thousand times the part's own.
        let least = 1e-3 / held.mass.mass;
        Ok((response + DMat2::from_diagonal(Vec2::splat(least))).inverse())
    }
}
