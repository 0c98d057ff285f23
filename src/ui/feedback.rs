//! Panel of the feedback against drift (Baumgarte): its gains, their meaning, and a stability map at the present step length.

use std::sync::Arc;

use egui::{Color32, Mesh, Pos2, Rect, Sense, Slider, Stroke, Ui, pos2, vec2};

use super::form::{number_row, row, row_label};
use super::number::Number;
use super::{UiInput, Wants, style};
use crate::editor::Intent;
use crate::parameter::Unit;
use crate::render::theme::Theme;
use crate::scene::{Integrator, Settings, SubSteps};
use crate::sim::stability::{BEADS, Feedback, Map, Trial, Verdict};

/// Decades covered by the sliders of ks (1/s²) and kd (1/s). At the lower end the feedback is off.
const KS: (f64, f64) = (-1.0, 6.0);
const KD: (f64, f64) = (-1.0, 4.0);
/// Number of points along a slider's rail at which stability is judged.
const PLACES: usize = 56;
/// Height of the map (points).
const MAP_HEIGHT: f32 = 74.0;

/// The section's contents.
pub(super) fn show(ui: &mut Ui, input: &UiInput, settings: &Settings, wants: &mut Wants) {
    ui.add_space(4.0);
    ui.label(egui::RichText::new("Feedback against drift").size(12.0).weak())
        .on_hover_text("Open joints are drawn together by −ks C − kd Ċ (Baumgarte).");
    let mut set = |settings: Settings, done: bool| wants.intend(Intent::SetSettings { settings, done });
    let judged = judge(ui, settings);
    let usual = Settings::default();
    let ks = Gain {
        label: "ks",
        value: settings.ks,
        decades: KS,
        usual: usual.ks,
        rail: &judged.ks,
        settings,
        help: "Pull on C, in 1/s². Green: damped without ringing; yellow: rings; red: unstable at this step.",
    };
    if let Some((ks, done)) = ks.show(ui, input.theme) {
        set(Settings { ks, ..*settings }, done);
    }
    let kd = Gain {
        label: "kd",
        value: settings.kd,
        decades: KD,
        usual: usual.kd,
        rail: &judged.kd,
        settings,
        help: "Pull on the rate of C, in 1/s. Green: damped without ringing; yellow: rings; red: unstable at this step.",
    };
    if let Some((kd, done)) = kd.show(ui, input.theme) {
        set(Settings { kd, ..*settings }, done);
    }
    if settings.ks <= 0.0 {
        ui.weak("Without ks joints that opened stay open.");
        say(ui, input.theme, settings, &judged);
        return;
    }
    let (tau, zeta) = (settings.time_constant(), settings.damping_ratio());
    let steps = Number::new("Time constant", tau / settings.dt, Unit::One)
        .suffix(" steps")
        .range(0.1, 1e6)
        .reset(usual.time_constant() / usual.dt)
        .help(
            "1/√ks in steps: damped critically, an opening falls to a tenth within about four times as many.",
        );
    if let Some(wanted) = number_row(ui, &steps) {
        let (ks, kd) = Settings::gains(wanted.value * settings.dt, zeta);
        set(Settings { ks, kd, ..*settings }, wanted.done);
    }
    let ratio = Number::new("Damping ratio", zeta, Unit::One)
        .range(0.0, 100.0)
        .reset(1.0)
        .help("How an opening closes: below 1 it rings, at 1 it closes without ringing, above 1 it creeps.");
    if let Some(wanted) = number_row(ui, &ratio) {
        let (ks, kd) = Settings::gains(tau, wanted.value);
        set(Settings { ks, kd, ..*settings }, wanted.done);
    }
    if let Some((steps, ratio, done)) = map(ui, input.theme, settings) {
        let (ks, kd) = Settings::gains(steps * settings.dt, ratio);
        set(Settings { ks, kd, ..*settings }, done);
    }
    say(ui, input.theme, settings, &judged);
}

/// The verdict on the present settings, in words.
fn say(ui: &mut Ui, theme: &Theme, settings: &Settings, judged: &Judged) {
    let words = match judged.here {
        Verdict::Calm if settings.ks <= 0.0 && settings.kd <= 0.0 => "nothing is held",
        Verdict::Calm => "calm at this step",
        Verdict::Rings => "rings at this step",
        Verdict::Unstable if settings.sub_steps == SubSteps::Automatic => {
            "unstable at a whole step, so steps are divided"
        }
        Verdict::Unstable => "unstable at this step",
    };
    // The map is for exact solutions; these words are for the method in use.
    let (words, help) = if iterates(settings) {
        let method = settings.method.label();
        let help = "Found with the method in use and the iterations it is given, in a row of beads tied each to the next: what \
                    stops short of the answer closes joints late, the later the more of them hang together: a longer chain \
                    lags more than this one. The map and the rails of the sliders are of exact answers, and grey for that.";
        (format!("{words}, {BEADS} in a row by {method}"), help)
    } else {
        let help = "Found from the integrator's own step.";
        (words.to_owned(), help)
    };
    let words = egui::Label::new(egui::RichText::new(words).color(tint(theme, judged.here))).wrap();
    if iterates(settings) {
        // The text is too long to stand beside a label.
        ui.add(words).on_hover_text(help);
    } else {
        row(ui, "", |ui| ui.add(words).on_hover_text(help));
    }
}

