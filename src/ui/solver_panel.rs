//! The solver: method, integrator, step, feedback against drift with its stable range, and the last solve's report.

use egui::{Color32, Rect, Slider, Ui, pos2};

use super::number::{Number, number_row, row, row_label};
use super::{UiInput, Wants, format, style};
use crate::editor::Intent;
use crate::parameter::Unit;
use crate::scene::{Integrator, Settings};
use crate::solver::Method;
use crate::worker::Snapshot;

/// Decades over which ks (1/s²) and kd (1/s) slide. At the lower end the feedback is off.
const KS: (f64, f64) = (-1.0, 6.0);
const KD: (f64, f64) = (-1.0, 4.0);

/// The section's contents.
pub(super) fn show(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let settings = input.editor.scene().settings;
    let mut set = |settings: Settings, done: bool| wants.intend(Intent::SetSettings { settings, done });
    row(ui, "Method", |ui| {
        for method in Method::ALL {
            let chosen = settings.method == method;
            let response = ui
                .selectable_label(chosen, format::method(method))
                .on_hover_text(format::method_help(method));
            if response.clicked() && !chosen {
                set(Settings { method, ..settings }, true);
            }
        }
    });
    row(ui, "Integrator", |ui| {
        egui::ComboBox::from_id_salt("integrator")
            .selected_text(settings.integrator.label())
            .width(ui.available_width() - 8.0)
            .show_ui(ui, |ui| {
                for integrator in Integrator::ALL {
                    let chosen = settings.integrator == integrator;
                    if ui.selectable_label(chosen, integrator.label()).clicked() && !chosen {
                        set(
                            Settings {
                                integrator,
                                ..settings
                            },
                            true,
                        );
                    }
                }
            });
    });
    let rate = Number::new("Steps per second", 1.0 / settings.dt, Unit::One)
        .range(1.0, 1e5)
        .reset(240.0);
    if let Some(wanted) = number_row(ui, &rate) {
        let dt = 1.0 / wanted.value.max(1.0);
        set(Settings { dt, ..settings }, wanted.done);
    }
    let speed = Number::new("Speed", settings.speed, Unit::One)
        .range(1e-3, 100.0)
        .reset(1.0);
    if let Some(wanted) = number_row(ui, &speed) {
        let speed = wanted.value;
        set(Settings { speed, ..settings }, wanted.done);
    }
    feedback(ui, input, &settings, wants);
    report(ui, input.snapshot);
}

/// ks and kd, and what they mean: a time constant in steps and a damping ratio.
fn feedback(ui: &mut Ui, input: &UiInput, settings: &Settings, wants: &mut Wants) {
    ui.add_space(4.0);
    ui.label(egui::RichText::new("Feedback against drift").size(12.0).weak())
        .on_hover_text("Open joints are drawn together by −ks C − kd Ċ (Baumgarte).");
    let mut set = |settings: Settings, done: bool| wants.intend(Intent::SetSettings { settings, done });
    let (calm, stable) = settings.integrator.feedback_limits();
    // Critical damping: ks = 1/tau², kd = 2/tau.
    let gains = |steps: f64| Settings::gains(steps * settings.dt, 1.0);
    let (calm, stable) = (gains(calm), gains(stable));
    let usual = Settings::default();
    let zones = |calm: f64, stable: f64| {
        [
            (calm, style::color(input.theme.green)),
            (stable, style::color(input.theme.warn)),
            (f64::INFINITY, style::color(input.theme.error)),
        ]
    };
    let ks = Gain {
        label: "ks",
        value: settings.ks,
        decades: KS,
        usual: usual.ks,
        zones: zones(calm.0, stable.0),
        help: "Pull on C, in 1/s². Green: damped without ringing; yellow: rings; red: unstable at this step.",
    };
    if let Some((ks, done)) = ks.show(ui) {
        set(Settings { ks, ..*settings }, done);
    }
    let kd = Gain {
        label: "kd",
        value: settings.kd,
        decades: KD,
        usual: usual.kd,
        zones: zones(calm.1, stable.1),
        help: "Pull on the rate of C, in 1/s. Green: damped without ringing; yellow: rings; red: unstable at this step.",
    };
    if let Some((kd, done)) = kd.show(ui) {
        set(Settings { kd, ..*settings }, done);
    }
    if settings.ks <= 0.0 {
        ui.weak("Without ks joints that opened stay open.");
        return;
    }
    let (tau, zeta) = (settings.time_constant(), settings.damping_ratio());
    let steps = Number::new("Time constant", tau / settings.dt, Unit::One)
        .suffix(" steps")
        .range(0.1, 1e6)
        .reset(usual.time_constant() / usual.dt);
    if let Some(wanted) = number_row(ui, &steps) {
        let (ks, kd) = Settings::gains(wanted.value * settings.dt, zeta);
        set(Settings { ks, kd, ..*settings }, wanted.done);
    }
    let ratio = Number::new("Damping ratio", zeta, Unit::One)
        .range(0.0, 100.0)
        .reset(1.0);
    if let Some(wanted) = number_row(ui, &ratio) {
        let (ks, kd) = Settings::gains(tau, wanted.value);
        set(Settings { ks, kd, ..*settings }, wanted.done);
    }
    let (limit, least) = settings.integrator.feedback_limits();
    let verdict = match tau / settings.dt {
        steps if steps < least => (style::color(input.theme.error), "unstable at this step"),
        steps if steps < limit => (style::color(input.theme.warn), "rings at this step"),
        _ => (style::color(input.theme.green), "calm at this step"),
    };
    row(ui, "", |ui| ui.colored_label(verdict.0, verdict.1));
}

