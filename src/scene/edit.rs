//! Edits: every change of a scene, stored as before and after. Undo swaps the two.

use std::sync::Arc;

use super::{Id, Info, Item, Run, Scene, Scope, Settings, Underlay, Variables};

/// One change.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// An item was added (no before), changed, or deleted (no after). Boxed: an item is large.
    Item {
        /// The item.
        id: Id,
        /// As it was.
        before: Option<Box<Item>>,
        /// As it is now.
        after: Option<Box<Item>>,
    },
    /// The world or the solver settings. Boxed likewise.
    Settings {
        /// As they were.
        before: Box<Settings>,
        /// As they are now.
        after: Box<Settings>,
    },
    /// The recorded signals.
    Scopes {
        /// As it was.
        before: Vec<Scope>,
        /// As it is now.
        after: Vec<Scope>,
    },
    /// Title and texts.
    Info {
        /// As they were.
        before: Info,
        /// As they are now.
        after: Info,
    },
    /// Named parameters and formulas. Boxed likewise.
    Variables {
        /// As they were.
        before: Box<Variables>,
        /// As they are now.
        after: Box<Variables>,
    },
    /// The picture that is traced over. Boxed likewise.
    Underlay {
        /// As it was.
        before: Option<Box<Underlay>>,
        /// As it is now.
        after: Option<Box<Underlay>>,
    },
    /// The run that is kept with the scene.
    Run {
        /// As it was.
        before: Option<Arc<Run>>,
        /// As it is now.
        after: Option<Arc<Run>>,
    },
}

/// The changes of one gesture or command, with a name for the undo menu.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// Name, such as "Add disk" or "Move 3 parts".
    pub label: String,
    /// Changes in the order of application.
    pub changes: Vec<Change>,
}

impl Edit {
    /// An edit without changes.
    pub fn new(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            changes: Vec::new(),
        }
    }
    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.changes.iter().all(|change| match change {
            Change::Item { before, after, .. } => before == after,
            Change::Settings { before, after } => before == after,
            Change::Scopes { before, after } => before == after,
            Change::Info { before, after } => before == after,
            Change::Variables { before, after } => before == after,
            Change::Underlay { before, after } => before == after,
            Change::Run { before, after } => before == after,
        })
    }
    /// The inverse edit.
    pub fn inverse(&self) -> Edit {
        let changes = self.changes.iter().rev().cloned().map(|change| match change {
            Change::Item { id, before, after } => Change::Item {
                id,
                before: after,
                after: before,
            },
            Change::Settings { before, after } => Change::Settings {
                before: after,
                after: before,
            },
            Change::Scopes { before, after } => Change::Scopes {
                before: after,
                after: before,
            },
            Change::Info { before, after } => Change::Info {
                before: after,
                after: before,
            },
            Change::Variables { before, after } => Change::Variables {
                before: after,
                after: before,
            },
            Change::Underlay { before, after } => Change::Underlay {
                before: after,
                after: before,
            },
            Change::Run { before, after } => Change::Run {
                before: after,
                after: before,
            },
        });
        Edit {
            label: self.label.clone(),
            changes: changes.collect(),
        }
    }
}

impl Scene {
    /// Applies an edit.
    pub fn apply(&mut self, edit: &Edit) {
        for change in &edit.changes {
            match change {
                Change::Item {
                    id,
                    after: Some(item),
                    ..
                } => {
                    self.next = self.next.max(id.0 + 1);
                    self.put(*id, (**item).clone());
                }
                Change::Item { id, after: None, .. } => {
                    self.take_out(*id);
                }
                Change::Settings { after, .. } => self.settings = **after,
                Change::Scopes { after, .. } => self.scopes.clone_from(after),
                Change::Info { after, .. } => self.info = after.clone(),
                Change::Variables { after, .. } => self.variables = (**after).clone(),
                Change::Underlay { after, .. } => self.underlay = after.as_deref().cloned(),
                Change::Run { after, .. } => self.run.clone_from(after),
            }
        }
    }

    /// Adds the change of one item, from its present value to `after`, to an edit; `None` deletes the item. The scene stays the same.
    pub fn plan_item(&self, edit: &mut Edit, id: Id, after: Option<Item>) {
        let before = self.item(id).cloned().map(Box::new);
        edit.changes.push(Change::Item {
            id,
            before,
            after: after.map(Box::new),
        });
    }

    /// The edit that deletes these items and everything attached to them.
    pub fn plan_delete(&self, ids: &[Id], label: impl Into<String>) -> Edit {
        let mut gone: std::collections::BTreeSet<Id> = ids.iter().copied().collect();
        // One pass over all items, instead of one for each of thousands.
        let hangs = |item: &Item| {
            let mut parts = item.attachments().iter().filter_map(|end| end.part);
            parts.any(|id| gone.contains(&id))
        };
        let hanging: Vec<Id> = self
            .items()
            .filter(|(_, item)| hangs(item))
            .map(|(id, _)| id)
            .collect();
        gone.extend(hanging);
        let mut edit = Edit::new(label);
        for id in gone {
            if self.item(id).is_some() {
                self.plan_item(&mut edit, id, None);
            }
        }
        edit
    }
}
