//! Diagonal of the geometric stiffness, split by sign: restoring (pulls a part back into line) and pushing (drives it further away).
//!
//! ```text
//! a rod under tension T, against moving one end:    T/length (1 + the other ends of the row, in the metric of the masses)
//! a force f on a point at the arm r, against turning:   f . r
//! ```
//! Restoring stiffness vibrates, and an implicit step [holds](super::integrators) it; pushing stiffness buckles.

use crate::constraints::{EndPorts, MAX_ENDS};

use super::model::{Link, Place};
use super::stiffness::{At, LoadedEnd, SignedStiffness, fastest, for_each_end};
use super::{Dynamics, Model};

/// Workspace, one entry a body.
#[derive(Default)]
pub struct Restoring {
    /// Restoring and pushing stiffness against moving (N/m).
    moving: Vec<f64>,
    pushing: Vec<f64>,
    /// Stiffness against turning, restoring less pushing (N m).
    turning: Vec<f64>,
}

impl Restoring {
    /// Computes the stiffness under the multipliers of the last solve, as forces.
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
        // Rows without curvature need no further work.
        if it.across != SignedStiffness::default() || it.twist != SignedStiffness::default() {
            // The coordinate of a bead along its wire is scaled as the wire's formula is, and not in metres.
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

    /// Upper bound of the rate of vibration and of buckling (rad/s) where a step by impulses holds the stiffness `held` of each body against
    /// turning (N m): with half of its restoring stiffness held a body is stable at any length of step.
    pub(super) fn fastest_with_held_turning(&self, model: &Model, q: &[f64], held: &[f64]) -> f64 {
        fastest(model, q, |body| {
            let (turning, held) = (self.turning[body], held.get(body).copied().unwrap_or(0.0));
            let turning = (turning - 2.0 * held).max(-turning);
            [self.moving[body] + self.pushing[body], turning]
        })
    }

    /// Upper bound of the rate of buckling (rad/s).
    pub(super) fn fastest_away(&self, model: &Model, q: &[f64]) -> f64 {
        fastest(model, q, |body| [self.pushing[body], -self.turning[body]])
    }

    /// Writes the restoring stiffness of each coordinate (N/m, N m).
    pub(super) fn back(&self, model: &Model, out: &mut Vec<f64>) {
        by_coordinate(model, out, |body| [self.moving[body], self.turning[body]]);
    }

    /// Writes the pushing stiffness of each coordinate (N/m, N m).
    pub(super) fn away(&self, model: &Model, out: &mut Vec<f64>) {
        by_coordinate(model, out, |body| [self.pushing[body], -self.turning[body]]);
    }
}

/// Distributes the stiffness of bodies against moving and turning to their coordinates; a negative one against turning counts as 0.
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

/// Factor on the stiffness of an end that makes the diagonal a bound including the other ends of its row: in the metric of the masses each of
/// them counts as the root of its mobility over that of this end, at most as 1.
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
