//! The constraint solver. It knows dense body indices, Jacobian blocks and right-hand sides, and nothing
//! of scenes, kinds of constraint, names, files, input or clocks.

pub mod system;

pub use system::{End, Solution, System, Topology};
