//! Migration from older versions of the format, and values that depend on the complete scene.
//!
//! | version | difference to the next |
//! |---|---|
//! | 1 | `omega` of a particle or bead had no effect; a `RackAndPinion` without `offset` had the offset 0 |

use crate::constraints::{ConstraintKind, EndPorts};
use crate::scene::file::{Fault, Place};
use crate::scene::{Constraint, Id, Item, Part, Scene};

/// Converts a scene written in `version` to its present meaning. Returns notes for the user.
pub(super) fn migrate(scene: &mut Scene, version: u32, place: impl Fn(Id) -> Option<Place>) -> Vec<Fault> {
    let mut notes = Vec::new();
    let racks = racks_without_offset(scene);
    for (id, item) in &mut scene.items {
        let note = match item {
            Item::Part(part) if version == 1 => spin_of_a_point(part),
            Item::Constraint(it) => racks
                .iter()
                .find(|(rack, _)| rack == id)
                .and_then(|(_, stands)| set_offset(it, *stands, version)),
            _ => None,
        };
        notes.extend(note.map(|message| Fault {
            at: place(*id),
            item: Some(item.name().to_owned()),
            message,
        }));
    }
    notes
}

fn spin_of_a_point(part: &mut Part) -> Option<String> {
    let spins = part.shape.motion().is_one_point() && part.omega != 0.0;
    spins.then(|| {
        let omega = std::mem::take(&mut part.omega);
        format!(
            "{} {:?} does not turn: its omega of {omega} had no effect in version 1 and is taken out",
            part.shape.id(),
            part.name
        )
    })
}

/// Racks without an offset, each with the offset at which it meshes in the built pose.
fn racks_without_offset(scene: &Scene) -> Vec<(Id, f64)> {
    let stands = |it: &Constraint| {
        let ConstraintKind::RackAndPinion(rack) = &it.kind else {
            return None;
        };
        let ends: Vec<EndPorts> = it.ends.iter().map(|end| scene.built_ports(*end)).collect();
        // A wrong number of ends is reported elsewhere.
        (rack.as_it_stands && ends.len() == 2).then(|| rack.offset_at(&ends))
    };
    scene
        .constraints()
        .filter_map(|(id, it)| Some((id, stands(it)?)))
        .collect()
}

fn set_offset(it: &mut Constraint, stands: f64, version: u32) -> Option<String> {
    /// An offset below this counts as zero (m).
    const NONE: f64 = 1e-12;
    let ConstraintKind::RackAndPinion(rack) = &mut it.kind else {
        return None;
    };
    rack.as_it_stands = false;
    rack.offset = if version == 1 { 0.0 } else { stands };
    (version == 1 && stands.abs() > NONE).then(|| {
        format!(
            "rack {:?} has no offset, which meant 0 in version 1: it is pulled there from {stands}, at which it stands; \
             give an offset to say which is meant",
            it.name
        )
    })
}
