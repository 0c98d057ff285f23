//! Sizes of the blocks that a dense factorisation works in, and its looks at the cancel flag between them.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::report::SolveError;

/// Columns of a panel.
pub(super) const PANEL: usize = 64;
/// Rows (or columns) multiplied between two looks at the flag.
pub(super) const CHUNK: usize = 256;

/// An error when the answer is no longer wanted.
pub(super) fn poll(cancel: &AtomicBool) -> Result<(), SolveError> {
    if cancel.load(Ordering::Relaxed) {
        Err(SolveError::Cancelled)
    } else {
        Ok(())
    }
}

/// A look at the flag, now and then.
pub(super) fn stopped(k: usize, cancel: &AtomicBool) -> bool {
    k.is_multiple_of(CHUNK) && cancel.load(Ordering::Relaxed)
}
