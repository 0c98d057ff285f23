//! History of recent states, bounded in bytes, for stepping back and scrubbing bit for bit.
//!
//! While time runs, the present is not in the history. While the past is looked at, the present is the last entry, until time goes on
//! from the state that is looked at; later states are then forgotten. Each state is kept with its machine, so an edit in mid-run
//! loses nothing.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::sim::{Model, SimState};

/// Memory limit of the history (bytes).
const BUDGET: usize = 64 << 20;

/// A state and its machine.
#[derive(Clone)]
pub struct Moment {
    /// The state.
    pub state: SimState,
    /// Its machine; the same for all states between two edits.
    pub model: Arc<Model>,
}

/// A ring of states, newest last.
#[derive(Default)]
pub struct History {
    moments: VecDeque<Moment>,
    /// Memory in use (bytes).
    bytes: usize,
    /// Index of the state that is looked at; `None` in the present.
    at: Option<usize>,
}

impl History {
    /// Remembers a state before the run leaves it.
    pub fn push(&mut self, state: &SimState, model: &Arc<Model>) {
        self.remember(state, model);
    }

    /// Makes room and appends; returns the number of oldest states forgotten.
    fn remember(&mut self, state: &SimState, model: &Arc<Model>) -> usize {
        let (mut kept, mut forgotten) = (None, 0);
        while self.bytes + state_bytes(state) + self.model_bytes(model) > BUDGET && !self.moments.is_empty() {
            kept = self.forget_first();
            forgotten += 1;
        }
        // The buffers of the forgotten state are reused.
        let mut kept = kept.unwrap_or_default();
        kept.clone_from(state);
        self.append(kept, model);
        forgotten
    }

    fn append(&mut self, state: SimState, model: &Arc<Model>) {
        self.bytes += state_bytes(&state) + self.model_bytes(model);
        let model = Arc::clone(model);
        self.moments.push_back(Moment { state, model });
    }

    /// Memory that a machine adds (bytes): 0 if the newest state has the same machine.
    fn model_bytes(&self, model: &Arc<Model>) -> usize {
        match self.moments.back() {
            Some(last) if Arc::ptr_eq(&last.model, model) => 0,
            _ => model.bytes(),
        }
    }

    fn forget_first(&mut self) -> Option<SimState> {
        let first = self.moments.pop_front()?;
        self.bytes -= state_bytes(&first.state);
        let shared = |next: &Moment| Arc::ptr_eq(&next.model, &first.model);
        if !self.moments.front().is_some_and(shared) {
            self.bytes -= first.model.bytes();
        }
        Some(first.state)
    }

    fn forget_last(&mut self) {
        if let Some(last) = self.moments.pop_back() {
            self.bytes -= state_bytes(&last.state) + self.model_bytes(&last.model);
        }
    }

    /// Forgets the state pushed last, when the step from it failed.
    pub fn take_back(&mut self) {
        self.forget_last();
    }

    /// Moves by `steps`: back if negative, otherwise forward towards the present. `None` where there is no state in that direction.
    pub fn look(&mut self, present: Present<'_>, steps: isize) -> Option<&Moment> {
        let here = self.at.unwrap_or(self.moments.len());
        let wanted = here.checked_add_signed(steps)?;
        if wanted >= self.moments.len() + usize::from(self.at.is_none()) || wanted == here {
            return None;
        }
        self.look_at(present, wanted)
    }

    /// Goes to the last state that is not later than `time`, or to the first.
    pub fn look_for(&mut self, present: Present<'_>, time: f64) -> Option<&Moment> {
        if self.at.is_none() && (self.moments.is_empty() || time >= present.0.time) {
            return None;
        }
        let later = self.moments.partition_point(|it| it.state.time <= time);
        self.look_at(present, later.saturating_sub(1))
    }

    fn look_at(&mut self, (state, model): Present<'_>, mut index: usize) -> Option<&Moment> {
        if self.at.is_none() {
            index = index.saturating_sub(self.remember(state, model));
        }
        self.at = Some(index);
        self.moments.get(index)
    }

    /// Lets time go on from the state that is looked at, which becomes the present. False if that was the present already.
    pub fn resume(&mut self) -> bool {
        let Some(at) = self.at.take() else { return false };
        while self.moments.len() > at {
            self.forget_last();
        }
        true
    }

    /// Another run takes over at this time (s): states before it remain available, the others are forgotten.
    pub fn end_before(&mut self, time: f64) {
        self.at = None;
        while self.moments.back().is_some_and(|it| it.state.time >= time) {
            self.forget_last();
        }
    }

    /// All remembered states, oldest first.
    pub fn moments(&self) -> impl DoubleEndedIterator<Item = &Moment> {
        self.moments.iter()
    }

