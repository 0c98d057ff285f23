//! The selection, in the order of selecting.

use crate::scene::{Id, Scene};

/// How items are added to a selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// They replace the selection.
    Replace,
    /// They are added.
    Add,
    /// Selected ones are removed, others added.
    Toggle,
}

/// Selected items. All of them exist, since the editor prunes the selection after each edit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    ids: Vec<Id>,
}

impl Selection {
    /// All selected items, in the order of selecting.
    pub fn ids(&self) -> &[Id] {
        &self.ids
    }
    /// Whether an item is selected.
    pub fn contains(&self, id: Id) -> bool {
        self.ids.contains(&id)
    }
    /// Whether no item is selected.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }
    /// Number of selected items.
    pub fn len(&self) -> usize {
        self.ids.len()
    }
    /// The selected item, if there is exactly one.
    pub fn single(&self) -> Option<Id> {
        if let [id] = self.ids[..] { Some(id) } else { None }
    }
    /// Clears the selection.
    pub fn clear(&mut self) {
        self.ids.clear();
    }
    /// Adds items in the given way.
    pub fn select(&mut self, ids: impl IntoIterator<Item = Id>, how: How) {
        if how == How::Replace {
            self.ids.clear();
        }
        for id in ids {
            match (self.contains(id), how) {
                (true, How::Toggle) => self.ids.retain(|it| *it != id),
                (true, _) => {}
                (false, _) => self.ids.push(id),
            }
        }
    }
    /// Removes items that no longer exist in the scene.
    pub fn prune(&mut self, scene: &Scene) {
        self.ids.retain(|id| scene.item(*id).is_some());
    }
    /// The selected parts.
    pub fn parts(&self, scene: &Scene) -> Vec<Id> {
        self.ids
            .iter()
            .copied()
            .filter(|id| scene.part(*id).is_some())
            .collect()
    }
}
