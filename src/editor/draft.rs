//! A draft of the scene: changed at will, measured, and then turned into one edit.

use std::collections::{BTreeMap, BTreeSet};

use crate::constraints::EndPorts;
use crate::math::{Pose, Vec2};
use crate::parameter::Unit;
use crate::scene::{Attach, Change, Constraint, Edit, GROUND, Id, Item, Method, Scene, Variables};
use crate::sim::{Dynamics, Freedom, Model, SimState};

/// |C| below which a joint counts as closed (m, rad).
pub const CLOSED: f64 = 1e-9;

/// A copy of a scene that knows what was changed in it.
#[derive(Clone, Debug)]
pub struct Draft {
    scene: Scene,
    touched: BTreeSet<Id>,
    names: Names,
}

/// The names that are taken, and where to look on for a free one: many items may be added at once.
#[derive(Clone, Debug, Default)]
struct Names {
    taken: BTreeSet<String>,
    next: BTreeMap<String, u32>,
}

impl Names {
    /// `stem`, or `stem 2`, `stem 3`, ...; taken from now on.
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
    /// A draft of a scene as it is.
    pub fn new(scene: &Scene) -> Self {
        Self {
            scene: scene.clone(),
            touched: BTreeSet::new(),
            names: Names::default(),
        }
    }
    /// The scene as drafted.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }
    /// Whether a name is taken.
    pub fn has(&mut self, name: &str) -> bool {
        self.learn_names();
        self.names.taken.contains(name)
    }
    fn learn_names(&mut self) {
        if self.names.taken.is_empty() {
            self.names.taken = self.scene.items().map(|(_, it)| it.name().to_owned()).collect();
        }
    }
    /// Adds an item whose name is the stem, numbered where it is taken.
    pub fn add(&mut self, stem: &str, item: impl Into<Item>) -> Id {
        let mut item = item.into();
        self.learn_names();
        item.set_name(self.names.free(stem));
        let id = self.scene.add(item);
        self.touched.insert(id);
        id
    }
    /// Puts an item in place of what it was.
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
    /// Gives it other named parameters; the numbers that they give are for the caller.
    pub fn set_variables(&mut self, variables: Variables) {
        self.scene.variables = variables;
    }
    /// Takes an item away that nothing is attached to.
    pub fn remove(&mut self, id: Id) {
        let mut edit = Edit::new("");
        self.scene.plan_item(&mut edit, id, None);
        self.scene.apply(&edit);
        self.touched.insert(id);
    }
    /// Puts parts where they are said to be.
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
    /// Gives parts the forms they are said to have.
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
    /// Moves what holds on to the ground.
    pub fn move_anchors(&mut self, id: Id, to: impl Fn(Vec2) -> Vec2) {
        self.change(id, |item| {
            for end in item.attachments_mut() {
                if end.part.is_none() {
                    end.at = to(end.at);
                }
            }
        });
    }
    /// Lets drives that prescribe an angle start from the angles as drafted.
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
    /// Fits a constraint to where its ends are as drafted.
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

