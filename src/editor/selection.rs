//! What is selected, in the order it was.

use crate::scene::{Id, Scene};

/// How items join a selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// In place of what was selected.
    Replace,
    /// With it.
    Add,
    /// Taken away where selected, added where not.
    Toggle,
}

/// Selected items; never empty names of items that are gone (the editor prunes after each edit).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    ids: Vec<Id>,
}

impl Selection {
    /// All of them, in the order selected.
    pub fn ids(&self) -> &[Id] {
        &self.ids
    }
    /// Whether an item is selected.
    pub fn contains(&self, id: Id) -> bool {
        self.ids.contains(&id)
    }
    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }
    /// How many are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }
    /// The only one, if there is just one.
    pub fn single(&self) -> Option<Id> {
        if let [id] = self.ids[..] { Some(id) } else { None }
    }
    /// Selects nothing.
    pub fn clear(&mut self) {
        self.ids.clear();
    }
    /// Selects items.
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
    /// Forgets what is no longer in the scene.
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
