//! The force x-ray: what goes through the joints of a machine, why, and what bars have to bear.

mod bending;
mod reactions;

use crate::scene::{Id, Scene};
use crate::sim::{Dynamics, ForceCause, Model, Shares, Simulation};

pub use self::bending::{Bending, bending};
pub use self::reactions::{Reaction, reactions};

/// Multipliers and accelerations of an instant, by cause.
#[derive(Clone, Debug, Default)]
pub struct Xray {
    shares: Shares,
}

impl Xray {
    /// Multipliers, row by row, of one cause or of all together; empty for a cause that does nothing.
    pub fn lambda(&self, cause: Option<ForceCause>) -> &[f64] {
        match cause {
            None => &self.shares.whole.lambda,
            Some(cause) => {
                let found = self.shares.parts.iter().find(|it| it.0 == cause);
                found.map_or(&[], |it| &it.1.lambda)
            }
        }
    }

    /// The causes that do something, with the multipliers and accelerations that are due to them.
    pub fn shares(&self) -> &Shares {
        &self.shares
    }

    /// Shear and bending of the bars of a scene that can move.
    pub fn bendings(&self, scene: &Scene, model: &Model, state: &crate::sim::SimState) -> Vec<(Id, Bending)> {
        let reactions = reactions(model, state, &self.shares.whole.lambda);
        let bars = scene.parts().filter(|(_, part)| !part.fixed);
        bars.filter_map(|(id, part)| Some((id, bending(id, part, model, state, &self.shares, &reactions)?)))
            .collect()
    }
}

/// Takes x-rays of runs, with a solver of its own, so that nothing of the run changes.
pub struct Camera {
    dynamics: Dynamics,
    /// Of the model that the solver is prepared for.
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
    /// The state of a run; nothing where it cannot be solved.
    pub fn take(&mut self, run: &Simulation) -> Option<Xray> {
        if self.prepared.as_ref() != Some(run.model()) {
            self.dynamics.prepare(run.model());
            self.prepared = Some(run.model().clone());
        }
        let shares = run.shares(&mut self.dynamics).ok()?;
        Some(Xray { shares })
    }
}
