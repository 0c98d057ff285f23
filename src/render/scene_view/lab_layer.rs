//! What the laboratory has to draw over the machine.

use crate::lab::heat::Opening;
use crate::lab::xray::{Bending, Reaction};
use crate::scene::Id;

/// What is to be drawn; nothing of it by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabLayer {
    /// Forces of constraints on the parts at their ends.
    pub reactions: Vec<Reaction>,
    /// Shear and bending of bars.
    pub bendings: Vec<(Id, Bending)>,
    /// |C| of constraints, to tint them by.
    pub gaps: Vec<(Id, f64)>,
    /// Openings to exaggerate.
    pub openings: Vec<Opening>,
}
