//! Poses along a motion that the constraints allow: a path followed step by step, each pose closed onto the constraints.

use crate::math::Vec2;
use crate::sim::{Dynamics, Model, SimState};

/// Distance between two poses: displacement of the fastest part, as a fraction of the machine's extent.
const STEP: f64 = 0.01;
/// Index of the first pose with a longer stride, counted from 1.
const FIRST_FAR: usize = WIGGLE + 1;
/// Factor on the distance between poses from there on, so that a crank comes all the way round.
const STRIDE: f64 = 3.0;
/// Number of poses to either side that the displayed motion swings through.
pub(super) const WIGGLE: usize = 12;

/// A path along a motion from a state.
pub(super) struct PathFollower<'a> {
    pub model: &'a Model,
    pub state: &'a SimState,
    pub motion: &'a [f64],
}

impl PathFollower<'_> {
    /// Poses `count` steps to both sides, each closed onto the constraints, and the index of the present pose; `go_on` is asked
    /// before each pose.
    pub(super) fn both_ways(
        &self,
        count: usize,
        dynamics: &mut Dynamics,
        go_on: &mut dyn FnMut() -> bool,
    ) -> (Vec<Vec<f64>>, usize) {
        let mut poses = self.one_way(-1.0, count, dynamics, go_on);
        poses.reverse();
        let middle = poses.len();
        poses.push(self.state.q.clone());
        poses.extend(self.one_way(1.0, count, dynamics, go_on));
        (poses, middle)
    }

    fn one_way(
        &self,
        sign: f64,
        count: usize,
        dynamics: &mut Dynamics,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Vec<Vec<f64>> {
        let state = self.state;
        let step = STEP * extent(self.model, state);
        let mut pose = state.clone();
        let mut poses: Vec<Vec<f64>> = Vec::new();
        for k in 1..=count {
            if !go_on() {
                break;
            }
            let start = poses.last().unwrap_or(&state.q).clone();
            let before = poses.len().checked_sub(2).map_or(&state.q, |it| &poses[it]);
            for (index, q) in pose.q.iter_mut().enumerate() {
                // The chord of the last step predicts the tangent here, to second order.
                let ahead = match k {
                    1 => sign * step * self.motion[index],
                    FIRST_FAR => STRIDE * (start[index] - before[index]),
                    _ => start[index] - before[index],
                };
                *q = start[index] + ahead;
            }
            let held = dynamics.settle(self.model, &mut pose, |link| !link.drives(state));
            let moves = pose.q.iter().zip(&start).map(|(a, b)| (a - b).abs());
            let moved = moves.fold(0.0, f64::max);
            if held.is_err() || moved < 0.05 * step || moved > 20.0 * step.max(1e-9) + 1.0 {
                break;
            }
            poses.push(pose.q.clone());
        }
        poses
    }
}

/// Speed of each part (m/s): that of its origin, or of a point at its radius of gyration if that is faster.
pub(super) fn speeds<'a>(model: &'a Model, motion: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
    model.bodies.iter().map(|body| {
        let own = &motion[body.offset..body.offset + body.motion.dim()];
        let reach = (body.mass.inertia / body.mass.mass).sqrt();
        let spin = own.get(2).map_or(0.0, |spin| (spin * reach).abs());
        Vec2::new(own[0], own.get(1).copied().unwrap_or_default())
            .length()
            .max(spin)
    })
}

/// Diagonal of the bounding box of all parts' origins, but at least the largest radius of gyration (m).
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
