//! Modes of rows with limits: given by the pose and the rates where these decide, and by the complementarity problem of the accelerations where
//! both are at their limit.

use crate::constraints::{Limits, Mode};
use crate::sim::integrators::{StepContext, StepError};
use crate::sim::limits::{against, condition, driven_beyond, mode_of, nearest, row_in, set_mode, tolerance};
use crate::sim::{Model, SimState};

use crate::solver::Side;

use super::Events;
use super::contacts::is_short;

/// Duration of a flight after a bounce below which the part is at rest (s). The position of a landing part is known up to rounding, by which a
/// flight of 1e-8 s may seem longer than the one before.
const SHORTEST_FLIGHT: f64 = 1e-7;
/// Number of events in a step from which that duration grows: parts that bounce faster than steps can follow (without losses they do for ever) come
/// to rest.
const MANY: usize = 128;
/// Number of events by which it doubles.
const DOUBLING: usize = 16;

/// Returns the shortest duration of a flight (s) after this many events of a step.
pub(super) fn shortest_flight(events: usize) -> f64 {
    SHORTEST_FLIGHT * (events.saturating_sub(MANY) as f64 / DOUBLING as f64).exp2()
}

impl Events {
    /// Gathers the rows at their limits, those with impulses first, and sets modes in which they hold. The other rows get modes in which they are
    /// free or, with friction, slip.
    pub(super) fn gather(&mut self, model: &Model, state: &mut SimState) {
        self.links.clear();
        self.held.clear();
        self.conditions.clear();
        let (still, sticking) = (tolerance::still(state), tolerance::sticking(state));
        for of_impulse in [true, false] {
            for &index in model.bounded() {
                let link = &model.links[index];
                let Some(limits) = link.limits() else { continue };
                if of_impulse == matches!(limits, Limits::Capped { .. }) {
                    continue;
                }
                let (near, mode) = (nearest(model, link, state), mode_of(link, state));
                let is_near = match limits {
                    Limits::Range { .. } => {
                        near.gap <= tolerance::TOUCHING * (1.0 + near.rate.abs()) || limits.holds(mode)
                    }
                    Limits::OneWay => near.rate <= still || limits.holds(mode),
                    Limits::Capped { .. } => {
                        // A row that slipped against its friction and has reversed came to rest on the way.
                        link.is_regulated()
                            || limits.holds(mode)
                            || near.rate.abs() <= sticking
                            || mode.number() * near.rate > 0.0
                    }
                };
                if !is_near {
                    let mode = match limits {
                        Limits::Capped { .. } => against(near.rate),
                        _ => Mode::Inside,
                    };
                    set_mode(link, state, mode);
                    continue;
                }
                let side = match (limits, mode) {
                    (Limits::Capped { .. }, Mode::Low) => Side::Low,
                    (Limits::Capped { .. }, Mode::High) => Side::High,
                    _ => Side::Held,
                };
                let held = limits.holding(near.mode);
                set_mode(link, state, held);
                self.links.push(index);
                self.held.push(limits.holds(mode));
                self.conditions.push(condition(index, limits, held, side));
            }
        }
    }