fn tint(theme: &Theme, verdict: Verdict) -> Color32 {
    style::color(match verdict {
        Verdict::Calm => theme.green,
        Verdict::Rings => theme.warn,
        Verdict::Unstable => theme.error,
    })
}

/// Colour for rails and map, which assume exact solutions: grey while the method in use is iterative. Opacity grows with the severity, so
/// that verdicts can be told apart without distinguishing red from green.
fn tint_if_exact(theme: &Theme, settings: &Settings, verdict: Verdict) -> Color32 {
    if !iterates(settings) {
        return tint(theme, verdict).gamma_multiply(match verdict {
            Verdict::Calm => 0.35,
            Verdict::Rings => 0.6,
            Verdict::Unstable => 0.95,
        });
    }
    style::color(theme.ink).gamma_multiply(match verdict {
        Verdict::Calm => 0.12,
        Verdict::Rings => 0.3,
        Verdict::Unstable => 0.5,
    })
}

/// Whether the effect of the feedback depends on where an iterative method stops; RATTLE needs converged solutions in any case.
fn iterates(settings: &Settings) -> bool {
    settings.method.iterates() && settings.integrator != Integrator::Rattle
}

/// Stability verdicts for the present settings and along both sliders, with the settings they were found for.
struct Judged {
    of: Settings,
    here: Verdict,
    ks: Vec<Verdict>,
    kd: Vec<Verdict>,
}

/// Returns the verdicts, computed again only when a relevant setting changed.
fn judge(ui: &Ui, settings: &Settings) -> Arc<Judged> {
    // Settings without influence on the verdict are left at their defaults, so that changes of them do not invalidate the cache.
    let of = Settings {
        integrator: settings.integrator,
        method: settings.method,
        effort: settings.effort,
        ks: settings.ks,
        kd: settings.kd,
        dt: settings.dt,
        ..Settings::default()
    };
    let id = egui::Id::new("verdicts on the feedback");
    if let Some(known) = ui.data(|data| data.get_temp::<Arc<Judged>>(id))
        && known.of == of
    {
        return known;
    }
    let mut trial = Trial::new(settings.integrator);
    let mut along = |(low, high): (f64, f64), with: fn(f64, Settings) -> Settings| {
        (0..PLACES)
            .map(|k| {
                let decade = low + (high - low) * (k as f64 + 0.5) / PLACES as f64;
                let settings = with(10f64.powf(decade), *settings);
                trial.judge_settings(&settings).verdict()
            })
            .collect()
    };
    let judged = Arc::new(Judged {
        of,
        ks: along(KS, |ks, settings| Settings { ks, ..settings }),
        kd: along(KD, |kd, settings| Settings { kd, ..settings }),
        here: Feedback::of(settings).verdict(),
    });
    ui.data_mut(|data| data.insert_temp(id, Arc::clone(&judged)));
    judged
}

