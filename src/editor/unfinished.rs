//! Heuristic for a scene that is still under construction.

use std::collections::BTreeMap;

use crate::bodies::Motion;
use crate::math::{Pose, UnionFind, Vec2, trig::atan2};
use crate::scene::{Collides, Contact, Id, Part, Scene};

use super::arrange::extent;
use super::assembly::OPEN_GAP;
use super::draft::Draft;

/// Whether a scene looks unfinished: parts would fall away, or a joint is visibly open at the start.
pub fn is_being_built(scene: &Scene) -> bool {
    let falls = scene.settings.gravity != Vec2::ZERO;
    falls && has_loose_island(scene) || Draft::new(scene).gap() > OPEN_GAP
}

/// Distance above something within which joined parts count as lying on it, as a fraction of a part's size.
const NEAR: f64 = 0.25;

/// Whether an island, of joined parts or a single part, is at rest and neither held nor caught: no joint or force connects it to the ground, and
/// nothing is below it to land on. Joined parts are not meant to be dropped: they are caught only by something directly below them.
fn has_loose_island(scene: &Scene) -> bool {
    let parts: Vec<(Id, &Part)> = scene.parts().collect();
    let places: BTreeMap<Id, usize> = parts.iter().enumerate().map(|(k, (id, _))| (*id, k)).collect();
    let ground = parts.len();
    let mut islands = UnionFind::new(ground + 1);
    for (k, (_, part)) in parts.iter().enumerate() {
        let moves = part.velocity != Vec2::ZERO || part.omega != 0.0;
        let is_led = matches!(part.motion(), Motion::Bead(_));
        if part.fixed || moves || is_led {
            islands.join(k, ground);
        }
    }
    let joints = scene.constraints().map(|(_, it)| (&it.ends, true));
    let forces = scene.forces().map(|(_, it)| (&it.ends, false));
    for (ends, is_joint) in joints.chain(forces) {
        let place = |part: Option<Id>| part.and_then(|id| places.get(&id).copied()).unwrap_or(ground);
        match &ends[..] {
            // A joint with a single end is attached to the ground; a force with a single end holds nothing.
            [end] if is_joint => {
                islands.join(place(end.part), ground);
            }
            _ => islands.join_all(ends.iter().map(|end| place(end.part))),
        }
    }
    if let Some(contact) = scene.settings.contact {
        let joined = shared(&mut islands, ground);
        tie_landing_parts(&mut islands, &parts, &joined, contact, scene.settings.gravity);
    }
    !apart_from(&mut islands, ground).0.is_empty()
}

/// Whether the bottom of a box is at most slightly above a height.
fn nearly_lies_on(height: f64, (low, high): (Vec2, Vec2)) -> bool {
    low.y - height <= NEAR * (high - low).max_element()
}

/// Connects to the ground the parts that land on connected ones or on the floor when they fall; joined parts only if they nearly lie there.
fn tie_landing_parts(
    islands: &mut UnionFind,
    parts: &[(Id, &Part)],
    joined: &[bool],
    contact: Contact,
    gravity: Vec2,
) {
    let ground = parts.len();
    // Rotation of the world such that gravity points down.
    let upright = Pose::new(0.0, 0.0, atan2(-gravity.x, -gravity.y));
    let boxes: Vec<(Vec2, Vec2)> = parts
        .iter()
        .map(|(_, part)| {
            let position = upright.point(part.pose.position);
            let angle = upright.angle + part.pose.angle;
            extent(&part.shape.outline(), Pose { position, angle })
        })
        .collect();
    let stops = |part: &Part| {
        part.collides != Collides::Nothing && matches!(part.motion(), Motion::Rigid | Motion::Point)
    };
    let lands_on = |k: usize, other: usize| {
        let ((low, high), (from, to)) = (boxes[k], boxes[other]);
        let (part, below) = (parts[k].1, parts[other].1);
        let is_below = from.y < low.y && from.x <= high.x && to.x >= low.x;
        let is_near = !joined[k] || nearly_lies_on(to.y, (low, high));
        is_below && is_near && stops(below) && (below.fixed || below.layer == part.layer)
    };
    let on_floor: Vec<bool> = parts
        .iter()
        .zip(joined)
        .map(|((_, part), joined)| {
            let (low, high) = extent(&part.shape.outline(), part.pose);
            gravity.y < 0.0
                && contact
                    .floor
                    .is_some_and(|floor| !joined || nearly_lies_on(floor, (low, high)))
        })
        .collect();
    loop {
        let (loose, held) = apart_from(islands, ground);
        let caught = |k: &usize| on_floor[*k] || held.iter().any(|&other| lands_on(*k, other));
        let caught: Vec<usize> = loose
            .into_iter()
            .filter(|&k| stops(parts[k].1))
            .filter(caught)
            .collect();
        if caught.is_empty() {
            return;
        }
        for k in caught {
            islands.join(k, ground);
        }
    }
}

/// For each element before the ground, whether its island has further elements.
fn shared(islands: &mut UnionFind, ground: usize) -> Vec<bool> {
    islands.flatten();
    let roots = || (0..ground).map(|k| islands.root(k));
    let mut counts = vec![0_usize; ground + 1];
    roots().for_each(|root| counts[root] += 1);
    roots().map(|root| counts[root] > 1).collect()
}

/// The elements before the ground that are not in its island, and those that are.
fn apart_from(islands: &mut UnionFind, ground: usize) -> (Vec<usize>, Vec<usize>) {
    islands.flatten();
    let root = islands.root(ground);
    (0..ground).partition(|&k| islands.root(k) != root)
}
