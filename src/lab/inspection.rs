//! Inspection: the equations of the machine on the canvas, assembled again on a thread of their own whenever it has moved or changed.

use std::sync::Arc;

use super::assembled::Assembled;
use super::job::{Job, Progress};
use super::matrix::MatrixView;
use crate::clock;
use crate::sim::{Dynamics, Model, SimState};
use crate::solver::SolveError;

/// Shortest interval between two inspections (ns): numbers that change faster cannot be read.
const REST: u64 = 60_000_000;

/// The inspection under way, and the latest result.
#[derive(Debug, Default)]
pub struct Inspection {
    job: Option<Job<Found>>,
    /// Model and state of the last request, whatever its result, and whether matrices were requested.
    asked: Option<(Arc<Model>, SimState, bool)>,
    /// Solver of the last inspection, kept with its plan.
    dynamics: Option<Kept>,
    /// Start of the last inspection (ns).
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
    /// Follows the machine; `matrices` requests its matrices too. Returns whether the result is still out of date.
    pub fn follow(&mut self, model: &Arc<Model>, state: &SimState, matrices: bool) -> bool {
        if let Some(job) = self.job.as_mut().filter(|job| !job.is_running()) {
            let found = job.take();
            self.job = None;
            self.accept(found);
        }
        // An inspection of another machine is cancelled; one of another state of the same machine is still worth showing.
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

    /// Closes the inspection and cancels the job under way.
    pub fn close(&mut self) {
        if self.job.take().is_some() {
            self.asked = None;
        }
    }

    /// Accepts a result. If the solver refused the machine, older results are dropped so that they are not taken for current.
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

    /// The equations at the latest inspected state.
    pub fn latest(&self) -> Option<&Arc<Assembled>> {
        self.latest.as_ref()
    }

    /// The matrices of the machine and of the method in use.
    pub fn matrix(&self) -> Option<&Arc<MatrixView>> {
        self.matrix.as_ref()
    }

    /// Why there is no result, if the solver refused the machine.
    pub fn refused(&self) -> Option<&SolveError> {
        self.refused.as_ref()
    }
}

/// Assembles the equations. `before` is `None` if matrices are not wanted; otherwise the latest view of them, if any, which is reused if still valid.
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
