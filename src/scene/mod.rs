//! The scene: the authored start state of a machine. Running never changes it; every change
//! is an [`Edit`], so undo is a swap.

mod annotation;
mod attach;
mod canvas_flags;
mod canvas_table;
mod choice;
mod coverage;
mod edit;
pub mod field;
pub mod file;
pub mod gallery;
mod handled;
mod in_order;
mod item;
mod machine;
mod material;
mod run;
mod scope;
mod settings;
mod template;
mod underlay;
pub mod validate;
mod variable_checks;
mod variables;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::constraints::EndPorts;
use crate::math::Vec2;

pub use self::annotation::{Dimension, Note};
pub use self::attach::Attach;
pub use self::canvas_flags::CanvasFlags;
pub use self::canvas_table::{CanvasTable, Entry, Form, Linked, PlainLink};
pub use self::choice::{Integrator, Method, Stabilisation, SubSteps};
pub use self::edit::{Change, Edit};
pub use self::in_order::InOrder;
pub use self::item::{Constraint, DEFAULT_DENSITY, Force, Item, Mass, Part, PartColour, Trace};
pub use self::machine::machines_of;
pub use self::material::{Collides, LAYERS, MOST_ROLLING, Material};
pub use self::run::{MOST_NUMBERS, Run};
pub use self::scope::{MOST_SCOPES, MOST_SIGNALS, Scope};
pub use self::settings::{Camera, Contact, Grip, Info, IterationLimits, Settings};
pub use self::template::Template;
pub use self::underlay::Underlay;
pub use self::validate::Problem;
pub use self::variables::{Variable, Variables, formula_value, shown_unit};

/// The name that means the ground in scene files; no item may have it.
pub const GROUND: &str = "ground";

/// Identity of an item while the scene is in memory; files use names instead. Ids grow, so
/// their order is the order of creation and of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u32);

/// A machine as built: parts, constraints, forces and traces, with its description.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Title and texts.
    pub info: Info,
    /// View at opening.
    pub camera: Camera,
    /// Gravity, method, step.
    pub settings: Settings,
    /// Signals recorded of its run.
    pub scopes: Vec<Scope>,
    /// Named parameters, and the formulas that use them.
    pub variables: Variables,
    /// A picture that is traced over.
    pub underlay: Option<Underlay>,
    /// State of a run that is saved with the scene.
    pub run: Option<Arc<Run>>,
    items: BTreeMap<Id, Item>,
    /// Ids of passive items, and of hidden parts: few, and needed in each frame.
    passive: BTreeSet<Id>,
    hidden: BTreeSet<Id>,
    roster: canvas_table::RosterCache,
    next: u32,
}

impl Scene {
    /// A new scene with contact and a floor.
    pub fn on_a_floor() -> Self {
        Self {
            settings: Settings::with_contact(Contact::usual()),
            ..Self::default()
        }
    }

