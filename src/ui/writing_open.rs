//! The note or dimension being edited on the canvas.

use crate::editor::Writing;

/// The item being edited, with the state of its text field.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub what: Writing,
    /// `None` until the existing text was looked up.
    pub text: Option<String>,
    /// Whether it already has keyboard focus.
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
