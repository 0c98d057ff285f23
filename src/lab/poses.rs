//! Poses along a motion that the constraints allow, a step at a time, each drawn back onto them.

use crate::math::Vec2;
use crate::sim::{Dynamics, Model, SimState};

/// Part of the machine's extent that its fastest part moves from pose to pose.
const STEP: f64 = 0.01;
/// The first of the poses beyond, counted from 1.
const FIRST_FAR: usize = WIGGLE + 1;
/// How many times as far it is from pose to pose beyond those: a crank comes round.
const STRIDE: f64 = 3.0;
/// Poses to either side between which a ghost wiggles.
pub(super) const WIGGLE: usize = 12;

/// The way along a motion.
pub(super) struct Walk<'a> {
    pub model: &'a Model,
    pub state: &'a SimState,
    pub motion: &'a [f64],
}

impl Walk<'_> {
    /// Poses so many steps to both sides, each drawn back onto the constraints, and where the present one is among them; `go_on` is asked
    /// before each.
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
                // The chord of the last step is the tangent here, to second order.
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

/// Speed of each part: of its origin, or of a point at its radius of gyration where that is faster (m/s).
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
