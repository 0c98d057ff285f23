//! Cache of the cost of the drafted joint.

use crate::scene::Attach;

use super::tools::Tool;

/// The latest cost, so that a resting pointer causes no computation.
#[derive(Clone, Debug, Default)]
pub(super) struct CostCache {
    /// The tool, ends and number of items for which it was computed.
    pub(super) key: Option<(Tool, Vec<Attach>, usize)>,
    pub(super) text: String,
}
