//! A second look for work that another instance held at the first one: it may have been killed, and not have ended yet.

use std::path::{Path, PathBuf};

/// After how long work is looked for again (s): a process that was killed ends within that.
const AFTER: f64 = 3.0;

/// A look that is still to come.
pub(super) struct SecondLook {
    /// The file whose work is wanted; the latest of any where there is none.
    pub wanted: Option<PathBuf>,
    /// Time until then (s).
    pub left: f64,
}

impl SecondLook {
    /// One for work on this file.
    pub fn of(wanted: Option<&Path>) -> Self {
        Self {
            wanted: wanted.map(Path::to_owned),
            left: AFTER,
        }
    }
}
