//! The laboratory without its window: what is measured of a run while it goes on.

pub mod heat;
pub mod scope;
pub mod xray;
