//! The solver: method, integrator, step, feedback against drift with its stable range, and the last solve's report.

use egui::Ui;

use super::number::{Number, number_row, row};
use super::{UiInput, Wants, format};
use crate::editor::Intent;
use crate::parameter::Unit;
use crate::scene::{Integrator, Settings};
use crate::solver::Method;
use crate::worker::Snapshot;

/// The section's contents.
pub(super) fn show(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let settings = input.editor.scene().settings;
    let mut set = |settings: Settings, done: bool| wants.intend(Intent::SetSettings { settings, done });
    row(ui, "Method", |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
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
    super::feedback::show(ui, input, &settings, wants);
    report(ui, input.snapshot);
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
