//! Rules of attachments of constraints, forces and traces.

use crate::constraints::Slot;
use crate::math::Vec2;
use crate::parameter::in_text;
use crate::scene::{Attach, Constraint, Item, Scene};

/// End of the message about an attachment to a missing part.
pub const MISSING: &str = "is attached to a part that is not there";

/// Limit of positions and velocities: above it, f64 does not resolve millimetres.
pub(super) const FARTHEST: f64 = 1e9;

/// The larger absolute value of the components; NaN if one is, which `max` would ignore.
pub(super) fn largest(v: Vec2) -> f64 {
    if v.is_nan() {
        f64::NAN
    } else {
        v.abs().max_element()
    }
}

/// Rules of ends: the right number, on suitable parts, and not all on the same part.
pub(super) fn ends(
    scene: &Scene,
    name: &str,
    kind: &str,
    slots: &[Slot],
    ends: &[Attach],
    may_share: &dyn Fn(usize, usize) -> bool,
    say: &mut impl FnMut(String),
) {
    if ends.len() != slots.len() {
        say(format!(
            "{kind} {name:?} has {} ends; it needs {}",
            ends.len(),
            slots.len()
        ));
        return;
    }
    for (slot, end) in slots.iter().zip(ends) {
        attachment(scene, name, *end, say);
        let turns = end
            .part
            .and_then(|id| scene.part(id))
            .is_none_or(|it| it.shape.motion().turns());
        if slot.needs_angle() && !turns {
            let part = scene.name(end.part);
            say(format!(
                "{kind} {name:?} needs an angle, and {part:?} is a particle or bead; use a disk, box or bar"
            ));
        }
    }
    if ends.len() > 1 && ends.iter().all(|end| end.part.is_none()) {
        say(format!(
            "{kind} {name:?} joins the ground to itself; give at least one part"
        ));
        return;
    }
    for (k, b) in ends.iter().enumerate() {
        let a = ends[..k]
            .iter()
            .enumerate()
            .find(|(j, a)| a.part == b.part && !may_share(*j, k));
        if a.is_some() {
            let part = scene.name(b.part);
            say(format!(
                "{kind} {name:?} joins {part:?} to itself; give two different parts"
            ));
            return;
        }
    }
}

/// Rule of a force that acts elsewhere: it needs a part that can move.
pub(super) fn pushes(scene: &Scene, name: &str, it: &Constraint, say: &mut impl FnMut(String)) {
    let moves = |end: &Attach| {
        end.part
            .and_then(|id| scene.part(id))
            .is_some_and(|part| !part.fixed)
    };
    let pushed = it.kind.pushed();
    if !pushed.is_empty() && !pushed.iter().any(|&k| it.ends.get(k).is_some_and(moves)) {
        say(format!(
            "{} {name:?} pushes nothing that moves; put it on a part that is not fixed",
            it.kind.id()
        ));
    }
}

/// Rule of an attachment: finite coordinates within range, on an existing part.
pub(super) fn attachment(scene: &Scene, name: &str, end: Attach, say: &mut impl FnMut(String)) {
    let reach = largest(end.at);
    if reach.is_nan() || reach > FARTHEST {
        say(format!(
            "{name:?} is attached at ({}, {}); give numbers below {FARTHEST:e}",
            in_text(end.at.x),
            in_text(end.at.y)
        ));
    }
    let Some(id) = end.part else { return };
    match scene.item(id) {
        Some(Item::Part(part)) => {
            if part.shape.motion().is_one_point() && end.at.length() > 0.0 {
                say(format!(
                    "{name:?} is attached beside the {} {:?}; it has only its centre, (0, 0)",
                    part.shape.id(),
                    part.name
                ));
            }
        }
        Some(item) => say(format!(
            "{name:?} is attached to {:?}, which is not a part",
            item.name()
        )),
        None => say(format!("{name:?} {MISSING}")),
    }
}
