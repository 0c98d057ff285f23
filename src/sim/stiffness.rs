//! Vibration of bodies under load, across the load: the geometric stiffness `-sum lambda d²C/dq²`.
//!
//! ```text
//! a force f on a point at the arm r:         |f| |r| against turning the body
//! a row whose gradient turns with its ports: |lambda| |C_xx| against moving the port; a rod has 1/length
//! omega² <= max over bodies of (2 sum of stiffnesses) / mass     (Gershgorin; the turning arms couple nothing)
//! ```
//! A chain of point masses m on rods of length L under tension T vibrates at up to 2 sqrt(T/(m L)), a chain of bars
//! at sqrt(12 T/(m L)): both meet the bound. Under pressure it is the rate at which they buckle.

use crate::constraints::{EndPorts, MAX_ENDS, Row};
use crate::math::Vec2;
use crate::solver::system::MAX_CONSTRAINT_DIM;

use super::model::{Link, Place};
use super::{Dynamics, Model, SimState};

/// Workspace: stiffness of each body against moving (N/m) and turning (N m).
#[derive(Default)]
pub struct Stiffness {
    pub(super) moving: Vec<f64>,
    pub(super) turning: Vec<f64>,
    /// Largest force of a constraint on a body (N).
    pub(super) pull: f64,
}

/// Sums of the restoring stiffnesses (pull back) and of the pushing ones (drive away).
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct SignedStiffness {
    pub(super) restoring: f64,
    pub(super) pushing: f64,
}

impl SignedStiffness {
    fn add(&mut self, stiffness: f64) {
        self.restoring += stiffness.max(0.0);
        self.pushing += (-stiffness).max(0.0);
    }

    /// Restoring less pushing.
    pub(super) fn net(self) -> f64 {
        self.restoring - self.pushing
    }

    fn size(self) -> f64 {
        self.restoring + self.pushing
    }
}

/// Load of a constraint on a body at one of its ends.
pub(super) struct LoadedEnd<'a> {
    pub(super) link: &'a Link,
    /// Ports of all ends, at rest, and the index of this end.
    pub(super) ends: &'a [EndPorts; MAX_ENDS],
    pub(super) end: usize,
    /// Dense index of the body.
    pub(super) body: usize,
    /// Force on the body (N).
    pub(super) force: Vec2,
    /// Stiffness against moving the point (N/m), summed over both axes, and against turning (N m).
    pub(super) across: SignedStiffness,
    pub(super) twist: SignedStiffness,
}

impl LoadedEnd<'_> {
    /// Gradient of the point by the angle of the body: the arm, turned by a quarter turn.
    pub(super) fn turned_arm(&self) -> Vec2 {
        self.ends[self.end].point.gradient[2]
    }
}

/// Where loads are evaluated: q, v, time and memory.
pub(super) type At<'a> = (&'a [f64], &'a [f64], f64, &'a [f64]);

/// The same of a state.
pub(super) fn at(state: &SimState) -> At<'_> {
    (&state.q, &state.v, state.time, &state.memory)
}

/// Angular frequency of the fastest body (rad/s), given the stiffness of each against moving (N/m) and turning (N m).
pub(super) fn fastest(model: &Model, q: &[f64], stiffness: impl Fn(usize) -> [f64; 2]) -> f64 {
    let mut squared: f64 = 0.0;
    for (index, body) in model.bodies.iter().enumerate() {
        let [moving, turning] = stiffness(index);
        squared = squared.max(moving / body.mass.mass);
        if body.motion.turns() {
            squared = squared.max(turning / body.motion.inertia(body.mass, &q[body.offset..]));
        }
    }
    squared.sqrt()
}

/// A constraint with a multiplier that is not 0, with its memory and the time.
struct Loaded<'a> {
    link: &'a Link,
    lambda: &'a [f64],
    memory: &'a [f64],
    time: f64,
}

impl Loaded<'_> {
    /// Evaluates its rows at these ports.
    fn rows(&self, ends: &[EndPorts; MAX_ENDS]) -> [Row; MAX_CONSTRAINT_DIM] {
        let mut rows = [Row::default(); MAX_CONSTRAINT_DIM];
        let (ends, own) = (&ends[..self.link.ends.len()], &mut rows[..self.lambda.len()]);
        self.link.kind.evaluate(ends, self.time, self.memory, own);
        rows
    }

    /// Force of its rows on an end (N).
    fn force(&self, rows: &[Row; MAX_CONSTRAINT_DIM], end: usize) -> Vec2 {
        let mut force = Vec2::ZERO;
        for (row, lambda) in rows.iter().zip(self.lambda) {
            force += *lambda * row.gradient[end].point;
        }
        force
    }
}

