//! Projection of positions with limits as inequalities: a free row takes no part in a plain projection, which may lead it beyond its limit.
//!
//! ```text
//! M Δq = J^T lambda      J Δq = -C of joints; J Δq >= -gap of limits, with lambda >= 0, and 0 where gap + J Δq > 0
//! ```
//! solved repeatedly as in Newton's method (sequential quadratic programming), each time as a mixed complementarity problem.

use std::mem;

use crate::constraints::{Limits, Mode};
use crate::math::worst;
use crate::sim::limits::tolerance::TOUCHING;
use crate::sim::limits::{condition, mode_of, nearest, set_mode};
use crate::sim::{Dynamics, Model, SimState};
use crate::solver::{Side, SolveError};

use super::{CLOSED, Projector, TORN};

/// Most Newton steps.
const STEPS: usize = 16;
/// Share of the miss above which a whole step that leaves it is slow, and the number of slow steps that shows that no pose keeps both
/// joints and limits.
const SLOW: (f64, usize) = (0.9, 2);

impl Projector {
    /// Puts ranges that closing the joints has led beyond their limits back to them, with the joints closed; where no pose does both, only
    /// the joints are closed. Modes are then as they were before: a range that opens is not to be held.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn keep_within_limits(
        &mut self,
        dynamics: &mut Dynamics,
        model: &Model,
        state: &mut SimState,
        (reach, left): (f64, f64),
    ) -> Result<(), SolveError> {
        // Joints that do not close by themselves do not close with limits: a soft (regularised) step holds ranges beyond their limits.
        if left > TORN {
            return Ok(());
        }
        let free = |index: &usize| {
            let link = &model.links[*index];
            link.is_range() && mode_of(link, state) == Mode::Inside
        };
        let mut free = model.bounded().iter().copied().filter(free);
        if !free.any(|index| nearest(model, &model.links[index], state).gap < -TOUCHING) {
            return Ok(());
        }
        self.ranges.closed.clone_from(&state.q);
        self.take_ranges(model, state, reach);
        let stands = self.close_within(dynamics, model, state, reach)? <= left.max(CLOSED);
        if !stands {
            state.q.copy_from_slice(&self.ranges.closed);
        }
        for &(index, mode) in &self.ranges.links {
            let link = &model.links[index];
            if mode == Mode::Inside {
                set_mode(link, state, mode);
                self.aim[link.row] = 0.0;
            }
        }
        dynamics.solver.discard_factor();
        dynamics.evaluate_values(model, &state.q, &state.v, state.time, &state.memory);
        Ok(())
    }

    /// Sets all ranges to their nearer limits; a range that was beyond its limit by more than `reach` before the joints were closed comes back
    /// by `reach`.
    fn take_ranges(&mut self, model: &Model, state: &mut SimState, reach: f64) {
        let ranges = &mut self.ranges;
        ranges.links.clear();
        ranges.conditions.clear();
        ranges.signs.clear();
        ranges.signs.resize(model.topology.rows(), 0.0);
        for &index in model.bounded() {
            let link = &model.links[index];
            let Some(limits @ Limits::Range { .. }) = link.limits() else {
                continue;
            };
            let mode = mode_of(link, state);
            let near = match nearest(model, link, state) {
                // A held range is evaluated at the limit that holds it.
                near if mode != Mode::Inside && near.mode != mode => near.opposite(),
                near => near,
            };
            let side = match near.sign {
                _ if mode != Mode::Inside || near.gap < -TOUCHING => Side::Held,
                sign if sign > 0.0 => Side::Low,
                _ => Side::High,
            };
            if mode == Mode::Inside {
                mem::swap(&mut state.q, &mut self.begun);
                let was = nearest(model, link, state);
                mem::swap(&mut state.q, &mut self.begun);
                set_mode(link, state, near.mode);
                if was.mode == near.mode {
                    self.aim[link.row] = near.sign * (was.gap + reach).min(0.0);
                }
            }
            ranges.links.push((index, mode));
            ranges.conditions.push(condition(index, limits, near.mode, side));
            ranges.signs[link.row] = near.sign;
        }
    }

    /// Closes positions under the ranges, no coordinate moving by more than `reach` in a step. Returns the largest miss left (m, rad).
    fn close_within(
        &mut self,
        dynamics: &mut Dynamics,
        model: &Model,
        state: &mut SimState,
        reach: f64,
    ) -> Result<f64, SolveError> {
        let (mut missed, mut slow, mut scale) = (f64::INFINITY, 0, 1.0);
        for _ in 0..STEPS {
            dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
            let before = mem::replace(&mut missed, 0.0);
            self.right_hand_side(dynamics, model, false);
            for (row, ..) in model.projected_rows() {
                let c = dynamics.problem.c(row);
                let sign = self.ranges.signs.get(row).copied().unwrap_or_default();
                missed = worst(missed, if sign * c > 0.0 { 0.0 } else { c.abs() });
            }
            slow += usize::from(scale == 1.0 && missed > SLOW.0 * before);
            // Written so that NaN ends the loop.
            if missed <= CLOSED || !missed.is_finite() || slow == SLOW.1 {
                break;
            }
            mem::swap(&mut dynamics.solution, &mut self.change);
            let unsettled = dynamics.solve_bounded(model, &mut self.ranges.active, &self.ranges.conditions);
            mem::swap(&mut dynamics.solution, &mut self.change);
            if unsettled? {
                return Ok(f64::INFINITY);
            }
            for (condition, side) in self.ranges.conditions.iter_mut().zip(self.ranges.active.sides()) {
                condition.side = *side;
            }
            let change = &self.change.acceleration;
            let largest = change.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            scale = (reach / largest).min(1.0);
            for (x, change) in state.q.iter_mut().zip(change) {
                *x += scale * change;
            }
        }
        Ok(missed)
    }
}
