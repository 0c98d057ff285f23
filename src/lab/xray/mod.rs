//! The force x-ray: forces in the joints of a machine, their causes, and the internal loads of bars.

mod bending;
mod reactions;

use crate::scene::{Id, Scene};
use crate::sim::{Dynamics, ForceCause, Model, Shares, Simulation};

pub use self::bending::{Bending, bending};
pub use self::reactions::{Reaction, reactions};

/// Multipliers and accelerations at one instant, by cause.
#[derive(Clone, Debug, Default)]
pub struct Xray {
    shares: Shares,
}

impl Xray {
    /// Multipliers, row by row, of one cause or of all together; empty for a cause without effect.
    pub fn lambda(&self, cause: Option<ForceCause>) -> &[f64] {
        match cause {
            None => &self.shares.whole.lambda,
            Some(cause) => {
                let found = self.shares.parts.iter().find(|it| it.0 == cause);
                found.map_or(&[], |it| &it.1.lambda)
            }
        }
    }

    /// The causes with an effect, with their multipliers and accelerations.
    pub fn shares(&self) -> &Shares {
        &self.shares
    }

    /// Shear and bending moments of the movable bars of a scene.
    pub fn bendings(&self, scene: &Scene, model: &Model, state: &crate::sim::SimState) -> Vec<(Id, Bending)> {
        let reactions = reactions(model, state, &self.shares.whole.lambda);
        let bars = scene.parts().filter(|(_, part)| !part.fixed);
        bars.filter_map(|(id, part)| Some((id, bending(id, part, model, state, &self.shares, &reactions)?)))
            .collect()
    }
}

/// Takes x-rays of runs with a solver of its own, so that the run stays unchanged.
pub struct Camera {
    dynamics: Dynamics,
    /// The model that the solver is prepared for.
    prepared: Option<Model>,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            dynamics: Dynamics::new(crate::scene::Method::Sparse),
            prepared: None,
        }
    }
}

impl Camera {
    /// The x-ray of a run's state; `None` if it cannot be solved.
    pub fn take(&mut self, run: &Simulation) -> Option<Xray> {
        if self.prepared.as_ref() != Some(run.model()) {
            self.dynamics.prepare(run.model());
            self.prepared = Some(run.model().clone());
        }
        let shares = run.shares(&mut self.dynamics).ok()?;
        Some(Xray { shares })
    }
}
