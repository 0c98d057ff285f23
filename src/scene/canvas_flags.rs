//! Handling of parts on the canvas: group, lock and visibility. None of it affects the run.

/// Handling of a part on the canvas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CanvasFlags {
    /// Name of the group that a click on the part selects.
    pub group: Option<String>,
    /// Whether it can be neither selected nor dragged.
    pub locked: bool,
    /// Whether it is not drawn.
    pub hidden: bool,
}
