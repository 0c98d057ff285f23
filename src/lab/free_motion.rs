//! A motion that the constraints allow: poses along it, and the pose nearest to where a point of it is pulled.

use super::singular::{least_along, singular_values};
use crate::math::Vec2;
use crate::sim::{Dynamics, Model, SimState};

/// Part of the machine's extent that its fastest part moves from pose to pose.
const STEP: f64 = 0.01;
/// Poses to either side between which a ghost wiggles.
const WIGGLE: usize = 12;
/// Poses to either side of a machine of so many coordinates at most; a larger one has those it wiggles between.
const FAR: usize = 120;
const SMALL: usize = 60;
/// The first of the poses beyond, counted from 1.
const FIRST_FAR: usize = WIGGLE + 1;
/// How many times as far it is from pose to pose beyond those: a crank comes round.
const STRIDE: f64 = 3.0;
/// How near the nearest pose is found, in poses.
const NEAREST: f64 = 1e-3;

/// A motion that the constraints allow.
#[derive(Clone, Debug)]
pub struct FreeMotion {
    /// Velocities, the fastest point of a part moving at 1 m/s.
    pub motion: Vec<f64>,
    /// The part that moves most, as a dense index.
    pub most: usize,
    /// Poses along it, from one end over the present pose in the middle to the other; fewer where the machine comes to an end.
    pub poses: Vec<Vec<f64>>,
    /// Where the present pose is among them.
    pub middle: usize,
    /// Least singular value of the rows, drives among them, at each of the poses: next to nothing at dead points. Empty where the machine is
    /// too large for it.
    pub singular: Vec<f64>,
}

impl FreeMotion {
    /// Of a machine in a state, along these velocities: a step at a time, each drawn back onto the constraints.
    pub(super) fn of(model: &Model, state: &SimState, mut motion: Vec<f64>, dynamics: &mut Dynamics) -> Self {
        let (most, speed) = speeds(model, &motion)
            .enumerate()
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or((0, 1.0));
        motion.iter_mut().for_each(|x| *x /= speed.max(f64::MIN_POSITIVE));
        let step = STEP * extent(model, state);
        let count = if state.q.len() > SMALL { WIGGLE } else { FAR };
        let mut halves = [-1.0, 1.0].map(|sign| {
            let mut pose = state.clone();
            let mut poses = Vec::new();
            for k in 1..=count {
                let start = poses.last().unwrap_or(&state.q).clone();
                let before = poses.len().checked_sub(2).map_or(&state.q, |it| &poses[it]);
                for (index, q) in pose.q.iter_mut().enumerate() {
                    // The chord of the last step is the tangent here, to second order.
                    let ahead = match k {
                        1 => sign * step * motion[index],
                        FIRST_FAR => STRIDE * (start[index] - before[index]),
                        _ => start[index] - before[index],
                    };
                    *q = start[index] + ahead;
                }
                let held = dynamics.settle(model, &mut pose, |link| !link.drives(state));
                let moved = pose
                    .q
                    .iter()
                    .zip(&start)
                    .map(|(a, b)| (a - b).abs())
                    .fold(0.0, f64::max);
                if held.is_err() || moved < 0.05 * step || moved > 20.0 * step.max(1e-9) + 1.0 {
                    break;
                }
                poses.push(pose.q.clone());
            }
            poses
        });
        let [back, ahead] = &mut halves;
        back.reverse();
        let middle = back.len();
        let mut poses = std::mem::take(back);
        poses.push(state.q.clone());
        poses.append(ahead);
        let mut at = state.clone();
        let values = poses.iter().map(|pose| {
            at.q.clone_from(pose);
            singular_values(model, &at, dynamics)
        });
        let values: Option<Vec<Vec<f64>>> = values.collect();
        Self {
            singular: values.map(|it| least_along(&it)).unwrap_or_default(),
            motion,
            most,
            poses,
            middle,
        }
    }

    /// The last place along it, counted in poses from 0.
    pub fn last(&self) -> f64 {
        (self.poses.len() - 1) as f64
    }

    /// Where a ghost is that swings about the present pose, from -1 to 1.
    pub fn swung(&self, swing: f64) -> f64 {
        let middle = self.middle as f64;
        let room = if swing < 0.0 { middle } else { self.last() - middle };
        middle + swing * room.min(WIGGLE as f64)
    }

    /// Coordinates at a place: those of the poses beside it, mixed.
    pub fn pose(&self, place: f64) -> impl Iterator<Item = f64> {
        let before = (place.max(0.0) as usize).min(self.poses.len() - 1);
        let after = (before + 1).min(self.poses.len() - 1);
        let share = (place - before as f64).clamp(0.0, 1.0);
        let both = self.poses[before].iter().zip(&self.poses[after]);
        both.map(move |(a, b)| (1.0 - share) * a + share * b)
    }

    /// The place at which a distance is least, walked to from another one: never over a hill, so that it does not leap where the machine comes
    /// by the same point twice.
    pub fn nearest(&self, from: f64, distance: impl Fn(&[f64]) -> f64) -> f64 {
        let at = |place: f64| distance(&self.pose(place).collect::<Vec<f64>>());
        let (mut place, mut step) = (from.clamp(0.0, self.last()), 1.0);
        let mut best = at(place);
        while step > NEAREST {
            let tried = [-step, step].map(|by| {
                let place = (place + by).clamp(0.0, self.last());
                (at(place), place)
            });
            let nearer = if tried[0].0 < tried[1].0 {
                tried[0]
            } else {
                tried[1]
            };
            if nearer.0 < best {
                (best, place) = nearer;
            } else {
                step /= 2.0;
            }
        }
        place
    }
}

/// Speed of each part: of its origin, or of a point at its radius of gyration where that is faster (m/s).
fn speeds<'a>(model: &'a Model, motion: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
    model.bodies.iter().map(|body| {
        let own = &motion[body.offset..body.offset + body.motion.dim()];
        let reach = (body.mass.inertia / body.mass.mass).sqrt();
        let spin = own.get(2).map_or(0.0, |spin| (spin * reach).abs());
        Vec2::new(own[0], own.get(1).copied().unwrap_or_default())
            .length()
            .max(spin)
    })
}

/// Size of the box round the origins of all parts, at least that of the largest of them (m).
fn extent(model: &Model, state: &SimState) -> f64 {
    let places = model
        .bodies
        .iter()
        .map(|body| body.motion.pose(&state.q[body.offset..]).position);
    let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    for place in places {
        (low, high) = (low.min(place), high.max(place));
    }
    let part = model
        .bodies
        .iter()
        .map(|it| (it.mass.inertia / it.mass.mass).sqrt());
    (high - low).length().max(part.fold(0.0, f64::max)).max(1e-3)
}