/// Visits every constraint with a multiplier of the last solve that is not 0, with its ports and its rows.
fn for_each_loaded(
    model: &Model,
    dynamics: &Dynamics,
    (q, v, time, memory): At<'_>,
    mut look: impl FnMut(&Loaded<'_>, &mut [EndPorts; MAX_ENDS], &[Row; MAX_CONSTRAINT_DIM]),
) {
    for link in &model.links {
        let lambda = &dynamics.solution.lambda[link.row_range()];
        if lambda.iter().all(|lambda| *lambda == 0.0) {
            continue;
        }
        let mut ends = model.link_ports(link, q, v);
        // With rates of 0 the curvature is that of the programme in time alone.
        for end in &mut ends[..link.ends.len()] {
            end.point.rate = Vec2::ZERO;
            end.angle.rate = 0.0;
        }
        let loaded = Loaded {
            link,
            lambda,
            memory: &memory[link.memory_range()],
            time,
        };
        let still = loaded.rows(&ends);
        look(&loaded, &mut ends, &still);
    }
}

/// Visits every end on a body of every constraint with a multiplier of the last solve that is not 0.
pub(super) fn for_each_end(
    model: &Model,
    dynamics: &Dynamics,
    at: At<'_>,
    mut look: impl FnMut(&LoadedEnd<'_>),
) {
    for_each_loaded(model, dynamics, at, |loaded, ends, still| {
        let link = loaded.link;
        let add = |both: &mut SignedStiffness, moved: &[Row; MAX_CONSTRAINT_DIM]| {
            for ((moved, still), lambda) in moved.iter().zip(still).zip(loaded.lambda) {
                both.add(-lambda * (moved.curvature - still.curvature));
            }
        };
        for end in 0..link.ends.len() {
            let Place::Moving { body, .. } = link.ends[end] else {
                continue;
            };
            let (mut across, mut twist) = (SignedStiffness::default(), SignedStiffness::default());
            for axis in [Vec2::X, Vec2::Y] {
                ends[end].point.rate = axis;
                add(&mut across, &loaded.rows(ends));
                ends[end].point.rate = Vec2::ZERO;
            }
            if model.bodies[body].motion.turns() {
                ends[end].angle.rate = 1.0;
                add(&mut twist, &loaded.rows(ends));
                ends[end].angle.rate = 0.0;
            }
            look(&LoadedEnd {
                link,
                ends,
                end,
                body,
                force: loaded.force(still, end),
                across,
                twist,
            });
        }
    });
}

/// Sums for each body the stiffness `f . r` against turning of the forces on its arms (N m): positive where they pull the arm into line with
/// the force, negative where they push.
pub(super) fn turning_stiffness(model: &Model, dynamics: &Dynamics, at: At<'_>, out: &mut Vec<f64>) {
    out.clear();
    out.resize(model.bodies.len(), 0.0);
    for_each_loaded(model, dynamics, at, |loaded, ends, still| {
        for (end, place) in loaded.link.ends.iter().enumerate() {
            if let Place::Moving { body, .. } = place
                && model.bodies[*body].motion.turns()
            {
                out[*body] += loaded.force(still, end).perp_dot(ends[end].point.gradient[2]);
            }
        }
    });
}

impl Stiffness {
    /// Upper bound of the angular frequency (rad/s) under the multipliers of the last solve, as forces.
    pub(super) fn of(&mut self, model: &Model, dynamics: &Dynamics, at: At<'_>) -> f64 {
        self.begin(model);
        for_each_end(model, dynamics, at, |it| self.add(model, it));
        self.bound(model, at.0)
    }

    pub(super) fn begin(&mut self, model: &Model) {
        for list in [&mut self.moving, &mut self.turning] {
            list.clear();
            list.resize(model.bodies.len(), 0.0);
        }
        self.pull = 0.0;
    }

    pub(super) fn add(&mut self, model: &Model, it: &LoadedEnd<'_>) {
        self.pull = self.pull.max(it.force.length());
        let across = it.across.size();
        self.moving[it.body] += 2.0 * across;
        if model.bodies[it.body].motion.turns() {
            let arm = it.turned_arm().length();
            self.turning[it.body] += it.force.length() * arm + 2.0 * (it.twist.size() + across * arm * arm);
        }
    }

    /// The bound from all ends that were added (rad/s).
    pub(super) fn bound(&self, model: &Model, q: &[f64]) -> f64 {
        fastest(model, q, |body| [self.moving[body], self.turning[body]])
    }
}
