//! Forces of limited size and loads of breakable joints, in the projection after impulses.
//!
//! ```text
//! P = k lambda + mu/h + P'        impulse of a row in a step: that of the step, of the change of positions, of the change of velocities
//! |P| <= most h                   of capped rows, and of breakable joints unless they break
//! ```
//! The step turns velocities with the pose up to the middle of the step, and the projection from there to its end, so either gives half of the
//! impulse that guides the parts. A row that the step holds within its bound is held by the projection as well; where both together exceed the
//! bound, the projection is repeated with the rest of the bound as a condition, and the row starts to slide.

use std::mem;

use crate::constraints::{Limits, Mode};
use crate::sim::limits::{breaking, condition, mode_of, set_mode};
use crate::sim::{Dynamics, Link, Model, SimState};
use crate::solver::{Side, SolveError};

use super::Projector;
use super::ranges::Ranges;

/// Excess of a force over its bound, relative to the bound, that is rounding.
const ROUNDING: f64 = 1e-9;

/// Bounds of the force of a capped row that is held, if it is one.
fn bounds(link: &Link, state: &SimState) -> Option<[f64; 2]> {
    match link.limits()? {
        limits @ Limits::Capped { .. } if mode_of(link, state) == Mode::Inside => {
            Some(limits.bounds(Mode::Inside))
        }
        _ => None,
    }
}

impl Projector {
    /// Lets held rows slide whose forces over the step of `h` seconds exceed their bounds, and breaks overloaded joints; to be called after velocities
    /// have been projected.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn limit_forces(
        &mut self,
        dynamics: &mut Dynamics,
        model: &Model,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), SolveError> {
        if self.forces.given.is_empty() {
            return Ok(());
        }
        self.forces.sum(&dynamics.solution.lambda, h);
        let exceeds = |&index: &usize| {
            let link = &model.links[index];
            bounds(link, state).is_some_and(|[lo, hi]| {
                let force = self.forces.total[link.row];
                force > hi + ROUNDING * hi.abs() || force < lo - ROUNDING * lo.abs()
            })
        };
        if model.bounded().iter().any(exceeds) {
            self.project_within_bounds(dynamics, model, state, h)?;
            self.forces.sum(&dynamics.solution.lambda, h);
        }
        while breaking::break_worst(model, state, &self.forces.total) {}
        Ok(())
    }

    /// Projects the velocities again from where the projection began, with the bounds of capped rows as conditions.
    fn project_within_bounds(
        &mut self,
        dynamics: &mut Dynamics,
        model: &Model,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), SolveError> {
        self.kept.clone_from(&state.v);
        state.v.copy_from_slice(&self.forces.begun);
        self.gather_bounds(dynamics, model, state, h);
        dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        dynamics.row_rates(model, &state.v, &mut self.forces.before);
        self.right_hand_side(dynamics, model, true);
        mem::swap(&mut dynamics.solution, &mut self.change);
        let Ranges {
            active, conditions, ..
        } = &mut self.ranges;
        let unsettled = dynamics.solve_bounded(model, active, conditions);
        mem::swap(&mut dynamics.solution, &mut self.change);
        dynamics.solver.discard_factor();
        if unsettled? {
            state.v.copy_from_slice(&self.kept);
            dynamics.evaluate_values(model, &state.q, &state.v, state.time, &state.memory);
            return Ok(());
        }
        for (v, change) in state.v.iter_mut().zip(&self.change.acceleration) {
            *v += change;
        }
        self.forces.take_pushes(&self.pushes, h);
        self.forces.add(&self.change.lambda);
        for (condition, side) in self.ranges.conditions.iter().zip(self.ranges.active.sides()) {
            let mode = match side {
                Side::Held => continue,
                Side::Low => Mode::Low,
                Side::High => Mode::High,
            };
            set_mode(&model.links[condition.constraint], state, mode);
        }
        dynamics.evaluate_values(model, &state.q, &state.v, state.time, &state.memory);
        if let Some(driven) = &mut self.driven {
            // In place of that of the discarded change.
            (driven.drives, driven.limits) = self.booked;
            driven.book(dynamics, model, &self.change.lambda, |row, _| {
                self.forces.before[row]
            });
        }
        Ok(())
    }

    /// Makes the rest of each bound a condition: less the impulse of the step and of the change of positions.
    fn gather_bounds(&mut self, dynamics: &Dynamics, model: &Model, state: &SimState, h: f64) {
        self.ranges.conditions.clear();
        for &index in model.bounded() {
            let link = &model.links[index];
            let (Some([lo, hi]), Some(limits)) = (bounds(link, state), link.limits()) else {
                continue;
            };
            let taken = h * dynamics.solution.lambda[link.row] + self.pushes[link.row] / h;
            let mut condition = condition(index, limits, Mode::Inside, Side::Held);
            condition.bounds = [(h * lo - taken).min(0.0), (h * hi - taken).max(0.0)];
            self.ranges.conditions.push(condition);
        }
    }
}
