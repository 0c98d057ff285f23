//! Racing: the machine computed by several schemes at once, how each stands, and what to do with it.

use egui::{RichText, Ui, WidgetInfo, WidgetType, vec2};

use super::number::{Number, number_row};
use super::{Panels, UiInput, UiOutput, Wants, format, solver_panel, style};
use crate::editor::Intent;
use crate::parameter::Unit;
use crate::render::draw_list::Color;
use crate::render::theme::Theme;
use crate::scene::{Settings, Stabilisation};
use crate::sim::Drift;
use crate::solver::Report;
use crate::worker::race::{MAX_LAG, MAX_RUNNERS, PRESETS, Preset};
use crate::worker::{Contender, RaceOrder, Scheme};

/// The names of the leader and of those who race with it, by slot.
const NAMES: [&str; MAX_RUNNERS + 1] = ["A", "B", "C", "D"];

/// The name of the leader (0) or of a runner.
pub(super) fn name(slot: usize) -> &'static str {
    NAMES.get(slot).copied().unwrap_or_default()
}

/// The colour of the leader's plots (0) and of a runner's plots and ghost.
pub fn color(theme: &Theme, slot: usize) -> Color {
    match slot {
        0 => theme.ink,
        1 => theme.series[1],
        2 => theme.series[3],
        _ => theme.series[2],
    }
}

/// The section's contents.
pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let leader = Scheme::of(input.snapshot.settings());
    if input.race.is_empty() {
        ui.label(
            "Split the machine in two and let both run under the same hand and the same edits, each computed in its own way.",
        );
        ui.add_space(4.0);
    } else {
        lane(ui, input, 0, &Figures::of_leader(input), &leader.words(&leader));
        for runner in input.race {
            ui.push_id(runner.id, |ui| {
                ui.separator();
                let words = runner.scheme.words(&leader);
                lane(ui, input, runner.slot, &Figures::of(runner), &words);
                trouble(ui, input, runner);
                buttons(ui, input, runner, panels, wants);
                if panels.opened_runner == Some(runner.id) {
                    settings(ui, input, runner, wants);
                }
            });
        }
        ui.separator();
    }
    start(ui, input, &leader, wants);
}

/// What is shown of a run in the race.
struct Figures<'a> {
    drift: &'a Drift,
    energy_error: f64,
    solve_ns: u64,
    report: &'a Report,
    strays: bool,
}

impl<'a> Figures<'a> {
    fn of_leader(input: &'a UiInput) -> Self {
        let snapshot = input.snapshot;
        Self {
            drift: &snapshot.drift,
            energy_error: snapshot.energy_error,
            solve_ns: snapshot.solve_ns,
            report: &snapshot.report,
            strays: snapshot.breach.is_some(),
        }
    }
    fn of(runner: &'a Contender) -> Self {
        let status = &*runner.status;
        Self {
            drift: &status.drift,
            energy_error: status.energy_error,
            solve_ns: status.solve_ns,
            report: &status.report,
            strays: status.breach.is_some(),
        }
    }

    /// Label, value and meaning of each.
    fn lines(&self) -> [(&'static str, String, &'static str); 6] {
        let drift = self.drift.max_m.max(self.drift.max_rad);
        [
            (
                "Drift",
                format::scientific(drift),
                "Largest |C| over all constraints (m, rad).",
            ),
            (
                "rms",
                format::scientific(self.drift.rms_m),
                "Root mean square of C over the rows in metres.",
            ),
            (
                "Energy",
                format!("{} J", format::scientific(self.energy_error)),
                "Energy less that at the start less all the work booked.",
            ),
            (
                "Residual",
                format::scientific(self.report.residual),
                "What the last solve left of its equations, relative to their terms.",
            ),
            (
                "Solve",
                format::duration(self.solve_ns as f64),
                "Evaluation, factorisation and solve, measured at the last step.",
            ),
            (
                "Iterations",
                self.report.iterations.to_string(),
                "Of the last solve; 0 for a direct method.",
            ),
        ]
    }
}

