//! Tinkertoy: an interactive sandbox of mechanisms. The layers are described in ARCHITECTURE.md.

#[cfg(feature = "app")]
pub mod app;
pub mod bench;
pub mod bodies;
pub mod cli;
pub mod clock;
pub mod constraints;
pub mod editor;
pub mod export;
pub mod forces;
pub mod import;
pub mod kinematics;
pub mod lab;
pub mod math;
pub mod parameter;
pub mod raster;
pub mod render;
pub mod scene;
pub mod sim;
pub use tinkertoy_solver as solver;
#[cfg(feature = "app")]
pub mod ui;
pub mod validation;
pub mod worker;

/// Version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
