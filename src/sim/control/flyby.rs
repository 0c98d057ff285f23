//! Close encounters within a sub-step: parts that pass each other, so that the force between them was evaluated before and after the encounter, but
//! not where it is largest.
//!
//! ```text
//! r(t) = r0 + (r1 - r0) t,  0 < t < 1      closest at r*, at a speed of v = |r1 - r0|/h
//! F = k/|r*|² for 2 |r*|/v bends the path by 2 k (1/m_a + 1/m_b) / (|r*| v²)
//! a strut of length L is passed through where |r*| < L < |r0|, |r1|
//! ```

use crate::constraints::{ConstraintKind, Mode, Strut};
use crate::forces::{Attraction, ForceKind};
use crate::math::Vec2;
use crate::scene::Integrator;

use super::super::model::Link;
use super::super::{Load, Model, Place, SimState};

/// Angle by which a path may be bent without the sub-step being rejected (rad).
const BENT: f64 = 1e-4;
/// Fraction of the length of a strut by which its end may pass inside that length.
const GRAZED: f64 = 1e-6;
/// Largest approach in a sub-step by impulses, as a fraction of the length of a strut: impulses push along the line at the start of the sub-step.
const STRIDE: f64 = 0.1;

/// Whether the straight path of `h` seconds from here leads so close to an attracting part that the line between both turns there by
/// `h sqrt(2 k (1/m_a + 1/m_b)/|r*|³)`, by more than `angle` (rad).
pub(super) fn nears_attraction(model: &Model, from: &SimState, (h, angle): (f64, f64)) -> bool {
    model.loads.iter().any(|load| {
        let ForceKind::Attraction(kind) = &load.kind else {
            return false;
        };
        let [a, b, ..] = model.end_ports(&load.ends, &from.q, &from.v);
        let line = b.point.value - a.point.value;
        let to = line + h * (b.point.rate - a.point.rate);
        let nearest = closest(line, to).unwrap_or(if to.length() < line.length() { to } else { line });
        let distance = kind.softened(nearest);
        2.0 * kind.strength.abs() * lightness(model, load) * h * h > angle * angle * distance.powi(3)
    })
}

/// Whether a sub-step of `h` seconds flew past an attracting part, at less than `most` times the length of its path, or through a strut.
pub(super) fn is_missed(model: &Model, states: (&SimState, &SimState), (h, most): (f64, f64)) -> bool {
    let attracts = |load: &Load| match &load.kind {
        ForceKind::Attraction(kind) => passes_attraction(model, (load, kind), states, (h, most)),
        _ => false,
    };
    model.loads.iter().any(attracts) || is_strut_missed(model, states, h)
}

/// Whether a sub-step of `h` seconds flew through a strut.
pub(super) fn is_strut_missed(model: &Model, states: (&SimState, &SimState), h: f64) -> bool {
    model.bounded().iter().any(|&index| {
        let link = &model.links[index];
        match &*link.kind {
            ConstraintKind::Strut(kind) => passes_strut(model, (link, kind), states, h),
            _ => false,
        }
    })
}

fn passes_attraction(
    model: &Model,
    (load, kind): (&Load, &Attraction),
    (before, after): (&SimState, &SimState),
    (h, most): (f64, f64),
) -> bool {
    let [from, to] = [before, after].map(|state| line(model, &load.ends, state));
    let moved = (to - from).length();
    let Some(closest) = closest(from, to).map(|it| kind.softened(it)) else {
        return false;
    };
    let bent = 2.0 * kind.strength.abs() * lightness(model, load) * h * h / (closest * moved * moved);
    closest < most * moved && bent > BENT
}

fn lightness(model: &Model, load: &Load) -> f64 {
    load.ends.iter().map(|end| model.lightness(end)).sum()
}

fn passes_strut(
    model: &Model,
    (link, kind): (&Link, &Strut),
    (before, after): (&SimState, &SimState),
    h: f64,
) -> bool {
    let own = link.memory_range();
    let is_free = |state: &SimState| Mode::of(&state.memory[own.clone()]) == Mode::Inside;
    if !is_free(before) {
        return false;
    }
    let [from, to] = [before, after].map(|state| line(model, &link.ends, state));
    if model.settings.integrator == Integrator::Impulse {
        let [a, b, ..] = model.end_ports(&link.ends, &before.q, &before.v);
        let way = h * (b.point.rate - a.point.rate);
        let (near, moved) = (from.length() - kind.length, way.length());
        if moved > STRIDE * kind.length && near < moved && from.dot(way) < 0.0 {
            return true;
        }
    }
    let beyond = |line: Vec2| line.length() > kind.length;
    is_free(after)
        && beyond(from)
        && beyond(to)
        && closest(from, to).is_some_and(|it| it.length() < (1.0 - GRAZED) * kind.length)
}

/// Returns the vector from the first end to the second.
fn line(model: &Model, ends: &[Place], state: &SimState) -> Vec2 {
    let points = model.end_points(ends, &state.q);
    points[1] - points[0]
}

/// Returns the point of a straight path that is closest to the origin, if it lies between the ends of the path.
fn closest(from: Vec2, to: Vec2) -> Option<Vec2> {
    let way = to - from;
    let share = -from.dot(way) / way.dot(way);
    (share > 0.0 && share < 1.0).then(|| from + share * way)
}
