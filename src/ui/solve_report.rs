//! Report on the last step and its last solve, line by line.

use egui::Ui;

use super::form::row;
use super::format;
use crate::scene::Settings;
use crate::sim::ContactMethod;
use crate::worker::Snapshot;

/// Label, value, and explanation.
type Line = (&'static str, String, &'static str);

/// Shows the report.
pub(super) fn show(ui: &mut Ui, snapshot: &Snapshot, settings: &Settings) {
    stepping(ui, snapshot, settings);
    if settings.contact.is_some() {
        contacts(ui, snapshot);
    }
    ledger(ui, snapshot);
    report(ui, snapshot);
}

/// Statistics of the contacts in the last step.
fn contacts(ui: &mut Ui, snapshot: &Snapshot) {
    let it = &snapshot.state.contact;
    let lines: Vec<Line> = vec![
        (
            "Solved by",
            match it.way {
                ContactMethod::None => "nothing: no contact is near".to_owned(),
                way if it.iterations == 1 => format!("{}, 1 round", way.id()),
                way => format!("{}, {} rounds", way.id(), it.iterations),
            },
            "Principal pivoting is exact and meant for up to some hundred rows; active set and interior point are exact too, each round one \
             sparse factorisation; sweeps of projected Gauss-Seidel are what games do.",
        ),
        (
            "Points",
            format!("{}, {} active rows", it.points, it.held),
            "Points near enough to have rows, and the rows that push inside their bounds.",
        ),
        (
            "Residual",
            format!(
                "{}, up to {}",
                format::scientific(it.residual),
                format::scientific(it.residual_max)
            ),
            "How far contacts are from their law: no pull, no overlap, friction against the motion. In the last step, and at most since the start.",
        ),
        (
            "Overlap",
            format!(
                "{}, up to {}",
                format::metric(it.penetration, "m"),
                format::metric(it.penetration_max, "m")
            ),
            "How deep parts are in each other after the last step, and at most since the start.",
        ),
    ];
    list(ui, "Contact", lines);
}

/// Division of the last step into sub-steps, and how many steps were divided.
fn stepping(ui: &mut Ui, snapshot: &Snapshot, settings: &Settings) {
    let control = &snapshot.state.control;
    let shortest = if control.sub_steps > 0 {
        control.shortest
    } else {
        settings.dt
    };
    let mut lines: Vec<Line> = vec![(
        "Sub-steps",
        format!(
            "{}, down to {}",
            control.sub_steps.max(1),
            format::duration(shortest * 1e9)
        ),
        "Parts the last step was integrated in, and the shortest of them.",
    )];
    if control.unsolved_contacts > 0 {
        lines.push((
            "Not exact",
            control.unsolved_contacts.to_string(),
            "Times since the start that no exact way solved contacts to a residual of 1e-10, or found which limits hold.",
        ));
    }
    if snapshot.state.contact.jams > 0 {
        lines.push((
            "Jammed",
            snapshot.state.contact.jams.to_string(),
            "Times since the start that no force kept parts out of each other, and an impulse did (Painlevé).",
        ));
    }
    let figures = &snapshot.state.contact;
    if figures.by_poisson + figures.scaled > 0 {
        lines.push((
            "Restitution",
            format!("{} by Poisson, {} scaled", figures.by_poisson, figures.scaled),
            "Impacts since the start in which Newton's rule would have created energy: answered by Poisson's, or, where that would have as well, with all restitutions scaled down.",
        ));
    }
    if control.refused > 0 {
        lines.push((
            "Refused",
            control.refused.to_string(),
            "Sub-steps tried again shorter since the start. With RATTLE each forfeits the symplectic bound.",
        ));
    }
    if control.over_tolerance > 0 {
        lines.push((
            "Over tolerance",
            control.over_tolerance.to_string(),
            "Sub-steps since the start that stand though their error is over the tolerance: a sixteenth of a step is the shortest \
             tried, for close to a singular pose shorter ones only do worse. A shorter step meets it.",
        ));
    }
    if snapshot.state.soft_sub_steps > 0 {
        lines.push((
            "Soft",
            snapshot.state.soft_sub_steps.to_string(),
            "Sub-steps taken softly since the start, because constraints contradict each other or all but do.",
        ));
    }
    list(ui, "Last step", lines);
}

