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
    /// What the last look was at, whatever came of it, and whether its matrices were wanted.
    asked: Option<(Arc<Model>, SimState, bool)>,
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
    /// Follows the machine; `matrices` says whether its matrices are wanted too. Returns whether something is still to be looked at.
    pub fn follow(&mut self, model: &Arc<Model>, state: &SimState, matrices: bool) -> bool {
        if let Some(job) = self.job.as_mut().filter(|job| !job.is_running()) {
            let found = job.take();
            self.job = None;
            self.accept(found);
        }
        // What is looked for of another machine is given up; of another moment it is still worth seeing.
        let is_of = |asked: &(Arc<Model>, SimState, bool)| Arc::ptr_eq(&asked.0, model);
        if !self.asked.as_ref().is_some_and(is_of) {
            self.job = None;
        }
        if self.job.is_some() {
            return true;
        }
        let known = |asked: &(Arc<Model>, SimState, bool)| {
            is_of(asked) && asked.1 == *state && (asked.2 || !matrices)
        };
        if self.asked.as_ref().is_some_and(known) {
            return false;
        }
        let now = clock::nanoseconds();
        if now.saturating_sub(self.began) < REST {
            return true;
        }
        self.began = now;
        self.asked = Some((model.clone(), state.clone(), matrices));
        let (model, state) = (model.clone(), state.clone());
        let (kept, before) = (self.dynamics.take(), self.matrix.clone());
        self.job = Some(Job::start("inspection", move |progress: &Progress| {
            look(kept, (&model, &state), matrices.then_some(before), progress)
        }));
        true
    }

    /// Nobody looks any more: what is being looked for is given up.
    pub fn close(&mut self) {
        if self.job.take().is_some() {
            self.asked = None;
        }
    }

    /// Takes in what a look came to. Of a machine that the solver refuses nothing is left to be taken for current.
    fn accept(&mut self, found: Option<Found>) {
        let Some(found) = found else {
            (self.latest, self.matrix) = (None, None);
            return;
        };
        match found.assembled {
            Ok(at) => (self.latest, self.refused) = (Some(at), None),
            Err(error) => (self.latest, self.matrix, self.refused) = (None, None, Some(error)),
        }
        if found.matrix.is_some() {
            self.matrix = found.matrix;
        }
        self.dynamics = Some(found.kept);
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

/// Of matrices, where they are wanted, `before` is the view that was last seen.
fn look(
    kept: Option<Kept>,
    (model, state): (&Arc<Model>, &SimState),
    before: Option<Option<Arc<MatrixView>>>,
    progress: &Progress,
) -> Found {
    let prepared = kept.filter(|kept| Arc::ptr_eq(&kept.model, model));
    let mut kept = prepared.unwrap_or_else(|| {
        let mut dynamics = Box::new(Assembled::dynamics(model));
        dynamics.solver.set_clock(clock::nanoseconds);
        dynamics.prepare(model);
        let model = model.clone();
        Kept { model, dynamics }
    });
    kept.dynamics.solver.set_cancel(progress.flag());
    let assembled = Assembled::by(&mut kept.dynamics, model, state, before.is_some()).map(Arc::new);
    let matrix = match (&assembled, before) {
        (Err(_), _) | (_, None) => None,
        (Ok(at), Some(Some(before))) if before.is_of(at) => Some(before),
        (Ok(at), Some(before)) => Some(Arc::new(MatrixView::new(at, before.as_deref()))),
    };
    Found {
        kept,
        assembled,
        matrix,
    }
}
