//! Explicit Runge-Kutta methods, each given by its Butcher tableau:
//!
//! ```text
//! k_i = f(t + c_i h, y + h sum_j a_ij k_j),   y <- y + h sum b_i k_i,   error = h sum e_i k_i
//! ```
//! The classical method of order 4, and the pair of Dormand and Prince (J. Comp. Appl. Math. 6, 1980) of order 5 with an error estimate by the
//! embedded method of order 4. The last stage of the pair could serve as the first of the next step; projection in between forbids that, so it is
//! evaluated again.

use crate::math::worst;
use crate::solver::SolveError;

use super::{SimState, StepContext, Workspace};

/// Maximum number of stages of a method.
const MOST: usize = 7;

/// Number of coordinates that are summed together.
const BLOCK: usize = 8;

/// Butcher tableau of a method.
pub struct Tableau {
    /// Nodes.
    c: &'static [f64],
    /// Rows of the Runge-Kutta matrix below the diagonal.
    a: &'static [&'static [f64]],
    /// Weights.
    b: &'static [f64],
    /// Weights less those of the embedded method, for the error estimate.
    e: &'static [f64],
    /// Whether the sum by `e` is an error estimate; otherwise it only tells how rough the stages are.
    estimates: bool,
}

pub const RK4: Tableau = Tableau {
    c: &[0.0, 0.5, 0.5, 1.0],
    a: &[&[], &[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]],
    b: &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
    e: &[1.0, -1.0, -1.0, 1.0],
    estimates: false,
};

pub const DORMAND_PRINCE: Tableau = Tableau {
    c: &[0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0],
    a: &[
        &[],
        &[1.0 / 5.0],
        &[3.0 / 40.0, 9.0 / 40.0],
        &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
        &[
            19372.0 / 6561.0,
            -25360.0 / 2187.0,
            64448.0 / 6561.0,
            -212.0 / 729.0,
        ],
        &[
            9017.0 / 3168.0,
            -355.0 / 33.0,
            46732.0 / 5247.0,
            49.0 / 176.0,
            -5103.0 / 18656.0,
        ],
        &[
            35.0 / 384.0,
            0.0,
            500.0 / 1113.0,
            125.0 / 192.0,
            -2187.0 / 6784.0,
            11.0 / 84.0,
        ],
    ],
    b: &[
        35.0 / 384.0,
        0.0,
        500.0 / 1113.0,
        125.0 / 192.0,
        -2187.0 / 6784.0,
        11.0 / 84.0,
        0.0,
    ],
    e: &[
        71.0 / 57600.0,
        0.0,
        -71.0 / 16695.0,
        71.0 / 1920.0,
        -17253.0 / 339200.0,
        22.0 / 525.0,
        -1.0 / 40.0,
    ],
    estimates: true,
};

/// Slopes of all stages, and the state of the stage under way.
#[derive(Default)]
pub struct Stages {
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    pub(super) slope_q: [Vec<f64>; MOST],
    pub(super) slope_v: [Vec<f64>; MOST],
    /// Weights `e` of the last step's method, by which roughness is measured; empty before the first step and where their sum tells nothing.
    differences: &'static [f64],
}

