//! The machines of some parts, as a scene of their own: what constraints join to them, from part to part. The ground joins nothing, nor
//! what is nailed to it, nor do forces.

use std::collections::{BTreeMap, BTreeSet};

use super::{Attach, Edit, Id, Item, Scene};

/// A scene with nothing but the machines of these parts, under the same ids and without what touches. Parts that are fixed are of none.
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
    // What is held comes before what holds.
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
