//! The solver: method, integrator, step, feedback against drift with its stable range, and the last solve's report.

use egui::Ui;

use super::number::{Number, number_row, row};
use super::{UiInput, Wants, format};
use crate::editor::Intent;
use crate::parameter::Unit;
use crate::scene::{Integrator, Settings};
use crate::solver::{Effort, Method};
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
    if settings.method.iterates() {
        effort(ui, &settings, &mut set);
    }
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

/// How far the iterative method in use goes.
fn effort(ui: &mut Ui, settings: &Settings, set: &mut impl FnMut(Settings, bool)) {
    let usual = Effort::default();
    let effort = settings.effort;
    let mut change = |effort: Effort, done: bool| set(Settings { effort, ..*settings }, done);
    let count = |label, value: u32, usual: u32| {
        Number::new(label, f64::from(value), Unit::One)
            .range(1.0, 1e6)
            .reset(f64::from(usual))
    };
    // The field's range keeps it within what fits.
    let whole = |value: f64| value.round().clamp(1.0, 1e6) as u32;
    if settings.method == Method::GaussSeidel {
        if let Some(wanted) = number_row(ui, &count("Sweeps", effort.sweeps, usual.sweeps)) {
            let sweeps = whole(wanted.value);
            change(Effort { sweeps, ..effort }, wanted.done);
        }
        return;
    }
    let most = count("Iterations, at most", effort.cg_iterations, usual.cg_iterations);
    if let Some(wanted) = number_row(ui, &most) {
        let cg_iterations = whole(wanted.value);
        let effort = Effort {
            cg_iterations,
            ..effort
        };
        change(effort, wanted.done);
    }
    let digits = Number::new("Digits", -effort.cg_tolerance.log10(), Unit::One)
        .range(1.0, 15.0)
        .reset(-usual.cg_tolerance.log10());
    if let Some(wanted) = number_row(ui, &digits) {
        let effort = Effort {
            cg_tolerance: 10f64.powf(-wanted.value),
            ..effort
        };
        change(effort, wanted.done);
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
    if report.method.iterates() {
        lines.push((
            "Iterations",
            report.iterations.to_string(),
            "Taken in the island that took the most.",
        ));
    }
    if report.back_solves > 0 {
        lines.push((
            "Back-solves",
            report.back_solves.to_string(),
            "Solves for anticipated responses, when factoring.",
        ));
    }
    if report.anticipated > 0 {
        let projected = if report.fallback { ", projected" } else { "" };
        lines.push((
            "Bounded or forced",
            format!("{}, {} at a bound{projected}", report.anticipated, report.at_bound),
            "Constraints whose multipliers have bounds or push elsewhere. Projected: the pivots found no end.",
        ));
    }
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
