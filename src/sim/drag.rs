//! Dragging while paused: the first-order mode (Baraff, section 3: f = mv; Witkin's kinematic
//! manipulation). The grabbed point follows the hand, the constraints hold, and weight plays no part:
//! each mass block is divided by the mass of its body, so a heavy part lags no more than a light one.
//! Driven joints freewheel.
//!
//! ```text
//! N Δq = J^T lambda + G^T f,   J Δq = 0,   N = M_i / m_i      then Newton steps close the joints
//! response of the point to f:  R = G N̂^-1 G^T,  two back-solves of the factor
//! f = (R + mu 1)^-1 (target - p)
//! ```
//! mu damps the directions in which the point cannot go.

use glam::DMat2;

use crate::math::Vec2;
use crate::solver::SolveError;

use super::{Dynamics, Model, SimState, limits};

/// Damping of the response: relative to 1, the response of a free particle.
const MU: f64 = 1e-3;
/// Most pulls towards the hand in one drag.
const PULLS: usize = 16;
/// Times a pull is halved before the hand is taken to be out of reach.
const HALVINGS: usize = 6;
/// Longest displacement of a part in one pull, as a multiple of the distance to the hand.
const STRIDE: f64 = 3.0;
/// Factor on the mass of a form coordinate that a spring resists.
const STIFF: f64 = 1e6;
/// |C| that counts as closed while dragging (m, rad).
const CLOSED: f64 = 1e-9;

/// Largest effective mass of the hand, as a multiple of the mass along the lightest direction: an explicit step stays
/// stable along that direction, and a direction in which the point cannot move does not count.
const HEAVIEST: f64 = 4.0;

