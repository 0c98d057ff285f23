//! State of the laboratory's views while they are open.

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

/// State shared by the views, and the state of each view.
#[derive(Debug, Default)]
pub struct LabState {
    /// The equations of the machine.
    pub inspection: Inspection,
    /// Marks drawn on the canvas.
    pub marks: Marks,
    /// Whether a computation is running.
    pub busy: bool,
    /// The same in the previous frame.
    pub was_busy: bool,
    pub matrix: MatrixPanel,
    pub ghost: GhostPanel,
    pub walk: WalkPanel,
    pub lens: LensPanel,
    pub precision: PrecisionPanel,
    pub sweep: SweepPanel,
}

/// State of the matrix view.
#[derive(Debug, Default)]
pub struct MatrixPanel {
    pub which: Which,
    /// Whether the elimination tree is drawn on the machine.
    pub tree: bool,
    pub picture: Picture,
}

/// State of the step-through view: the moments of the present step, and the displayed one.
#[derive(Debug, Default)]
pub struct WalkPanel {
    of: Option<Arc<Assembled>>,
    job: Option<Job<Result<Option<Vec<Moment>>, SolveError>>>,
    pub moments: Option<Vec<Moment>>,
    pub refused: Option<String>,
    pub at: usize,
    /// Whether a moment is displayed.
    pub open: bool,
}

impl WalkPanel {
    /// Starts to walk through the step from the state of these equations, on another thread, unless that is done or running.
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

    /// Whether the walk through a step is being computed.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// The items that the displayed moment is about.
    pub fn lit(&self) -> &[Id] {
        let moment = self.moments.as_ref().and_then(|all| all.get(self.at));
        moment.filter(|_| self.open).map_or(&[], |it| &it.items)
    }

    /// The view is closed: cancels the running computation.
    pub fn close(&mut self) {
        self.open = false;
        if self.job.take().is_some() {
            self.of = None;
        }
    }
}

/// State of the complexity lens.
#[derive(Debug)]
pub struct LensPanel {
    pub shape: Option<Shape>,
    pub most: usize,
    pub lens: Option<Lens>,
    /// The shape that `lens` measures, independent of the one chosen for the next measurement.
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
    /// Whether a measurement is running.
    pub fn is_busy(&self) -> bool {
        self.lens.as_ref().is_some_and(Lens::is_running)
    }
}

/// State of the work-precision diagram.
#[derive(Debug)]
pub struct PrecisionPanel {
    /// Simulated time of a run (s).
    pub duration: f64,
    /// Whether the energy error is shown in place of drift.
    pub energy: bool,
    /// Filters by method, integrator and stabilisation; `None` shows all.
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
    /// Whether a measurement is running.
    pub fn is_busy(&self) -> bool {
        self.precision.as_ref().is_some_and(Precision::is_running)
    }

    /// Whether a run passes the filters.
    pub fn shows(&self, sample: &PrecisionSample) -> bool {
        let (method, integrator, stabilisation) = self.only;
        method.is_none_or(|it| it == sample.way.method)
            && integrator.is_none_or(|it| it == sample.way.integrator)
            && stabilisation.is_none_or(|it| it == sample.way.stabilisation)
    }
}
