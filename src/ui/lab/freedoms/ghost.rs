//! The free motions: found beside the window while time stands, one of them shown as a ghost that wiggles or is moved by hand.

use std::sync::Arc;

use egui::{RichText, Slider, Ui};

use crate::lab::{Freedoms, Job};
use crate::sim::{Model, SimState};
use crate::solver::SolveError;
use crate::ui::UiInput;
use crate::ui::lab::place;

/// Seconds of a wiggle to and fro.
const PERIOD: f64 = 2.4;

/// What the view remembers of it.
#[derive(Debug, Default)]
pub struct GhostPanel {
    job: Option<Job<Result<Freedoms, SolveError>>>,
    found: Option<Freedoms>,
    refused: Option<SolveError>,
    /// What they are of.
    of: Option<(Arc<Model>, Vec<f64>)>,
    chosen: usize,
    /// Where along the motion the ghost is held by hand, from -1 to 1; none: it wiggles.
    held: Option<f64>,
    /// The ghost of this frame.
    shown: Option<(Arc<Model>, Box<SimState>)>,
}

impl GhostPanel {
    /// The ghost to be drawn.
    pub fn shown(&self) -> Option<(&Model, &SimState)> {
        let (model, state) = self.shown.as_ref()?;
        Some((model, state))
    }

    /// Nothing is shown any more.
    pub fn hide(&mut self) {
        self.shown = None;
    }

    /// Whether motions are being looked for.
    pub fn is_busy(&self) -> bool {
        self.job.as_ref().is_some_and(Job::is_running)
    }

    /// Nobody looks any more: what is being looked for is given up.
    pub fn close(&mut self) {
        self.hide();
        if self.job.take().is_some() {
            self.of = None;
        }
    }

    pub fn show(&mut self, ui: &mut Ui, input: &UiInput) {
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
        ui.horizontal_wrapped(|ui| {
            for (index, motion) in found.motions.iter().enumerate() {
                let part = input.snapshot.model.bodies.get(motion.most).map(|body| body.id);
                let name = part.map_or("", |id| place::name(input, id));
                let button = ui.selectable_label(self.chosen == index, format!("{} {name}", index + 1));
                if button
                    .on_hover_text("A motion that all constraints allow; this part moves most.")
                    .clicked()
                {
                    (self.chosen, self.held) = (index, None);
                }
            }
            if found.more > 0 {
                ui.label(format!("and {} more", found.more));
            }
        });
        let mut along = self
            .held
            .unwrap_or_else(|| (std::f64::consts::TAU * ui.input(|it| it.time) / PERIOD).sin());
        let slider = ui.add(
            Slider::new(&mut along, -1.0..=1.0)
                .show_value(false)
                .text("along"),
        );
        if slider
            .on_hover_text("Drag to move the ghost along the motion; Wiggle lets it go again.")
            .dragged()
        {
            self.held = Some(along);
        }
        if self.held.is_some() && ui.small_button("Wiggle").clicked() {
            self.held = None;
        }
        let motion = &found.motions[self.chosen];
        let reach = if along < 0.0 {
            motion.middle
        } else {
            motion.poses.len() - 1 - motion.middle
        };
        let place = motion.middle as f64 + along * reach as f64;
        let before = (place.floor().max(0.0) as usize).min(motion.poses.len() - 1);
        let after = (before + 1).min(motion.poses.len() - 1);
        let share = place - before as f64;
        let mut state = input.snapshot.state.clone();
        for (index, q) in state.q.iter_mut().enumerate() {
            *q = (1.0 - share) * motion.poses[before][index] + share * motion.poses[after][index];
        }
        self.shown = Some((input.snapshot.model.clone(), Box::new(state)));
    }

    /// Looks for the motions of another pose once time stands.
    fn follow(&mut self, input: &UiInput) {
        if let Some(job) = self.job.as_mut().filter(|job| !job.is_running()) {
            match job.take() {
                Some(Ok(found)) => self.found = Some(found),
                Some(Err(error)) => self.refused = Some(error),
                None => {}
            }
            self.job = None;
        }
        let (model, state) = (&input.snapshot.model, &input.snapshot.state);
        let same = |of: &(Arc<Model>, Vec<f64>)| Arc::ptr_eq(&of.0, model) && of.1 == state.q;
        if self.of.as_ref().is_some_and(same) {
            return;
        }
        (self.job, self.of, self.found, self.refused) = (None, None, None, None);
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
