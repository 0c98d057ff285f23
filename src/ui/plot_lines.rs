//! Data drawn by the plots below the canvas: the line of the run, the lines of a race, and differences from A.

use egui::Color32;

use super::changes::Change;
use super::panels::Panels;
use super::plots::{Figures, PlotHistory, Point};
use super::plotted::Quantity;
use super::{UiInput, format, race_panel, style};
use crate::render::plot::{self, Scale};
use crate::worker::Contender;

/// Length of the shown time window (s).
const WINDOW: f64 = 30.0;
/// Maximum number of points by which a copy in a race lags behind.
const LATE: usize = 64;

/// The plotted histories: of the run, and of the copies that race with it, each with its slot.
pub(super) struct Histories<'a> {
    pub run: &'a PlotHistory,
    pub race: Vec<(&'a PlotHistory, usize)>,
    /// Whether the copies are shown by their differences from the run.
    pub differences: bool,
    pub marks: &'a [Change],
}

impl<'a> Histories<'a> {
    pub fn of(input: &UiInput, panels: &'a Panels) -> Self {
        let history = |id| panels.race_plots.iter().find(|it| it.0 == id);
        let lane = |runner: &Contender| Some((&history(runner.id)?.1, runner.slot));
        Histories {
            run: &panels.plots,
            race: input.race.iter().filter_map(lane).collect(),
            differences: panels.kept.differences && !input.race.is_empty(),
            marks: panels.changes.all(),
        }
    }

    /// The points of the run within the time window, and the start of the window (s).
    pub fn shown(&self) -> (&'a [Point], f64) {
        let points = self.run.points();
        let end = points.last().map_or(0.0, |point| point.time);
        let start = (end - WINDOW).max(0.0);
        let first = points.partition_point(|point| point.time < start);
        (&points[first..], start)
    }

    /// The latest time (s) at which the run and all copies have a point, so that equal copies show equal values.
    pub fn latest_of_all(&self) -> Option<f64> {
        let times = self.run.points().iter().rev().take(LATE).map(|point| point.time);
        let known = |time: &f64| self.race.iter().all(|(plots, _)| plots.at(*time).is_some());
        times.into_iter().find(known)
    }

    /// Signed value at a point of a history: its own, or the difference between its sample and that of the run at the same time.
    /// `None` where it was not measured.
    pub fn figure(&self, quantity: &Quantity, point: &Point) -> Option<f64> {
        let known = |figures: &Figures| {
            let figure = (quantity.figure)(figures);
            (figure != 0.0 || !quantity.takes_time).then_some(figure)
        };
        match self.differences {
            true => Some(known(&point.sampled)? - known(&self.run.at(point.time)?.sampled)?),
            false => known(&point.largest),
        }
    }

    /// A change in words; in a race with the letter of the copy that was changed.
    pub fn words(&self, mark: &Change) -> String {
        match self.race.is_empty() {
            true => mark.text.clone(),
            false => format!("{}: {}", race_panel::name(mark.slot), mark.text),
        }
    }

    /// The changes within `within` seconds of a time, in words.
    pub fn changes_near(&self, time: f64, within: f64) -> Vec<String> {
        let near = self.marks.iter().filter(|it| (it.time - time).abs() <= within);
        near.map(|it| self.words(it)).collect()
    }

    /// Name and unit of the plotted values: maxima since the point before, but differences and durations at the points themselves.
    fn named(&self, quantity: &Quantity) -> String {
        match self.differences || quantity.takes_time {
            true => quantity.named(),
            false => format!("{}, largest since the time before", quantity.named()),
        }
    }

    /// The whole kept history of the plot, with signs and zeros, which the logarithmic scale cannot show.
    pub fn exported(&self, quantity: &Quantity, input: &UiInput) -> plot::Plot {
        let race = self.race.iter().map(|(plots, slot)| (*plots, *slot));
        let leader = (!self.differences).then_some((self.run, 0));
        let line = |(plots, slot): (&PlotHistory, usize)| {
            let points = plots.points().iter();
            plot::Line {
                name: match self.race.is_empty() {
                    true => quantity.title.to_owned(),
                    false if self.differences => format!("{} − A", race_panel::name(slot)),
                    false => race_panel::name(slot).to_owned(),
                },
                points: points
                    .filter_map(|point| Some([point.time, self.figure(quantity, point)?]))
                    .collect(),
                ..plot::Line::default()
            }
        };
        let rule = |mark: &Change| plot::Rule {
            at: mark.time,
            name: self.words(mark),
        };
        plot::Plot {
            title: format::document_name(input.file, input.editor.scene()),
            axes: ["time (s)".to_owned(), self.named(quantity)],
            scales: [
                Scale::Linear,
                Scale::Sizes {
                    least: quantity.least,
                },
            ],
            lines: leader.into_iter().chain(race).map(line).collect(),
            rules: self.marks.iter().map(rule).collect(),
            ..plot::Plot::default()
        }
    }

    /// The line of each copy in a race, with its colour and name.
    pub fn race_lines(&self, input: &UiInput) -> Vec<(&'a PlotHistory, Color32, &'static str)> {
        if self.race.is_empty() {
            return Vec::new();
        }
        let line = |(plots, slot): (&'a PlotHistory, usize)| {
            let color = style::color(race_panel::color(input.theme, slot));
            (plots, color, race_panel::name(slot))
        };
        let leader = (!self.differences).then_some((self.run, 0));
        leader
            .into_iter()
            .chain(self.race.iter().copied())
            .map(line)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Worst;
    use crate::worker::Sample;

    fn history(times: &[f64]) -> PlotHistory {
        let mut history = PlotHistory::new();
        for &time in times {
            history.push(&Sample {
                time,
                drift_m: time,
                drift_rad: 0.0,
                drift_rms: 0.0,
                solve_ns: 1,
                step_ns: 1,
                energy: 0.0,
                energy_error: 0.0,
                residual: 0.0,
                iterations: 0,
                method: crate::scene::Method::Sparse,
                worst: Worst::default(),
                breach: None,
            });
        }
        history
    }

    /// The values of copies are compared at the latest time common to all; without one, at none.
    #[test]
    fn a_race_is_told_at_one_time() {
        let run = history(&[1.0, 2.0, 3.0, 4.0]);
        for (times, latest) in [
            ([&[1.0, 2.0, 3.0][..], &[2.0, 4.0]], Some(2.0)),
            ([&[1.0, 3.0], &[2.0, 4.0]], None),
        ] {
            let others = times.map(history);
            let histories = Histories {
                run: &run,
                race: others.iter().zip(1..).collect(),
                differences: false,
                marks: &[],
            };
            assert_eq!(histories.latest_of_all(), latest);
        }
    }
}
