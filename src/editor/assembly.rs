//! Drawing together what is apart in a draft, and how far its joints are open.

use crate::math::Pose;
use crate::parameter::Unit;
use crate::scene::{Constraint, Id, Item, Method, Scene};
use crate::sim::{Dynamics, Freedom, Model, SimState};

use super::draft::Draft;

/// |C| below which a joint counts as closed (m, rad).
pub const CLOSED: f64 = 1e-9;

/// |C| at the start from which a joint counts as not made yet (m, rad).
pub const TORN: f64 = 1e-2;

/// So many open joints are named one by one.
pub const NAMED: usize = 5;

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

impl Draft {
    /// Largest |C| of the drafted start (m or rad).
    pub fn gap(&self) -> f64 {
        let (model, state, mut dynamics) = compile(self.scene());
        dynamics.open(&model, &state).0
    }
    /// The constraint with the largest |C| at the drafted start, and that.
    pub fn worst(&self) -> Option<(Id, f64)> {
        let (model, state, mut dynamics) = compile(self.scene());
        let (gap, worst) = dynamics.open(&model, &state);
        Some((model.links.get(worst?)?.id, gap))
    }
    /// All constraints that are torn at the drafted start, in words: "\"pin\" is 0.350 m open and \"pin 2\" is 0.120 m open".
    pub fn torn_in_words(&self) -> Option<String> {
        let (model, state, _) = compile(self.scene());
        let torn = torn(&model, &state).into_iter();
        let words = torn.filter_map(|(id, gap)| Some(open_in_words(self.scene().constraint(id)?, gap)));
        listed(words.collect(), NAMED, |more| format!("{more} more are open"))
            // A stop that is passed is no gap.
            .or_else(|| self.worst_in_words())
    }
    /// The constraint that is open most at the drafted start, in words: "\"pin 3\" is 0.350 m open".
    pub fn worst_in_words(&self) -> Option<String> {
        let (id, gap) = self.worst()?;
        Some(open_in_words(self.scene().constraint(id)?, gap))
    }
    /// Draws together what is apart at the drafted start as near as it comes, at once or by the smooth way.
    pub fn assemble(&mut self, smoothly: bool) -> Assembly {
        let (model, mut state, mut dynamics) = compile(self.scene());
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

/// The constraints that are torn in a state, by how much (m, rad), those that are open most first.
pub fn torn(model: &Model, state: &SimState) -> Vec<(Id, f64)> {
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(model);
    let mut gaps = dynamics.gaps(model, state);
    gaps.retain(|(_, gap)| *gap > TORN);
    gaps.sort_by(|a, b| b.1.total_cmp(&a.1));
    gaps
}

/// So many words at most one after the other, and of more than that how many more there are: "a, b and c"; nothing where there are none.
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
