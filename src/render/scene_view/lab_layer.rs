//! Data of the laboratory's layers over the machine.

use crate::lab::heat::Opening;
use crate::lab::xray::{Bending, Reaction};
use crate::scene::Id;

/// Data of the laboratory's layers; empty by default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabLayer {
    /// Forces of constraints on the parts at their ends.
    pub reactions: Vec<Reaction>,
    /// Shear and bending of bars.
    pub bendings: Vec<(Id, Bending)>,
    /// |C| of constraints, to tint them by.
    pub gaps: Vec<(Id, f64)>,
    /// Gaps of joints to exaggerate.
    pub openings: Vec<Opening>,
}
