//! The solver section: drift, time and method first; below, folded, the other settings and the report on the last step.

use egui::Ui;

use super::form::{number_row, row};
use super::number::Number;
use super::persistent_state::PersistentState;
use super::{UiInput, Wants, choice, format, section, solve_report};
use crate::editor::Intent;
use crate::parameter::Unit;
use crate::scene::{Integrator, IterationLimits, Method, Settings, Stabilisation, SubSteps};

/// Minimum number of steps per second, as scene validation demands.
const SLOWEST: f64 = 10.0;

/// Shows the section.
pub(super) fn show(ui: &mut Ui, input: &UiInput, kept: &mut PersistentState, wants: &mut Wants) {
    let settings = input.editor.scene().settings;
    now(ui, input);
    let mut set = |settings: Settings, done: bool| wants.intend(Intent::SetSettings { settings, done });
    method(ui, settings, &mut set);
    section::nested(ui, "Integrator and step", &mut kept.advanced, |ui| {
        advanced(ui, input, settings, wants);
    });
    section::nested(ui, "Last step and solve", &mut kept.details, |ui| {
        solve_report::show(ui, input.snapshot, &settings);
    });
}

/// The advanced settings, which a beginner can leave alone.
fn advanced(ui: &mut Ui, input: &UiInput, settings: Settings, wants: &mut Wants) {
    let mut set = |settings: Settings, done: bool| wants.intend(Intent::SetSettings { settings, done });
    integrator(ui, settings, &mut set);
    steps(ui, settings, &mut set);
    stabilisation(ui, settings, &mut set);
    if settings.integrator == Integrator::Rattle {
        ui.weak("RATTLE keeps the constraints itself.");
    } else if settings.stabilisation == Stabilisation::Baumgarte {
        super::feedback::show(ui, input, &settings, wants);
    }
}

/// The most important values: drift, and duration of a solve.
fn now(ui: &mut Ui, input: &UiInput) {
    let snapshot = input.snapshot;
    let (drift, unit) = snapshot.drift.largest();
    let figures = [
        (
            "Drift now",
            format::metric(drift, unit),
            "How far the worst joint is open: the largest |C| over all constraints.",
        ),
        (
            "Solve time",
            format::measured(snapshot.solve.total_ns()),
            "Evaluation, factorisation and solve, the mean of all solves of the last step; in a race of the last one during which no copy computed.",
        ),
    ];
    for (label, text, help) in figures {
        row(ui, label, |ui| {
            ui.label(egui::RichText::new(text).size(12.0)).on_hover_text(help)
        });
    }
}

/// The solver's method and its effort.
pub(super) fn method(ui: &mut Ui, settings: Settings, set: &mut impl FnMut(Settings, bool)) {
    ui.label(egui::RichText::new("Method").size(12.0).weak());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(2.0, 2.0);
        for method in Method::ALL {
            let chosen = settings.method == method;
            let response = ui
                .selectable_label(chosen, method.label())
                .on_hover_text(method.help());
            if response.clicked() && !chosen {
                set(Settings { method, ..settings }, true);
            }
        }
    });
    ui.add_space(4.0);
    if settings.method.iterates() {
        effort(ui, &settings, set);
    }
}

/// The integrator, and its tolerance where it has one.
pub(super) fn integrator(ui: &mut Ui, settings: Settings, set: &mut impl FnMut(Settings, bool)) {
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
            .reset(Settings::default().tolerance)
            .help("Error that a sub-step may have, relative to the size and pace of the machine.");
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
}

/// The step length, entered as steps per second.
pub(super) fn rate(ui: &mut Ui, settings: Settings, set: &mut impl FnMut(Settings, bool)) {
    let rate = Number::new("Steps per second", 1.0 / settings.dt, Unit::One)
        .range(SLOWEST, 1e5)
        .reset(240.0)
        .help("Steps in which a simulated second is computed.");
    if let Some(wanted) = number_row(ui, &rate) {
        let dt = 1.0 / wanted.value.max(SLOWEST);
        set(Settings { dt, ..settings }, wanted.done);
    }
}

