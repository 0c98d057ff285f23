//! Free motions: computed on another thread while time stands; one of them is shown as a ghost that oscillates or is dragged along it.

use std::sync::Arc;

use egui::{RichText, Slider, Ui};

use super::choice::choice;
use super::handle::{self, Grip};
use super::singular;
use crate::lab::{FreeMotion, Freedoms, Job};
use crate::math::Vec2;
use crate::render::scene_view::Marks;
use crate::scene::Scene;
use crate::sim::{Model, SimState};
use crate::solver::SolveError;
use crate::ui::{UiInput, Wants};

/// Period of the oscillation (s).
const PERIOD: f64 = 2.4;

/// State of the view.
#[derive(Debug, Default)]
pub struct GhostPanel {
    job: Option<Job<Result<Freedoms, SolveError>>>,
    found: Option<Freedoms>,
    refused: Option<SolveError>,
    /// Index of the motion that is being continued over a long way, and the job that does so.
    tracing: Option<(usize, Job<Result<FreeMotion, SolveError>>)>,
    /// Model and coordinates that the motions belong to.
    of: Option<(Arc<Model>, Vec<f64>)>,
    chosen: usize,
    /// Position along the motion at which the ghost is held (fractional index of poses); `None` while it oscillates.
    held: Option<f64>,
    /// The point of the ghost that the pointer drags.
    grip: Option<Grip>,
    /// The ghost in this frame.
    shown: Option<Ghost>,
}

/// The machine at a pose along a motion.
#[derive(Debug)]
struct Ghost {
    model: Arc<Model>,
    state: Box<SimState>,
    /// Position along the motion (fractional index of poses).
    place: f64,
    /// The point at which a handle for dragging is shown.
    handle: Grip,
}

impl GhostPanel {
    /// The ghost to be drawn.
    pub fn shown(&self) -> Option<(&Model, &SimState)> {
        let ghost = self.shown.as_ref()?;
        Some((&ghost.model, &ghost.state))
    }

    /// Handles a press at a world point, where a point of the screen is `metres` long: grabs the ghost there; returns true if it did. Where the
    /// machine itself is under the pointer, only the handle can be grabbed.
    pub fn grab(&mut self, scene: &Scene, world: Vec2, metres: f64, over_machine: bool) -> bool {
        let Some(ghost) = &self.shown else { return false };
        let (model, state) = (&*ghost.model, &*ghost.state);
        let handle = ghost.handle.point(model, &state.q);
        self.grip = if handle.is_some_and(|it| it.distance(world) <= handle::REACH * metres) {
            Some(ghost.handle)
        } else if over_machine {
            None
        } else {
            handle::part_at(scene, (model, state), world, metres)
        };
        if self.grip.is_some() {
            self.held = Some(ghost.place);
        }
        self.grip.is_some()
    }

    /// Whether the pointer holds the ghost.
    pub fn is_grabbed(&self) -> bool {
        self.grip.is_some()
    }

    /// Drags the ghost towards a world point: it moves along the motion to the pose nearest to that point.
    pub fn drag(&mut self, world: Vec2) {
        let motion = self.found.as_ref().and_then(|it| it.motions.get(self.chosen));
        let (Some(grip), Some(ghost), Some(motion)) = (self.grip, &self.shown, motion) else {
            return;
        };
        let from = self.held.unwrap_or(ghost.place);
        let distance = |q: &[f64]| {
            let at = grip.point(&ghost.model, q);
            at.map_or(f64::INFINITY, |at| at.distance(world))
        };
        self.held = Some(motion.nearest(from, distance));
    }

    /// Releases the ghost; it stays where it is.
    pub fn let_go(&mut self) {
        self.grip = None;
    }

    /// Shows no ghost.
    pub fn hide(&mut self) {
        self.shown = None;
    }

    /// Whether motions are being computed.
    pub fn is_busy(&self) -> bool {
        let traces = self.tracing.as_ref().is_some_and(|it| it.1.is_running());
        traces || self.job.as_ref().is_some_and(Job::is_running)
    }

    /// The view is closed: cancels the running computation.
    pub fn close(&mut self) {
        self.hide();
        (self.grip, self.tracing) = (None, None);
        if self.job.take().is_some() {
            self.of = None;
        }
    }