/// A gain on a logarithmic slider whose rail shows what is stable.
struct Gain<'a> {
    label: &'a str,
    value: f64,
    decades: (f64, f64),
    usual: f64,
    /// Colours up to each value.
    zones: [(f64, Color32); 3],
    help: &'a str,
}

impl Gain<'_> {
    fn show(&self, ui: &mut Ui) -> Option<(f64, bool)> {
        let (low, high) = self.decades;
        let mut decade = self.value.max(1e-300).log10().clamp(low, high);
        ui.horizontal(|ui| {
            let label = row_label(ui, self.label);
            ui.spacing_mut().slider_width = ui.available_width() - 66.0;
            // No step: it would round the value as soon as it is shown.
            let slider = Slider::new(&mut decade, low..=high).show_value(false);
            let response = ui.add(slider).labelled_by(label.id);
            self.rail(ui, response.rect);
            let value = if decade <= low { 0.0 } else { 10f64.powf(decade) };
            let typed = Number::new(self.label, self.value, Unit::One)
                .range(0.0, 10f64.powf(high))
                .reset(self.usual)
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

    /// A thin line under the slider in the colours of what the values do.
    fn rail(&self, ui: &Ui, rect: Rect) {
        // The slider's handle runs between its own radii.
        let inset = rect.height() / 2.5;
        let (left, right) = (rect.left() + inset, rect.right() - inset);
        let place = |value: f64| {
            let share = (value.log10() - self.decades.0) / (self.decades.1 - self.decades.0);
            left + (right - left) * share.clamp(0.0, 1.0) as f32
        };
        let mut from = left;
        for (limit, color) in self.zones {
            let to = if limit.is_finite() { place(limit) } else { right };
            if to > from {
                let y = rect.bottom() - 1.0;
                let line = Rect::from_min_max(pos2(from, y - 1.0), pos2(to, y + 1.0));
                ui.painter().rect_filled(line, 1.0, color);
            }
            from = from.max(to);
        }
    }
}

/// What the last solve says of itself.
fn report(ui: &mut Ui, snapshot: &Snapshot) {
    let report = &snapshot.report;
    ui.add_space(4.0);
    ui.label(egui::RichText::new("Last solve").size(12.0).weak());
    let time = |ns: u64| format::duration(ns as f64);
    let mut lines: Vec<(&str, String, &str)> = vec![
        (
            "Assemble",
            time(snapshot.assemble_ns),
            "Forces, C and its Jacobian.",
        ),
        (
            "Factor",
            time(report.factor_ns),
            "Factorisation, symbolic work included.",
        ),
        ("Solve", time(report.solve_ns), "Forward and back substitution."),
        (
            "Primary, auxiliary",
            format!("{}, {}", report.primary, report.auxiliary),
            "Constraints of the spanning forest, and those that close loops.",
        ),
        (
            "Fill-in",
            format!("{} blocks", report.fill_blocks),
            "Blocks of the factor that are not blocks of the matrix.",
        ),
        (
            "Residual",
            format::scientific(report.residual),
            "How well the answer meets the equations, relative.",
        ),
        (
            "Repaired pivots",
            report.repaired_pivots.to_string(),
            "Pivots too small to divide by: what is redundant.",
        ),
    ];
    if report.contradiction > 0.0 {
        lines.push((
            "Contradiction",
            format::scientific(report.contradiction),
            "What no multiplier can meet.",
        ));
    }
    for (label, text, help) in lines {
        row(ui, label, |ui| {
            ui.label(egui::RichText::new(text).size(12.0)).on_hover_text(help)
        });
    }
}
