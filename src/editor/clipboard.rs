//! Copies of parts of a scene: duplicate, cut, copy and paste.

use std::collections::BTreeMap;

use crate::math::{Pose, Vec2};
use crate::scene::{Id, Item, Scene};

use super::Editor;
use super::draft::Draft;
use super::selection::How;

impl Editor {
    /// The selected items, and what holds selected parts together, as a scene of its own with the same ids.
    pub(super) fn selected_items(&self) -> Vec<Id> {
        let selected = |id: Id| self.selection.contains(id);
        self.scene
            .items()
            .filter(|(id, item)| {
                let ends = item.attachments();
                let whole = ends.iter().all(|end| end.part.is_none_or(selected));
                match item {
                    Item::Part(_) => selected(*id),
                    // What also holds on to the ground comes along only when it is selected itself.
                    _ => whole && (selected(*id) || ends.iter().all(|end| end.part.is_some())),
                }
            })
            .map(|(id, _)| id)
            .collect()
    }

    /// A copy of what is selected, a little aside.
    pub(super) fn duplicate(&mut self) {
        let by = Vec2::new(1.0, -1.0) * 2.0 * self.grid_step();
        let ids = self.selected_items();
        let now: BTreeMap<Id, Pose> = ids.iter().filter_map(|id| Some((*id, self.pose(*id)?))).collect();
        let scene = self.scene.clone();
        let label = match self.selection.single() {
            Some(id) => format!("Duplicate {}", self.scene.name(Some(id))),
            None => format!("Duplicate {} items", ids.len()),
        };
        self.insert(&scene, &ids, by, &now, &label);
    }

    /// Adds copies of items of a scene, moved by a vector and selected. `now` says where parts are in the run;
    /// the others come in as built.
    fn insert(&mut self, from: &Scene, ids: &[Id], by: Vec2, now: &BTreeMap<Id, Pose>, label: &str) {
        let mut draft = Draft::new(&self.scene);
        let mut copies: BTreeMap<Id, Id> = BTreeMap::new();
        let mut poses = Vec::new();
        // Parts first: what holds on to them may stand before them.
        let (parts, rest): (Vec<Id>, Vec<Id>) = ids.iter().partition(|id| from.part(**id).is_some());
        for id in parts.into_iter().chain(rest) {
            let Some(item) = from.item(id) else { continue };
            let mut item = item.clone();
            if let Item::Part(part) = &mut item {
                part.pose.position += by;
            }
            for end in item.attachments_mut() {
                match end.part {
                    None => end.at += by,
                    Some(part) => match copies.get(&part) {
                        Some(copy) => end.part = Some(*copy),
                        None => continue,
                    },
                }
            }
            let stem = stem(item.name()).to_owned();
            let copy = draft.add(&stem, item);
            copies.insert(id, copy);
            if let Some(pose) = now.get(&id) {
                let mut pose = *pose;
                pose.position += by;
                poses.push((copy, pose));
            }
        }
        let edit = draft.into_edit(&self.scene, label);
        if self.commit(edit, poses, None) {
            self.selection.select(copies.into_values(), How::Replace);
        }
    }
}

/// A name without the number at its end.
fn stem(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((stem, number)) if number.parse::<u32>().is_ok() && !stem.trim().is_empty() => stem.trim_end(),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn the_stem_of_a_name_leaves_its_number_out() {
        assert_eq!(stem("disk 12"), "disk");
        assert_eq!(stem("left leg"), "left leg");
        assert_eq!(stem("7"), "7");
    }
}
