//! Whether the points of a line came together whose direction a constraint measures: a rope's end and its pulley, the centres of two
//! wheels. Then the direction turns round from one sub-step to the next, however short they are, and what C is beyond is another
//! branch of it.

use crate::constraints::MAX_LINES;
use crate::math::Vec2;

use super::super::model::Link;
use super::super::{Model, SimState};

/// Cosine of the largest turn of a line in a sub-step: more is not told from a turn the other way.
const TOLD: f64 = 0.3;
/// Share of the length as built that is next to nothing.
const NEXT_TO_NOTHING: f64 = 0.02;

/// The first constraint (dense index) with a line that turned too far between two states.
pub(super) fn closed_up(model: &Model, before: &SimState, after: &SimState) -> Option<usize> {
    let mut lined = model.lined().iter().copied();
    lined.find(|&index| closes_up(model, index, before, after))
}

/// Whether a line of a constraint (dense index) turned too far between two states.
pub(in crate::sim) fn closes_up(model: &Model, index: usize, before: &SimState, after: &SimState) -> bool {
    let link = &model.links[index];
    if link.is_broken(&after.memory) {
        return false;
    }
    let ((was, count), (is, _)) = (lines(model, link, before), lines(model, link, after));
    // A strand between two points of the ground has nothing to fear.
    was[..count]
        .iter()
        .zip(&is)
        .any(|(was, is)| was != is && was.dot(*is) < TOLD * was.length() * is.length())
}

/// The first constraint (dense index) with a line that is next to nothing of what it was as built: there the machine gets faster beyond bounds.
pub(in crate::sim) fn nearly_closed_up(model: &Model, state: &SimState) -> Option<usize> {
    let mut lined = model.lined().iter().copied();
    lined.find(|&index| {
        let link = &model.links[index];
        let (built, count) = lines(model, link, &model.start);
        let (is, _) = lines(model, link, state);
        let mut pairs = built[..count].iter().zip(&is);
        pairs.any(|(built, is)| is.length() < NEXT_TO_NOTHING * built.length())
    })
}

/// The lines that a constraint measures in a state, and how many.
fn lines(model: &Model, link: &Link, state: &SimState) -> ([Vec2; MAX_LINES], usize) {
    let points = model.end_points(&link.ends, &state.q);
    let mut lines = [Vec2::ZERO; MAX_LINES];
    let count = link.kind.lines(&points[..link.ends.len()], &mut lines);
    (lines, count)
}
