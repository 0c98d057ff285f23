//! An experiment: a scene, all inputs to its run with their steps, and the hash of the final state. A replay on a processor of the same kind
//! gives the same bits.

mod document;
mod run;
mod table;

pub use self::document::{LARGEST, read, write};
pub use self::run::Experiment;
pub use self::table::csv;
