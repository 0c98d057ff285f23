//! What items are drawn in: by what they are, and by what goes through them.

use std::collections::BTreeMap;

use crate::render::draw_list::Color;
use crate::scene::{Id, Item};
use crate::sim::Link;

use super::ink::Ink;
use super::{Canvas, Run};

/// How much paper there is in the colours of what measures and does not act.
const PALE: f64 = 0.45;

/// What the widest line is wider by than without the x-ray (points).
const THICKER: f64 = 7.0;

/// The ink of joints through which nothing goes.
pub(super) fn joint_ink(canvas: &Canvas) -> Ink {
    Ink {
        body: canvas.tone(canvas.theme.steel),
        mark: canvas.tone(canvas.theme.ink),
        swell: 0.0,
    }
}

/// The ink of an item through which nothing goes.
pub(super) fn plain_ink(canvas: &Canvas, item: &Item) -> Ink {
    let theme = canvas.theme;
    let mark = match item {
        Item::Constraint(_) => theme.ink,
        Item::Force(it) if it.kind.slots().len() == 2 => theme.steel,
        _ => theme.green,
    };
    let pale = |color: Color| match item {
        // It measures and does not act.
        Item::Constraint(it) if it.kind.measures().is_some() => color.mix(theme.paper, PALE),
        _ => color,
    };
    Ink {
        body: canvas.tone(pale(theme.steel)),
        mark: canvas.tone(pale(mark)),
        swell: 0.0,
    }
}

/// The ink of what carries a force (N), the most that any carries being `most`.
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

/// What goes through each constraint (N), torques left out: with its sign where it is along one line, positive in compression.
pub(super) fn forces(run: &Run) -> BTreeMap<Id, f64> {
    let of = |link: &Link| {
        let force = link.carried(run.lambda, false)?;
        let force = if link.rows.len() == 1 { force } else { -force.abs() };
        force.is_finite().then_some((link.id, force))
    };
    run.model.links.iter().filter_map(of).collect()
}
