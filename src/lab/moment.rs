//! One moment of a step that is shown moment by moment.

use std::sync::Arc;

use super::assembled::Assembled;
use super::phase::Phase;
use crate::math::Vec2;
use crate::scene::Id;

/// A moment of the step.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The phase that it belongs to.
    pub phase: Phase,
    /// The parts and constraints concerned, beginning with those computed at this moment.
    pub items: Vec<Id>,
    /// Number of items computed at this moment; the others supply data to them or receive data from them.
    pub own: usize,
    /// Numbers shown, each with its name.
    pub numbers: Vec<(&'static str, Vec<f64>)>,
    /// Arrows to draw: part and vector, in newtons or metres per second depending on the phase.
    pub arrows: Vec<(Id, Vec2)>,
    /// Blocks of J of a constraint, one per part.
    pub blocks: Vec<JacobianBlock>,
    /// Explanation of this moment beyond that of its phase.
    pub note: Option<Arc<str>>,
}

impl Moment {
    /// A moment without arrows, blocks and note.
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

/// Block of J: the rows of a constraint in the columns of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct JacobianBlock {
    /// The part.
    pub part: Id,
    /// Names of the part's coordinates.
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
