//! What is being written on the canvas.

use crate::editor::Writing;

/// What is being written.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub what: Writing,
    /// None until it is known what is there.
    pub text: Option<String>,
    /// Whether it has the keys already.
    pub focused: bool,
}

impl Open {
    pub(super) fn new(what: Writing, text: Option<String>) -> Self {
        Self {
            what,
            text,
            focused: false,
        }
    }
}
