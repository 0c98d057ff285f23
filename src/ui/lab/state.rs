//! What the views that look at the equations remember while they are open.

use std::sync::Arc;

use super::freedoms::ghost::GhostPanel;
use super::matrix::picture::Picture;
use super::sweep::panel::SweepPanel;
use crate::bench::Shape;
use crate::lab::lens::Lens;
use crate::lab::matrix::Which;
use crate::lab::precision::{Precision, PrecisionSample};
use crate::lab::{Assembled, Inspection, Job, Moment, moments};
use crate::render::scene_view::Marks;
use crate::scene::{Id, Integrator, Method, Stabilisation};
use crate::solver::SolveError;

/// What the views look at, and what each remembers while it is open.
#[derive(Debug, Default)]
pub struct LabState {
    /// The equations of the machine.
    pub inspection: Inspection,
    /// What is drawn on the canvas.
    pub marks: Marks,
    /// Whether something is being worked out.
    pub busy: bool,
    /// Whether it was so one frame before.
    pub was_busy: bool,
    pub matrix: MatrixPanel,
    pub ghost: GhostPanel,
    pub walk: WalkPanel,
    pub lens: LensPanel,
    pub precision: PrecisionPanel,
    pub sweep: SweepPanel,
}

/// Of the matrix view.
#[derive(Debug, Default)]
pub struct MatrixPanel {
    pub which: Which,
    /// Whether the elimination tree is drawn on the machine.
    pub tree: bool,
    pub picture: Picture,
}

/// Of stepping through: the moments of the step at hand, and which is looked at.
#[derive(Debug, Default)]
pub struct WalkPanel {
    of: Option<Arc<Assembled>>,
    job: Option<Job<Result<Option<Vec<Moment>>, SolveError>>>,
    pub moments: Option<Vec<Moment>>,
    pub refused: Option<String>,
    pub at: usize,
    /// Whether its moment is on show.
    pub open: bool,
}

impl WalkPanel {
    /// Goes through the step at the state of these equations, beside the window, unless that is done.
    pub fn follow(&mut self, latest: Arc<Assembled>) {
        if let Some(job) = self.job.as_mut().filter(|job| !job.is_running()) {
            (self.moments, self.refused) = match job.take() {
                Some(Ok(Some(all))) => (Some(all), None),
                Some(Ok(None)) => (
                    None,
                    Some("This machine has too many unknowns to go through one by one.".to_owned()),
                ),
                Some(Err(error)) => (None, Some(format!("The textbook solver refuses it: {error}"))),
                None => (None, Some("The step cannot be gone through here.".to_owned())),
            };
            self.job = None;
        }
        if self.job.is_some() || self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, &latest)) {
            return;
        }
        self.of = Some(latest.clone());
        self.job = Some(Job::start("step through", move |_| moments(&latest)));
    }

    /// Whether a step is being gone through.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// What the moment that is looked at is about.
    pub fn lit(&self) -> &[Id] {
        let moment = self.moments.as_ref().and_then(|all| all.get(self.at));
        moment.filter(|_| self.open).map_or(&[], |it| &it.items)
    }

    /// Nobody looks any more: what is being worked out is given up.
    pub fn close(&mut self) {
        self.open = false;
        if self.job.take().is_some() {
            self.of = None;
        }
    }
}

/// Of the complexity lens.
#[derive(Debug)]
pub struct LensPanel {
    pub shape: Option<Shape>,
    pub most: usize,
    pub lens: Option<Lens>,
    /// What `lens` measures, whatever is chosen to be measured next.
    pub measured: Option<Shape>,
}

impl Default for LensPanel {
    fn default() -> Self {
        Self {
            shape: Some(Shape::Chain),
            most: 1000,
            lens: None,
            measured: None,
        }
    }
}

impl LensPanel {
    /// Whether it measures.
    pub fn is_busy(&self) -> bool {
        self.lens.as_ref().is_some_and(Lens::is_running)
    }
}

/// Of work and precision.
#[derive(Debug)]
pub struct PrecisionPanel {
    /// Simulated time of a run (s).
    pub duration: f64,
    /// Whether energy is shown in place of drift.
    pub energy: bool,
    /// Only what is computed by this method, integrator or stabilisation; none: by all.
    pub only: (Option<Method>, Option<Integrator>, Option<Stabilisation>),
    pub precision: Option<Precision>,
}

impl Default for PrecisionPanel {
    fn default() -> Self {
        Self {
            duration: 1.0,
            energy: false,
            only: (Some(Method::Sparse), None, None),
            precision: None,
        }
    }
}

impl PrecisionPanel {
    /// Whether it measures.
    pub fn is_busy(&self) -> bool {
        self.precision.as_ref().is_some_and(Precision::is_running)
    }

    /// Whether a run is among those that are shown.
    pub fn shows(&self, sample: &PrecisionSample) -> bool {
        let (method, integrator, stabilisation) = self.only;
        method.is_none_or(|it| it == sample.way.method)
            && integrator.is_none_or(|it| it == sample.way.integrator)
            && stabilisation.is_none_or(|it| it == sample.way.stabilisation)
    }
}