/// The stability map over time constant (steps, to the right) and damping ratio (upwards); a click or drag chooses a point.
/// Returns the time constant in steps, the damping ratio, and whether the gesture ends in this pass.
fn map(ui: &mut Ui, theme: &Theme, settings: &Settings) -> Option<(f64, f64, bool)> {
    let map = Map::of(settings.integrator);
    let size = vec2(ui.available_width() - 8.0, MAP_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let [width, height] = Map::SIZE;
    let corner = |column: usize, row: usize| {
        pos2(
            rect.left() + rect.width() * column as f32 / width as f32,
            rect.bottom() - rect.height() * row as f32 / height as f32,
        )
    };
    let mut mesh = Mesh::default();
    for row in 0..height {
        let mut from = 0;
        for column in 1..=width {
            let here = map.cells[row * width + from];
            if column == width || map.cells[row * width + column] != here {
                let cell = Rect::from_two_pos(corner(from, row), corner(column, row + 1));
                mesh.add_colored_rect(cell, tint_if_exact(theme, settings, here));
                from = column;
            }
        }
    }
    ui.painter().add(mesh);
    let ink = style::color(theme.ink);
    let share = |value: f64, (low, high): (f64, f64)| (value.log10() - low) / (high - low);
    let place = |steps: f64, ratio: f64| {
        let (x, y) = (share(steps, Map::STEPS), share(ratio, Map::RATIO));
        let inside = |share: f64| share.clamp(0.0, 1.0) as f32;
        pos2(
            rect.left() + rect.width() * inside(x),
            rect.bottom() - rect.height() * inside(y),
        )
    };
    for steps in [1.0, 10.0] {
        let x = place(steps, 1.0).x;
        let line = [pos2(x, rect.top()), pos2(x, rect.bottom())];
        ui.painter()
            .line_segment(line, Stroke::new(1.0, ink.gamma_multiply(0.18)));
        let name = if steps == 1.0 { "1 step" } else { "10 steps" };
        let font = egui::FontId::proportional(10.0);
        let at = pos2(x + 3.0, rect.bottom() - 1.0);
        ui.painter()
            .text(at, egui::Align2::LEFT_BOTTOM, name, font, ink.gamma_multiply(0.7));
    }
    let y = place(1.0, 1.0).y;
    let line = [pos2(rect.left(), y), pos2(rect.right(), y)];
    ui.painter()
        .line_segment(line, Stroke::new(1.0, ink.gamma_multiply(0.18)));
    let dot = place(settings.time_constant() / settings.dt, settings.damping_ratio());
    ui.painter()
        .circle(dot, 4.0, style::color(theme.panel), Stroke::new(2.0, ink));
    let chosen = response.interact_pointer_pos();
    let done = response.drag_stopped() || response.clicked();
    response.on_hover_text(
        "What the feedback does by its time constant in steps (to the right) and damping ratio (upwards; the line is 1), found from \
         the integrator's own step. Green: calm; yellow: rings; red: unstable. Click or drag to choose.",
    );
    let at: Pos2 = chosen?;
    let value = |share: f32, (low, high): (f64, f64)| {
        10f64.powf(low + (high - low) * f64::from(share.clamp(0.0, 1.0)))
    };
    let steps = value((at.x - rect.left()) / rect.width(), Map::STEPS);
    let ratio = value((rect.bottom() - at.y) / rect.height(), Map::RATIO);
    Some((steps, ratio, done))
}

/// A gain on a logarithmic slider whose rail shows the stable range.
struct Gain<'a> {
    label: &'a str,
    value: f64,
    decades: (f64, f64),
    usual: f64,
    /// Verdicts at the values along the slider.
    rail: &'a [Verdict],
    settings: &'a Settings,
    help: &'a str,
}

impl Gain<'_> {
    fn show(&self, ui: &mut Ui, theme: &Theme) -> Option<(f64, bool)> {
        let (low, high) = self.decades;
        let mut decade = self.value.max(1e-300).log10().clamp(low, high);
        ui.horizontal(|ui| {
            let label = row_label(ui, self.label);
            ui.spacing_mut().slider_width = ui.available_width() - 66.0;
            // No step size: it would round the value as soon as it is shown.
            let slider = Slider::new(&mut decade, low..=high).show_value(false);
            let response = ui.add(slider).labelled_by(label.id);
            self.rail(ui, theme, response.rect);
            let value = if decade <= low { 0.0 } else { 10f64.powf(decade) };
            let typed = Number::new(self.label, self.value, Unit::One)
                .range(0.0, 10f64.powf(high))
                .reset(self.usual)
                .help(self.help)
                .show(ui, None);
            let mut wanted = typed.map(|typed| (typed.value, typed.done));
            if response.double_clicked() {
                wanted = Some((self.usual, true));
            } else if response.drag_stopped() {
                wanted = Some((value, true));
            } else if response.changed() {
                wanted = Some((value, !response.dragged()));
            }
            response.on_hover_text(self.help);
            wanted
        })
        .inner
    }

    /// A thin line under the slider, coloured by the verdicts.
    fn rail(&self, ui: &Ui, theme: &Theme, rect: Rect) {
        // The slider's handle stays inside the rail by its own radius.
        let inset = rect.height() / 2.5;
        let (left, right) = (rect.left() + inset, rect.right() - inset);
        let place = |k: usize| left + (right - left) * k as f32 / self.rail.len() as f32;
        let y = rect.bottom() - 1.0;
        for (k, verdict) in self.rail.iter().enumerate() {
            let line = Rect::from_min_max(pos2(place(k), y - 1.0), pos2(place(k + 1), y + 1.0));
            ui.painter()
                .rect_filled(line, 0.0, tint_if_exact(theme, self.settings, *verdict));
        }
    }
}