    pub(in crate::ui::lab) fn show(
        &mut self,
        ui: &mut Ui,
        input: &UiInput,
        (marks, wants): (&mut Marks, &mut Wants),
    ) {
        self.shown = None;
        self.follow(input);
        if input.snapshot.playing {
            ui.label(RichText::new("Stop time to see each free motion as a ghost.").weak());
            return;
        }
        if let Some(job) = &self.job {
            ui.add(egui::ProgressBar::new(job.progress() as f32).desired_height(6.0));
            return;
        }
        if let Some(error) = &self.refused {
            ui.label(error.to_string());
        }
        let Some(found) = self.found.as_ref() else { return };
        if found.too_large {
            ui.label("This machine is too large to find each motion.");
            return;
        }
        if found.motions.is_empty() {
            ui.label("Nothing can move.");
            return;
        }
        self.chosen = self.chosen.min(found.motions.len() - 1);
        match choice(ui, input, found, self.chosen) {
            Some(chosen) if chosen < found.motions.len() => {
                (self.chosen, self.held, self.grip) = (chosen, None, None);
            }
            Some(next) => {
                self.look_further(input, next);
                return;
            }
            None => {}
        }
        let motion = &found.motions[self.chosen];
        let swing = (std::f64::consts::TAU * ui.input(|it| it.time) / PERIOD).sin();
        let mut place = self
            .held
            .unwrap_or_else(|| motion.swung(swing))
            .min(motion.last());
        let slider = Slider::new(&mut place, 0.0..=motion.last())
            .show_value(false)
            .text("along");
        let help = "Drag to move the ghost along the motion, or drag the ghost itself by its handle; Wiggle lets it go again.";
        if ui.add(slider).on_hover_text(help).dragged() {
            self.held = Some(place);
        }
        if self.held.is_some() && ui.small_button("Wiggle").clicked() {
            self.held = None;
        }
        let progress = self.tracing.as_ref().map(|it| it.1.progress());
        let model = input.snapshot.model.clone();
        let handle = handle::of(input.editor.scene(), &model, motion);
        singular::show(ui, input, (motion, handle), (place, progress), wants);
        let mut state = Box::new(input.snapshot.state.clone());
        state.q = motion.pose(place).collect();
        let grip = (handle, self.grip.is_some());
        handle::mark(ui, input, (&model, motion), &state.q, grip, marks);
        singular::mark(input, (&model, motion), handle, marks);
        self.shown = Some(Ghost {
            model,
            state,
            place,
            handle,
        });
    }

    /// Takes finished results, and starts to compute the motions of a new pose once time stands.
    fn follow(&mut self, input: &UiInput) {
        if let Some(job) = self.job.as_mut().filter(|job| !job.is_running()) {
            match job.take() {
                Some(Ok(found)) => self.found = Some(found),
                Some(Err(error)) => self.refused = Some(error),
                None => {}
            }
            self.job = None;
        }
        self.take_traced();
        let (model, state) = (&input.snapshot.model, &input.snapshot.state);
        let same = |of: &(Arc<Model>, Vec<f64>)| Arc::ptr_eq(&of.0, model) && of.1 == state.q;
        if self.of.as_ref().is_some_and(same) {
            self.trace(input);
            return;
        }
        (self.job, self.of, self.found, self.refused) = (None, None, None, None);
        self.tracing = None;
        (self.held, self.grip) = (None, None);
        if input.snapshot.playing {
            return;
        }
        self.of = Some((model.clone(), state.q.clone()));
        let (model, state) = (model.clone(), state.clone());
        self.job = Some(Job::start("freedoms", move |progress| {
            Freedoms::of(&model, &state, progress)
        }));
    }
}

impl GhostPanel {
    /// Starts to continue the chosen motion over a long way, unless that is done or running.
    fn trace(&mut self, input: &UiInput) {
        let motion = self.found.as_ref().and_then(|it| it.motions.get(self.chosen));
        let Some(motion) = motion.filter(|it| it.singular.is_none()) else {
            return;
        };
        if self.tracing.as_ref().is_some_and(|it| it.0 == self.chosen) {
            return;
        }
        let (motion, model, state) = (
            motion.clone(),
            input.snapshot.model.clone(),
            input.snapshot.state.clone(),
        );
        let job = Job::start("trace a motion", move |progress| {
            motion.traced(&model, &state, progress)
        });
        self.tracing = Some((self.chosen, job));
    }

    /// Takes over a continued motion; the ghost keeps its place on it.
    fn take_traced(&mut self) {
        let Some((index, mut job)) = self.tracing.take_if(|it| !it.1.is_running()) else {
            return;
        };
        let place = self.found.as_mut().and_then(|it| it.motions.get_mut(index));
        let Some(place) = place else { return };
        let traced = job.take().unwrap_or(Err(SolveError::Cancelled));
        match traced {
            Ok(traced) => {
                let further = traced.middle as f64 - place.middle as f64;
                if let Some(held) = self.held.as_mut().filter(|_| index == self.chosen) {
                    *held += further;
                }
                *place = traced;
            }
            Err(error) => place.singular = Some(Err(error.to_string())),
        }
    }

    /// Starts to compute another page of motions, whose first has index `next`.
    fn look_further(&mut self, input: &UiInput, next: usize) {
        let Some(found) = self.found.take() else { return };
        (self.chosen, self.held, self.grip) = (next, None, None);
        let state = input.snapshot.state.clone();
        self.job = Some(Job::start("more freedoms", move |progress| {
            found.and_more(&state, progress)
        }));
    }
}
