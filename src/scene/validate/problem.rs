//! A problem of a scene.

use crate::scene::Id;

/// A violated rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The item at fault; `None` for the scene as a whole.
    pub item: Option<Id>,
    /// A sentence that names the item and the remedy.
    pub message: String,
}
