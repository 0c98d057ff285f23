//! Lines that close up: whether the end points of a line met whose direction a constraint measures (a rope's end and its pulley, the centres of two
//! wheels). The direction is then reversed from one sub-step to the next, however short they are, and C continues on another branch.

use crate::constraints::MAX_LINES;
use crate::math::Vec2;

use super::super::model::Link;
use super::super::{Model, SimState};

/// Cosine of the largest turn of a line in a sub-step; a larger turn cannot be told from one the other way.
const TOLD: f64 = 0.3;
/// Fraction of the length as built below which a line has nearly closed up.
const NEXT_TO_NOTHING: f64 = 0.02;

/// Returns the first constraint (dense index) with a line that turned too far between two states.
pub(super) fn closed_up(model: &Model, before: &SimState, after: &SimState) -> Option<usize> {
    let mut lined = model.line_directions().iter().copied();
    lined.find(|&index| closes_up(model, index, before, after))
}

/// Whether a line of a constraint (dense index) turned too far between two states.
pub(in crate::sim) fn closes_up(model: &Model, index: usize, before: &SimState, after: &SimState) -> bool {
    let link = &model.links[index];
    if link.is_broken(&after.memory) {
        return false;
    }
    let ((was, count), (is, _)) = (lines(model, link, before), lines(model, link, after));
    // A strand between two fixed points does not move, and may have length zero.
    was[..count]
        .iter()
        .zip(&is)
        .any(|(was, is)| was != is && was.dot(*is) < TOLD * was.length() * is.length())
}

/// Returns the first constraint (dense index) with a line that is nearly closed up compared with its length as built: the speed of the machine
/// grows without bound there.
pub(in crate::sim) fn nearly_closed_up(model: &Model, state: &SimState) -> Option<usize> {
    let mut lined = model.line_directions().iter().copied();
    lined.find(|&index| {
        let link = &model.links[index];
        let (built, count) = lines(model, link, &model.start);
        let (is, _) = lines(model, link, state);
        let mut pairs = built[..count].iter().zip(&is);
        pairs.any(|(built, is)| is.length() < NEXT_TO_NOTHING * built.length())
    })
}

/// Returns the lines that a constraint measures in a state, and their number.
fn lines(model: &Model, link: &Link, state: &SimState) -> ([Vec2; MAX_LINES], usize) {
    let points = model.end_points(&link.ends, &state.q);
    let mut lines = [Vec2::ZERO; MAX_LINES];
    let count = link.kind.lines(&points[..link.ends.len()], &mut lines);
    (lines, count)
}
