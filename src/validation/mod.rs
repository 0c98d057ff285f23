//! Validation: published and textbook problems, each with a scene of the repository and a reference that was computed without
//! the program's own solver, and the figures and plots of `docs/validation.md` from comparing the two.

pub mod contact;
pub mod drift;
pub mod goal;
pub mod lasting;
pub mod long_runs;
pub mod machines;
pub mod measure;
pub mod near_singular;
pub mod on_floor;
pub mod problem;
pub mod problems;
pub mod reference;
pub mod report;
pub mod scheme;
pub mod sliding;
pub mod statics;
pub mod stops;

pub use self::goal::Goal;
pub use self::problem::{Measure, Problem, Quantity};
pub use self::scheme::Scheme;
