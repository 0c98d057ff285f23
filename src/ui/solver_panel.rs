//! The solver: method, integrator, step, feedback against drift with its stable range, and the last solve's report.

use egui::Ui;

use super::number::{Number, number_row, row};
use super::{UiInput, Wants, format};
use crate::editor::Intent;
use crate::parameter::Unit;
use crate::scene::{Integrator, Settings, Stabilisation, SubSteps};
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
        let chosen = settings.integrator;
        let all = Integrator::ALL.map(|it| (it, it.label(), it.help()));
        if let Some(integrator) = choice(ui, "integrator", chosen, &all) {
            set(
                Settings {
                    integrator,
                    ..settings
                },
                true,
            );
        }
    });
    if settings.integrator.is_adaptive() {
        let tolerance = Number::new("Tolerance", settings.tolerance, Unit::One)
            .range(0.0, 1e-2)
            .reset(Settings::default().tolerance);
        if let Some(wanted) = number_row(ui, &tolerance) {
            let tolerance = wanted.value;
            set(
                Settings {
                    tolerance,
                    ..settings
                },
                wanted.done,
            );
        }
    }
    let rate = Number::new("Steps per second", 1.0 / settings.dt, Unit::One)
        .range(1.0, 1e5)
        .reset(240.0);
    if let Some(wanted) = number_row(ui, &rate) {
        let dt = 1.0 / wanted.value.max(1.0);
        set(Settings { dt, ..settings }, wanted.done);
    }
    row(ui, "Sub-steps", |ui| {
        let chosen = settings.sub_steps;
        let all = SubSteps::ALL.map(|it| (it, it.label(), it.help()));
        if let Some(sub_steps) = choice(ui, "sub-steps", chosen, &all) {
            set(
                Settings {
                    sub_steps,
                    ..settings
                },
                true,
            );
        }
    });
    let speed = Number::new("Speed", settings.speed, Unit::One)
        .range(1e-3, 100.0)
        .reset(1.0);
    if let Some(wanted) = number_row(ui, &speed) {
        let speed = wanted.value;
        set(Settings { speed, ..settings }, wanted.done);
    }
    ui.add_space(4.0);
    row(ui, "Drift", |ui| {
        let chosen = settings.stabilisation;
        let all = Stabilisation::ALL.map(|it| (it, it.label(), it.help()));
        if let Some(stabilisation) = choice(ui, "stabilisation", chosen, &all) {
            set(
                Settings {
                    stabilisation,
                    ..settings
                },
                true,
            );
        }
    });
    if settings.integrator == Integrator::Rattle {
        ui.weak("RATTLE keeps the constraints itself.");
    } else if settings.stabilisation == Stabilisation::Baumgarte {
        super::feedback::show(ui, input, &settings, wants);
    }
    stepping(ui, input.snapshot, &settings);
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

/// A choice among words; what was chosen anew.
fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    salt: &str,
    chosen: T,
    all: &[(T, &'static str, &'static str)],
) -> Option<T> {
    let label = all.iter().find(|it| it.0 == chosen).map_or("", |it| it.1);
    let mut wanted = None;
    egui::ComboBox::from_id_salt(salt)
        .selected_text(label)
        .width(ui.available_width() - 8.0)
        .show_ui(ui, |ui| {
            for &(value, label, help) in all {
                let response = ui.selectable_label(value == chosen, label).on_hover_text(help);
                if response.clicked() && value != chosen {
                    wanted = Some(value);
                }
            }
        });
    wanted
}

/// How the last step was divided, and how often steps were.
fn stepping(ui: &mut Ui, snapshot: &Snapshot, settings: &Settings) {
    let control = &snapshot.state.control;
    ui.add_space(4.0);
    ui.label(egui::RichText::new("Last step").size(12.0).weak());
    let shortest = if control.sub_steps > 0 {
        control.shortest
    } else {
        settings.dt
    };
    let mut lines: Vec<(&str, String, &str)> = vec![(
        "Sub-steps",
        format!(
            "{}, down to {}",
            control.sub_steps.max(1),
            format::duration(shortest * 1e9)
        ),
        "Parts the last step was integrated in, and the shortest of them.",
    )];
    if control.refused > 0 {
        lines.push((
            "Refused",
            control.refused.to_string(),
            "Sub-steps tried again shorter since the start. With RATTLE each forfeits the symplectic bound.",
        ));
    }
    if snapshot.state.softened > 0 {
        lines.push((
            "Soft",
            snapshot.state.softened.to_string(),
            "Sub-steps taken softly since the start, because constraints contradict each other or all but do.",
        ));
    }
    for (label, text, help) in lines {
        row(ui, label, |ui| {
            ui.label(egui::RichText::new(text).size(12.0)).on_hover_text(help)
        });
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
