//! Newton's method on the positions or the velocities of a state, with the present factor as long as it converges.

use crate::math::worst;
use crate::solver::SolveError;

use super::super::{Dynamics, Model, SimState};
use super::{CLOSED, NOTHING, Projector};

/// Most Newton steps.
const STEPS: usize = 16;
/// Share of the miss that a step leaves above which a fresh factor is made.
const SLOW: f64 = 0.3;
/// Change of a coordinate over the miss that it closes above which J has nearly lost rank: along the lost direction the change would
/// close rounding only, and throw the machine off its way.
const STEEP: f64 = 1e4;
/// Compliance of a row there, relative to its own diagonal of J W J^T: directions that J moves by less than its square root are left alone.
const DAMPING: f64 = 1e-8;
/// Miss, relative to the largest coordinate or velocity, that is rounding.
const ROUNDING: f64 = 2.0 * f64::EPSILON;
/// Residual of a solve, relative to its terms, that the next Newton step removes as well as refinement would.
const NEWTON: f64 = 1e-6;
/// Most fresh factors, for the positions and for the velocities each.
const FRESH: usize = 3;

impl Projector {
    /// Newton's method on positions, no coordinate of which moves by more than `reach` in a step, or on velocities where `reach`
    /// is `None`. Returns the largest miss left (m, rad; per s).
    pub(super) fn newton(
        &mut self,
        dynamics: &mut Dynamics,
        model: &Model,
        state: &mut SimState,
        reuse: bool,
        reach: Option<f64>,
    ) -> Result<f64, SolveError> {
        let rates = reach.is_none();
        let mut miss = self.miss(dynamics, model, rates);
        let (mut good, mut fresh) = (reuse && dynamics.solver.is_factored(), 0);
        let mut damped = false;
        for _ in 0..STEPS {
            if miss <= NOTHING {
                break;
            }
            if !good {
                if fresh == FRESH {
                    break;
                }
                dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
                if damped {
                    dynamics.damp_rows(model);
                }
                dynamics.factor(model)?;
                (good, fresh) = (true, fresh + 1);
            }
            self.right_hand_side(dynamics, model, rates);
            dynamics.solve_within(NEWTON, model, &mut self.change)?;
            let change = &self.change.acceleration;
            let largest = change.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            if !damped && largest > STEEP * miss && !dynamics.approximates() {
                (damped, good, fresh) = (true, false, fresh.min(FRESH - 1));
                continue;
            }
            let moved = if rates { &mut state.v } else { &mut state.q };
            self.kept.clone_from(moved);
            let scale = reach.map_or(1.0, |reach| (reach / largest).min(1.0));
            for (x, change) in moved.iter_mut().zip(change) {
                *x += scale * change;
            }
            if !rates {
                for (push, lambda) in self.pushes.iter_mut().zip(&self.change.lambda) {
                    *push += scale * lambda;
                }
            }
            dynamics.evaluate_values(model, &state.q, &state.v, state.time, &state.memory);
            if rates {
                self.forces.add(&self.change.lambda);
                self.book_drives(dynamics, model);
            }
            let now = self.miss(dynamics, model, rates);
            if now < SLOW * miss {
                miss = now;
                let moved = if rates { &state.v } else { &state.q };
                let size = moved.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
                if miss <= ROUNDING * size {
                    break;
                }
                continue;
            }
            // Written so that NaN is no progress.
            if now < miss {
                miss = now;
            } else {
                let moved = if rates { &mut state.v } else { &mut state.q };
                moved.copy_from_slice(&self.kept);
                dynamics.evaluate_values(model, &state.q, &state.v, state.time, &state.memory);
            }
            // An iterative solver that stops short of the answer leaves the rest open.
            if miss <= CLOSED || dynamics.approximates() {
                break;
            }
            good = false;
        }
        Ok(miss)
    }

    /// Books the work of drives and of limits that are hit in the change of velocity just made, at the mean of the rates before and after.
    fn book_drives(&mut self, dynamics: &Dynamics, model: &Model) {
        if let Some(driven) = &mut self.driven {
            // The solve changed the rate by -c.
            driven.book(dynamics, model, &self.change.lambda, |row, after| {
                after + dynamics.problem.c(row)
            });
        }
    }

    /// Largest miss of C or of Cdot; NaN where one is NaN.
    pub(super) fn miss(&self, dynamics: &Dynamics, model: &Model, rates: bool) -> f64 {
        let mut most: f64 = 0.0;
        model
            .projected_rows()
            .for_each(|(row, holds_position, holds_motion)| {
                let miss = self.miss_of(dynamics, row, [holds_position, holds_motion], rates);
                most = worst(most, miss.abs());
            });
        most
    }

    /// Residual of a row: C less its target, or Cdot at the level of velocities; 0 of a row that is not projected at that level.
    fn miss_of(&self, dynamics: &Dynamics, row: usize, [position, motion]: [bool; 2], rates: bool) -> f64 {
        match rates {
            false if position => dynamics.evaluation.value()[row] - self.aim[row],
            true if motion => dynamics.evaluation.rate()[row],
            _ => 0.0,
        }
    }

    /// Sets c of each row to its miss.
    pub(super) fn right_hand_side(&self, dynamics: &mut Dynamics, model: &Model, rates: bool) {
        dynamics.problem.clear_force();
        model
            .projected_rows()
            .for_each(|(row, holds_position, holds_motion)| {
                let c = self.miss_of(dynamics, row, [holds_position, holds_motion], rates);
                dynamics.problem.set_c(row, c);
            });
    }
}

impl Dynamics {
    /// Gives every row a small compliance for the next factor.
    fn damp_rows(&mut self, model: &Model) {
        for (row, mobility) in self.problem.inverse_effective_mass(model).into_iter().enumerate() {
            self.problem.set_compliance(row, DAMPING * mobility);
        }
    }
}
