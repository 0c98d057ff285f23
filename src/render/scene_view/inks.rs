//! Colours and widths of items, by their kind and by the force they carry.

use std::collections::BTreeMap;

use crate::render::draw_list::Color;
use crate::scene::{Id, Item};
use crate::sim::Link;

use super::ink::Ink;
use super::{Canvas, Run};

/// Fraction of the paper's colour mixed into constraints that measure and do not act.
const PALE: f64 = 0.45;

/// Extra width of the line with the largest force (points).
const THICKER: f64 = 7.0;

/// The ink of joints without force.
pub(super) fn joint_ink(canvas: &Canvas) -> Ink {
    Ink {
        body: canvas.tone(canvas.theme.steel),
        mark: canvas.tone(canvas.theme.ink),
        swell: 0.0,
    }
}

/// The ink of an item without force.
pub(super) fn plain_ink(canvas: &Canvas, item: &Item) -> Ink {
    let theme = canvas.theme;
    let mark = match item {
        Item::Constraint(_) => theme.ink,
        Item::Force(it) if it.kind.slots().len() == 2 => theme.steel,
        _ => theme.green,
    };
    let pale = |color: Color| match item {
        // A reference constraint, which measures and does not act.
        Item::Constraint(it) if it.kind.measures().is_some() => color.mix(theme.paper, PALE),
        _ => color,
    };
    Ink {
        body: canvas.tone(pale(theme.steel)),
        mark: canvas.tone(pale(mark)),
        swell: 0.0,
    }
}

/// The ink of an item that carries a force (N), where `most` is the largest force of all.
pub(super) fn loaded(canvas: &Canvas, plain: Ink, force: Option<f64>, most: f64) -> Ink {
    let mut ink = plain;
    if let (Some(force), true) = (force, most > 0.0) {
        let share = (force.abs() / most).sqrt();
        let sign = if force < 0.0 {
            canvas.theme.tension
        } else {
            canvas.theme.compression
        };
        ink.body = ink.body.mix(sign, (0.25 + share).min(1.0));
        ink.swell = THICKER * share;
    }
    ink
}

/// The force carried by each constraint (N), without torques: signed where it acts along a single line, positive in compression.
pub(super) fn forces(run: &Run) -> BTreeMap<Id, f64> {
    let of = |link: &Link| {
        let force = link.carried(run.lambda, false)?;
        let force = if link.rows.len() == 1 { force } else { -force.abs() };
        force.is_finite().then_some((link.id, force))
    };
    run.model.links.iter().filter_map(of).collect()
}
