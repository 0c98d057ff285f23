//! Impacts: simultaneous impulses on all rows, joints and limits alike, by the solver of the accelerations.
//!
//! ```text
//! M Δv = J^T P,   J (v + Δv) + C_t = 0                       joints
//! 0 <= w ⊥ P >= 0,   w = u+ + e u-                           touching rows; restitution e where they close (Newton)
//! ```
//! Forces of limited size, as those of friction rows and capped drives, have no impulse. Where Newton's rule would create energy, as it may with
//! friction or with different coefficients of restitution, Poisson's rule replaces it:
//!
//! ```text
//! compression   0 <= u ⊥ P_c >= 0
//! expansion     0 <= u ⊥ P - e P_c >= 0                      from there, with friction of its own
//! ```
//! Where that creates energy as well, as it may with several contacts with friction, all coefficients of restitution of the impact are scaled down
//! until none is created (Glocker 2013). Without restitution none can be: `ΔT = P·u+ - P·A P/2`, and no term of P·u+ is above 0.

use crate::constraints::Limits;
use crate::sim::contact::ContactFigures;
use crate::sim::integrators::{StepContext, StepError};
use crate::sim::limits::{Condition, breaking, nearest, tolerance};
use crate::sim::{Energy, Link, Model, SimState};

use crate::solver::Side;

use super::Events;
use super::phase::Phase;

/// Kinetic energy that an impact may create by rounding, as a fraction.
const ROUNDING: f64 = 1e-12;
/// Number of bisections for the factor by which coefficients of restitution are scaled.
const HALVINGS: u32 = 10;

impl Events {
    /// Whether any touching row or contact point closes.
    pub(super) fn is_hit(&self, model: &Model, state: &SimState) -> bool {
        let still = tolerance::still(state);
        self.links.iter().zip(&self.held).any(|(&index, held)| {
            let link = &model.links[index];
            !link.is_capped() && !held && nearest(model, link, state).rate < -still
        }) || self.candidates.any_hit(model, state)
    }