/// Energy ledger: work by source since the start, and the unexplained rest.
fn ledger(ui: &mut Ui, snapshot: &Snapshot) {
    ui.add_space(4.0);
    ui.label(egui::RichText::new("Energy").size(12.0).weak());
    let work = &snapshot.state.work;
    let entries = [
        (
            "By motors",
            work.drives,
            "Work of motors and of forces that drive.",
        ),
        ("By dampers", work.dissipation, "Work of drag and of dampers."),
        (
            "By the hand",
            work.hand,
            "Work of dragging, and of poses and edits in mid-run.",
        ),
        (
            "By feedback",
            work.feedback,
            "Work of the feedback against drift.",
        ),
        (
            "By projection",
            work.projection,
            "What putting the machine back on its constraints took or gave.",
        ),
        (
            "By soft steps",
            work.soft,
            "What soft steps took: rows that give, and drawing the pose together.",
        ),
    ];
    let joule = |value: f64| format!("{} J", format::plain(value));
    let error = (
        "Error",
        snapshot.energy_error,
        "Energy less that at the start less all the work booked: what integration got wrong.",
    );
    let done = entries.into_iter().filter(|(_, value, _)| *value != 0.0);
    for (label, value, help) in std::iter::once(error).chain(done) {
        row(ui, label, |ui| {
            ui.label(egui::RichText::new(joule(value)).size(12.0))
                .on_hover_text(help)
        });
    }
}

/// Times and accuracy of the last solve.
fn report(ui: &mut Ui, snapshot: &Snapshot) {
    let report = &snapshot.report;
    // Each phase alone may be too short for the clock, but not all of them together.
    let time = |ns: u64| match snapshot.solve.total_ns() {
        0 => format::measured(0),
        _ => format::duration(ns as f64),
    };
    let mut lines: Vec<Line> = vec![
        (
            "Assemble",
            time(snapshot.solve.assemble_ns),
            "Forces, C and its Jacobian.",
        ),
        (
            "Factor",
            time(snapshot.solve.factor_ns),
            "Factorisation, symbolic work included; loops take the right-hand side along.",
        ),
        (
            "Solve",
            time(snapshot.solve.solve_ns),
            "What is left of forward and back substitution, the proof, refinement.",
        ),
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
            "How well the answer meets the equations, in proportion to their terms and to the loads.",
        ),
        (
            "Repaired pivots",
            report.repaired_pivots.to_string(),
            "Pivots too small to divide by: what is redundant.",
        ),
    ];
    add_what_is_particular(snapshot, &mut lines);
    list(ui, "Last solve", lines);
}

/// Lines that apply to some methods or machines only.
fn add_what_is_particular(snapshot: &Snapshot, lines: &mut Vec<Line>) {
    let report = &snapshot.report;
    // The dense method finds the rank while factorising; for other methods it was counted when the machine last changed.
    let counted = || snapshot.freedom.as_deref()?.deficit();
    if let Some(deficit) = report.rank_deficit.or_else(counted) {
        lines.push((
            "Rank deficit",
            deficit.to_string(),
            "Rows that say nothing new at this pose.",
        ));
    }
    if report.method.is_exact() {
        lines.push((
            "Refinements",
            report.refinements.to_string(),
            "Sweeps that took away what compliance and rounding had done to the answer.",
        ));
    }
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
}

fn list(ui: &mut Ui, title: &str, lines: Vec<Line>) {
    let small = |text: String| egui::RichText::new(text).size(12.0);
    ui.add_space(4.0);
    ui.label(small(title.to_owned()).weak());
    for (label, text, help) in lines {
        row(ui, label, |ui| ui.label(small(text)).on_hover_text(help));
    }
}