    /// How many steps can be taken back.
    pub fn behind(&self) -> usize {
        self.at.unwrap_or(self.moments.len())
    }
    /// How many steps lie ahead of the state that is looked at.
    pub fn ahead(&self) -> usize {
        self.at.map_or(0, |at| self.moments.len() - 1 - at)
    }
    /// First and last time that can be looked at (s).
    pub fn span(&self, present: &SimState) -> [f64; 2] {
        let first = self.moments.front().map_or(present.time, |it| it.state.time);
        let last = if self.at.is_some() {
            self.moments.back()
        } else {
            None
        };
        [first, last.map_or(present.time, |it| it.state.time)]
    }
    /// Forgets all.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// The present state and its machine.
pub type Present<'a> = (&'a SimState, &'a Arc<Model>);

/// Memory of a state (bytes).
fn state_bytes(state: &SimState) -> usize {
    let numbers = state.q.len() + state.v.len() + state.memory.len() + state.warm_start.len();
    8 * numbers
        + size_of_val(&state.contacts[..])
        + size_of_val(&state.contact_pairs[..])
        + size_of_val(&state.closed[..])
        + size_of::<Moment>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine() -> Arc<Model> {
        Arc::new(Model::compile(&crate::scene::Scene::default()))
    }

    fn state(step: u64) -> SimState {
        SimState {
            step,
            time: step as f64,
            ..SimState::default()
        }
    }

    #[test]
    fn it_keeps_the_last_states_within_its_budget() {
        let (mut history, machine) = (History::default(), machine());
        for k in 0..20 {
            let large = SimState {
                q: vec![0.0; 1 << 20],
                ..state(k)
            };
            history.push(&large, &machine);
        }
        assert!(history.behind() < 9, "8 MiB each, 64 MiB in all");
        assert!(history.bytes <= BUDGET);
        assert_eq!(history.span(&state(20))[1], 20.0);
        history.clear();
        assert!(history.look((&state(20), &machine), -1).is_none());
        assert_eq!(history.bytes, 0);
    }

    /// The count of bytes is right from whichever end machines are forgotten.
    #[test]
    fn machines_count_once_and_leave_nothing_behind() {
        let mut history = History::default();
        for _ in 0..4 {
            let machine = machine();
            (0..5).for_each(|k| history.push(&state(k), &machine));
        }
        let each = history.bytes;
        assert!(each > 4 * machine().bytes());
        (0..7).for_each(|_| history.take_back());
        (0..7).for_each(|_| drop(history.forget_first()));
        assert_eq!(history.behind(), 6);
        while history.forget_first().is_some() {}
        assert_eq!(history.bytes, 0);
    }

    /// The present, which is in the history while the past is looked at, takes its room from the oldest states.
    #[test]
    fn looking_back_stays_within_the_budget() {
        let (mut history, machine) = (History::default(), machine());
        let large = |k: u64| SimState {
            q: vec![0.0; 1 << 20],
            ..state(k)
        };
        (0..20).for_each(|k| history.push(&large(k), &machine));
        let (behind, present) = (history.behind(), large(20));
        let seen = history.look((&present, &machine), -1).map(|it| it.state.step);
        assert_eq!(seen, Some(19));
        assert!(history.bytes <= BUDGET, "{}", history.bytes);
        assert_eq!((history.behind(), history.ahead()), (behind - 2, 1));
        // The first state is the oldest that remains.
        let first = history
            .look_for((&present, &machine), 0.0)
            .map(|it| it.state.step);
        assert_eq!(first, Some(20 + 1 - behind as u64));
    }

    #[test]
    fn looking_back_forgets_nothing_until_time_goes_on() {
        let mut history = History::default();
        let machine = machine();
        (0..10).for_each(|k| history.push(&state(k), &machine));
        let present = state(10);
        let now = (&present, &machine);
        let step = |history: &mut History, by| history.look(now, by).map(|it| it.state.step);
        assert_eq!(step(&mut history, 1), None, "nothing is ahead of the present");
        assert_eq!(step(&mut history, -3), Some(7));
        assert_eq!(step(&mut history, -8), None, "before the first");
        assert_eq!(step(&mut history, 2), Some(9));
        assert_eq!((history.behind(), history.ahead()), (9, 1));
        assert_eq!(step(&mut history, 1), Some(10), "the present again");
        assert_eq!(history.look_for(now, 4.5).map(|it| it.state.step), Some(4));
        assert_eq!(history.look_for(now, -1.0).map(|it| it.state.step), Some(0));
        assert_eq!(history.look_for(now, 99.0).map(|it| it.state.step), Some(10));
        assert_eq!(history.span(&present), [0.0, 10.0]);
        history.look_for(now, 6.0);
        assert!(history.resume() && !history.resume());
        assert_eq!((history.behind(), history.ahead()), (6, 0));
    }
}
