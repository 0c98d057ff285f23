//! A hash of a state's bits: two runs are the same run when their hashes agree.

use std::fmt;

use super::contact::{Closed, Feature, Key};
use super::{SimState, StepControl};

/// FNV-1a over the bits of a state that decide how it goes on, and of the work done. Left out are `contact_pairs`, the contact figures, though the method
/// among them decides how contacts at rest are solved, and the counts of impacts and sums of errors, which decide nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHash(pub u64);

impl StateHash {
    /// Computes the hash of a state.
    pub fn of(state: &SimState) -> Self {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut eat = |word: u64| {
            for byte in word.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        eat(state.step);
        eat(state.soft_sub_steps);
        let (clock, control) = (&state.clock, &state.control);
        for count in [
            clock.count,
            u64::from(control.level),
            u64::from(control.sub_steps),
            control.total,
            control.refused,
            control.over_tolerance,
            control.divided,
            u64::from(control.soft),
        ] {
            eat(count);
        }
        let numbers = [
            state.energy_burst,
            clock.start,
            clock.length,
            control.shortest,
            control.wanted,
            control.load_frequency,
        ];
        for x in [state.time]
            .iter()
            .chain(&state.work.entries())
            .chain(&numbers)
            .chain(&state.q)
            .chain(&state.v)
            .chain(&state.memory)
            .chain(&state.warm_start)
        {
            eat(x.to_bits());
        }
        state.rest.iter().for_each(|rest| eat(rest.to_bits()));
        state.asleep.iter().for_each(|asleep| eat(u64::from(*asleep)));
        // Hashed only where not 0, each with a tag of its own: most runs have none of these.
        for (count, tag) in [
            (control.unsolved_contacts, 0),
            (control.excess_sub_steps, u64::MAX),
            (control.fastest_mode_share.to_bits(), u64::MAX / 3),
            (own_length(control).to_bits(), u64::MAX / 5),
            (control.vibration_sub_steps, u64::MAX / 7),
            (
                control.scaled_since.map_or(0, |it| it.to_bits().max(1)),
                u64::MAX / 9,
            ),
        ] {
            if count > 0 {
                eat(count ^ tag);
            }
        }
        for point in &state.contacts {
            let ((a, b), (c, d)) = (point.pair.0, point.pair.1);
            [a, b, c, d, point.index]
                .into_iter()
                .for_each(|it| eat(it.into()));
            let [at, normal] = [point.at, point.normal].map(|it| it.to_array());
            for x in at.iter().chain(&normal).chain(&point.force) {
                eat(x.to_bits());
            }
            if point.torque != 0.0 {
                eat(point.torque.to_bits());
            }
        }
        for factor in state.scaled.iter().flatten() {
            eat(factor.to_bits());
        }
        for closed in &state.closed {
            eat_closed(closed, &mut eat);
        }
        Self(hash)
    }
}

/// Hashes a closed point of contact: its pieces, its features and its slip.
fn eat_closed(closed: &Closed, mut eat: impl FnMut(u64)) {
    let Key { pair, features } = closed.key;
    let ((a, b), (c, d)) = pair;
    let features = features.map(|it| match it {
        Feature::Corner(i) => 2 * u64::from(i),
        Feature::Edge(i) => 2 * u64::from(i) + 1,
    });
    [a, b, c, d].into_iter().for_each(|it| eat(it.into()));
    features.into_iter().for_each(&mut eat);
    eat(closed.slip.sign().to_bits());
}

/// Length of the last sub-step by impulses (s); 0 where it is the shortest sub-step of its step, as in most.
fn own_length(control: &StepControl) -> f64 {
    match control.length {
        length if length == control.shortest => 0.0,
        length => length,
    }
}

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
