//! The machine that a motor moves, as a scene of its own: what constraints join to what it turns, from part to part. The ground joins
//! nothing, nor what is nailed to it, nor do forces.

use std::collections::{BTreeMap, BTreeSet};

use crate::scene::{Attach, Edit, Id, Item, Scene};

/// A scene with nothing but the machine of a motor, under the same ids. None where the motor turns nothing.
pub(super) fn machine_of(scene: &Scene, motor: Id) -> Option<Scene> {
    let moving = |end: &Attach| end.part.filter(|id| scene.part(*id).is_some_and(|it| !it.fixed));
    let mut joints: BTreeMap<Id, Vec<Id>> = BTreeMap::new();
    for (id, it) in scene.constraints() {
        for part in it.ends.iter().filter_map(moving) {
            joints.entry(part).or_default().push(id);
        }
    }
    let first = scene.constraint(motor)?.ends.iter().filter_map(moving);
    let mut open: Vec<Id> = first.collect();
    let mut kept: BTreeSet<Id> = open.iter().copied().chain([motor]).collect();
    if open.is_empty() {
        return None;
    }
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
    let mut machine = Scene::default();
    machine.settings = scene.settings;
    machine.settings.contact = None;
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
    Some(machine)
}
