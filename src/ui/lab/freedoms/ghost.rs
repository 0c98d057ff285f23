//! The free motions: found beside the window while time stands, one of them shown as a ghost that wiggles or is moved by hand.

use std::sync::Arc;

use egui::{Pos2, Rect, RichText, Sense, Slider, Stroke, Ui, pos2, vec2};

use crate::lab::{FreeMotion, Freedoms, Job};
use crate::sim::{Model, SimState};
use crate::solver::SolveError;
use crate::ui::lab::place;
use crate::ui::{UiInput, format, style};

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
        singular(ui, input, motion, along);
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

/// A pose is near a singular one where its value is below this.
const NEAR: f64 = 0.05;

/// The least singular value along a motion, with where the ghost is, and dead points marked.
fn singular(ui: &mut Ui, input: &UiInput, motion: &FreeMotion, along: f64) {
    let values = &motion.singular;
    let most = values.iter().fold(0.0_f64, |most, x| most.max(*x));
    if values.len() < 3 || most <= 0.0 {
        return;
    }
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width().min(260.0), 40.0), Sense::hover());
    let place = |k: f64, value: f64| -> Pos2 {
        let share = k / (values.len() - 1) as f64;
        pos2(
            rect.left() + rect.width() * share as f32,
            rect.bottom() - rect.height() * (value / most) as f32,
        )
    };
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, ui.visuals().faint_bg_color);
    let points: Vec<Pos2> = values
        .iter()
        .enumerate()
        .map(|(k, x)| place(k as f64, *x))
        .collect();
    painter.line(points, Stroke::new(1.5, style::color(input.theme.select)));
    for (k, value) in values.iter().enumerate() {
        let lowest = |other: usize| values.get(other).is_none_or(|it| value <= it);
        if *value < NEAR && lowest(k.wrapping_sub(1)) && lowest(k + 1) {
            painter.circle_filled(place(k as f64, *value), 3.5, ui.visuals().warn_fg_color);
        }
    }
    // The ghost goes from -1 to 1 with the present pose at 0, wherever that is among the poses.
    let reach = if along < 0.0 {
        motion.middle
    } else {
        values.len() - 1 - motion.middle
    };
    let at = place(motion.middle as f64 + along * reach as f64, 0.0).x;
    let line = Rect::from_x_y_ranges(at..=at, rect.y_range());
    painter.line_segment(
        [line.left_top(), line.left_bottom()],
        Stroke::new(1.0, ui.visuals().weak_text_color()),
    );
    response.on_hover_text(
        "The least singular value of J along the motion, rows and coordinates scaled: at nothing, which an orange dot marks, the pose is \
         singular, a dead point of whatever drives it. Drives count as rows.",
    );
    let now = values.get(motion.middle).copied().unwrap_or(most);
    ui.label(
        RichText::new(format!("least singular value {} here", format::plain(now)))
            .size(12.0)
            .weak(),
    )
    .on_hover_text(
        "Of J at the pose on the canvas, rows and coordinates scaled; nothing at a singular pose.",
    );
}
