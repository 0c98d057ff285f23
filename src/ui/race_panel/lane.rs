//! A lane of the race: a coloured letter, the scheme, its results, and its problems.

use egui::{RichText, Ui, vec2};

use super::letter::badge;
use crate::sim::Drift;
use crate::solver::Report;
use crate::ui::{UiInput, format, style};
use crate::worker::Contender;
use crate::worker::race::lag_in_step;

/// The displayed results of a run in the race.
pub(super) struct Figures<'a> {
    drift: &'a Drift,
    energy_error: f64,
    solve_ns: u64,
    report: &'a Report,
    strays: bool,
}

impl<'a> Figures<'a> {
    pub(super) fn of_leader(input: &'a UiInput) -> Self {
        let snapshot = input.snapshot;
        Self {
            drift: &snapshot.drift,
            energy_error: snapshot.energy_error,
            solve_ns: snapshot.solve.total_ns(),
            report: &snapshot.report,
            strays: snapshot.breach.is_some(),
        }
    }
    pub(super) fn of(runner: &'a Contender) -> Self {
        let status = &*runner.status;
        Self {
            drift: &status.drift,
            energy_error: status.energy_error,
            solve_ns: status.solve_ns,
            report: &status.report,
            strays: status.breach.is_some(),
        }
    }

    /// Label, value and explanation of each result.
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
                match self.solve_ns {
                    0 => "—".to_owned(),
                    ns => format::duration(ns as f64),
                },
                "Evaluation, factorisation and solve, the mean of all solves of the last step.",
            ),
            (
                "Iterations",
                self.report.iterations.to_string(),
                "Of the last solve; 0 for a direct method.",
            ),
        ]
    }
}

/// Shows a lane: letter, scheme and results.
pub(super) fn lane(ui: &mut Ui, input: &UiInput, slot: usize, figures: &Figures, words: &str) {
    ui.horizontal(|ui| {
        badge(ui, input, slot);
        let help = "How it is computed, as far as that is not how A is; of A, as far as the first unlike copy is not like it.";
        ui.add(egui::Label::new(RichText::new(words).strong()).truncate())
            .on_hover_text(help);
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

/// Simulated time by which a runner lags behind the leader (s).
pub(super) fn lag(input: &UiInput, runner: &Contender) -> f64 {
    if input.snapshot.ahead > 0 {
        return 0.0;
    }
    input.snapshot.state.time - runner.status.state.time
}

/// Shows the problem of a runner, if it has one.
pub(super) fn trouble(ui: &mut Ui, input: &UiInput, runner: &Contender) {
    let lag = lag(input, runner);
    let (text, color, help) = if runner.lost {
        let text = "It has broken down. Remove it.".to_owned();
        (text, input.theme.error, "What computed it has ended by a fault.")
    } else if let Some(stop) = &runner.status.stopped {
        let text = format!("Stopped at {:.2} s: {}", stop.time, stop.reason);
        (
            text,
            input.theme.error,
            "Simulated time at which it stopped, and why.",
        )
    } else if lag > lag_in_step(input.snapshot.model.settings.speed) {
        let text = format!("{lag:.1} s behind: it takes longer than there is time.");
        (text, input.theme.warn, "Simulated time by which it is behind A.")
    } else {
        return;
    };
    ui.label(RichText::new(text).size(12.0).color(style::color(color)))
        .on_hover_text(help);
}
