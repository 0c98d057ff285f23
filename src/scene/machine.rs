//! Extraction of machines: all parts connected to given parts by constraints, as a scene of their own. The ground and parts fixed to it connect
//! nothing, nor do forces.

use std::collections::{BTreeMap, BTreeSet};

use super::{Attach, Edit, Id, Item, Scene};

/// A scene with the machines of these parts only, under the same ids and without contact. Fixed parts among them are ignored.
pub fn machines_of(scene: &Scene, parts: impl Iterator<Item = Id>) -> Scene {
    let is_moving = |id: &Id| scene.part(*id).is_some_and(|it| !it.fixed);
    let moving = |end: &Attach| end.part.filter(is_moving);
    let mut joints: BTreeMap<Id, Vec<Id>> = BTreeMap::new();
    for (id, it) in scene.constraints() {
        for part in it.ends.iter().filter_map(moving) {
            joints.entry(part).or_default().push(id);
        }
    }
    let mut kept: BTreeSet<Id> = parts.filter(is_moving).collect();
    let mut open: Vec<Id> = kept.iter().copied().collect();
    while let Some(part) = open.pop() {
        for joint in joints.get(&part).into_iter().flatten() {
            kept.insert(*joint);
            for end in scene.constraint(*joint).into_iter().flat_map(|it| &it.ends) {
                let Some(other) = end.part else { continue };
                if kept.insert(other) && moving(end).is_some() {
                    open.push(other);
                }
            }
        }
    }
    let mut settings = scene.settings;
    settings.contact = None;
    let mut machine = Scene {
        settings,
        ..Scene::default()
    };
    let mut edit = Edit::new("");
    // Parts come before the constraints that hold them.
    for is_part in [true, false] {
        for id in &kept {
            let item = scene
                .item(*id)
                .filter(|it| matches!(it, Item::Part(_)) == is_part);
            if let Some(item) = item {
                machine.plan_item(&mut edit, *id, Some(item.clone()));
            }
        }
    }
    machine.apply(&edit);
    machine
}
