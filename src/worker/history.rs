//! The states lately passed, bounded in bytes: steps are taken back, and time is scrubbed, bit for bit.
//!
//! While time runs the present is not among them. Looking back, it is the last of them until time goes on from the
//! state looked at: what was ahead of that is forgotten then.

use std::collections::VecDeque;

use crate::sim::SimState;

/// Memory the history may take (bytes).
const BUDGET: usize = 64 << 20;

/// A ring of states, newest last.
#[derive(Default)]
pub struct History {
    states: VecDeque<SimState>,
    /// The one looked at; none in the present.
    at: Option<usize>,
    /// States let go of, kept for their buffers.
    spare: Vec<SimState>,
}

impl History {
    /// Remembers a state before it is left.
    pub fn push(&mut self, state: &SimState) {
        let size = 8 * (state.q.len() + state.v.len() + state.memory.len()) + size_of::<SimState>();
        let mut kept = self.spare.pop();
        while self.states.len() >= (BUDGET / size).max(1) {
            kept = self.states.pop_front();
        }
        let mut kept = kept.unwrap_or_default();
        kept.clone_from(state);
        self.states.push_back(kept);
    }

    /// Forgets the state pushed last: it was not left after all.
    pub fn take_back(&mut self) {
        self.spare.extend(self.states.pop_back());
    }

    /// Looks `steps` further: back where negative, forward towards the present otherwise. Nothing where there is nothing
    /// to see that way.
    pub fn look(&mut self, present: &SimState, steps: isize) -> Option<&SimState> {
        let here = self.at.unwrap_or(self.states.len());
        let wanted = here.checked_add_signed(steps)?;
        if wanted >= self.states.len() + usize::from(self.at.is_none()) || wanted == here {
            return None;
        }
        self.look_at(present, wanted)
    }

    /// Looks at the last state that is not later than `time`, or at the first.
    pub fn look_for(&mut self, present: &SimState, time: f64) -> Option<&SimState> {
        if self.at.is_none() && (self.states.is_empty() || time >= present.time) {
            return None;
        }
        let later = self.states.partition_point(|state| state.time <= time);
        self.look_at(present, later.saturating_sub(1))
    }

    fn look_at(&mut self, present: &SimState, index: usize) -> Option<&SimState> {
        if self.at.is_none() {
            self.states.push_back(present.clone());
        }
        self.at = Some(index);
        self.states.get(index)
    }

    /// Time goes on from the state looked at, which is the present now. False where it was all along.
    pub fn resume(&mut self) -> bool {
        let Some(at) = self.at.take() else { return false };
        self.states.truncate(at);
        true
    }

    /// How many steps can be taken back.
    pub fn behind(&self) -> usize {
        self.at.unwrap_or(self.states.len())
    }
    /// How many steps lie ahead of the state looked at.
    pub fn ahead(&self) -> usize {
        self.at.map_or(0, |at| self.states.len() - 1 - at)
    }
    /// First and last time that can be looked at (s).
    pub fn span(&self, present: &SimState) -> [f64; 2] {
        let first = self.states.front().unwrap_or(present).time;
        let last = if self.at.is_some() {
            self.states.back()
        } else {
            None
        };
        [first, last.unwrap_or(present).time]
    }
    /// Forgets all.
    pub fn clear(&mut self) {
        self.at = None;
        self.spare.extend(self.states.drain(..).take(16));
        self.spare.truncate(16);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(step: u64) -> SimState {
        SimState {
            step,
            time: step as f64,
            ..SimState::default()
        }
    }

    #[test]
    fn it_keeps_the_last_states_within_its_budget() {
        let mut history = History::default();
        for k in 0..20 {
            history.push(&SimState {
                q: vec![0.0; 1 << 20],
                ..state(k)
            });
        }
        assert!(history.behind() < 9, "8 MiB each, 64 MiB in all");
        assert_eq!(history.span(&state(20))[1], 20.0);
        history.clear();
        assert_eq!(history.look(&state(20), -1), None);
    }

    #[test]
    fn looking_back_forgets_nothing_until_time_goes_on() {
        let mut history = History::default();
        (0..10).for_each(|k| history.push(&state(k)));
        let present = state(10);
        let step = |history: &mut History, by| history.look(&present, by).map(|it| it.step);
        assert_eq!(step(&mut history, 1), None, "nothing is ahead of the present");
        assert_eq!(step(&mut history, -3), Some(7));
        assert_eq!(step(&mut history, -8), None, "before the first");
        assert_eq!(step(&mut history, 2), Some(9));
        assert_eq!((history.behind(), history.ahead()), (9, 1));
        assert_eq!(step(&mut history, 1), Some(10), "the present again");
        assert_eq!(history.look_for(&present, 4.5).map(|it| it.step), Some(4));
        assert_eq!(history.look_for(&present, -1.0).map(|it| it.step), Some(0));
        assert_eq!(history.look_for(&present, 99.0).map(|it| it.step), Some(10));
        assert_eq!(history.span(&present), [0.0, 10.0]);
        history.look_for(&present, 6.0);
        assert!(history.resume() && !history.resume());
        assert_eq!((history.behind(), history.ahead()), (6, 0));
    }
}
