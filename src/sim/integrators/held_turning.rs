//! What turns under load, held in a step by impulses: the forces on its arms act as these are after the step, by their first derivative.
//!
//! ```text
//! I w' = I w + h tau + (r + h w' x r) x P,   P = k f     or     (I + k h K) w' = I w + h tau + r x P,   K = f . r
//! ```
//! A point of a body turns with that body alone, so this K is diagonal and leaves nothing out, and it is of the forces of the step before. What pulls
//! an arm into line with it vibrates; held, it is damped where a step does not resolve it. What pushes is none of it: it buckles.

use super::super::stiffness::{at, hanging};
use super::{Dynamics, Model, SimState};

/// Square of the angle of a vibration in a step (rad²) that needs no holding.
const RESOLVED: f64 = 0.1;

/// Workspace.
#[derive(Default)]
pub(super) struct HeldTurning {
    /// K of each body that is held, and nothing of the others (N m).
    held: Vec<f64>,
}

impl HeldTurning {
    /// Nothing is held in a step.
    pub(super) fn let_go(&mut self) {
        self.held.clear();
    }

    /// K of each body that the last step held; empty where it held none (N m).
    pub(super) fn held(&self) -> &[f64] {
        &self.held
    }

    /// Adds what a step of `h` seconds, in which multipliers act for `kick` seconds, is to hold to the masses of a problem whose momentum is set, under the
    /// multipliers that are kept of the step before.
    pub(super) fn hold(
        &mut self,
        model: &Model,
        dynamics: &mut Dynamics,
        state: &SimState,
        (h, kick): (f64, f64),
    ) {
        self.let_go();
        if dynamics.guess.len() != model.topology.rows() {
            return;
        }
        dynamics.solution.lambda.clone_from(&dynamics.guess);
        hanging(model, dynamics, at(state), &mut self.held);
        for (index, (body, held)) in model.bodies.iter().zip(&mut self.held).enumerate() {
            let resolved = |inertia: f64| kick * h * *held <= RESOLVED * inertia;
            if !body.motion.turns() || resolved(body.motion.inertia(body.mass, &state.q[body.offset..])) {
                *held = 0.0;
                continue;
            }
            let added = kick * h * *held;
            dynamics
                .problem
                .add_to_mass(model, index, |k| if k == 2 { added } else { 0.0 });
        }
    }
}
