//! A moment of a step that is gone through.

use std::sync::Arc;

use super::assembled::Assembled;
use super::phase::Phase;
use crate::math::Vec2;
use crate::scene::Id;

/// A moment of the step.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// What is done.
    pub phase: Phase,
    /// The parts and constraints that it concerns, its own first.
    pub items: Vec<Id>,
    /// How many of them are its own; the others are where it takes from or gives to.
    pub own: usize,
    /// The numbers that matter, each with what it is.
    pub numbers: Vec<(&'static str, Vec<f64>)>,
    /// Arrows to draw: the part at which, and in newtons or metres per second by the phase.
    pub arrows: Vec<(Id, Vec2)>,
    /// Blocks of J of a constraint, one a part.
    pub blocks: Vec<JacobianBlock>,
    /// What there is to say of this step beside the phase.
    pub note: Option<Arc<str>>,
}

impl Moment {
    /// Without arrows, blocks and a note.
    pub(super) fn new(
        phase: Phase,
        items: Vec<Id>,
        own: usize,
        numbers: Vec<(&'static str, Vec<f64>)>,
    ) -> Self {
        Self {
            phase,
            items,
            own,
            numbers,
            arrows: Vec::new(),
            blocks: Vec::new(),
            note: None,
        }
    }
}

/// What the rows of a constraint have in the columns of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct JacobianBlock {
    /// The part.
    pub part: Id,
    /// Names of its coordinates.
    pub coordinates: Vec<&'static str>,
    /// J, row by row.
    pub rows: Vec<Vec<f64>>,
}

/// The first two coordinates, as a vector.
pub(super) fn vector(numbers: &[f64]) -> Vec2 {
    let number = |k: usize| numbers.get(k).copied().unwrap_or_default();
    Vec2::new(number(0), number(1))
}

pub(super) fn of_body<'n>(at: &Assembled, body: usize, numbers: &'n [f64]) -> &'n [f64] {
    &numbers[at.model.topology.body_offset(body)..at.model.topology.body_offset(body + 1)]
}
