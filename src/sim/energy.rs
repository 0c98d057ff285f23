//! Energy of a state, and its error against the ledger of work.

use super::{Model, SimState};

/// Mechanical energy (J).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// v^T M v / 2
    pub kinetic: f64,
    /// Of gravity (against the world's origin), springs and constant forces.
    pub potential: f64,
}

impl Energy {
    /// Of a state.
    pub fn of(model: &Model, state: &SimState) -> Self {
        let (q, v) = (&state.q, &state.v);
        let mut energy = Energy::default();
        let mut block = [0.0; crate::solver::system::MAX_BODY_DIM * crate::solver::system::MAX_BODY_DIM];
        for body in &model.bodies {
            let dim = body.motion.dim();
            let own = &q[body.offset..];
            body.motion.mass_block(body.mass, own, &mut block[..dim * dim]);
            let v = &v[body.offset..body.offset + dim];
            for i in 0..dim {
                for j in 0..dim {
                    energy.kinetic += 0.5 * v[i] * block[i * dim + j] * v[j];
                }
            }
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
