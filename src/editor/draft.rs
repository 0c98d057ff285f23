//! A draft of the scene: it is changed freely, assembled (`assembly.rs`), and then turned into one edit.

use std::collections::{BTreeMap, BTreeSet};

use crate::constraints::EndPorts;
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Change, Edit, GROUND, Id, Item, Scene, Variables, machines_of};

/// A copy of a scene that records which items were changed.
#[derive(Clone, Debug)]
pub struct Draft {
    scene: Scene,
    touched: BTreeSet<Id>,
    names: Names,
}

/// Names in use, and for each stem the number at which the search for a free one continues, since many items may be added at once.
#[derive(Clone, Debug, Default)]
struct Names {
    taken: BTreeSet<String>,
    next: BTreeMap<String, u32>,
}

impl Names {
    /// Reserves `stem`, or the first free one of `stem 2`, `stem 3`, ...
    fn free(&mut self, stem: &str) -> String {
        let next = self.next.entry(stem.to_owned()).or_insert(1);
        loop {
            let name = match *next {
                1 => stem.to_owned(),
                k => format!("{stem} {k}"),
            };
            *next += 1;
            if name != GROUND && self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

impl Draft {
    /// An unchanged draft of a scene.
    pub fn new(scene: &Scene) -> Self {
        Self {
            scene: scene.clone(),
            touched: BTreeSet::new(),
            names: Names::default(),
        }
    }
    /// The drafted scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }
    /// The drafted scene, by value.
    pub fn into_scene(self) -> Scene {
        self.scene
    }
    /// Whether a name is in use.
    pub fn has(&mut self, name: &str) -> bool {
        self.learn_names();
        self.names.taken.contains(name)
    }
    fn learn_names(&mut self) {
        if self.names.taken.is_empty() {
            self.names.taken = self.scene.items().map(|(_, it)| it.name().to_owned()).collect();
        }
    }
    /// Adds an item named after the stem, numbered if that name is in use.
    pub fn add(&mut self, stem: &str, item: impl Into<Item>) -> Id {
        let mut item = item.into();
        self.learn_names();
        item.set_name(self.names.free(stem));
        let id = self.scene.add(item);
        self.touched.insert(id);
        id
    }
    /// Replaces an item.
    pub fn set(&mut self, id: Id, item: Item) {
        let mut edit = Edit::new("");
        self.scene.plan_item(&mut edit, id, Some(item));
        self.scene.apply(&edit);
        self.touched.insert(id);
    }
    /// Changes an item.
    pub fn change(&mut self, id: Id, change: impl FnOnce(&mut Item)) {
        if let Some(item) = self.scene.item(id) {
            let mut item = item.clone();
            change(&mut item);
            self.set(id, item);
        }
    }
    /// Replaces the named parameters. The caller sets the numbers computed from them.
    pub fn set_variables(&mut self, variables: Variables) {
        self.scene.variables = variables;
    }
    /// Deletes an item to which nothing is attached.
    pub fn remove(&mut self, id: Id) {
        let mut edit = Edit::new("");
        self.scene.plan_item(&mut edit, id, None);
        self.scene.apply(&edit);
        self.touched.insert(id);
    }
    /// Sets the poses of parts.
    pub fn pose(&mut self, poses: &[(Id, Pose)]) {
        for (id, pose) in poses {
            if self.scene.part(*id).is_some_and(|part| part.pose != *pose) {
                self.change(*id, |item| {
                    if let Item::Part(part) = item {
                        part.pose = *pose;
                    }
                });
            }
        }
    }
    /// Sets the form coordinates of parts.
    pub fn form(&mut self, forms: &[(Id, f64)]) {
        for (id, u) in forms {
            let formed = self.scene.part(*id).and_then(|part| part.shape.formed(*u));
            if let Some(shape) =
                formed.filter(|it| self.scene.part(*id).is_some_and(|part| part.shape != *it))
            {
                self.change(*id, |item| {
                    if let Item::Part(part) = item {
                        part.shape = shape;
                    }
                });
            }
        }
    }
    /// Moves the ends of an item that are on the ground.
    pub fn move_anchors(&mut self, id: Id, to: impl Fn(Vec2) -> Vec2) {
        self.change(id, |item| {
            for end in item.attachments_mut() {
                if end.part.is_none() {
                    end.at = to(end.at);
                }
            }
        });
    }
    /// Refits the drives to the drafted pose, so that those that prescribe an angle start from it.
    pub fn refit_drives(&mut self) {
        let drives: Vec<Id> = self
            .scene
            .constraints()
            .filter(|(_, it)| it.kind.is_drive())
            .map(|(id, _)| id)
            .collect();
        for id in drives {
            self.refit(id);
        }
    }
    /// Fits the numbers of a constraint to the drafted poses of its ends.
    pub fn refit(&mut self, id: Id) {
        let Some(it) = self.scene.constraint(id) else {
            return;
        };
        let ends = self.built_ports(&it.ends);
        let mut kind = it.kind.clone();
        kind.fit(&ends);
        if kind != it.kind {
            self.change(id, |item| {
                if let Item::Constraint(it) = item {
                    it.kind = kind;
                }
            });
        }
    }
    fn built_ports(&self, ends: &[Attach]) -> Vec<EndPorts> {
        ends.iter().map(|end| self.scene.built_ports(*end)).collect()
    }

    /// The machines of the changed items, as a draft of their own.
    pub fn changed_machines(&self) -> Self {
        let parts = self.touched.iter().flat_map(|&id| {
            let ends = self.scene.constraint(id).into_iter().flat_map(|it| &it.ends);
            ends.filter_map(|end| end.part).chain([id])
        });
        Self::new(&machines_of(&self.scene, parts))
    }

    /// Takes poses and forms of parts from another scene.
    pub fn take_poses(&mut self, other: &Scene) {
        for (id, part) in other.parts() {
            if self.scene.part(id).is_some_and(|it| it != part) {
                self.set(id, part.clone().into());
            }
        }
    }

    /// Number of constraint rows: a measure of the work to solve the scene.
    pub fn rows(&self) -> usize {
        self.scene.constraints().map(|(_, it)| it.kind.rows().len()).sum()
    }

    /// All changes, as one edit of the scene that the draft was made from.
    pub fn into_edit(self, original: &Scene, label: impl Into<String>) -> Edit {
        let mut edit = Edit::new(label);
        for id in &self.touched {
            let after = self.scene.item(*id);
            if original.item(*id) != after {
                original.plan_item(&mut edit, *id, after.cloned());
            }
        }
        if original.variables != self.scene.variables {
            edit.changes.push(Change::Variables {
                before: Box::new(original.variables.clone()),
                after: Box::new(self.scene.variables),
            });
        }
        edit
    }
}
