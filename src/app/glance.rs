//! Snapshot of pointer and keyboard, taken beside the window library.

/// State of pointer and keyboard, used only for comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// Position and buttons of the pointer.
    pub pointer: (i16, i16, u16),
    /// One bit per key.
    pub keys: Vec<u8>,
}
