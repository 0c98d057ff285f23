//! Fills a new recording of a signal for past time, from the states in the history.

use std::sync::Arc;

use super::history::History;
use crate::clock;
use crate::lab::scope::Recorder;
use crate::sim::{Model, Simulation};

/// Time limit, since a person waits for the result (ns); older states are left out.
const TIME_LIMIT_NS: u64 = 300_000_000;

/// Fills the recording from the remembered states, newest first. Leaves the run unchanged.
pub(super) fn recall(recorder: &Recorder, history: &History, run: &Simulation) {
    let began = clock::nanoseconds();
    let mut shown: Option<(&Arc<Model>, Simulation)> = None;
    let mut rows = Vec::new();
    for moment in history.moments().rev() {
        if clock::nanoseconds().saturating_sub(began) > TIME_LIMIT_NS {
            break;
        }
        let same = shown.take().filter(|it| Arc::ptr_eq(it.0, &moment.model));
        let fork = || (&moment.model, run.fork_from(&moment.model, &moment.state));
        let (_, past) = shown.insert(same.unwrap_or_else(fork));
        past.stand_at(&moment.state);
        rows.push(recorder.read_back(past));
    }
    rows.reverse();
    recorder.recall(&rows);
}
