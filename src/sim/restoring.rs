//! The diagonal of the geometric stiffness, by what it does: pull a part back to where it is in line, or push it further away.
//!
//! ```text
//! a rod under tension T, against moving one end:    T/length (1 + the others of the row, in the metric of the masses)
//! a force f on a point at the arm r, against turning:   f . r
//! ```
//! What pulls back vibrates, and an implicit step [holds](super::integrators) it; what pushes away buckles.

use crate::constraints::{EndPorts, MAX_ENDS};

use super::model::{Link, Place};
use super::stiffness::{At, Both, LoadedEnd, fastest, for_each_end};
use super::{Dynamics, Model};

/// Workspace: for each body.
#[derive(Default)]
pub struct Restoring {
    /// All that pulls back against moving, and all that pushes away (N/m).
    moving: Vec<f64>,
    pushing: Vec<f64>,
    /// The sum, with its sign, against turning (N m).
    turning: Vec<f64>,
}

impl Restoring {
    /// Finds it under the multipliers of the last solve, as forces.
    pub(super) fn find(&mut self, model: &Model, dynamics: &Dynamics, at: At<'_>) {
        self.begin(model);
        for_each_end(model, dynamics, at, |it| self.add(model, it));
    }

    pub(super) fn begin(&mut self, model: &Model) {
        for list in [&mut self.moving, &mut self.pushing, &mut self.turning] {
            list.clear();
            list.resize(model.bodies.len(), 0.0);
        }
    }

    pub(super) fn add(&mut self, model: &Model, it: &LoadedEnd<'_>) {
        let turned = it.turned_arm();
        let mut turning = it.force.perp_dot(turned);
        // Rows that do not bend spare the work.
        if it.across != Both::default() || it.twist != Both::default() {
            // The place along a curve counts as its formula does, and not in metres.
            let square = it.ends[it.end].point.gradient[0].length_squared();
            let share = square * with_others(model, it.link, it.ends, it.end);
            self.moving[it.body] += share * it.across.restoring;
            self.pushing[it.body] += share * it.across.pushing;
            turning += share * (it.twist.net() + it.across.net() * turned.length_squared());
        }
        if model.bodies[it.body].motion.turns() {
            self.turning[it.body] += turning;
        }
    }

    /// An upper bound of how fast anything vibrates or pushes away where a step by impulses holds as much of each body against turning (N m), in rad/s: held
    /// half of what pulls back it is stable at any length.
    pub(super) fn fastest_but(&self, model: &Model, q: &[f64], held: &[f64]) -> f64 {
        fastest(model, q, |body| {
            let (turning, held) = (self.turning[body], held.get(body).copied().unwrap_or(0.0));
            let turning = (turning - 2.0 * held).max(-turning);
            [self.moving[body] + self.pushing[body], turning]
        })
    }

    /// An upper bound of how fast anything pushes away from where it is (rad/s).
    pub(super) fn fastest_away(&self, model: &Model, q: &[f64]) -> f64 {
        fastest(model, q, |body| [self.pushing[body], -self.turning[body]])
    }

    /// What pulls back against each coordinate (N/m, N m).
    pub(super) fn back(&self, model: &Model, out: &mut Vec<f64>) {
        by_coordinate(model, out, |body| [self.moving[body], self.turning[body]]);
    }

    /// What pushes each coordinate away (N/m, N m).
    pub(super) fn away(&self, model: &Model, out: &mut Vec<f64>) {
        by_coordinate(model, out, |body| [self.pushing[body], -self.turning[body]]);
    }
}

/// Hands what there is against moving and turning a body to its coordinates; what is negative is none.
fn by_coordinate(model: &Model, out: &mut Vec<f64>, of: impl Fn(usize) -> [f64; 2]) {
    out.clear();
    out.resize(model.topology.dofs(), 0.0);
    for (index, body) in model.bodies.iter().enumerate() {
        let [moving, turning] = of(index);
        out[body.offset..][..body.motion.dim().min(2)].fill(moving);
        if body.motion.turns() {
            out[body.offset + 2] = turning.max(0.0);
        }
    }
}

/// By how much more an end resists than by itself, so that the diagonal is a bound with the others of its row: in the metric of the masses each counts as the
/// root of its mobility, and no more than this one.
fn with_others(model: &Model, link: &Link, ends: &[EndPorts; MAX_ENDS], end: usize) -> f64 {
    let mobility = |e: usize| match link.ends[e] {
        Place::Moving { body, .. } => {
            let (body, turned) = (&model.bodies[body], ends[e].point.gradient[2]);
            let turning = if body.motion.turns() {
                turned.length_squared() / body.mass.inertia
            } else {
                0.0
            };
            1.0 / body.mass.mass + turning
        }
        Place::Fixed { .. } => 0.0,
    };
    let own = mobility(end);
    let others = (0..link.ends.len()).filter(|&other| other != end);
    1.0 + others.map(|e| (mobility(e) / own).sqrt().min(1.0)).sum::<f64>()
}
