//! A second search for work that another instance held at the first one: it may have been killed and not have ended yet.

use std::path::{Path, PathBuf};

/// Delay of the second search (s): a killed process ends within that time.
const AFTER: f64 = 3.0;

/// A pending second search.
pub(super) struct SecondLook {
    /// The file whose work is wanted; `None` for the latest of any scene.
    pub wanted: Option<PathBuf>,
    /// Remaining time (s).
    pub left: f64,
}

impl SecondLook {
    /// Schedules a search for work on this file.
    pub fn of(wanted: Option<&Path>) -> Self {
        Self {
            wanted: wanted.map(Path::to_owned),
            left: AFTER,
        }
    }
}
