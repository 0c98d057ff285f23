//! What a signal would have recorded, had it been looked at all along: read back from the states that the history keeps.

use std::sync::Arc;

use super::history::History;
use crate::clock;
use crate::lab::scope::Recorder;
use crate::sim::{Model, Simulation};

/// A person waits no longer for it (ns); older states are left out.
const PATIENCE: u64 = 300_000_000;

/// Fills in the recording from the states that are kept, the newest first. The run itself is left as it is.
pub(super) fn recall(recorder: &Recorder, history: &History, run: &Simulation) {
    let began = clock::nanoseconds();
    let mut shown: Option<(&Arc<Model>, Simulation)> = None;
    let mut rows = Vec::new();
    for moment in history.moments().rev() {
        if clock::nanoseconds().saturating_sub(began) > PATIENCE {
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