/// Step length, sub-steps, and speed of simulated time.
fn steps(ui: &mut Ui, settings: Settings, set: &mut impl FnMut(Settings, bool)) {
    rate(ui, settings, set);
    sub_steps(ui, settings, set);
    let speed = Number::new("Speed", settings.speed, Unit::One)
        .range(1e-3, 100.0)
        .reset(1.0)
        .help("Simulated seconds that a second on the clock is to take along.");
    if let Some(wanted) = number_row(ui, &speed) {
        let speed = wanted.value;
        set(Settings { speed, ..settings }, wanted.done);
    }
}

/// Whether and how steps are divided.
pub(super) fn sub_steps(ui: &mut Ui, settings: Settings, set: &mut impl FnMut(Settings, bool)) {
    row(ui, "Sub-steps", |ui| {
        let chosen = settings.sub_steps;
        let all = SubSteps::ALL.map(|it| (it, it.label(), it.help()));
        // The adaptive integrator chooses its own sub-steps while it has a tolerance.
        let chosen_here = !settings.integrator.is_adaptive() || settings.tolerance == 0.0;
        let shown = ui.add_enabled_ui(chosen_here, |ui| choice(ui, "sub-steps", chosen, &all));
        if let Some(sub_steps) = shown.inner {
            set(
                Settings {
                    sub_steps,
                    ..settings
                },
                true,
            );
        }
        shown.response.on_disabled_hover_text(
            "The adaptive integrator chooses its sub-steps by their error; with a tolerance of 0 they are chosen here.",
        );
    });
}

/// The stabilisation against drift.
pub(super) fn stabilisation(ui: &mut Ui, settings: Settings, set: &mut impl FnMut(Settings, bool)) {
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
}

/// Effort of the iterative method in use: sweeps or iterations.
fn effort(ui: &mut Ui, settings: &Settings, set: &mut impl FnMut(Settings, bool)) {
    let usual = IterationLimits::default();
    let effort = settings.effort;
    let mut change = |effort: IterationLimits, done: bool| set(Settings { effort, ..*settings }, done);
    let count = |label, value: u32, usual: u32, help| {
        Number::new(label, f64::from(value), Unit::One)
            .range(1.0, 1e6)
            .reset(f64::from(usual))
            .help(help)
    };
    // The field's range keeps the value within u32.
    let whole = |value: f64| value.round().clamp(1.0, 1e6) as u32;
    if settings.method == Method::GaussSeidel {
        let help = "Times that each solve goes through all constraints, one after the other.";
        if let Some(wanted) = number_row(ui, &count("Sweeps", effort.sweeps, usual.sweeps, help)) {
            let sweeps = whole(wanted.value);
            change(IterationLimits { sweeps, ..effort }, wanted.done);
        }
        return;
    }
    let most = count(
        "Iterations, at most",
        effort.cg_iterations,
        usual.cg_iterations,
        "Iterations after which a solve stops, however far from the answer it is.",
    );
    if let Some(wanted) = number_row(ui, &most) {
        let cg_iterations = whole(wanted.value);
        let effort = IterationLimits {
            cg_iterations,
            ..effort
        };
        change(effort, wanted.done);
    }
    let digits = Number::new("Digits", -effort.cg_tolerance.log10(), Unit::One)
        .range(1.0, 15.0)
        .reset(-usual.cg_tolerance.log10())
        .help("Decimal digits of the answer at which a solve stops.");
    if let Some(wanted) = number_row(ui, &digits) {
        let effort = IterationLimits {
            cg_tolerance: 10f64.powf(-wanted.value),
            ..effort
        };
        change(effort, wanted.done);
    }
}

/// A combo box; returns the newly chosen value.
fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    salt: &str,
    chosen: T,
    all: &[(T, &'static str, &'static str)],
) -> Option<T> {
    let label = all.iter().find(|it| it.0 == chosen).map_or("", |it| it.1);
    let list = egui::ComboBox::from_id_salt(salt)
        .selected_text(label)
        .width(ui.available_width() - 8.0)
        .truncate();
    choice::choice(ui, list, &chosen, all.iter().copied()).filter(|it| *it != chosen)
}
