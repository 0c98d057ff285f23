//! Axles that follow their wheels: a resized wheel is brought into mesh together with its axle.

use crate::constraints::Meshing;
use crate::editor::draft::Draft;
use crate::editor::wheels::round_part;
use crate::math::Vec2;
use crate::scene::{Constraint, Id, Item, Scene};

/// Moves a wheel of a pair that does not mesh, with its axle on the ground, along the line of centres until the teeth meet; the resized wheel
/// is preferred. Returns false where neither wheel is held by a ground axle alone.
pub(super) fn move_axle(draft: &mut Draft, (pair, off): (Id, Meshing), resized: Id) -> bool {
    let Some(it) = draft.scene().constraint(pair).cloned() else {
        return false;
    };
    let [a, b] = *it.ends.as_slice() else {
        return false;
    };
    let mut wheels = [(a, b), (b, a)];
    wheels.sort_by_key(|(wheel, _)| wheel.part != Some(resized));
    for (wheel, other) in wheels {
        let Some(joints) = wheel.part.and_then(|id| axle(draft.scene(), id, pair)) else {
            continue;
        };
        let place = |end| draft.scene().built_ports(end).point.value;
        let line: Vec2 = place(wheel) - place(other);
        let by = line.normalize_or_zero() * (off.reach - off.apart);
        for id in joints.into_iter().chain(wheel.part) {
            draft.change(id, |item| match item {
                Item::Part(part) => part.pose.position += by,
                Item::Constraint(it) => {
                    for end in it.ends.iter_mut().filter(|end| end.part.is_none()) {
                        end.at += by;
                    }
                }
                _ => {}
            });
        }
        return true;
    }
    false
}

/// Joints that hold a wheel to the ground at its centre, if nothing but a gear pair holds it otherwise and its place is not given by a formula.
fn axle(scene: &Scene, wheel: Id, pair: Id) -> Option<Vec<Id>> {
    let part = scene.part(wheel)?;
    let joints: Vec<(Id, &Constraint)> = scene
        .attached_to(wheel)
        .into_iter()
        .filter(|id| *id != pair)
        .filter_map(|id| Some((id, scene.constraint(id)?)))
        .collect();
    let is_free = |id: Id| !scene.variables.formulas.keys().any(|(it, _)| *it == id);
    let is_axle = |it: &Constraint| {
        it.ends.iter().all(|end| match end.part {
            Some(_) => round_part(scene, *end).is_some() && end.part == Some(wheel),
            None => end.at.distance(part.pose.position) < 1e-9,
        })
    };
    let moves = !part.fixed && is_free(wheel);
    let held = joints.iter().all(|(id, it)| is_axle(it) && is_free(*id));
    (moves && held && !joints.is_empty()).then(|| joints.into_iter().map(|it| it.0).collect())
}
