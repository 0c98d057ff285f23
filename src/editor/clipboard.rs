//! Copying parts of a scene: duplicate, cut, copy and paste.

use std::collections::BTreeMap;

use crate::math::{Pose, Vec2};
use crate::scene::{Id, Info, Item, Scene, file};

use super::copy_place::shifted;
use super::draft::Draft;
use super::notice::Notice;
use super::selection::How;
use super::{Action, Editor, Effect, Level};

/// Content of the clipboard: a scene that is not empty, or a notice that says what is wrong.
pub type Pasted = Result<Box<Scene>, (Level, String)>;

/// Parses pasted text as a scene. Takes long for a long text.
///
/// # Errors
/// The text is no scene, or an empty one.
pub fn read_pasted(text: &str) -> Pasted {
    if text.trim().is_empty() {
        return Err((Level::Info, "The clipboard is empty".to_owned()));
    }
    match file::read(text, "clipboard") {
        Ok(fragment) if !fragment.is_empty() => Ok(Box::new(fragment)),
        Ok(_) => Err((Level::Info, "The scene on the clipboard is empty".to_owned())),
        // The clipboard may hold any text: the error is shown in detail only for a text that looks like a scene.
        Err(error) if text.contains("version:") => Err((Level::Warning, error.to_string())),
        Err(_) => {
            let words = "There is no scene text on the clipboard to paste";
            Err((Level::Info, words.to_owned()))
        }
    }
}

impl Editor {
    /// Ids of the selected items, and of the joints and other items between selected parts.
    pub(super) fn selected_items(&self) -> Vec<Id> {
        let selected = |id: Id| self.selection.contains(id);
        self.scene
            .items()
            .filter(|(id, item)| {
                let ends = item.attachments();
                let whole = ends.iter().all(|end| end.part.is_none_or(selected));
                match item {
                    Item::Part(_) => selected(*id),
                    // Items that are also attached to the ground are copied only when they are selected themselves.
                    _ => whole && (selected(*id) || ends.iter().all(|end| end.part.is_some())),
                }
            })
            .map(|(id, _)| id)
            .collect()
    }

    /// Items as a scene of their own, and the map from each item to its copy.
    fn fragment(&self, ids: &[Id]) -> (Draft, BTreeMap<Id, Id>) {
        let mut draft = Draft::new(&Scene::default());
        let twins = copy_into(&mut draft, &self.scene, ids, Vec2::ZERO);
        (draft, twins)
    }

    /// Adds a copy of the selection, displaced from the original.
    pub(super) fn duplicate(&mut self) {
        let ids = self.selected_items();
        let now: Vec<(Id, Pose)> = ids.iter().filter_map(|id| Some((*id, self.pose(*id)?))).collect();
        let (mut shown, twins) = self.fragment(&ids);
        let there = now.iter().filter_map(|(id, pose)| Some((*twins.get(id)?, *pose)));
        shown.pose(&there.collect::<Vec<_>>());
        let by = self.place_of_copies(shown.scene(), Vec2::ZERO, 1);
        let mut draft = Draft::new(&self.scene);
        let copies = copy_into(&mut draft, &self.scene, &ids, by);
        copy_formulas(&mut draft, &copies);
        let poses = now
            .into_iter()
            .filter_map(|(id, mut pose)| {
                pose.position += by;
                Some((*copies.get(&id)?, pose))
            })
            .collect();
        let label = self.label_of("Duplicate", &ids);
        self.add_copies(draft, copies, poses, &label);
    }

    /// Puts the selection on the clipboard as scene text. Returns false when it holds no item with all its parts.
    pub(super) fn copy(&mut self) -> bool {
        let ids = self.selected_items();
        if ids.is_empty() {
            self.say(
                Level::Info,
                "Select the parts to copy: a joint alone has nothing to hold on to",
            );
            return false;
        }
        let mut fragment = self.fragment(&ids).0.scene().clone();
        fragment.camera = self.view.document_camera();
        fragment.settings = self.scene.settings;
        let formulas = &self.scene.variables.formulas;
        if formulas.keys().any(|(id, _)| ids.contains(id)) {
            self.say(
                Level::Info,
                "On the clipboard are the numbers that formulas come to, not the formulas",
            );
        }
        self.out.push(Effect::Clipboard(file::write(&fragment)));
        true
    }

    pub(super) fn cut(&mut self) {
        if self.copy() {
            self.delete_selected();
        }
    }

    /// Adds the items of a scene at the pointer.
    pub(super) fn paste(&mut self, fragment: &Scene) {
        let ids: Vec<Id> = fragment.items().map(|(id, _)| id).collect();
        let (low, high) = self.view.visible();
        let target = match self.pointer {
            Some(screen) => self.view.world_from_screen(screen),
            None => (low + high) / 2.0,
        };
        let step = self.grid_step();
        let by = ((target - center(fragment)) / step).round() * step;
        let by = self.place_of_copies(fragment, by, 0);
        let mut draft = Draft::new(&self.scene);
        let copies = copy_into(&mut draft, fragment, &ids, by);
        let label = format!("Paste {} items", ids.len());
        if self.add_copies(draft, copies, Vec::new(), &label) {
            self.say_left_out(fragment);
        }
    }

