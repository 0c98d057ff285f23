//! Turning bodies under load, held implicitly in a step by impulses: the forces on the arms of a body act on the arms as they are after the step,
//! by their first derivative.
//!
//! ```text
//! I w' = I w + h tau + (r + h w' x r) x P,   P = k f     or     (I + k h K) w' = I w + h tau + r x P,   K = f . r
//! ```
//! A point of a body turns with that body alone, so this K is diagonal without neglecting anything; its forces are those of the step before. A
//! force that pulls an arm into line makes it vibrate; held, the vibration is damped where a step does not resolve it. A force that pushes makes it
//! buckle, and is not held.

use super::super::stiffness::{at, turning_stiffness};
use super::{Dynamics, Model, SimState};

/// Square of the angle of a vibration in a step up to which it is not held (rad²).
const RESOLVED: f64 = 0.1;

/// Workspace.
#[derive(Default)]
pub(super) struct HeldTurning {
    /// K of each body, 0 where the body is not held (N m).
    held: Vec<f64>,
}

impl HeldTurning {
    /// Holds nothing in the next step.
    pub(super) fn let_go(&mut self) {
        self.held.clear();
    }

    /// K of each body as held in the last step (N m); empty where it held none.
    pub(super) fn held(&self) -> &[f64] {
        &self.held
    }

    /// Adds the stiffness to hold in a step of `h` seconds, in which multipliers act for `kick` seconds, to the masses of a problem whose momentum
    /// is set; by the multipliers kept from the step before.
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
        turning_stiffness(model, dynamics, at(state), &mut self.held);
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
