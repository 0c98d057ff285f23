//! Accelerations next to a singular pose, in which J loses rank, extrapolated from states on either side of it:
//!
//! ```text
//! a(t) = (4 (a(t+d) + a(t-d)) - (a(t+2d) + a(t-2d))) / 6 + O(d^4)
//! ```
//! Along the motion v' is smooth through such a pose. But where the smallest singular value of J is sigma, relative to the length of its rows, the
//! acceleration contains the error of a state in Cdot divided by sigma, and in a stage close to the pose that error exceeds the motion. States at a
//! distance d are projected onto the constraints, and their accelerations are as accurate as any; the remaining error is odd in d and cancels.

use crate::sim::stabilise::{Factor, Projector};
use crate::solver::SolveError;

use super::{SimState, StepContext, Work};

/// States that are evaluated: (distance as a multiple of d, six times the weight).
const PLACES: [(f64, f64); 4] = [(1.0, 4.0), (-1.0, 4.0), (2.0, -1.0), (-2.0, -1.0)];

/// Workspace.
#[derive(Default)]
pub struct EitherSide {
    /// The distance d (s); `None` where stages are evaluated where they are.
    pub distance: Option<f64>,
    near: SimState,
    sum: Vec<f64>,
}

impl EitherSide {
    /// Writes the accelerations at the given pose, velocities and time to `slope`; all else is taken from `state`. The previous contents of `slope`
    /// are the first guess of the accelerations. Returns the rates of the work ledger.
    pub fn accelerations(
        &mut self,
        context: &mut StepContext<'_>,
        projector: &mut Projector,
        state: &SimState,
        (q, v, time): (&[f64], &[f64], f64),
        slope: &mut Vec<f64>,
    ) -> Result<Work, SolveError> {
        let distance = self.distance.unwrap_or_default();
        let mut rate = Work::default();
        slope.resize(v.len(), 0.0);
        self.sum.clear();
        self.sum.resize(v.len(), 0.0);
        self.near.clone_from(state);
        for (place, weight) in PLACES {
            let s = place * distance;
            let near = &mut self.near;
            near.time = time + s;
            for k in 0..v.len() {
                near.q[k] = q[k] + s * (v[k] + 0.5 * s * slope[k]);
                near.v[k] = v[k] + s * slope[k];
            }
            projector.project(context.dynamics, context.model, near, s.abs(), Factor::Elsewhere)?;
            let SimState {
                q, v, time, memory, ..
            } = &self.near;
            let power = context
                .dynamics
                .accelerations(context.model, q, v, *time, memory, context.grab)?;
            for (sum, a) in self.sum.iter_mut().zip(&context.dynamics.solution.acceleration) {
                *sum += weight / 6.0 * a;
            }
            rate.add(&power, weight / 6.0);
        }
        slope.copy_from_slice(&self.sum);
        Ok(rate)
    }
}
