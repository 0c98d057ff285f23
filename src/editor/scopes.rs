//! Changing the recorded quantities, and adapting their texts when items are renamed.

use crate::lab::scope::renamed;
use crate::scene::{Change, Edit, Id, MOST_SIGNALS, Scope};

use super::Editor;

impl Editor {
    pub(super) fn set_scopes(&mut self, scopes: Vec<Scope>, label: &str) {
        let mut edit = Edit::new(label);
        self.plan_scopes(&mut edit, scopes);
        self.commit(edit, Vec::new(), None);
    }

    /// Records a signal: on the last scope if that has room and plots over time, else on a new one; nothing if it is plotted over time already.
    pub(super) fn add_signal(&mut self, text: String) {
        let mut scopes = self.scene.scopes.clone();
        if scopes
            .iter()
            .any(|it| it.against.is_none() && it.signals.contains(&text))
        {
            return;
        }
        match scopes.last_mut() {
            Some(last) if last.signals.len() < MOST_SIGNALS && last.against.is_none() => {
                last.signals.push(text)
            }
            _ => scopes.push(Scope::of(text)),
        }
        self.set_scopes(scopes, "Record a signal");
    }

    /// Renames an item, also in the texts of scopes.
    pub(super) fn rename(&mut self, id: Id, name: &str) {
        let Some(item) = self.scene.item(id) else { return };
        let (mut item, before) = (item.clone(), item.name().to_owned());
        item.set_name(name.to_owned());
        let mut edit = Edit::new("Rename");
        self.scene.plan_item(&mut edit, id, Some(item));
        let mut scopes = self.scene.scopes.clone();
        for scope in &mut scopes {
            for text in scope.signals.iter_mut().chain(&mut scope.against) {
                *text = renamed(text, &before, name);
            }
        }
        self.plan_scopes(&mut edit, scopes);
        self.commit(edit, Vec::new(), None);
    }

    /// Adds a change of the scopes to an edit, if they differ.
    fn plan_scopes(&self, edit: &mut Edit, scopes: Vec<Scope>) {
        if scopes != self.scene.scopes {
            edit.changes.push(Change::Scopes {
                before: self.scene.scopes.clone(),
                after: scopes,
            });
        }
    }
}
