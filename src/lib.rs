//! Tinkertoy: an interactive sandbox of mechanisms. ARCHITECTURE.md draws the layers.

pub mod solver;

/// Version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
