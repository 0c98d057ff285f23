//! An experiment: a scene, all that was done to its run and when, and the state that this led to. Replayed on a processor of the same kind it
//! comes to the same bits.

mod document;
mod run;
mod table;

pub use self::document::{LARGEST, read, write};
pub use self::run::Experiment;
pub use self::table::csv;
