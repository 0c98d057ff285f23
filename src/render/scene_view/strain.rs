//! Joints that break: how near they are to it, as a tint and a gauge beside them, and those that have let go, faint. Ropes, stops, caps
//! that are at work at their bounds, lit.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{FRAC_PI_2, TAU};

use crate::math::Vec2;
use crate::render::draw_list::{Color, Stroke};
use crate::scene::Id;

use super::ink::Ink;
use super::{Canvas, Run};

/// Share of its load from which a joint reddens and shows a gauge.
const SHOWN: f64 = 0.5;
/// How strong what has let go is still drawn.
const FAINT: f64 = 0.3;
/// How much of the light colour there is in what is lit.
const LIT: f64 = 0.6;
/// Radius of the gauge in radii of a joint.
const RADIUS: f64 = 2.2;

/// What each joint that breaks carries as a share of what it stands; infinite where it has let go.
pub(super) fn strains(run: &Run) -> BTreeMap<Id, f64> {
    let of = |&index: &usize| {
        let link = &run.model.links[index];
        let load = link.kind.breaks_at()?;
        let broken = link.is_broken(&run.state.memory);
        let share = if broken {
            f64::INFINITY
        } else {
            link.load(run.lambda) / load
        };
        Some((link.id, share))
    };
    run.model.breakable().iter().filter_map(of).collect()
}

/// What is at work at a bound.
pub(super) fn at_bounds(run: &Run) -> BTreeSet<Id> {
    run.model.at_bounds(run.state).map(|link| link.id).collect()
}

/// The ink of what is at work at a bound.
pub(super) fn lit(canvas: &Canvas, ink: Ink) -> Ink {
    let light = canvas.tone(canvas.theme.select);
    Ink {
        body: ink.body.mix(light, LIT),
        mark: ink.mark.mix(light, LIT),
        ..ink
    }
}

/// How much of the way from where it shows to breaking: 0 to 1.
fn redness(share: f64) -> f64 {
    ((share - SHOWN) / (1.0 - SHOWN)).clamp(0.0, 1.0)
}

/// The ink of a joint under such a strain.
pub(super) fn tinted(canvas: &Canvas, ink: Ink, share: Option<f64>) -> Ink {
    let Some(share) = share else { return ink };
    let red = canvas.tone(canvas.theme.error);
    let tint = |color: Color| {
        if share.is_finite() {
            color.mix(red, redness(share))
        } else {
            red.opacity(FAINT)
        }
    };
    Ink {
        body: tint(ink.body),
        mark: tint(ink.mark),
        ..ink
    }
}

/// A ring about each of these screen points that closes as the share at it comes near to all.
pub(super) fn gauges(canvas: &mut Canvas, strained: impl Iterator<Item = (Vec2, f64)>) {
    for (middle, share) in strained.filter(|(_, share)| (SHOWN..=1.0).contains(share)) {
        let radius = RADIUS * canvas.joint();
        if !canvas.view.sees(middle, radius) {
            continue;
        }
        let stroke = Stroke::new(2.0, canvas.tone(canvas.theme.error));
        canvas.out.arc(middle, radius, -FRAC_PI_2, TAU * share, stroke);
    }
}