    /// Rows of all its constraints: a measure of the work to solve it.
    pub fn rows(&self) -> usize {
        self.scene.constraints().map(|(_, it)| it.kind.rows().len()).sum()
    }
    /// Largest |C| of the drafted start (m or rad).
    pub fn gap(&self) -> f64 {
        let (model, state, mut dynamics) = compile(&self.scene);
        dynamics.open(&model, &state).0
    }
    /// The constraint with the largest |C| at the drafted start, and that.
    pub fn worst(&self) -> Option<(Id, f64)> {
        let (model, state, mut dynamics) = compile(&self.scene);
        let (gap, worst) = dynamics.open(&model, &state);
        Some((model.links.get(worst?)?.id, gap))
    }
    /// The constraint that is open most at the drafted start, in words: "\"pin 3\" is 0.350 m open".
    pub fn worst_in_words(&self) -> Option<String> {
        let (id, gap) = self.worst()?;
        Some(open_in_words(self.scene.constraint(id)?, gap))
    }
    /// Draws together what is apart at the drafted start as near as it comes, at once or by the smooth way.
    pub fn assemble(&mut self, smoothly: bool) -> Assembly {
        let (model, mut state, mut dynamics) = compile(&self.scene);
        let mut assembly = Assembly {
            open: dynamics.open(&model, &state).0,
            way: Vec::new(),
            fighting: Vec::new(),
        };
        if assembly.is_closed() {
            return assembly;
        }
        let way = &mut assembly.way;
        let drawn = if smoothly {
            dynamics.assemble_smoothly(&model, &mut state, |state| way.push(poses(&model, state)))
        } else {
            dynamics.assemble(&model, &mut state)
        };
        if drawn.is_err() || !state.q.iter().all(|q| q.is_finite()) {
            // What cannot be computed stays where it is; it is open all the same.
            assembly.way.clear();
            assembly.fighting = self.worst().map(|(id, _)| id).into_iter().collect();
            return assembly;
        }
        assembly.open = dynamics.open(&model, &state).0;
        if !assembly.is_closed() {
            let judged = Freedom::of(&model, &state, &mut dynamics);
            assembly.fighting = judged.map(|it| it.contradictory).unwrap_or_default();
        }
        self.pose(&poses(&model, &state));
        self.form(&forms(&model, &state));
        if !assembly.is_closed() && assembly.fighting.is_empty() {
            assembly.fighting = self.worst().map(|(id, _)| id).into_iter().collect();
        }
        assembly
    }
    /// Closes the joints of the drafted start, if they can be, without moving the parts held. True when all
    /// are closed; otherwise nothing changes.
    pub fn close_gaps(&mut self, held: &[Id]) -> bool {
        if self.gap() <= CLOSED {
            return true;
        }
        let mut trial = self.clone();
        for id in held {
            trial.change(*id, |item| {
                if let Item::Part(part) = item {
                    part.fixed = true;
                }
            });
        }
        let (model, mut state, mut dynamics) = compile(&trial.scene);
        match dynamics.assemble(&model, &mut state) {
            Ok(left) if left <= CLOSED => {}
            _ => return false,
        }
        self.pose(&poses(&model, &state));
        self.form(&forms(&model, &state));
        true
    }

    /// All that was changed, as one edit of the scene it was drafted from.
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

/// |C| at the start from which a joint counts as not made yet (m, rad).
pub const TORN: f64 = 1e-2;

/// How parts that were apart came together.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// Largest |C| left (m or rad).
    pub open: f64,
    /// The poses on the way, from what was drafted to where they are now; empty where nothing moved.
    pub way: Vec<Vec<(Id, Pose)>>,
    /// Constraints that cannot all be met.
    pub fighting: Vec<Id>,
}

impl Assembly {
    /// Whether every joint is closed.
    pub fn is_closed(&self) -> bool {
        self.open <= CLOSED
    }
}

/// How far a constraint is open: "\"pin 3\" is 0.350 m open".
pub fn open_in_words(it: &Constraint, gap: f64) -> String {
    if it.kind.rows().iter().all(|row| row.unit == Unit::Radian) {
        format!("{:?} is {:.1}° off", it.name, gap.to_degrees())
    } else {
        format!("{:?} is {gap:.3} m open", it.name)
    }
}

fn poses(model: &Model, state: &SimState) -> Vec<(Id, Pose)> {
    let of = |body: &crate::sim::Body| Some((body.id, model.pose(state, body.id)?));
    model.bodies.iter().filter_map(of).collect()
}

/// The forms of all that changes its form, in a state.
fn forms(model: &Model, state: &SimState) -> Vec<(Id, f64)> {
    let of = |body: &crate::sim::Body| Some((body.id, model.form(state, body.id)?));
    model.bodies.iter().filter_map(of).collect()
}

fn compile(scene: &Scene) -> (Model, SimState, Dynamics) {
    let model = Model::compile(scene);
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(&model);
    let state = model.start.clone();
    (model, state, dynamics)
}
