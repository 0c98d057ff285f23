//! Assembly of a draft, and the gaps of its joints.

use crate::math::Pose;
use crate::parameter::Unit;
use crate::scene::{Constraint, Id, Item, Method, Scene};
use crate::sim::{Dynamics, Freedom, Model, SimState};

use super::draft::Draft;

/// |C| below which a joint counts as closed (m, rad).
pub const CLOSED: f64 = 1e-9;

/// |C| at the start from which a joint counts as open (m, rad).
pub const OPEN_GAP: f64 = 1e-2;

/// Most open joints that are named one by one.
pub const NAMED: usize = 5;

/// Result of an assembly.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// Largest |C| left (m or rad).
    pub open: f64,
    /// Intermediate poses, from the drafted to the assembled ones; empty where nothing moved, or where the motion was not asked for.
    pub way: Vec<Vec<(Id, Pose)>>,
    /// Contradictory constraints.
    pub contradictory: Vec<Id>,
}

impl Assembly {
    /// Whether every joint is closed.
    pub fn is_closed(&self) -> bool {
        self.open <= CLOSED
    }
}

impl Draft {
    /// Largest |C| of the drafted start (m or rad).
    pub fn gap(&self) -> f64 {
        let (model, state, mut dynamics) = compile(self.scene());
        dynamics.open(&model, &state).0
    }
    /// The constraint with the largest |C| at the drafted start, and this |C| (m or rad).
    pub fn worst(&self) -> Option<(Id, f64)> {
        let (model, state, mut dynamics) = compile(self.scene());
        let (gap, worst) = dynamics.open(&model, &state);
        Some((model.links.get(worst?)?.id, gap))
    }
    /// All open constraints of the drafted start, in words: "\"pin\" is 0.350 m open and \"pin 2\" is 0.120 m open".
    pub fn open_joints_in_words(&self) -> Option<String> {
        let (model, state, _) = compile(self.scene());
        let gaps = open_gaps(&model, &state).into_iter();
        let words = gaps.filter_map(|(id, gap)| Some(open_in_words(self.scene().constraint(id)?, gap)));
        listed(words.collect(), NAMED, |more| format!("{more} more are open"))
            // The worst constraint may be a drive, which is not among the gaps.
            .or_else(|| self.worst_in_words())
    }
    /// The constraint with the largest |C| at the drafted start, in words: "\"pin 3\" is 0.350 m open".
    pub fn worst_in_words(&self) -> Option<String> {
        let (id, gap) = self.worst()?;
        Some(open_in_words(self.scene().constraint(id)?, gap))
    }
    /// Assembles the drafted start as far as possible, at once or with the poses of the smooth motion.
    pub fn assemble(&mut self, smoothly: bool) -> Assembly {
        let (model, mut state, mut dynamics) = compile(self.scene());
        let mut assembly = Assembly {
            open: dynamics.open(&model, &state).0,
            way: Vec::new(),
            contradictory: Vec::new(),
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
            // Where assembly fails numerically the draft stays as it is, with its gaps.
            assembly.way.clear();
            assembly.contradictory = self.worst().map(|(id, _)| id).into_iter().collect();
            return assembly;
        }
        assembly.open = dynamics.open(&model, &state).0;
        if !assembly.is_closed() {
            let judged = Freedom::of(&model, &state, &mut dynamics);
            assembly.contradictory = judged.map(|it| it.contradictory).unwrap_or_default();
        }
        self.pose(&poses(&model, &state));
        self.form(&forms(&model, &state));
        if !assembly.is_closed() && assembly.contradictory.is_empty() {
            assembly.contradictory = self.worst().map(|(id, _)| id).into_iter().collect();
        }
        assembly
    }
    /// Closes the joints of the drafted start without moving the held parts. Returns true where all joints are closed; otherwise nothing
    /// changes.
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
        let (model, mut state, mut dynamics) = compile(trial.scene());
        match dynamics.assemble(&model, &mut state) {
            Ok(left) if left <= CLOSED => {}
            _ => return false,
        }
        self.pose(&poses(&model, &state));
        self.form(&forms(&model, &state));
        true
    }
}

/// The open constraints of a state and their gaps (m, rad), the largest first.
pub fn open_gaps(model: &Model, state: &SimState) -> Vec<(Id, f64)> {
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(model);
    let mut gaps = dynamics.gaps(model, state);
    gaps.retain(|(_, gap)| *gap > OPEN_GAP);
    gaps.sort_by(|a, b| b.1.total_cmp(&a.1));
    gaps
}

/// Joins at most `most` words, and a phrase with the number of further ones: "a, b and c"; `None` where there are no words.
pub fn listed(mut words: Vec<String>, most: usize, told: impl FnOnce(usize) -> String) -> Option<String> {
    let more = words.len().saturating_sub(most);
    words.truncate(most);
    words.extend((more > 0).then(|| told(more)));
    let last = words.pop()?;
    Some(if words.is_empty() {
        last
    } else {
        format!("{} and {last}", words.join(", "))
    })
}

/// The gap of a constraint in words: "\"pin 3\" is 0.350 m open".
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

/// Form coordinates of all bodies that have one, in a state.
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
