//! Round parts (wheels), and the joints that take their radii from them.

use crate::constraints::{ConstraintKind, Meshing, Round};
use crate::parameter::Parameters;
use crate::scene::{Attach, Id, Item, Scene};

use super::draft::Draft;

/// Relative difference of radii that count as equal.
const SAME: f64 = 1e-9;

/// Radius and teeth of the part at an end, if it is round and attached by its centre.
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

/// After a change of a wheel, gives the joints on it its new radius and teeth. An end whose radius differed from the wheel's keeps it, and so do
/// joints with formulas.
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
        let Some(it) = scene.constraint(joint).filter(|_| !by_formula) else {
            continue;
        };
        let own = it.kind.parameters();
        if !own.iter().any(|it| is_same(it.value, old)) {
            continue;
        }
        let round = |radius: f64| -> Vec<Option<Round>> {
            let of = |end: &Attach| {
                let round = round_part(scene, *end)?;
                let is_this = end.part == Some(id);
                Some(if is_this { Round { radius, ..round } } else { round })
            };
            it.ends.iter().map(of).collect()
        };
        let (mut before, mut kind) = (it.kind.clone(), it.kind.clone());
        before.suit(&round(old));
        kind.suit(&round(new));
        // The parameters that change with this wheel's radius belong to its end.
        let suited = before.parameters().into_iter().zip(kind.parameters());
        for (own, (before, now)) in own.iter().zip(suited) {
            let follows = before.value != now.value && is_same(own.value, old);
            if !follows {
                kind.set_parameter(own.key, own.value);
            }
        }
        draft.change(joint, |item| {
            if let Item::Constraint(it) = item {
                it.kind = kind;
            }
        });
    }
}

fn is_same(value: f64, radius: f64) -> bool {
    (value - radius).abs() <= SAME * radius
}

/// Distance of a gear pair's wheels, and the one given by their radii; `None` where the pair has radii of its own.
fn meshing(scene: &Scene, pair: Id) -> Option<(Id, Meshing)> {
    let it = scene.constraint(pair)?;
    let kind = it.kind.holds_as();
    let ConstraintKind::GearPair(gears) = kind else {
        return None;
    };
    let round: Vec<_> = it.ends.iter().map(|end| round_part(scene, *end)).collect();
    let [Some(a), Some(b)] = *round.as_slice() else {
        return None;
    };
    if !is_same(gears.radius_a, a.radius) || !is_same(gears.radius_b, b.radius) {
        return None;
    }
    let ports: Vec<_> = it.ends.iter().map(|end| scene.built_ports(*end)).collect();
    let meshing = kind.clone().mesh(&round, &ports)?;
    Some((pair, meshing))
}

/// Gear pairs on a part that do not mesh: the distance of their wheels is not the one given by their radii.
pub(super) fn out_of_mesh(scene: &Scene, id: Id) -> Vec<(Id, Meshing)> {
    let pairs = scene.attached_to(id).into_iter();
    let off = pairs.filter_map(|pair| meshing(scene, pair));
    off.filter(|(_, it)| it.is_off()).collect()
}

/// Gear pairs that mesh, with the distances of their wheels.
pub(super) fn in_mesh(scene: &Scene) -> Vec<(Id, Meshing)> {
    let pairs = scene.constraints().filter_map(|(pair, _)| meshing(scene, pair));
    pairs.filter(|(_, it)| !it.is_off()).collect()
}
