//! Fastest vibration under load (natural frequency) of the machine as it is joined. The [bound](super::super::stiffness) takes each part as if it
//! were free; a light bar whose pins hang on heavy parts does not vibrate as fast as that, however light it is:
//!
//! ```text
//! omega² = largest eigenvalue of S P M^-1 S,   S = sqrt(K),   P M^-1 f = a:  M a = f + J^T lambda,  J a = 0
//! ```
//! It is found by power iteration, which converges from below. Restoring and destabilising stiffness each have a K of their own.

use crate::math::norm;
use crate::solver::{Solution, SolveError};

use super::super::SimState;
use super::super::integrators::StepContext;
use super::super::stiffness::at;
use super::Stepper;

/// Number of power iterations: among modes about as fast it does not matter which one is found.
const ROUNDS: usize = 4;
/// Factor by which the last estimate of an eigenvalue is raised, as it may be too small by that much.
const EIGENVALUE_MARGIN: f64 = 1.25;

/// Golden ratio less one: its multiples are spread evenly modulo 1, in irregular order.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Fastest mode of the restoring stiffness, and fastest growth by the stiffness that pushes away (rad/s).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Modes {
    pub(super) back: f64,
    pub(super) away: f64,
}

/// Workspace.
#[derive(Default)]
pub(super) struct Scratch {
    back: Vec<f64>,
    away: Vec<f64>,
    mode: Vec<f64>,
    answer: Solution,
}

impl Stepper {
    /// Returns the fastest modes at a state, under the multipliers of the last solve. The contents of the problem are lost.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn fastest_modes(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
    ) -> Result<Modes, SolveError> {
        let (model, modes) = (context.model, &mut self.modes);
        let at @ (q, v, time, memory) = at(state);
        self.restoring.find(model, context.dynamics, at);
        self.restoring.back(model, &mut modes.back);
        self.restoring.away(model, &mut modes.away);
        context.dynamics.exactly(|dynamics| {
            dynamics.evaluate_constraints(model, q, v, time, memory);
            dynamics.factor(model)?;
            let mut fastest = [0.0; 2];
            for (stiffness, fastest) in [&modes.back, &modes.away].into_iter().zip(&mut fastest) {
                if stiffness.iter().all(|k| *k == 0.0) {
                    continue;
                }
                // An irregular start vector is orthogonal to no mode of any machine.
                modes.mode.clear();
                let scattered = (1..=stiffness.len()).map(|k| (k as f64 * GOLDEN).fract() - 0.5);
                modes.mode.extend(scattered);
                for _ in 0..ROUNDS {
                    let size = norm(&modes.mode);
                    // The coordinates that have stiffness cannot move at all.
                    if size == 0.0 {
                        break;
                    }
                    let force = modes.mode.iter().zip(stiffness).map(|(y, k)| y / size * k.sqrt());
                    dynamics.problem.set_force(0, force);
                    dynamics.problem.clear_c();
                    dynamics.solve_into(model, &mut modes.answer)?;
                    modes.mode.clear();
                    let moved = modes.answer.acceleration.iter().zip(stiffness);
                    modes.mode.extend(moved.map(|(a, k)| a * k.sqrt()));
                    *fastest = norm(&modes.mode);
                }
            }
            let [back, away] = fastest.map(|squared: f64| (EIGENVALUE_MARGIN * squared).sqrt());
            Ok(Modes { back, away })
        })
    }
}
