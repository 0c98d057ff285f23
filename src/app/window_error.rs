//! How the window fails.

/// Why the window closed other than by the person.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// No display, no graphics, a library missing.
    #[error(
        "no window can be opened here ({0}); these work without one: tinkertoy simulate, tinkertoy check, tinkertoy render"
    )]
    NotOpened(String),
    /// The program broke down while it ran.
    #[error("the program broke down: {0}")]
    Broken(String),
}
