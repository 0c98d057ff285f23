//! Impacts: impulses that act at once on all rows, joints and limits alike, by the solver that moves the machine.
//!
//! ```text
//! M Δv = J^T P,   J (v + Δv) + C_t = 0                       joints
//! 0 <= w ⊥ P >= 0,   w = u+ + e u-                           rows that touch; e where they close (Newton)
//! ```
//! Forces of a certain size at most, as of friction and capped drives, have no impulse. Where different restitutions would create energy
//! they are all scaled down until none is.

use crate::constraints::Limits;
use crate::sim::integrators::{StepContext, StepError};
use crate::sim::limits::{nearest, tolerance};
use crate::sim::{Energy, Model, SimState};

use crate::solver::Side;

use super::Events;

/// Kinetic energy that an impact may create by rounding, as a share.
const ROUNDING: f64 = 1e-12;
/// Times that restitutions are halved before there are none.
const HALVINGS: i32 = 6;

impl Events {
    /// Whether a row or point that touches closes.
    pub(super) fn is_hit(&self, model: &Model, state: &SimState) -> bool {
        let still = tolerance::still(state);
        self.links.iter().zip(&self.held).any(|(&index, held)| {
            let link = &model.links[index];
            let capped = matches!(link.limits(), Some(Limits::Capped { .. }));
            !capped && !held && nearest(model, link, state).rate < -still
        }) || self.candidates.any_hit(model, state)
    }

    /// Changes the velocities by the impulses of an impact of the rows and points gathered, and books what is lost. Restitutions count as
    /// so many times what they are.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn hit(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        restitution: f64,
    ) -> Result<(), StepError> {
        let model = context.model;
        let was = Energy::of(model, state).kinetic;
        self.before.clone_from(&state.v);
        for halving in 0..=HALVINGS {
            let scale = if halving == HALVINGS {
                0.0
            } else {
                restitution * 0.5_f64.powi(halving)
            };
            state.v.clone_from(&self.before);
            let drives = self.impulses(context, state, scale)?;
            let change = Energy::of(model, state).kinetic - was;
            if change - drives <= ROUNDING * was || halving == HALVINGS {
                state.work.drives += drives;
                state.work.dissipation += change - drives;
                break;
            }
        }
        // What held and was blown open is free like any other.
        let count = self.with_impulse(model);
        for (held, side) in self.held.iter_mut().zip(&self.sides[..count]) {
            *held &= *side == Side::Held;
        }
        // What was stuck may have been set sliding.
        self.held.iter_mut().skip(count).for_each(|held| *held = false);
        self.candidates.keep_held(&self.all, &self.sides, count);
        Ok(())
    }

    /// How many of the rows gathered take impulses; they come first.
    fn with_impulse(&self, model: &Model) -> usize {
        let capped = |index: &usize| matches!(model.links[*index].limits(), Some(Limits::Capped { .. }));
        self.links.iter().take_while(|index| !capped(index)).count()
    }

    /// The same with restitutions scaled; returns the work of the drives (J).
    fn impulses(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        scale: f64,
    ) -> Result<f64, StepError> {
        let (model, dynamics) = (context.model, &mut *context.dynamics);
        dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        dynamics.problem.clear_force();
        dynamics.problem.copy_c(dynamics.evaluation.rate());
        let capped = |limits: Option<Limits>| matches!(limits, Some(Limits::Capped { .. }));
        dynamics
            .problem
            .free_rows(model, |link, k| link.holds_motion(k) && !capped(link.limits()));
        let still = tolerance::still(state);
        for (k, (condition, &index)) in self.conditions.iter_mut().zip(&self.links).enumerate() {
            let link = &model.links[index];
            condition.side = Side::Held;
            let rate = dynamics.evaluation.rate()[link.row];
            if self.held[k] {
                // What it has of a rate is rounding, and not to decide.
                dynamics.problem.set_c(link.row, 0.0);
            } else if let Some(Limits::Range { restitution }) = link.limits()
                && nearest(model, link, state).rate < -still
            {
                dynamics
                    .problem
                    .set_c(link.row, (1.0 + scale * restitution) * rate);
            }
        }
        // Those without impulse are no conditions here; they are free already.
        let count = self.with_impulse(model);
        self.all.clear();
        self.all.extend_from_slice(&self.conditions[..count]);
        self.candidates
            .impact((model, dynamics), state, scale, &mut self.all);
        let settled = self.solve(context, state)?;
        state.control.unsettled += u64::from(!settled);
        if !model.touching.is_empty() {
            state.contact.note_residual(self.residual);
        }
        let dynamics = &mut *context.dynamics;
        dynamics.row_rates(model, &state.v, &mut self.rates[0]);
        for (v, change) in state.v.iter_mut().zip(&dynamics.solution.acceleration) {
            *v += change;
        }
        dynamics.row_rates(model, &state.v, &mut self.rates[1]);
        let [before, after] = &self.rates;
        let mut drives = 0.0;
        for link in model.links.iter().filter(|link| link.drive && !link.forced) {
            for row in link.row..link.row + link.rows.len() {
                drives += dynamics.solution.lambda[row] * 0.5 * (before[row] + after[row]);
            }
        }
        Ok(drives)
    }
}
