//! Poses near a given one, to tell properties of this pose from properties of the machine.
//!
//! ```text
//! M u = M r + J^T lambda,   J u = 0        r at random: a motion that the constraints allow
//! q + s u, settled                         a pose nearby, if there is one
//! ```
//! Drives freewheel: their position is no property of the pose.

use crate::math::Vec2;
use crate::solver::SolveError;
use crate::solver::graph::Graph;

use super::{Dynamics, Model, SimState};

/// Displacement of the fastest part of an island, as a share of the island's extent: the second is tried where the first fails.
const STRIDES: [f64; 2] = [0.05, 0.005];
/// |C| that counts as met at a pose nearby (m, rad).
const MET: f64 = 1e-9;
/// Displacement after settling over that before: at least this, and at most its reciprocal.
const LEFT: f64 = 0.3;
/// Speed of the projected motion, as a share of the random one's, below which an island cannot move.
const STILL: f64 = 1e-7;

impl Dynamics {
    /// Motion that the constraints allow at this pose, scaled so that the fastest part of each island covers the island's extent in
    /// a second; `None` when nothing can move. `seed` picks one of them.
    pub(super) fn free_motion(
        &mut self,
        model: &Model,
        state: &SimState,
        seed: u64,
    ) -> Result<Option<Vec<f64>>, SolveError> {
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = || {
            random ^= random >> 12;
            random ^= random << 25;
            random ^= random >> 27;
            (random.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        let mut motion = vec![0.0; state.v.len()];
        for body in &model.bodies {
            let radius = gyration(body);
            for k in 0..body.motion.dim() {
                motion[body.offset + k] = if k >= 2 { next() / radius } else { next() };
            }
        }
        let size = fastest(model, &motion, 0..model.bodies.len());
        self.evaluate_constraints(model, &state.q, &motion, state.time, &state.memory);
        self.problem.clear_force();
        let (rate, time_rate) = (self.evaluation.rate(), self.evaluation.time_rate());
        for (row, (rate, time_rate)) in rate.iter().zip(time_rate).enumerate() {
            self.problem.set_c(row, rate - time_rate);
        }
        self.problem.disable_rows(model, |link, _| !link.drives(state));
        self.factor(model)?;
        self.solve(model)?;
        for (v, change) in motion.iter_mut().zip(&self.solution.acceleration) {
            *v += change;
        }
        let mut moves = false;
        for island in &Graph::new(&model.topology).islands {
            let speed = fastest(model, &motion, island.bodies.iter().copied());
            let factor = if speed > STILL * size {
                moves = true;
                extent(model, state, &island.bodies) / speed
            } else {
                0.0
            };
            for &body in &island.bodies {
                let body = &model.bodies[body];
                motion[body.offset..body.offset + body.motion.dim()]
                    .iter_mut()
                    .for_each(|v| *v *= factor);
            }
        }
        Ok(moves.then_some(motion))
    }

    /// Finds a pose of the machine along `motion`, away from this one; `None` where there is none.
    pub(super) fn pose_nearby(
        &mut self,
        model: &Model,
        state: &SimState,
        motion: &[f64],
    ) -> Result<Option<SimState>, SolveError> {
        let bodies = || 0..model.bodies.len();
        for stride in STRIDES {
            let mut there = state.clone();
            for (q, u) in there.q.iter_mut().zip(motion) {
                *q += stride * u;
            }
            let open = self.settle(model, &mut there, |link| !link.drives(state))?;
            let way: Vec<f64> = there.q.iter().zip(&state.q).map(|(to, from)| to - from).collect();
            let left = fastest(model, &way, bodies()) / fastest(model, motion, bodies());
            if open <= MET && left > LEFT * stride && left < stride / LEFT {
                return Ok(Some(there));
            }
        }
        Ok(None)
    }
}

/// Radius of gyration (m); 1 for bodies that do not turn.
pub(super) fn gyration(body: &super::model::Body) -> f64 {
    if body.motion.turns() {
        (body.mass.inertia / body.mass.mass).sqrt()
    } else {
        1.0
    }
}

/// Largest speed of these bodies (m/s), with angular rates times the radius of gyration.
pub(super) fn fastest(model: &Model, motion: &[f64], bodies: impl Iterator<Item = usize>) -> f64 {
    let speed = |body: usize| {
        let body = &model.bodies[body];
        let v = &motion[body.offset..body.offset + body.motion.dim()];
        if v.len() == 1 {
            return v[0].abs();
        }
        let turns = v[2..].iter().map(|omega| omega * gyration(body));
        (v[0] * v[0] + v[1] * v[1] + turns.map(|turn| turn * turn).sum::<f64>()).sqrt()
    };
    bodies.map(speed).fold(0.0, f64::max)
}

/// Extent of an island (m): the diagonal of the box round its centres plus twice the largest radius of gyration; 1 where that is 0.
fn extent(model: &Model, state: &SimState, bodies: &[usize]) -> f64 {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    let mut largest = 0.0f64;
    for &index in bodies {
        let body = &model.bodies[index];
        if body.motion.turns() {
            largest = largest.max(2.0 * gyration(body));
        }
        let centre = body.motion.centre(&state.q[body.offset..]);
        for k in 0..2 {
            low[k] = low[k].min(centre[k]);
            high[k] = high[k].max(centre[k]);
        }
    }
    let reach = Vec2::new(high[0] - low[0], high[1] - low[1]).length() + largest;
    if reach > 0.0 { reach } else { 1.0 }
}
