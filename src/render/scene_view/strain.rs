//! Breakable joints: tint and gauge for how near they are to breaking, and faint colours for broken ones. Also highlights ropes, stops and
//! drives that are active at a bound.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{FRAC_PI_2, TAU};

use crate::math::Vec2;
use crate::render::draw_list::{Color, Stroke};
use crate::scene::Id;

use super::ink::Ink;
use super::{Canvas, Run};

/// Fraction of its breaking load from which a joint reddens and shows a gauge.
const SHOWN: f64 = 0.5;
/// Opacity of broken joints.
const FAINT: f64 = 0.3;
/// Fraction of the highlight colour mixed into active limits.
const LIT: f64 = 0.6;
/// Radius of the gauge in joint radii.
const RADIUS: f64 = 2.2;

/// Load of each breakable joint as a fraction of its breaking load; infinite for broken ones.
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

/// The constraints that are active at a bound.
pub(super) fn at_bounds(run: &Run) -> BTreeSet<Id> {
    run.model.at_bounds(run.state).map(|link| link.id).collect()
}

/// The ink of a constraint that is active at a bound.
pub(super) fn lit(canvas: &Canvas, ink: Ink) -> Ink {
    let light = canvas.tone(canvas.theme.select);
    Ink {
        body: ink.body.mix(light, LIT),
        mark: ink.mark.mix(light, LIT),
        ..ink
    }
}

/// Position between the threshold of display and breaking, 0 to 1.
fn redness(share: f64) -> f64 {
    ((share - SHOWN) / (1.0 - SHOWN)).clamp(0.0, 1.0)
}

/// The ink of a joint with this fraction of its breaking load.
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

/// Gauges at screen points: rings that close as the fraction approaches 1.
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
