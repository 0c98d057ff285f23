//! A linearly implicit Runge-Kutta step, for parts so light under their load that they vibrate faster than a step resolves: ROS34PW2 of Rang and
//! Angermann (BIT 45, 2005), a W-method of order 3, whose order and stability tolerate an approximate Jacobian.
//!
//! ```text
//! q_i = q + h sum a_ij r_j,   v_i = v + h sum a_ij k_j,   s_i = v_i + h sum g_ij k_j
//! (M + (g h)² K) k_i = F(q_i, v_i) - h K (g (s_i - v) + sum g_ij (r_j - v)) + J^T lambda,   J k_i = -c(q_i, v_i)
//! r_i = s_i + g h k_i
//! q <- q + h sum b_i r_i,   v <- v + h sum b_i k_i
//! ```
//! This is the method in a frame that moves at the velocity at the start of the step, so that parts carried along by others are not held back. K is
//! the diagonal of the restoring stiffness under load, of the coordinates that need it, times [`MARGIN`]. A vibration that a step does not resolve
//! is damped; one of visible amplitude shows in the error estimate, and the step is too long for it. `docs/theory.md` ("Light parts between heavy
//! ones").

use crate::math::worst;
use crate::sim::dynamics::Gap;
use crate::solver::{SolveError, System};

use super::super::Model;
use super::super::restoring::Restoring;
use super::super::stiffness::at;
use super::runge_kutta::{Stages, add};
use super::{SimState, StepContext};

/// Diagonal of the matrix of implicit coefficients, a root of `g³ - 3 g² + 3 g/2 - 1/6`.
const GAMMA: f64 = 0.435_866_521_508_459;
/// Nodes, the sums of the rows of [`A`].
const C: [f64; 4] = [0.0, 0.871_733_043_016_918, 0.731_579_957_788_852_4, 1.0];
const A: [&[f64]; 4] = [
    &[],
    &[0.871_733_043_016_918],
    &[0.844_570_600_153_694_2, -0.112_990_642_364_841_85],
    &[0.0, 0.0, 1.0],
];
/// Implicit coefficients below the diagonal.
const G: [&[f64]; 4] = [
    &[],
    &[-0.871_733_043_016_918],
    &[-0.903_380_570_130_440_8, 0.054_180_672_388_095_33],
    &[
        0.242_123_807_060_953_46,
        -1.223_250_583_904_514_7,
        0.545_260_255_335_102_1,
    ],
];
const B: [f64; 4] = [
    0.242_123_807_060_953_46,
    -1.223_250_583_904_514_7,
    1.545_260_255_335_102,
    GAMMA,
];
/// Weights less those of the embedded method of order 2, for the error estimate.
const E: [f64; 4] = [
    0.242_123_807_060_953_46 - 0.378_109_031_458_193_7,
    -1.223_250_583_904_514_7 + 0.096_042_292_212_423_18,
    1.545_260_255_335_102 - 0.5,
    GAMMA - 0.217_932_660_754_229_5,
];

/// Square of the angle of a vibration in a step up to which explicit stages resolve it (rad²).
const RESOLVED: f64 = 0.25;
/// Factor on the stiffness at the start of a step. The method is stable from 1 on, so loads may grow by this factor within a step. A held part that
/// is carried along at an acceleration a ends the step with a velocity error of `C h a`, where C is 0 at 1, 0.1 at 1.2 and 0 again at 4.
const MARGIN: f64 = 4.0;
/// Allowed error of a position, in a machine of a metre (m, rad).
const MISSED: f64 = 1e-5;
/// The same for a held part, as a multiple of the root of its fraction of the total mass: a part of mass m between masses M takes the tension from
/// its rods when it is `L sqrt(m/M)` out of line.
const OFFSET: f64 = 0.03;