    /// All items in the order of creation.
    pub fn items(&self) -> impl DoubleEndedIterator<Item = (Id, &Item)> {
        self.items.iter().map(|(id, item)| (*id, item))
    }
    /// All parts.
    pub fn parts(&self) -> impl DoubleEndedIterator<Item = (Id, &Part)> {
        self.items()
            .filter_map(|(id, item)| item.as_part().map(|it| (id, it)))
    }
    /// All constraints.
    pub fn constraints(&self) -> impl DoubleEndedIterator<Item = (Id, &Constraint)> {
        self.items()
            .filter_map(|(id, item)| item.as_constraint().map(|it| (id, it)))
    }
    /// All forces.
    pub fn forces(&self) -> impl DoubleEndedIterator<Item = (Id, &Force)> {
        self.items()
            .filter_map(|(id, item)| item.as_force().map(|it| (id, it)))
    }
    /// All traces.
    pub fn traces(&self) -> impl DoubleEndedIterator<Item = (Id, &Trace)> {
        self.passive()
            .filter_map(|(id, item)| item.as_trace().map(|it| (id, it)))
    }
    /// All notes.
    pub fn notes(&self) -> impl DoubleEndedIterator<Item = (Id, &Note)> {
        self.passive()
            .filter_map(|(id, item)| item.as_note().map(|it| (id, it)))
    }
    /// All dimensions.
    pub fn dimensions(&self) -> impl DoubleEndedIterator<Item = (Id, &Dimension)> {
        self.passive()
            .filter_map(|(id, item)| item.as_dimension().map(|it| (id, it)))
    }
    /// Items that act on no part.
    fn passive(&self) -> impl DoubleEndedIterator<Item = (Id, &Item)> {
        self.passive
            .iter()
            .filter_map(|id| Some((*id, self.items.get(id)?)))
    }
    /// Inserts an item, replacing one with the same id.
    fn put(&mut self, id: Id, item: Item) {
        self.take_out(id);
        if item.is_passive() {
            self.passive.insert(id);
        }
        if item.as_part().is_some_and(|part| part.handling.hidden) {
            self.hidden.insert(id);
        }
        self.items.insert(id, item);
    }
    fn take_out(&mut self, id: Id) -> Option<Item> {
        self.roster.forget();
        self.passive.remove(&id);
        self.hidden.remove(&id);
        self.items.remove(&id)
    }
    /// Changes an item in place, if it exists.
    fn change(&mut self, id: Id, change: impl FnOnce(&mut Item)) {
        if let Some(mut item) = self.take_out(id) {
            change(&mut item);
            self.put(id, item);
        }
    }
    /// One item.
    pub fn item(&self, id: Id) -> Option<&Item> {
        self.items.get(&id)
    }
    /// One part.
    pub fn part(&self, id: Id) -> Option<&Part> {
        self.item(id)?.as_part()
    }
    /// One constraint.
    pub fn constraint(&self, id: Id) -> Option<&Constraint> {
        self.item(id)?.as_constraint()
    }
    /// The name of an item; that of the ground for `None`.
    pub fn name(&self, id: Option<Id>) -> &str {
        id.and_then(|id| self.item(id)).map_or(GROUND, Item::name)
    }
    /// The item with this name.
    pub fn find(&self, name: &str) -> Option<Id> {
        self.items()
            .find(|(_, item)| item.name() == name)
            .map(|(id, _)| id)
    }
    /// Whether it has no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Reserves the id of the next new item, without adding an item.
    pub fn take_id(&mut self) -> Id {
        let id = Id(self.next);
        self.next += 1;
        id
    }
    /// Adds an item without undo, for reading files and for building scenes in code.
    pub fn add(&mut self, item: impl Into<Item>) -> Id {
        let id = self.take_id();
        self.put(id, item.into());
        id
    }
    /// The ids of all items in the order of a file.
    pub fn ids_in_file(&self) -> Vec<Id> {
        let parts = self.parts().map(|(id, _)| id);
        let constraints = self.constraints().map(|(id, _)| id);
        let forces = self.forces().map(|(id, _)| id);
        let traces = self.traces().map(|(id, _)| id);
        let notes = self.notes().map(|(id, _)| id);
        let dimensions = self.dimensions().map(|(id, _)| id);
        let links = constraints.chain(forces).chain(traces);
        parts.chain(links).chain(notes).chain(dimensions).collect()
    }

    /// Assigns other ids to the items of a scene read from a file, in the order of the file; `None` if the number differs, or an id
    /// occurs twice.
    pub fn with_ids(mut self, ids: &[Id]) -> Option<Scene> {
        let renamed: BTreeMap<Id, Id> = self.ids_in_file().into_iter().zip(ids.iter().copied()).collect();
        if ids.len() != self.items.len() || ids.iter().any(|id| id.0 == u32::MAX) {
            return None;
        }
        (self.passive, self.hidden) = Default::default();
        for (id, mut item) in std::mem::take(&mut self.items) {
            for end in item.attachments_mut() {
                end.part = end.part.map(|part| renamed.get(&part).copied().unwrap_or(part));
            }
            self.put(*renamed.get(&id)?, item);
        }
        let formulas = std::mem::take(&mut self.variables.formulas);
        for ((id, key), text) in formulas {
            self.variables.formulas.insert((*renamed.get(&id)?, key), text);
        }
        self.next = ids.iter().map(|id| id.0 + 1).max().unwrap_or(0).max(self.next);
        (self.items.len() == ids.len()).then_some(self)
    }

    /// A name that is not in use: `stem`, then `stem 2`, `stem 3`, ...
    pub fn free_name(&self, stem: &str) -> String {
        let taken: std::collections::BTreeSet<&str> = self.items().map(|(_, item)| item.name()).collect();
        let mut name = stem.to_owned();
        let mut k = 2;
        while taken.contains(name.as_str()) || name == GROUND {
            name = format!("{stem} {k}");
            k += 1;
        }
        name
    }
    /// Everything attached to a part, which is deleted with it.
    pub fn attached_to(&self, part: Id) -> Vec<Id> {
        self.items()
            .filter(|(_, item)| item.attachments().iter().any(|end| end.part == Some(part)))
            .map(|(id, _)| id)
            .collect()
    }

    /// Ports of an attachment as built, at rest.
    pub fn built_ports(&self, end: Attach) -> EndPorts {
        let (point, angle) = match end.part.and_then(|id| self.part(id)) {
            Some(part) => part.shape.posed(end.at, part.pose),
            None => (end.at, 0.0),
        };
        EndPorts::fixed(point, angle)
    }
    /// World position of an attachment as built.
    pub fn built_point(&self, end: Attach) -> Vec2 {
        self.built_ports(end).point.value
    }
}
