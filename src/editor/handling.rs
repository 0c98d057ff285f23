//! Groups, which a click selects whole; locked parts, which cannot be grabbed; hidden parts.

use crate::scene::{CanvasFlags, Id};

use super::selection::How;
use super::{Editor, Level};

impl Editor {
    /// Items that a click on an item selects: the members of its group that are not locked, or the item alone. A note or dimension is
    /// selected alone.
    pub(super) fn group_members(&self, id: Id) -> Vec<Id> {
        let item = self.scene.item(id);
        // Notes and dimensions are picked to edit their text or to drag them singly.
        let written = item.is_some_and(|it| it.as_note().is_some() || it.as_dimension().is_some());
        let Some(group) = self.scene.group(id).filter(|_| !written) else {
            return vec![id];
        };
        let of_group = |id: &Id| self.scene.group(*id) == Some(group);
        self.scene
            .items()
            .map(|(id, _)| id)
            .filter(of_group)
            .filter(|other| *other == id || !self.scene.is_locked(*other))
            .collect()
    }

    /// Whether an item can be selected and dragged on the canvas.
    pub(super) fn is_pickable(&self, id: Id) -> bool {
        !self.scene.is_hidden(id) && !self.scene.is_locked(id)
    }

    /// Groups the selected parts; parts of another group leave it.
    pub(super) fn group(&mut self) {
        let ids = self.selection.parts(&self.scene);
        if ids.len() < 2 {
            return self.say(Level::Info, "Select 2 parts or more to group");
        }
        let name = self.scene.free_group("group");
        self.handle_parts(&ids, &format!("Group {} parts", ids.len()), |it| {
            it.group = Some(name.clone());
        });
    }

    /// Dissolves the groups of the selected items.
    pub(super) fn ungroup(&mut self) {
        let groups: Vec<String> = self
            .selection
            .ids()
            .iter()
            .filter_map(|id| self.scene.group(*id).map(str::to_owned))
            .collect();
        if groups.is_empty() {
            return self.say(Level::Info, "Select a group to take it apart");
        }
        let member = |handling: &CanvasFlags| handling.group.as_ref().is_some_and(|it| groups.contains(it));
        let members = self.parts_handled(member);
        self.handle_parts(&members, "Ungroup", |it| it.group = None);
    }

    /// Locks or unlocks parts. Locked parts are deselected.
    pub(super) fn set_locked(&mut self, ids: &[Id], locked: bool) {
        let verb = if locked { "Lock" } else { "Unlock" };
        let label = self.label_of(verb, ids);
        self.handle_parts(ids, &label, |it| it.locked = locked);
        self.drop_selected();
        if locked && !ids.is_empty() {
            let what = match ids {
                [id] => format!("{:?} is", self.scene.name(Some(*id))),
                _ => format!("{} parts are", ids.len()),
            };
            self.say(
                Level::Info,
                format!("{what} locked: the hand leaves locked parts alone until they are unlocked (menu Edit, or the chip below)"),
            );
        }
    }

    /// Hides or shows parts. Hidden parts are deselected.
    pub(super) fn set_hidden(&mut self, ids: &[Id], hidden: bool) {
        let verb = if hidden { "Hide" } else { "Show" };
        let label = self.label_of(verb, ids);
        self.handle_parts(ids, &label, |it| it.hidden = hidden);
        self.drop_selected();
    }

    pub(super) fn unlock_all(&mut self) {
        let locked = self.parts_handled(|it| it.locked);
        self.set_locked(&locked, false);
    }

    pub(super) fn show_all(&mut self) {
        let hidden = self.parts_handled(|it| it.hidden);
        self.set_hidden(&hidden, false);
    }

    /// Deselects items that cannot be selected on the canvas.
    fn drop_selected(&mut self) {
        let kept = self.selection.ids().iter().copied();
        let kept: Vec<Id> = kept.filter(|id| self.is_pickable(*id)).collect();
        self.selection.select(kept, How::Replace);
        self.hover = self.hover.filter(|id| self.is_pickable(*id));
    }

    fn parts_handled(&self, is: impl Fn(&CanvasFlags) -> bool) -> Vec<Id> {
        let parts = self.scene.parts().filter(|(_, part)| is(&part.handling));
        parts.map(|(id, _)| id).collect()
    }

    fn handle_parts(&mut self, ids: &[Id], label: &str, change: impl Fn(&mut CanvasFlags)) {
        self.change_parts(ids, label, None, |part| change(&mut part.handling));
    }
}
