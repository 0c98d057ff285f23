//! Bounds on the totals of a state that was read: lengths of steps, times and counts that steps cannot have left.
//!
//! Coordinates and speeds are not bounded here: the step that begins with absurd ones stops and names the part.

use crate::scene::Settings;
use crate::sim::contact::Pair;
use crate::sim::control::MAX_EXCESS_SUB_STEPS;
use crate::sim::{Clock, Model, SimState, StepControl};

/// Largest factor of mass scaling.
const HEAVIEST: f64 = 1e15;
/// Latest time of a run (s), thirty thousand years: beyond it a sum of times has no digits for a step.
const LATEST: f64 = 1e12;

impl SimState {
    /// Leaves out contacts between colliders that the model does not have, sorts the rest, and keeps each once.
    pub(in crate::sim) fn keep_existing_contacts(&mut self, model: &Model) {
        let colliders = model.contact();
        let has = |pair: Pair| pair.0 < pair.1 && colliders.is_some_and(|it| it.has(pair));
        self.contacts.retain(|it| has(it.pair));
        self.contacts.sort_by_key(|it| (it.pair, it.index));
        self.contacts.dedup_by_key(|it| (it.pair, it.index));
        self.contact_pairs.retain(|it| has(*it));
        self.contact_pairs.sort_unstable();
        self.contact_pairs.dedup();
        self.closed.retain(|it| has(it.key.pair));
        self.closed.sort_unstable_by_key(|it| it.key);
        self.closed.dedup_by_key(|it| it.key);
    }

    /// Resets each total that no step can have left to its value at the start of a run. A step whose length is that of an age would be
    /// searched for contacts along all of its way.
    pub(in crate::sim) fn reset_impossible_totals(&mut self) {
        reset_unless(&mut self.time, |time| (0.0..=LATEST).contains(&time));
        let told = self.clock.start + self.clock.count as f64 * self.clock.length;
        // A clock that does not tell the time begins anew at the next step.
        let tells = (told - self.time).abs() <= self.clock.length;
        if !(is_length(self.clock.length) && self.clock.start >= 0.0 && tells) {
            self.clock = Clock {
                start: self.time,
                ..Clock::default()
            };
        }
        let control = &mut self.control;
        for length in [&mut control.shortest, &mut control.length, &mut control.wanted] {
            reset_unless(length, is_length);
        }
        let is_sum = |x: f64| x >= 0.0 && x.is_finite();
        for sum in [
            &mut control.load_frequency,
            &mut control.error_sum,
            &mut control.scaled_kinetic,
            &mut self.energy_burst,
            &mut self.recent_kinetic,
        ] {
            reset_unless(sum, is_sum);
        }
        self.rest.iter_mut().for_each(|rest| reset_unless(rest, is_sum));
        reset_unless(&mut control.fastest_mode_share, |share| {
            (0.0..=1.0).contains(&share)
        });
        control.level = control.level.min(StepControl::DEEPEST);
        if control.excess_sub_steps > MAX_EXCESS_SUB_STEPS {
            control.excess_sub_steps = 0;
        }
        for factor in self.scaled.iter_mut().flatten() {
            *factor = factor.clamp(1.0, HEAVIEST);
        }
        let is_past = |since: &f64| *since > 0.0 && *since <= self.time;
        control.scaled_since = control.scaled_since.filter(is_past);
    }
}

impl SimState {
    /// Whether all numbers that a step goes on from are finite.
    pub fn is_finite(&self) -> bool {
        let lists = [&self.q, &self.v, &self.memory, &self.warm_start, &self.rest];
        let points = self.contacts.iter().flat_map(|it| {
            let vectors = [it.at, it.normal, it.force.into()];
            vectors
                .into_iter()
                .flat_map(|it| it.to_array())
                .chain([it.torque])
        });
        let entries = self.work.entries();
        let rest = self.scaled.iter().flatten().chain(&entries).chain([&self.time]);
        let mut all = lists.into_iter().flatten().chain(rest).copied().chain(points);
        all.all(f64::is_finite)
    }
}

/// Sets a number to 0 unless it is possible.
fn reset_unless(x: &mut f64, is_possible: impl Fn(f64) -> bool) {
    if !is_possible(*x) {
        *x = 0.0;
    }
}

/// Whether a step or sub-step can have this length (s).
fn is_length(x: f64) -> bool {
    (0.0..=Settings::LONGEST_DT).contains(&x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_step_leaves_is_reset_and_the_rest_is_kept() {
        let good = SimState {
            time: 0.5,
            clock: Clock {
                start: 0.0,
                count: 50,
                length: 0.01,
            },
            control: StepControl {
                shortest: 0.01,
                length: 0.005,
                wanted: 0.1,
                excess_sub_steps: 7,
                scaled_since: Some(0.25),
                ..StepControl::default()
            },
            rest: vec![0.25],
            ..SimState::default()
        };
        let mut kept = good.clone();
        kept.reset_impossible_totals();
        assert_eq!(kept, good);
        for bad in [f64::NAN, f64::INFINITY, -1.0, 1e18] {
            let mut state = good.clone();
            (state.time, state.clock.length, state.energy_burst) = (bad, bad, bad.min(-1.0));
            let control = &mut state.control;
            (control.shortest, control.length, control.wanted) = (bad, bad, bad);
            (control.level, control.excess_sub_steps) = (u32::MAX, u64::MAX);
            control.scaled_since = Some(bad);
            state.reset_impossible_totals();
            let control = StepControl {
                level: StepControl::DEEPEST,
                ..StepControl::default()
            };
            assert_eq!(
                (state.time, state.clock, state.control),
                (0.0, Clock::default(), control)
            );
            assert_eq!(state.energy_burst, 0.0);
        }
    }
}
