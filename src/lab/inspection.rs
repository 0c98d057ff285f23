//! The equations of the machine on the canvas, assembled anew beside the window whenever it has moved or was changed.

use std::sync::Arc;

use super::assembled::Assembled;
use super::job::{Job, Progress};
use super::matrix::MatrixView;
use crate::clock;
use crate::sim::{Dynamics, Model, SimState};
use crate::solver::SolveError;

/// Shortest time from one look to the next (ns): a number that changes faster cannot be read.
const REST: u64 = 60_000_000;

/// What is looked at, and the latest found.
#[derive(Debug, Default)]
pub struct Inspection {
    job: Option<Job<Found>>,
    /// Solvers are kept with what they planned.
    dynamics: Option<Kept>,
    /// When the last look began.
    began: u64,
    latest: Option<Arc<Assembled>>,
    matrix: Option<Arc<MatrixView>>,
    refused: Option<SolveError>,
}

/// A solver and the model that it is prepared for.
struct Kept {
    model: Arc<Model>,
    dynamics: Box<Dynamics>,
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kept").finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct Found {
    kept: Kept,
    assembled: Result<Arc<Assembled>, SolveError>,
    matrix: Option<Arc<MatrixView>>,
}

impl Inspection {
    /// Follows the machine. Returns whether something is still to be looked at.
    pub fn follow(&mut self, model: &Arc<Model>, state: &SimState) -> bool {
        if let Some(found) = self.job.as_mut().and_then(Job::take) {
            match found.assembled {
                Ok(at) => (self.latest, self.refused) = (Some(at), None),
                Err(error) => self.refused = Some(error),
            }
            self.matrix = found.matrix;
            self.dynamics = Some(found.kept);
        }
        if self.job.as_ref().is_some_and(Job::is_running) {
            return true;
        }
        self.job = None;
        let known = self.latest.as_ref().is_some_and(|at| {
            Arc::ptr_eq(&at.model, model) && at.time == state.time && at.q == state.q && at.v == state.v
        });
        if known {
            return false;
        }
        let now = clock::nanoseconds();
        if now.saturating_sub(self.began) < REST {
            return true;
        }
        self.began = now;
        let (model, state) = (model.clone(), state.clone());
        let (kept, before) = (self.dynamics.take(), self.matrix.clone());
        self.job = Some(Job::start("inspection", move |_: &Progress| {
            look(kept, &model, &state, before)
        }));
        true
    }

    /// The equations at the latest state that was looked at.
    pub fn latest(&self) -> Option<&Arc<Assembled>> {
        self.latest.as_ref()
    }

    /// The matrices of the machine and of the method in use.
    pub fn matrix(&self) -> Option<&Arc<MatrixView>> {
        self.matrix.as_ref()
    }

    /// Why there is nothing to be seen, where the solver refused the machine.
    pub fn refused(&self) -> Option<&SolveError> {
        self.refused.as_ref()
    }
}

fn look(kept: Option<Kept>, model: &Arc<Model>, state: &SimState, before: Option<Arc<MatrixView>>) -> Found {
    let prepared = kept.filter(|kept| Arc::ptr_eq(&kept.model, model));
    let mut kept = prepared.unwrap_or_else(|| {
        let mut dynamics = Box::new(Dynamics::new(model.settings.method));
        dynamics.solver.set_effort(model.settings.effort.into());
        dynamics.solver.set_clock(clock::nanoseconds);
        dynamics.prepare(model);
        let model = model.clone();
        Kept { model, dynamics }
    });
    let assembled = Assembled::by(&mut kept.dynamics, model, state).map(Arc::new);
    let matrix = match (&assembled, before) {
        (Err(_), before) => before,
        (Ok(at), Some(before)) if before.is_of(at) => Some(before),
        (Ok(at), before) => Some(Arc::new(MatrixView::new(at, before.as_deref()))),
    };
    Found {
        kept,
        assembled,
        matrix,
    }
}