/// A letter in its colour, the scheme, and the figures.
fn lane(ui: &mut Ui, input: &UiInput, slot: usize, figures: &Figures, words: &str) {
    ui.horizontal(|ui| {
        badge(ui, input, slot);
        ui.add(egui::Label::new(RichText::new(words).strong()).truncate());
    });
    let tint = if figures.strays {
        style::color(input.theme.warn)
    } else {
        ui.visuals().text_color()
    };
    let grid = egui::Grid::new(("figures", slot)).num_columns(4);
    grid.spacing(vec2(8.0, 2.0)).show(ui, |ui| {
        for (k, (label, text, help)) in figures.lines().into_iter().enumerate() {
            ui.label(RichText::new(label).size(12.0).weak())
                .on_hover_text(help);
            let text = RichText::new(text).size(12.0).color(tint);
            ui.label(text).on_hover_text(help);
            if k % 2 == 1 {
                ui.end_row();
            }
        }
    });
}

fn badge(ui: &mut Ui, input: &UiInput, slot: usize) {
    let (rect, response) = ui.allocate_exact_size(vec2(18.0, 18.0), egui::Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("Run {}", name(slot))));
    let fill = style::color(color(input.theme, slot));
    ui.painter().circle_filled(rect.center(), 9.0, fill);
    ui.painter().text(
        rect.center(),
        egui::Align2::CENTER_CENTER,
        name(slot),
        egui::FontId::proportional(12.0),
        style::color(input.theme.panel),
    );
}

/// Simulated time by which a runner is behind the leader (s).
fn lag(input: &UiInput, runner: &Contender) -> f64 {
    if input.snapshot.ahead > 0 {
        return 0.0;
    }
    input.snapshot.state.time - runner.status.state.time
}

/// What is wrong with a runner, if anything is.
fn trouble(ui: &mut Ui, input: &UiInput, runner: &Contender) {
    let lag = lag(input, runner);
    let (text, color) = if runner.lost {
        ("It has broken down. Remove it.".to_owned(), input.theme.error)
    } else if let Some(stop) = &runner.status.stopped {
        let text = format!("Stopped at {:.2} s: {}", stop.time, stop.reason);
        (text, input.theme.error)
    } else if lag > MAX_LAG {
        let text = format!("{lag:.1} s behind: it takes longer than there is time.");
        (text, input.theme.warn)
    } else {
        return;
    };
    ui.label(RichText::new(text).size(12.0).color(style::color(color)));
}

fn buttons(ui: &mut Ui, input: &UiInput, runner: &Contender, panels: &mut Panels, wants: &mut Wants) {
    let (id, name) = (runner.id, name(runner.slot));
    // The leader's scheme is part of the scene, and so an edit.
    let adopt = |wants: &mut Wants, order: RaceOrder| {
        let settings = runner.scheme.over(&input.editor.scene().settings);
        wants.intend(Intent::SetSettings { settings, done: true });
        wants.intend(Intent::Race(order));
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let late = lag(input, runner) > MAX_LAG;
        let swap = ui.add_enabled(!late, egui::Button::new(format!("Swap with {name}")).small());
        let help = "A takes over this state and this way of computing, and this one those of A.";
        let swap = swap.on_hover_text(help).on_disabled_hover_text(
            "Not while it is behind: time would go back for all others. Pause until it has caught up.",
        );
        if swap.clicked() {
            let leader = Scheme::of(&input.editor.scene().settings);
            adopt(wants, RaceOrder::Swap(id, leader));
        }
        let take = ui.small_button(format!("Take {name}"));
        let help = "Go on with this state and this way of computing; the race ends. Where it is behind, time goes back to it.";
        if take.on_hover_text(help).clicked() {
            adopt(wants, RaceOrder::Take(id));
        }
        let open = panels.opened_runner == Some(id);
        let change = ui.selectable_label(open, format!("Change {name}"));
        if change
            .on_hover_text("Method, integrator, step and feedback of this one.")
            .clicked()
        {
            panels.opened_runner = (!open).then_some(id);
        }
        let remove = ui.small_button("×");
        let label = format!("Remove {name}");
        remove.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &label));
        if remove.on_hover_text(&label).clicked() {
            wants.intend(Intent::Race(RaceOrder::Remove(id)));
        }
    });
}

