//! Racing: the machine computed in several ways at once, how each stands, and what to do with it.

use egui::{Color32, RichText, Ui, vec2};

use super::number::{Number, number_row};
use super::{UiInput, Wants, format, solver_panel, style};
use crate::editor::Intent;
use crate::parameter::Unit;
use crate::render::theme::Theme;
use crate::scene::{Settings, Stabilisation};
use crate::worker::race::{MOST, READY};
use crate::worker::{RaceOrder, Standing, Way};

/// The names of the leader and of those who race with it.
pub(super) const NAMES: [&str; MOST + 1] = ["A", "B", "C", "D"];

/// The colour of the leader's plots (0) and of a runner's plots and ghost.
pub fn color(theme: &Theme, lane: usize) -> crate::render::draw_list::Color {
    match lane {
        0 => theme.ink,
        1 => theme.series[1],
        2 => theme.series[3],
        _ => theme.series[2],
    }
}

/// The section's contents.
pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut super::Panels, wants: &mut Wants) {
    if input.race.is_empty() {
        ui.label("Split the machine in two and let both run under the same hand and the same edits, each computed in its own way.");
        ui.add_space(4.0);
    }
    let leader = Way::of(input.snapshot.settings());
    if !input.race.is_empty() {
        lane(ui, input, 0, &Figures::of_leader(input), &leader.words(&leader));
        for (k, runner) in input.race.iter().enumerate() {
            ui.push_id(("runner", k), |ui| {
                ui.separator();
                lane(ui, input, k + 1, &Figures::of(runner), &runner.way.words(&leader));
                state(ui, input, runner);
                buttons(ui, input, k, runner, panels, wants);
                if panels.opened_runner == Some(k) {
                    settings(ui, input, k, runner, wants);
                }
            });
        }
        ui.separator();
    }
    start(ui, input, &leader, wants);
}

/// What is shown of a run in the race.
struct Figures {
    drift: f64,
    energy_error: f64,
    solve_ns: u64,
    residual: Option<f64>,
    strays: bool,
}

impl Figures {
    fn of_leader(input: &UiInput) -> Self {
        let snapshot = input.snapshot;
        Self {
            drift: snapshot.drift.max_m.max(snapshot.drift.max_rad),
            energy_error: snapshot.energy_error,
            solve_ns: snapshot.assemble_ns + snapshot.report.factor_ns + snapshot.report.solve_ns,
            residual: Some(snapshot.report.residual),
            strays: snapshot.breach.is_some(),
        }
    }
    fn of(runner: &Standing) -> Self {
        Self {
            drift: runner.drift.max_m.max(runner.drift.max_rad),
            energy_error: runner.energy_error,
            solve_ns: runner.solve_ns,
            residual: Some(runner.report.residual),
            strays: runner.breach.is_some(),
        }
    }
}

/// A letter in its colour, the way, and the figures.
fn lane(ui: &mut Ui, input: &UiInput, k: usize, figures: &Figures, words: &str) {
    ui.horizontal(|ui| {
        badge(ui, NAMES[k.min(MOST)], style::color(color(input.theme, k)), input);
        ui.add(egui::Label::new(RichText::new(words).strong()).truncate());
    });
    let warn = style::color(input.theme.warn);
    let plain = ui.visuals().text_color();
    egui::Grid::new(("figures", k))
        .num_columns(4)
        .spacing(vec2(8.0, 2.0))
        .show(ui, |ui| {
            let pair = |ui: &mut Ui, label: &str, text: String, help: &str, color: Color32| {
                ui.label(RichText::new(label).size(12.0).weak())
                    .on_hover_text(help);
                ui.label(RichText::new(text).size(12.0).color(color))
                    .on_hover_text(help);
            };
            let tint = if figures.strays { warn } else { plain };
            pair(
                ui,
                "Drift",
                format::scientific(figures.drift),
                "Largest |C| over all constraints (m, rad).",
                tint,
            );
            pair(
                ui,
                "Solve",
                format::duration(figures.solve_ns as f64),
                "Evaluation, factorisation and solve, measured at the last step.",
                plain,
            );
            ui.end_row();
            let energy = format!("{} J", format::scientific(figures.energy_error));
            pair(
                ui,
                "Energy",
                energy,
                "Energy less that at the start less all the work booked.",
                tint,
            );
            let residual = figures
                .residual
                .map_or_else(|| "-".to_owned(), format::scientific);
            pair(
                ui,
                "Residual",
                residual,
                "What the last solve left of its equations, relative to their terms.",
                plain,
            );
            ui.end_row();
        });
}

fn badge(ui: &mut Ui, name: &str, color: Color32, input: &UiInput) {
    let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), egui::Sense::hover());
    ui.painter().circle_filled(rect.center(), 9.0, color);
    let paper = style::color(input.theme.panel);
    let font = egui::FontId::proportional(12.0);
    ui.painter()
        .text(rect.center(), egui::Align2::CENTER_CENTER, name, font, paper);
}

