//! Errors of the window.

/// Why the window closed, other than by the user.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// No display, no graphics, or a missing library.
    #[error(
        "no window can be opened here ({0}); these work without one: tinkertoy simulate, tinkertoy check, tinkertoy render"
    )]
    NotOpened(String),
    /// The program panicked while it ran.
    #[error("the program broke down: {0}")]
    Broken(String),
}
