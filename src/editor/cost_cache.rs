//! What the joint that is drafted costs, kept while it stays the same.

use crate::scene::Attach;

use super::tools::Tool;

/// The last count, so that a pointer that rests costs nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct CostCache {
    /// What it was counted for.
    pub(super) key: Option<(Tool, Vec<Attach>, usize)>,
    pub(super) text: String,
}
