//! Timing of parts that have left the view.

use std::collections::BTreeMap;

use crate::scene::Id;

/// Time for which each part has been out of view (s), as of the last check.
#[derive(Clone, Debug, Default)]
pub(super) struct OutOfView {
    pub(super) parts: BTreeMap<Id, f64>,
    /// Time since the last check (s).
    pub(super) since: f64,
}