/// What a runner has to say besides its figures.
fn state(ui: &mut Ui, input: &UiInput, runner: &Standing) {
    let warn = style::color(input.theme.warn);
    if let Some(stop) = &runner.stopped {
        let text = format!("Stopped at {:.2} s: {}", stop.time, stop.reason);
        ui.label(
            RichText::new(text)
                .size(12.0)
                .color(style::color(input.theme.error)),
        );
    } else if runner.behind > 0.05 {
        let text = format!(
            "{:.2} s behind: it takes longer than there is time.",
            runner.behind
        );
        ui.label(RichText::new(text).size(12.0).color(warn));
    }
}

fn buttons(
    ui: &mut Ui,
    input: &UiInput,
    k: usize,
    runner: &Standing,
    panels: &mut super::Panels,
    wants: &mut Wants,
) {
    let name = NAMES[(k + 1).min(MOST)];
    let mut exchange = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let swap = ui.small_button(format!("Swap with {name}"));
        if swap
            .on_hover_text("A takes over this state and this way of computing, and this one those of A.")
            .clicked()
        {
            exchange = Some(false);
        }
        let take = ui.small_button(format!("Take {name}"));
        if take
            .on_hover_text("Go on with this state and this way of computing; the race ends.")
            .clicked()
        {
            exchange = Some(true);
        }
        let open = panels.opened_runner == Some(k);
        let label = format!("Change {name}");
        if ui
            .selectable_label(open, label)
            .on_hover_text("Method, integrator, step and feedback of this one.")
            .clicked()
        {
            panels.opened_runner = (!open).then_some(k);
        }
        if ui
            .small_button("×")
            .on_hover_text(format!("Take {name} out of the race."))
            .clicked()
        {
            panels.opened_runner = None;
            wants.intend(Intent::Race(RaceOrder::Remove(k)));
        }
    });
    if let Some(ends) = exchange {
        wants.intend(Intent::Race(RaceOrder::Swap(k)));
        // The leader's way is part of the scene.
        let settings = runner.way.over(&input.editor.scene().settings);
        wants.intend(Intent::SetSettings { settings, done: true });
        if ends {
            wants.intend(Intent::Race(RaceOrder::End));
        }
    }
}

/// The settings a runner has of its own.
fn settings(ui: &mut Ui, input: &UiInput, k: usize, runner: &Standing, wants: &mut Wants) {
    let now = runner.way.over(&input.editor.scene().settings);
    let mut set = |settings: Settings, _: bool| {
        wants.intend(Intent::Race(RaceOrder::Change(k, Way::of(&settings))));
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
    solver_panel::stabilisation(ui, now, &mut set);
    if now.stabilisation == Stabilisation::Baumgarte {
        if let Some(wanted) = number_row(ui, &Number::new("ks (1/s²)", now.ks, Unit::One).range(0.0, 1e8)) {
            set(
                Settings {
                    ks: wanted.value,
                    ..now
                },
                wanted.done,
            );
        }
        if let Some(wanted) = number_row(ui, &Number::new("kd (1/s)", now.kd, Unit::One).range(0.0, 1e5)) {
            set(
                Settings {
                    kd: wanted.value,
                    ..now
                },
                wanted.done,
            );
        }
    }
}

/// How a race begins, grows and ends.
fn start(ui: &mut Ui, input: &UiInput, leader: &Way, wants: &mut Wants) {
    let racing = !input.race.is_empty();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        if racing {
            if input.race.len() < MOST {
                let add = ui.button("Add");
                if add
                    .on_hover_text("One more like A, from where A is. Change it then.")
                    .clicked()
                {
                    wants.intend(Intent::Race(RaceOrder::Add(*leader)));
                }
            }
            let merge = ui.button("Start again from A");
            if merge
                .on_hover_text("All go on from the state A is in, each in its own way.")
                .clicked()
            {
                wants.intend(Intent::Race(RaceOrder::Merge));
            }
            if ui
                .button("End the race")
                .on_hover_text("A goes on alone.")
                .clicked()
            {
                wants.intend(Intent::Race(RaceOrder::End));
            }
        } else {
            let copy = ui.button("Race a copy");
            if copy
                .on_hover_text("The same twice: until one is changed they coincide to the last bit.")
                .clicked()
            {
                wants.intend(Intent::Race(RaceOrder::Begin(vec![*leader])));
            }
        }
    });
    ui.label(RichText::new("Races to try").size(12.0).weak());
    for ready in READY {
        if ui.link(ready.name).on_hover_text(ready.help).clicked() {
            wants.intend(Intent::Race(RaceOrder::Begin(ready.ways(leader))));
        }
    }
}