/// Workspace.
#[derive(Default)]
pub(super) struct Scratch {
    restoring: Restoring,
    /// K.
    held: Vec<f64>,
    /// s_i, and the sums of g_ij r_j.
    implicit_v: Vec<f64>,
    implicit_q: Vec<f64>,
}

/// Removes from K the stiffness that explicit stages resolve, and multiplies the rest by [`MARGIN`].
fn choose(model: &Model, system: &System, held: &mut [f64], h: f64) {
    for (index, body) in model.bodies.iter().enumerate() {
        let dim = body.motion.dim();
        let block = &system.mass[model.topology.mass_offset(index)..][..dim * dim];
        for k in 0..dim {
            let held = &mut held[body.offset + k];
            let resolved = h * h * *held <= RESOLVED * block[k * (dim + 1)];
            *held = if resolved { 0.0 } else { MARGIN * *held };
        }
    }
}

/// Moves `state` on by `h` seconds. Returns the largest error estimate of a position, in units of the error allowed by the size of its machine.
///
/// # Errors
/// As the solver's. On error the state may be anything.
pub(super) fn advance(
    context: &mut StepContext<'_>,
    (scratch, stages): (&mut Scratch, &mut Stages),
    state: &mut SimState,
    h: f64,
) -> Result<f64, SolveError> {
    let (model, dynamics, grab) = (context.model, &mut *context.dynamics, context.grab);
    let Scratch {
        restoring,
        held,
        implicit_v,
        implicit_q,
    } = scratch;
    let SimState {
        q, v, time, memory, ..
    } = &*state;
    dynamics.accelerations_by_rows(model, q, v, *time, memory, grab)?;
    restoring.find(model, dynamics, at(state));
    restoring.back(model, held);
    choose(model, dynamics.system(), held, h);
    let mut ledger = state.work;
    for i in 0..B.len() {
        stages.q.clone_from(q);
        stages.v.clone_from(v);
        add(&mut stages.q, h, A[i], &stages.slope_q);
        add(&mut stages.v, h, A[i], &stages.slope_v);
        implicit_v.clone_from(&stages.v);
        add(implicit_v, h, G[i], &stages.slope_v);
        implicit_q.clear();
        implicit_q.resize(q.len(), 0.0);
        add(implicit_q, 1.0, G[i], &stages.slope_q);
        let sum = GAMMA + G[i].iter().sum::<f64>();
        let hold = |k: usize| {
            let inertia = GAMMA * GAMMA * h * h * held[k];
            let moved = GAMMA * implicit_v[k] + implicit_q[k] - sum * v[k];
            (inertia, -h * held[k] * moved)
        };
        let stage = (&stages.q[..], &stages.v[..], time + C[i] * h, &memory[..]);
        let power = dynamics.accelerations_held(model, stage, grab, hold)?;
        ledger.add(&power, B[i] * h);
        let rate = &mut stages.slope_v[i];
        rate.clone_from(&dynamics.solution.acceleration);
        let moved = implicit_v.iter().zip(rate).map(|(s, k)| s + GAMMA * h * *k);
        let slope = &mut stages.slope_q[i];
        slope.clear();
        slope.extend(moved);
    }
    add(&mut state.q, h, &B, &stages.slope_q);
    add(&mut state.v, h, &B, &stages.slope_v);
    state.work = ledger;
    state.time += h;
    stages.q.fill(0.0);
    add(&mut stages.q, h, &E, &stages.slope_q);
    let heaviest = model.mass();
    let mut error: f64 = 0.0;
    for body in &model.bodies {
        let own = body.offset..body.offset + body.motion.dim();
        let is_held = held[own.clone()].iter().any(|k| *k > 0.0);
        let stands = match is_held {
            true => MISSED.min(OFFSET * (body.mass.mass / heaviest).sqrt()),
            false => MISSED,
        };
        let stands = stands * body.size.min(Gap::LARGEST);
        for miss in &stages.q[own] {
            error = worst(error, miss.abs() / stands);
        }
    }
    stages.forget_differences();
    Ok(error)
}
