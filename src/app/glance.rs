//! A look at pointer and keyboard beside the window library.

/// What pointer and keyboard are like, only ever compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// Place and buttons of the pointer.
    pub pointer: (i16, i16, u16),
    /// A bit for each key.
    pub keys: Vec<u8>,
}
