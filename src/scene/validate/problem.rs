//! What is told of a scene that is not legal.

use crate::scene::Id;

/// Something that is not legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The item at fault; none for the scene as a whole.
    pub item: Option<Id>,
    /// A sentence that names it and says what to do.
    pub message: String,
}