    /// Chooses the modes of the gathered rows and points, whose velocities are settled, by the complementarity problem of the accelerations. Returns
    /// whether a solution was found.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn choose(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
    ) -> Result<bool, StepError> {
        let model = context.model;
        let is_flying = !self.flying.is_empty() || self.candidates.is_flying();
        if self.links.is_empty() && model.touching.is_empty() && !is_flying {
            state.closed.clear();
            return Ok(true);
        }
        let SimState {
            q, v, time, memory, ..
        } = &*state;
        context
            .dynamics
            .evaluate(model, q, v, *time, memory, context.grab);
        self.all.clone_from(&self.conditions);
        self.candidates.accelerations(model, state, &mut self.all);
        let settled = self.solve(context, state)?;
        let first = self.conditions.len();
        let ended = (&self.all[..], &self.sides[..]);
        self.candidates
            .closed_by((model, context.dynamics), ended, first, state);
        for (k, &index) in self.links.iter().enumerate() {
            let link = &model.links[index];
            let Some(limits) = link.limits() else { continue };
            let mode = match (self.sides[k], limits) {
                (Side::Held, _) => mode_of(link, state),
                (Side::Low, Limits::Capped { .. }) => Mode::Low,
                (Side::High, Limits::Capped { .. }) => Mode::High,
                _ => Mode::Inside,
            };
            set_mode(link, state, mode);
        }
        self.check_drives(context, self.conditions.len())?;
        Ok(settled)
    }

    /// Checks that drives reach what their rows ask for in the answer just found, beside the limits held among the first `count` gathered rows.
    ///
    /// # Errors
    /// Where a drive pushes against a limit.
    pub(super) fn check_drives(&mut self, context: &StepContext<'_>, count: usize) -> Result<(), StepError> {
        let model = context.model;
        let ended = self.links[..count].iter().zip(&self.sides);
        let held = ended.filter(|(index, side)| {
            let capped = model.links[**index].is_capped();
            **side == Side::Held && !capped
        });
        let held = held.map(|(&index, _)| index);
        driven_beyond(model, context.dynamics, held, &mut self.rates[0])
            .map_or(Ok(()), |against| Err(StepError::Against(against)))
    }

    /// Removes the moving rows and points from the gathered ones: rows that the impact set slipping, and those that bounced (kept in a separate
    /// list).
    pub(super) fn set_aside_moving(&mut self, model: &Model, state: &mut SimState) {
        let (still, sticking) = (tolerance::still(state), tolerance::sticking(state));
        self.flying.clear();
        let mut kept = 0;
        for k in 0..self.links.len() {
            let (index, condition, held) = (self.links[k], self.conditions[k], self.held[k]);
            let link = &model.links[index];
            let rate = nearest(model, link, state).rate;
            match link.limits() {
                Some(Limits::Capped { .. }) if !link.is_regulated() && !held && rate.abs() > sticking => {
                    set_mode(link, state, against(rate));
                }
                Some(Limits::Range { .. } | Limits::OneWay) if !held && rate > still => {
                    set_mode(link, state, Mode::Inside);
                    self.flying.push((index, condition));
                }
                _ => {
                    (self.links[kept], self.conditions[kept], self.held[kept]) = (index, condition, held);
                    kept += 1;
                }
            }
        }
        self.links.truncate(kept);
        self.conditions.truncate(kept);
        self.held.truncate(kept);
        self.candidates.let_go(model, state, still);
    }

    /// Takes back the bounced rows and points whose flights are shorter than `shortest` (s) by the accelerations of the others; returns whether
    /// there are such.
    pub(super) fn take_back_short_flights(
        &mut self,
        context: &StepContext<'_>,
        state: &mut SimState,
        shortest: f64,
    ) -> bool {
        let (model, dynamics) = (context.model, &*context.dynamics);
        let staying = self.links.len();
        for &(index, condition) in &self.flying {
            let link = &model.links[index];
            if !link.is_range() {
                continue;
            }
            let near = nearest(model, link, state);
            let at = (&state.q[..], &state.v[..], state.time, &state.memory[..]);
            let (row, ends) = row_in(model, link, at, near.mode);
            let ends = &ends[..link.ends.len()];
            let pull = near.sign * dynamics.miss_of(model, link, (&row, ends), row.gamma(ends));
            if is_short(near.rate, pull, shortest) {
                set_mode(link, state, near.mode);
                // Inserted at the front, before the rows that take no impulse.
                self.links.insert(0, index);
                self.conditions.insert(0, condition);
                self.held.insert(0, false);
            }
        }
        let any = self.candidates.land((model, dynamics), state, shortest);
        any || self.links.len() > staying
    }
}
