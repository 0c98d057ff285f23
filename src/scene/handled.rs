//! Groups, locks and visibility of the items of a scene.

use std::collections::BTreeSet;

use super::{CanvasFlags, Id, Item, Scene};

impl Scene {
    /// The group of an item: of a part its own; of another item the one that all its parts share.
    pub fn group(&self, id: Id) -> Option<&str> {
        let of = |part: Id| self.part(part)?.handling.group.as_deref();
        match self.item(id)? {
            Item::Part(part) => part.handling.group.as_deref(),
            item => {
                let mut groups = item.attachments().iter().filter_map(|end| end.part).map(of);
                let first = groups.next()??;
                groups.all(|it| it == Some(first)).then_some(first)
            }
        }
    }

    /// Whether an item cannot be selected or dragged: a locked part, or an item on locked parts only.
    pub fn is_locked(&self, id: Id) -> bool {
        self.all_parts_of(id, |handling| handling.locked)
    }

    /// Whether an item is not drawn: a hidden part, or a joint, force or dimension on hidden parts only. The path
    /// of a hidden part is drawn.
    pub fn is_hidden(&self, id: Id) -> bool {
        self.item(id).is_some_and(|it| it.as_trace().is_none())
            && self.all_parts_of(id, |handling| handling.hidden)
    }

    /// Number of hidden parts.
    pub fn hidden_parts(&self) -> usize {
        self.hidden.len()
    }

    /// Number of locked parts.
    pub fn locked_parts(&self) -> usize {
        self.parts().filter(|(_, part)| part.handling.locked).count()
    }

    /// A group name that is not in use: `stem`, then `stem 2`, `stem 3`, ...
    pub fn free_group(&self, stem: &str) -> String {
        let taken: BTreeSet<&str> = self
            .parts()
            .filter_map(|(_, part)| part.handling.group.as_deref())
            .collect();
        let mut name = stem.to_owned();
        let mut k = 2;
        while taken.contains(name.as_str()) {
            name = format!("{stem} {k}");
            k += 1;
        }
        name
    }

    fn all_parts_of(&self, id: Id, is: impl Fn(&CanvasFlags) -> bool) -> bool {
        let of = |part: Id| self.part(part).is_some_and(|it| is(&it.handling));
        match self.item(id) {
            Some(Item::Part(part)) => is(&part.handling),
            Some(item) => item.is_on_only(of),
            None => false,
        }
    }
}

impl Item {
    /// Whether it is attached to at least one part, and all its parts satisfy `such`.
    pub fn is_on_only(&self, such: impl FnMut(Id) -> bool) -> bool {
        let mut parts = self.attachments().iter().filter_map(|end| end.part).peekable();
        parts.peek().is_some() && parts.all(such)
    }
}
