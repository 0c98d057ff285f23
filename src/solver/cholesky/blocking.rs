//! Block sizes of the dense factorisation, and polling of the cancel flag between blocks.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::report::SolveError;

/// Columns of a panel.
pub(super) const PANEL: usize = 64;
/// Rows (or columns) multiplied between two polls of the flag.
pub(super) const CHUNK: usize = 256;

/// Returns an error once the cancel flag is raised.
pub(super) fn poll(cancel: &AtomicBool) -> Result<(), SolveError> {
    if cancel.load(Ordering::Relaxed) {
        Err(SolveError::Cancelled)
    } else {
        Ok(())
    }
}

/// Whether the cancel flag is raised; polled at every `CHUNK`-th k only.
pub(super) fn stopped(k: usize, cancel: &AtomicBool) -> bool {
    k.is_multiple_of(CHUNK) && cancel.load(Ordering::Relaxed)
}
