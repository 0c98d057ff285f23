//! How the hand meets parts on the canvas: as a group, not at all, or not even with the eye. None of it matters to the run.

/// How a part is met on the canvas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handling {
    /// The name of the group that a click selects with it.
    pub group: Option<String>,
    /// Whether the hand can neither select nor drag it.
    pub locked: bool,
    /// Whether it is left out of the picture.
    pub hidden: bool,
}