/// The settings a runner has of its own.
fn settings(ui: &mut Ui, input: &UiInput, runner: &Contender, wants: &mut Wants) {
    let now = runner.scheme.over(&input.editor.scene().settings);
    let mut set = |settings: Settings, _: bool| {
        wants.intend(Intent::Race(RaceOrder::Change(runner.id, Scheme::of(&settings))));
    };
    solver_panel::method(ui, now, &mut set);
    solver_panel::integrator(ui, now, &mut set);
    let rate = Number::new("Steps per second", 1.0 / now.dt, Unit::One)
        .range(solver_panel::SLOWEST, 1e5)
        .reset(240.0);
    if let Some(wanted) = number_row(ui, &rate) {
        let dt = 1.0 / wanted.value.max(solver_panel::SLOWEST);
        set(Settings { dt, ..now }, wanted.done);
    }
    solver_panel::sub_steps(ui, now, &mut set);
    solver_panel::stabilisation(ui, now, &mut set);
    if now.stabilisation == Stabilisation::Baumgarte {
        let field = Number::new("ks (1/s²)", now.ks, Unit::One).range(0.0, 1e8);
        if let Some(wanted) = number_row(ui, &field) {
            let ks = wanted.value;
            set(Settings { ks, ..now }, wanted.done);
        }
        let field = Number::new("kd (1/s)", now.kd, Unit::One).range(0.0, 1e5);
        if let Some(wanted) = number_row(ui, &field) {
            let kd = wanted.value;
            set(Settings { kd, ..now }, wanted.done);
        }
    }
}

/// How a race begins, grows and ends.
fn start(ui: &mut Ui, input: &UiInput, leader: &Scheme, wants: &mut Wants) {
    let mut order = |order: RaceOrder| wants.intend(Intent::Race(order));
    let button = |ui: &mut Ui, label: &str, help: &str| ui.button(label).on_hover_text(help).clicked();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        if input.race.is_empty() {
            let help = "The same twice: until one is changed they coincide to the last bit.";
            if button(ui, "Race a copy", help) {
                order(RaceOrder::Begin(vec![*leader]));
            }
            return;
        }
        let help = "One more like A, from where A is. Change it then.";
        if input.race.len() < MAX_RUNNERS && button(ui, "Add", help) {
            order(RaceOrder::Add(*leader));
        }
        let help = "All go on from the state A is in, each in its own way.";
        if button(ui, "Start again from A", help) {
            order(RaceOrder::Merge);
        }
        if button(ui, "End the race", "A goes on alone.") {
            order(RaceOrder::End);
        }
    });
    ui.label(RichText::new("Races to try").size(12.0).weak());
    for preset in PRESETS {
        if ui.link(preset.name).on_hover_text(preset.help).clicked() {
            begin(&preset, input, wants);
        }
    }
}

/// Begins a race that is set up beforehand, on its own scene where it has one.
pub(super) fn begin(preset: &Preset, input: &UiInput, wants: &mut Wants) {
    match preset.scene.filter(|id| input.gallery_id != Some(*id)) {
        Some(id) => wants.0.push(UiOutput::RaceOn(id, *preset)),
        None => {
            let leader = Scheme::of(&input.editor.scene().settings);
            wants.intend(Intent::Race(RaceOrder::Begin(preset.schemes(&leader))));
        }
    }
}