    /// Changes the velocities by the impulses of an impact on the gathered rows and points, and books the lost energy. Returns whether a joint breaks by
    /// it: then nothing else has changed, and the impact is to be gathered anew.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn hit(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        phase: Phase,
    ) -> Result<bool, StepError> {
        let model = context.model;
        let was = Energy::of(model, state).kinetic;
        self.before.clone_from(&state.v);
        let figures = (state.control.unsolved_contacts, state.contact);
        let gain = |state: &SimState, drives: f64| Energy::of(model, state).kinetic - was - drives;
        let most = ROUNDING * was;
        self.blow.clear();
        let mut drives = self.impulses(context, state, phase)?;
        if let Phase::Newton(restitution) = phase
            && gain(state, drives) > most
        {
            drives = self.by_poisson(context, state, figures, restitution)?;
            if gain(state, drives) <= most {
                state.contact.by_poisson += 1;
            } else {
                let [mut low, mut high] = [0.0, restitution];
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (low + high);
                    drives = self.by_poisson(context, state, figures, middle)?;
                    if gain(state, drives) > most {
                        high = middle;
                    } else {
                        low = middle;
                    }
                }
                drives = self.by_poisson(context, state, figures, low)?;
                state.contact.scaled += 1;
            }
        }
        if !self.blow.is_empty() && phase != Phase::Landing {
            let over = model.settings.dt;
            if breaking::break_worst_by_impulses(model, state, &self.blow, over) {
                state.v.clone_from(&self.before);
                (state.control.unsolved_contacts, state.contact) = figures;
                return Ok(true);
            }
        }
        state.control.hits += 1;
        state.work.drives += drives;
        state.work.dissipation += gain(state, drives);
        // A row that held and that the impact opened is free like any other.
        let count = self.with_impulse(model);
        for (held, side) in self.held.iter_mut().zip(&self.sides[..count]) {
            *held &= *side == Side::Held;
        }
        // The impact may have set stuck rows slipping.
        self.held.iter_mut().skip(count).for_each(|held| *held = false);
        self.candidates.keep_held(&self.all, &self.sides, count);
        Ok(false)
    }

    /// Poisson's rule: compression from the velocities before the impact, then expansion with the coefficients of restitution times `scale`.
    /// Replaces an answer to the same impact, before which the count of unsolved contacts and the contact figures were `figures`. Returns the work of
    /// the drives (J).
    fn by_poisson(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        figures: (u64, ContactFigures),
        scale: f64,
    ) -> Result<f64, StepError> {
        let model = context.model;
        state.v.clone_from(&self.before);
        (state.control.unsolved_contacts, state.contact) = figures;
        self.blow.clear();
        self.find_restitutions(model, state);
        let compressed = self.impulses(context, state, Phase::Newton(0.0))?;
        let lambda = &context.dynamics.solution.lambda;
        let floors = self.all.iter().zip(&self.restitutions);
        let floors =
            floors.map(|(it, e)| scale * e * lambda[model.topology.row_offset(it.constraint) + it.k]);
        self.floors.clear();
        self.floors.extend(floors);
        Ok(compressed + self.impulses(context, state, Phase::Expansion)?)
    }

    /// Finds the coefficient of restitution of each condition, by the velocities before the impact: 0 where it does not close.
    fn find_restitutions(&mut self, model: &Model, state: &SimState) {
        let still = tolerance::still(state);
        self.restitutions.clear();
        let count = self.with_impulse(model);
        for (&index, held) in self.links[..count].iter().zip(&self.held) {
            let link = &model.links[index];
            let closes = !held && nearest(model, link, state).rate < -still;
            self.restitutions.push(match link.limits() {
                Some(Limits::Range { restitution }) if closes => restitution,
                _ => 0.0,
            });
        }
        self.candidates.restitutions(model, state, &mut self.restitutions);
    }

    /// Number of gathered rows that take impulses; they come first.
    fn with_impulse(&self, model: &Model) -> usize {
        let takes = |index: &&usize| !model.links[**index].is_capped();
        self.links.iter().take_while(takes).count()
    }

    /// Adds the impulses of a phase, those of an expansion no smaller than their floors; returns the work of the drives (J).
    fn impulses(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        phase: Phase,
    ) -> Result<f64, StepError> {
        let (model, dynamics) = (context.model, &mut *context.dynamics);
        dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        dynamics.problem.clear_force();
        dynamics.problem.copy_c(dynamics.evaluation.rate());
        dynamics.problem.disable_rows(model, Link::takes_impulses);
        let still = tolerance::still(state);
        for (k, (condition, &index)) in self.conditions.iter_mut().zip(&self.links).enumerate() {
            let link = &model.links[index];
            condition.side = Side::Held;
            let rate = dynamics.evaluation.rate()[link.row];
            if self.held[k] && !matches!(phase, Phase::Expansion | Phase::Landing) {
                // The rate of a row that held is rounding, and must not decide.
                dynamics.problem.set_c(link.row, 0.0);
            } else if let (Some(Limits::Range { restitution }), Phase::Newton(scale)) = (link.limits(), phase)
                && nearest(model, link, state).rate < -still
            {
                dynamics
                    .problem
                    .set_c(link.row, (1.0 + scale * restitution) * rate);
            }
        }
        // Rows without impulse are no conditions here; they have been freed above.
        let count = self.with_impulse(model);
        self.all.clear();
        self.all.extend_from_slice(&self.conditions[..count]);
        if phase == Phase::Landing {
            for it in &mut self.all {
                *it = Condition::equation(it.constraint, it.k);
            }
        }
        self.candidates
            .impact((model, dynamics), state, phase, &mut self.all);
        if phase == Phase::Expansion {
            for (it, &floor) in self.all.iter_mut().zip(&self.floors) {
                if floor > 0.0 {
                    it.bounds = [floor, f64::INFINITY];
                } else if floor < 0.0 {
                    it.bounds = [f64::NEG_INFINITY, floor];
                }
            }
        }
        let settled = self.solve(context, state)?;
        self.check_drives(context, count)?;
        // The speeds of a landing are so small that those of redundant rows may differ by rounding.
        if phase != Phase::Landing {
            state.control.unsolved_contacts += u64::from(!settled);
            if !model.touching.is_empty() {
                state.contact.note_residual(self.residual);
            }
        }
        let dynamics = &mut *context.dynamics;
        dynamics.row_rates(model, &state.v, &mut self.rates[0]);
        for (v, change) in state.v.iter_mut().zip(&dynamics.solution.acceleration) {
            *v += change;
        }
        if !model.breakable().is_empty() {
            let impulses = &dynamics.solution.lambda;
            self.blow.resize(impulses.len(), 0.0);
            let sums = self.blow.iter_mut().zip(impulses);
            sums.for_each(|(sum, impulse)| *sum += impulse);
        }
        dynamics.row_rates(model, &state.v, &mut self.rates[1]);
        let [before, after] = &self.rates;
        let mut drives = 0.0;
        for link in model.links.iter().filter(|link| link.drive && !link.forced) {
            for row in link.row_range() {
                drives += dynamics.solution.lambda[row] * 0.5 * (before[row] + after[row]);
            }
        }
        Ok(drives)
    }
}
