//! Parts that left the view.

use std::collections::BTreeMap;

use crate::scene::Id;

/// How long each part has been away (s), as of the last look.
#[derive(Clone, Debug, Default)]
pub(super) struct Away {
    pub(super) parts: BTreeMap<Id, f64>,
    /// Time since that was last looked at (s).
    pub(super) since: f64,
}
