//! Limits while joints are closed: a row that is free takes no part in it, and may be led beyond its limit.

use crate::constraints::{Limits, Mode};
use crate::sim::limits::tolerance::TOUCHING;
use crate::sim::limits::{mode_of, nearest, set_mode};
use crate::sim::{Dynamics, Model, SimState};
use crate::solver::SolveError;

use super::{CLOSED, Projector};

impl Projector {
    /// Puts what closing the joints has led beyond its limits back to them, with the joints closed; what no pose does both for stays with the
    /// joints. Modes are as they were afterwards: what opens is not to be held.
    pub(super) fn keep_within_limits(
        &mut self,
        dynamics: &mut Dynamics,
        model: &Model,
        state: &mut SimState,
        (reach, left): (f64, f64),
    ) -> Result<(), SolveError> {
        /// Rounds at most: what is put back may lead others beyond theirs.
        const ROUNDS: usize = 4;
        let mut held = Vec::new();
        for _ in 0..ROUNDS {
            let before = held.len();
            for &index in model.bounded() {
                let link = &model.links[index];
                let ranges = matches!(link.limits(), Some(Limits::Range { .. }));
                if !ranges || mode_of(link, state) != Mode::Inside {
                    continue;
                }
                let near = nearest(model, link, state);
                if near.gap < -TOUCHING {
                    set_mode(link, state, near.mode);
                    let c = near.sign * near.gap;
                    self.aim[link.row] = c - c.clamp(-reach, reach);
                    held.push(index);
                }
            }
            if held.len() == before {
                break;
            }
            let from = state.q.clone();
            dynamics.evaluate_values(model, &state.q, &state.v, state.time, &state.memory);
            let now = self.newton(dynamics, model, state, false, Some(reach))?;
            // Written so that NaN is no success.
            let closed = now <= left.max(CLOSED);
            if !closed {
                state.q = from;
                break;
            }
        }
        for &index in &held {
            let link = &model.links[index];
            set_mode(link, state, Mode::Inside);
            self.aim[link.row] = 0.0;
        }
        if !held.is_empty() {
            dynamics.solver.forget_factor();
            dynamics.evaluate_values(model, &state.q, &state.v, state.time, &state.memory);
        }
        Ok(())
    }
}