/// Moves `state` on by `h` seconds. Returns the error estimate in units of the tolerance; 0 where the method has none or the tolerance is 0.
pub fn advance(
    tableau: &Tableau,
    context: &mut StepContext<'_>,
    work: &mut Workspace,
    state: &mut SimState,
    h: f64,
) -> Result<f64, SolveError> {
    let Workspace {
        stages,
        either_side,
        projector,
        ..
    } = work;
    let n = state.q.len();
    stages.q.resize(n, 0.0);
    stages.v.resize(n, 0.0);
    let (start, mut ledger) = (state.time, state.work);
    for (i, (c, row)) in tableau.c.iter().zip(tableau.a).enumerate() {
        stages.q.copy_from_slice(&state.q);
        stages.v.copy_from_slice(&state.v);
        add(&mut stages.q, h, row, &stages.slope_q);
        add(&mut stages.v, h, row, &stages.slope_v);
        stages.slope_q[i].clone_from(&stages.v);
        let (q, v, time) = (&stages.q[..], &stages.v[..], start + c * h);
        if either_side.distance.is_some() {
            // The slope of the previous stage is the first guess of this one. The first stage has no previous one, and is evaluated twice.
            let mut slope = match i.checked_sub(1) {
                Some(before) => stages.slope_v[before].clone(),
                None => vec![0.0; n],
            };
            let mut rate = either_side.accelerations(context, projector, state, (q, v, time), &mut slope)?;
            if i == 0 {
                rate = either_side.accelerations(context, projector, state, (q, v, time), &mut slope)?;
            }
            ledger.add(&rate, tableau.b[i] * h);
            stages.slope_v[i] = slope;
            continue;
        }
        let power = context
            .dynamics
            .accelerations(context.model, q, v, time, &state.memory, context.grab)?;
        ledger.add(&power, tableau.b[i] * h);
        stages.slope_v[i].clone_from(&context.dynamics.solution.acceleration);
    }
    add(&mut state.q, h, tableau.b, &stages.slope_q);
    add(&mut state.v, h, tableau.b, &stages.slope_v);
    state.work = ledger;
    state.time = start + h;
    let tolerance = context.model.settings.tolerance;
    let estimates = tableau.estimates && tolerance != 0.0;
    stages.differences = tableau.e;
    if !estimates {
        return Ok(0.0);
    }
    stages.v.fill(0.0);
    add(&mut stages.v, h, tableau.e, &stages.slope_v);
    stages.q.fill(0.0);
    add(&mut stages.q, h, tableau.e, &stages.slope_q);
    Ok(stages.error(state, tolerance))
}

impl Stages {
    /// Roughness: by how much the accelerations of the last step differ from a smooth course, relative to the largest one at its end.
    pub(super) fn roughness(&self) -> f64 {
        let Some(last) = self.differences.len().checked_sub(1) else {
            return 0.0;
        };
        let slopes = &self.slope_v[..=last];
        let (mut rough, count) = (0.0_f64, slopes[last].len());
        for start in (0..count).step_by(BLOCK) {
            let mut sums = [0.0; BLOCK];
            for (weight, slope) in self.differences.iter().zip(slopes) {
                let block = &slope[start..(start + BLOCK).min(count)];
                for (sum, slope) in sums.iter_mut().zip(block) {
                    *sum += weight * slope;
                }
            }
            rough = rough.max(largest(&sums));
        }
        rough / largest(&slopes[last])
    }

    /// Marks the slopes as those of a method that does not tell how smooth they are.
    pub(super) fn forget_differences(&mut self) {
        self.differences = &[];
    }

    /// The error estimate of pose and velocities, after a step that has one.
    pub(super) fn error_mut(&mut self) -> (&mut [f64], &mut [f64]) {
        (&mut self.q, &mut self.v)
    }

    /// Returns the size of the error estimate in units of the tolerance; `state` is that at the end of the step.
    pub(super) fn error(&self, state: &SimState, tolerance: f64) -> f64 {
        let ratio = |(error, now): (&f64, &f64)| error.abs() / (tolerance * now.abs().max(1.0));
        let ratios = self.q.iter().zip(&state.q).chain(self.v.iter().zip(&state.v));
        ratios.map(ratio).fold(0.0, worst)
    }
}

fn largest(of: &[f64]) -> f64 {
    of.iter().fold(0.0, |most, x| x.abs().max(most))
}

/// y += h sum weights_j slopes_j
pub(super) fn add(y: &mut [f64], h: f64, weights: &[f64], slopes: &[Vec<f64>; MOST]) {
    for (weight, slope) in weights.iter().zip(slopes).filter(|(weight, _)| **weight != 0.0) {
        let weight = weight * h;
        for (y, slope) in y.iter_mut().zip(slope) {
            *y += weight * slope;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An error that is not a number is no small one, wherever it is.
    #[test]
    fn no_error_estimate_hides_nan() {
        let state = SimState {
            q: vec![0.0; 3],
            v: vec![0.0; 3],
            ..SimState::default()
        };
        for k in 0..6 {
            let mut errors = [1e-3; 6];
            errors[k] = f64::NAN;
            let stages = Stages {
                q: errors[..3].to_vec(),
                v: errors[3..].to_vec(),
                ..Stages::default()
            };
            assert!(stages.error(&state, 1e-6).is_nan(), "{k}");
        }
    }
}