    /// Reports where the pasted scene held more than its items (description, named parameters, settings), and offers to open it as a new scene.
    fn say_left_out(&mut self, pasted: &Scene) {
        let has_words = pasted.info != Info::default();
        let has_names = !pasted.variables.list.is_empty();
        if !has_words && !has_names && pasted.settings == self.scene.settings {
            return;
        }
        let named = match pasted.info.title.as_str() {
            "" => "what is on the clipboard".to_owned(),
            title => format!("{title:?}"),
        };
        let text = format!("The parts of {named} are pasted into this scene, and follow its settings");
        let notice = Notice::new(Level::Info, text);
        self.notices.show(notice.offering(Action::NewFromClipboard));
    }

    fn add_copies(
        &mut self,
        draft: Draft,
        copies: BTreeMap<Id, Id>,
        poses: Vec<(Id, Pose)>,
        label: &str,
    ) -> bool {
        let edit = draft.into_edit(&self.scene, label);
        let done = self.commit(edit, poses, None);
        if done {
            self.selection.select(copies.into_values(), How::Replace);
        }
        done
    }
}

/// Centre of the bounding box of the parts' positions in a scene.
fn center(scene: &Scene) -> Vec2 {
    let points: Vec<Vec2> = scene.parts().map(|(_, part)| part.pose.position).collect();
    let low = points.iter().copied().reduce(Vec2::min).unwrap_or_default();
    let high = points.iter().copied().reduce(Vec2::max).unwrap_or_default();
    (low + high) / 2.0
}

/// Adds copies of items of a scene, moved by a vector; returns the map from item to copy. An item may be attached to parts in `ids` or to
/// the ground only.
fn copy_into(draft: &mut Draft, from: &Scene, ids: &[Id], by: Vec2) -> BTreeMap<Id, Id> {
    copy_items(draft, from, ids, |item| shifted(item, by))
}

/// Adds copies of items of a scene, made by `copy`; returns the map from item to copy. Attachments to copied parts are replaced by
/// attachments to their copies.
pub(super) fn copy_items(
    draft: &mut Draft,
    from: &Scene,
    ids: &[Id],
    copy: impl Fn(&Item) -> Item,
) -> BTreeMap<Id, Id> {
    let mut copies: BTreeMap<Id, Id> = BTreeMap::new();
    // Parts first, since items attached to them may precede them in the list.
    let (parts, rest): (Vec<Id>, Vec<Id>) = ids.iter().partition(|id| from.part(**id).is_some());
    let mut grouped: Vec<(Id, Option<String>)> = Vec::new();
    for id in parts.into_iter().chain(rest) {
        let Some(item) = from.item(id) else { continue };
        let mut item = copy(item);
        let group = match &mut item {
            Item::Part(part) => part.handling.group.take(),
            _ => None,
        };
        for end in item.attachments_mut() {
            end.part = end.part.map(|part| copies.get(&part).copied().unwrap_or(part));
        }
        let stem = if draft.has(item.name()) {
            stem(item.name())
        } else {
            item.name()
        }
        .to_owned();
        let copy = draft.add(&stem, item);
        copies.insert(id, copy);
        grouped.push((copy, group));
    }
    regroup(draft, &grouped);
    copies
}

/// Puts the copies of a group's members in a new group; a single copy is in no group.
fn regroup(draft: &mut Draft, copies: &[(Id, Option<String>)]) {
    let mut groups: Vec<&str> = copies.iter().filter_map(|it| it.1.as_deref()).collect();
    groups.sort_unstable();
    for of_one in groups.chunk_by(|a, b| a == b) {
        let name = of_one[0];
        let fresh = (of_one.len() > 1).then(|| match draft.scene().free_group(name) {
            free if free == name => free,
            _ => draft.scene().free_group(stem(name)),
        });
        for (id, _) in copies.iter().filter(|it| it.1.as_deref() == Some(name)) {
            draft.change(*id, |item| {
                if let Item::Part(part) = item {
                    part.handling.group.clone_from(&fresh);
                }
            });
        }
    }
}

/// Gives copies within a scene the formulas of their originals.
pub(super) fn copy_formulas(draft: &mut Draft, copies: &BTreeMap<Id, Id>) {
    let mut variables = draft.scene().variables.clone();
    for ((id, key), text) in &draft.scene().variables.formulas {
        if let Some(copy) = copies.get(id) {
            variables.formulas.insert((*copy, key.clone()), text.clone());
        }
    }
    draft.set_variables(variables);
}

/// A name without its trailing number.
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