impl Dynamics {
    /// Moves the assembly of `body` so that its point `at` comes as near to `target` as the constraints
    /// let it. Velocities are left alone.
    ///
    /// # Errors
    /// As the solver's; the pose may then be half way.
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
        let reach = |state: &SimState| {
            held.motion
                .point(at, &state.q[held.offset..], &state.v[held.offset..])
                .value
                .distance(target)
        };
        let start = state.q.clone();
        limits::set_initial_modes(model, state);
        if self.close(model, state)? > CLOSED {
            // Contradictory constraints cannot be closed, and the attempt may lead far away: nothing moves.
            state.q = start;
            return Ok(());
        }
        let mut distance = reach(state);
        let mut scale: f64 = 1.0;
        for _ in 0..PULLS {
            if distance < CLOSED {
                break;
            }
            let pull = self.pull(model, state, body, at, target)?;
            let from = state.q.clone();
            let mut nearer = false;
            for _ in 0..HALVINGS {
                for k in 0..from.len() {
                    state.q[k] = from[k] + scale * pull[k];
                }
                let open = self.close(model, state)?;
                let now = reach(state);
                // Written so that NaN is no success.
                if open <= CLOSED && now < distance * (1.0 - 1e-3 * scale) {
                    distance = now;
                    scale = (2.0 * scale).min(1.0);
                    nearer = true;
                    break;
                }
                scale *= 0.5;
            }
            if !nearer {
                state.q = from;
                break;
            }
        }
        Ok(())
    }

    /// Change of pose that takes the held point to the hand to first order, with the joints kept closed.
    fn pull(
        &mut self,
        model: &Model,
        state: &SimState,
        body: usize,
        at: Vec2,
        target: Vec2,
    ) -> Result<Vec<f64>, SolveError> {
        let held = &model.bodies[body];
        self.weightless(model, state)?;
        self.problem.clear_c();
        let port = held
            .motion
            .point(at, &state.q[held.offset..], &state.v[held.offset..]);
        let gradient = &port.gradient[..held.motion.dim()];
        // The response of the constrained assembly to a unit force along x and along y.
        let mut answers: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
        let mut response = DMat2::ZERO;
        for (column, axis) in [Vec2::X, Vec2::Y].into_iter().enumerate() {
            self.problem
                .set_force(held.offset, gradient.iter().map(|g| g.dot(axis)));
            self.solve(model)?;
            answers[column].clone_from(&self.solution.acceleration);
            let moves = gradient.iter().zip(&answers[column][held.offset..]);
            *response.col_mut(column) = moves.fold(Vec2::ZERO, |sum, (g, dq)| sum + *g * *dq);
        }
        let away = target - port.value;
        let f = (response + DMat2::from_diagonal(Vec2::splat(MU))).inverse() * away;
        let mut pull: Vec<f64> = answers[0]
            .iter()
            .zip(&answers[1])
            .map(|(x, y)| f.x * x + f.y * y)
            .collect();
        let longest = model.bodies.iter().fold(0.0_f64, |longest, it| {
            let moved = it
                .motion
                .point(Vec2::ZERO, &state.q[it.offset..], &pull[it.offset..]);
            longest.max(moved.rate.length())
        });
        let limit = STRIDE * away.length();
        if longest > limit {
            pull.iter_mut().for_each(|dq| *dq *= limit / longest);
        }
        Ok(pull)
    }

    /// Closes the joints by Newton steps; returns the largest |C| left (m, rad).
    fn close(&mut self, model: &Model, state: &mut SimState) -> Result<f64, SolveError> {
        let mut open = f64::INFINITY;
        for _ in 0..8 {
            limits::hold_violated(model, state);
            self.weightless(model, state)?;
            let before = open;
            open = 0.0;
            for link in model.links.iter().filter(|link| !link.drives(state)) {
                for c in &self.evaluation.value()[link.row_range()] {
                    open = open.max(c.abs());
                }
            }
            // Closed, only rounding is left to take away, or not finite.
            if open <= 1e-14 || (open < CLOSED && open > 0.1 * before) || !open.is_finite() {
                break;
            }
            self.problem.clear_force();
            self.solve(model)?;
            for (q, dq) in state.q.iter_mut().zip(&self.solution.acceleration) {
                *q += dq;
            }
        }
        Ok(open)
    }

    /// Factors the weightless system with drives freewheeling and C as the right-hand side.
    fn weightless(&mut self, model: &Model, state: &SimState) -> Result<(), SolveError> {
        self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        self.problem.divide_by_masses(model, STIFF);
        self.problem.copy_c(self.evaluation.value());
        self.problem
            .disable_rows(model, |link, k| !link.drives(state) && link.holds_position(k));
        self.factor(model)
    }

    /// Effective mass (kg) of the machine at a point of a body, from its response to forces there; at most
    /// the mass of all parts.
    ///
    /// # Errors
    /// As the solver's.
    pub fn effective_mass(
        &mut self,
        model: &Model,
        state: &SimState,
        body: usize,
        at: Vec2,
    ) -> Result<f64, SolveError> {
        let Some(held) = model.bodies.get(body) else {
            return Ok(0.0);
        };
        let dim = held.motion.dim();
        self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        self.problem.clear_c();
        self.factor(model)?;
        let port = held
            .motion
            .point(at, &state.q[held.offset..], &state.v[held.offset..]);
        let mut response = DMat2::ZERO;
        for (column, axis) in [Vec2::X, Vec2::Y].into_iter().enumerate() {
            let gradient = &port.gradient[..dim];
            self.problem
                .set_force(held.offset, gradient.iter().map(|g| g.dot(axis)));
            self.solve(model)?;
            let moved = (0..dim).fold(Vec2::ZERO, |sum, k| {
                sum + port.gradient[k] * self.solution.acceleration[held.offset + k]
            });
            *response.col_mut(column) = moved;
        }
        // Eigenvalues of the symmetric response.
        let (a, b, d) = (response.x_axis.x, response.y_axis.x, response.y_axis.y);
        let (middle, spread) = ((a + d) / 2.0, Vec2::new((a - d) / 2.0, b).length());
        let (largest, least) = (middle + spread, middle - spread);
        // Where drives or joints leave no freedom the response is rounding: the hand pulls as if at the whole
        // machine, which does not move.
        let all: f64 = model.bodies.iter().map(|body| body.mass.mass).sum();
        let mass = if least * HEAVIEST > largest {
            1.0 / least
        } else {
            HEAVIEST / largest
        };
        Ok(if largest > 0.0 { mass.min(all) } else { all })
    }
}
