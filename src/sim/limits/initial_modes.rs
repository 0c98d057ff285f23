//! Modes of rows with limits, from the pose and the rates alone.

use crate::constraints::{Limits, Mode};
use crate::sim::{Link, Model, SimState};

use super::nearest_limit::{against, mode_of, nearest, set_mode};
use super::tolerance::{TOUCHING, sticking};

/// Distance beyond a limit that counts as a violation: more than closing a gap may leave (m, rad).
const BEYOND: f64 = 2.0 * TOUCHING;
/// Distance within which a range counts as at its limit, where contradictory constraints are looked for (m, rad).
const REACHED: f64 = 1e-4;

/// Sets the modes of a state that was built, edited or posed: rows beyond their limits are held, and sliding rows slip; rows at a limit are left to
/// the events.
pub fn set_initial_modes(model: &Model, state: &mut SimState) {
    for &index in model.bounded() {
        let link = &model.links[index];
        let near = nearest(model, link, state);
        let mode = match link.limits() {
            Some(Limits::Range { .. }) if near.gap < -BEYOND => near.mode,
            Some(Limits::OneWay) if near.rate < 0.0 => Mode::Low,
            Some(Limits::Capped { .. }) if !link.is_regulated() && near.rate.abs() > sticking(state) => {
                against(near.rate)
            }
            _ => Mode::Inside,
        };
        set_mode(link, state, mode);
    }
}

/// Holds the positions that are beyond their limits; other modes stay as they are.
pub fn hold_violated(model: &Model, state: &mut SimState) {
    for &index in model.bounded() {
        let link = &model.links[index];
        if link.is_range() {
            let near = nearest(model, link, state);
            if near.gap < -BEYOND {
                set_mode(link, state, near.mode);
            }
        }
    }
}

impl Model {
    /// Rows whose multiplier acts at a bound: taut ropes, stops in contact, loaded clutches, friction that slips, drives that stall.
    pub fn at_bounds<'a>(&'a self, state: &'a SimState) -> impl Iterator<Item = &'a Link> {
        let all = self.bounded().iter().map(|&index| &self.links[index]);
        all.filter(|link| {
            let mode = mode_of(link, state);
            !link.is_broken(&state.memory)
                && link.limits().is_some_and(|limits| match limits {
                    Limits::Range { .. } | Limits::OneWay => limits.holds(mode),
                    Limits::Capped { .. } => !limits.holds(mode),
                })
        })
    }

    /// Number of rows that are no equations in a state: rows with limits that do not hold, and the rows of broken joints.
    pub(in crate::sim) fn inactive_row_count(&self, state: &SimState) -> usize {
        let broken: usize = self.broken(state).map(|link| link.rows.len()).sum();
        let released = |&&index: &&usize| {
            let link = &self.links[index];
            let free = link.limits().is_some_and(|it| !it.holds(mode_of(link, state)));
            free && !link.is_broken(&state.memory)
        };
        broken + self.bounded().iter().filter(released).count()
    }

    /// The state in which the ranges that have reached a limit hold, as well as the rows that hold already.
    pub(in crate::sim) fn with_limits_reached(&self, state: &SimState) -> SimState {
        let mut state = state.clone();
        for &index in self.bounded() {
            let link = &self.links[index];
            if link.is_range() {
                let near = nearest(self, link, &state);
                if near.gap <= REACHED {
                    set_mode(link, &mut state, near.mode);
                }
            }
        }
        state
    }

    /// The pose as it was built, at the time of a state and with its modes and broken joints.
    pub(in crate::sim) fn as_built(&self, state: &SimState) -> SimState {
        let mut built = self.start.clone();
        built.time = state.time;
        for link in &self.links {
            let own = link.memory_range();
            if link.is_broken(&state.memory) {
                built.memory[own.clone()].copy_from_slice(&state.memory[own]);
            } else if link.limits().is_some() {
                set_mode(link, &mut built, mode_of(link, state));
            }
        }
        built
    }

    /// The state without the rows that do not hold at all times: ropes slack, stops away, friction gone. Drives stay as they are.
    pub(in crate::sim) fn without_limits(&self, state: &SimState) -> SimState {
        let mut state = state.clone();
        for &index in self.bounded() {
            let link = &self.links[index];
            match link.limits() {
                Some(Limits::Capped { .. }) if link.drive => {}
                Some(Limits::Capped { .. }) => set_mode(link, &mut state, Mode::High),
                _ => set_mode(link, &mut state, Mode::Inside),
            }
        }
        state
    }
}
