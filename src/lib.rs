//! Tinkertoy: an interactive sandbox of mechanisms. ARCHITECTURE.md draws the layers.

pub mod editor;
pub mod render;
pub mod solver;

/// Version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
