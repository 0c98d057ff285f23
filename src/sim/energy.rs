//! Energy of a state, and its error against the ledger of work.

use crate::solver::system::MAX_BODY_DIM;

use super::{Body, Model, SimState};

/// What a step may get wrong is measured by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stake {
    /// kg
    pub mass: f64,
    /// J
    pub kinetic: f64,
}

impl Stake {
    /// Mass and kinetic energy of what constraints, forces or the hand act on: nothing else can come to harm, and were it to
    /// count, a heavy part far away would hide what befalls the others. All counts where nothing is acted on.
    pub fn of(model: &Model, state: &SimState, held: Option<usize>) -> Self {
        let mut stake = Self::default();
        for (index, body) in model.bodies.iter().enumerate() {
            if body.bound || held == Some(index) {
                stake.mass += body.mass.mass;
                add_kinetic(body, state, &mut stake.kinetic);
            }
        }
        stake
    }
}

/// Adds v^T M v / 2 of a body (J).
fn add_kinetic(body: &Body, state: &SimState, sum: &mut f64) {
    let dim = body.motion.dim();
    let mut block = [0.0; MAX_BODY_DIM * MAX_BODY_DIM];
    let block = &mut block[..dim * dim];
    body.motion.mass_block(body.mass, &state.q[body.offset..], block);
    let v = &state.v[body.offset..body.offset + dim];
    for i in 0..dim {
        for j in 0..dim {
            *sum += 0.5 * v[i] * block[i * dim + j] * v[j];
        }
    }
}

/// Mechanical energy (J).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// v^T M v / 2
    pub kinetic: f64,
    /// Of gravity (against the world's origin), springs and constant forces.
    pub potential: f64,
}

impl Energy {
    /// Kinetic energy of one body (J).
    pub fn kinetic_of(body: &Body, state: &SimState) -> f64 {
        let mut kinetic = 0.0;
        add_kinetic(body, state, &mut kinetic);
        kinetic
    }

    /// Of a state.
    pub fn of(model: &Model, state: &SimState) -> Self {
        let (q, v) = (&state.q, &state.v);
        let mut energy = Energy::default();
        for body in &model.bodies {
            let own = &q[body.offset..];
            add_kinetic(body, state, &mut energy.kinetic);
            let position = body.motion.centre(own);
            energy.potential -= body.mass.mass * model.settings.gravity.dot(position);
            energy.potential += body.motion.own_potential(own);
        }
        for load in &model.loads {
            let ends = model.end_ports(&load.ends, q, v);
            energy.potential += load.kind.evaluate(&ends[..load.ends.len()], state.time).potential;
        }
        energy
    }

    /// Kinetic and potential.
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential
    }
}
