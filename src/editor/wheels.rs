//! Round parts, and the joints that run on them: these have the radii of the wheels.

use crate::constraints::{ConstraintKind, Meshing, Round};
use crate::scene::{Attach, Id, Item, Scene, field};

use super::draft::Draft;

/// Radii nearer than this share of each other are one.
const SAME: f64 = 1e-9;

/// The part an end is on, if that is round and held by its centre.
pub(super) fn round_part(scene: &Scene, end: Attach) -> Option<Round> {
    let shape = &scene.part(end.part?)?.shape;
    let radius = shape.pitch_radius().filter(|_| end.at.length() < 1e-9)?;
    Some(Round {
        radius,
        teeth: shape.teeth(),
    })
}

/// The pitch radius of an item, if it is a wheel (m).
pub(super) fn pitch_radius(item: Option<&Item>) -> Option<f64> {
    item?.as_part()?.shape.pitch_radius()
}

/// Gives what runs on a wheel that has become another the radius, and the teeth, that it has now; what had another radius than the
/// wheel's keeps it, and what a formula gives.
pub(super) fn follow_radius(draft: &mut Draft, before: &Item, id: Id) {
    let Some((old, new)) = pitch_radius(Some(before)).zip(pitch_radius(draft.scene().item(id))) else {
        return;
    };
    if old == new && draft.scene().item(id) == Some(before) {
        return;
    }
    for joint in draft.scene().attached_to(id) {
        let scene = draft.scene();
        let by_formula = scene.variables.formulas.keys().any(|(it, _)| *it == joint);
        let Some(item) = scene.item(joint).filter(|_| !by_formula) else {
            continue;
        };
        let same = |value: f64| (value - old).abs() <= SAME * old;
        if !field::parameters(item).iter().any(|it| same(it.value)) {
            continue;
        }
        let ends = item.attachments().iter();
        let round: Vec<_> = ends.map(|end| round_part(scene, *end)).collect();
        draft.change(joint, |item| {
            if let Item::Constraint(it) = item {
                it.kind.suit(&round);
            }
        });
    }
}

/// The gear pairs on a part whose wheels are not as far apart as their radii say, with how far they are.
pub(super) fn out_of_mesh(scene: &Scene, id: Id) -> Vec<(Id, Meshing)> {
    let pairs = scene.attached_to(id).into_iter();
    let off = pairs.filter_map(|joint| {
        let it = scene.constraint(joint)?;
        let ConstraintKind::GearPair(_) = it.kind else {
            return None;
        };
        let round: Vec<_> = it.ends.iter().map(|end| round_part(scene, *end)).collect();
        let ports: Vec<_> = it.ends.iter().map(|end| scene.built_ports(*end)).collect();
        let off = it.kind.clone().mesh(&round, &ports)?;
        off.is_off().then_some((joint, off))
    });
    off.collect()
}
