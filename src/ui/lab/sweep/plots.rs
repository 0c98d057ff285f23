//! Runs of a sweep as a family of curves, as a result over the swept number, or as a map over two numbers.

use egui::{RichText, Ui, vec2};
use egui_plot::{Line, MarkerShape, Plot, PlotPoints, Points};

use super::colours::{height, ramp, strip};
use super::exported::exported;
use super::map::map;
use super::panel::{Done, Show, is_logarithmic, of, recorded, worded};
use crate::editor::Swept;
use crate::lab::sweep::{SweepRun, csv};
use crate::ui::lab::{log_axis, round_axes, take_home};
use crate::ui::pointed::{self, Pointed};
use crate::ui::{UiInput, Wants, axis_help, format, style};

/// Width of the left axis with its numbers (points).
const BESIDE: f32 = 52.0;
/// Tooltip of the vertical axis of curves.
const RECORDED: &str = "What is recorded at each step of each run.";

pub fn show(ui: &mut Ui, input: &UiInput, done: &Done, show: &mut Show, wants: &mut Wants) {
    let copied = done.sweep.with(|runs| {
        match done.swept.len() {
            1 if *show == Show::Curves => curves(ui, input, done, runs),
            1 => figure(ui, input, done, runs, *show),
            _ => map(ui, input, done, runs, *show),
        }
        below(ui, done, runs, (*show, wants))
    });
    if let Some(text) = copied {
        ui.ctx().copy_text(text);
    }
}

/// A short axis label.
fn brief(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        1e-2..1e5 => format::plain(value),
        _ => format::scientific(value),
    }
}

fn curves(ui: &mut Ui, input: &UiInput, done: &Done, runs: &[Option<SweepRun>]) {
    let swept = &done.swept[0];
    let last = (runs.len() - 1).max(1) as f64;
    let (width, height) = (ui.available_width() - BESIDE, height(ui));
    let pointed = Pointed::default();
    let plot = pointed.listen(Plot::new("sweep-curves"), |name, at| {
        pointed::named(name, &format!("{:.3} s: {}", at.x, format::plain(at.y)))
    });
    let plotted = round_axes::round(plot, vec2(width, height))
        .height(height)
        .show_background(false)
        .allow_scroll(false)
        .x_axis_formatter(|mark, _| format!("{} s", format::plain(mark.value)))
        .y_axis_formatter(|mark, _| brief(mark.value))
        .y_axis_min_width(BESIDE)
        .show(ui, |plot| {
            for (k, run) in runs.iter().enumerate() {
                let Some(run) = run else { continue };
                let finite = run.curve.iter().filter(|it| it[1].is_finite());
                let name = format!("{} = {}", swept.name, worded(swept, swept.values[k]));
                plot.line(
                    Line::new(PlotPoints::new(finite.copied().collect()))
                        .color(ramp(input.theme, k as f64 / last))
                        .width(1.2)
                        .name(name),
                );
            }
        });
    let help = ["Simulated time of each run.", RECORDED];
    axis_help::add_tooltips(ui, &plotted.response, help);
    pointed.tell(ui, &plotted.response);
    legend(ui, input, swept, done);
}

/// Colour scale of the runs, with the first and the last value.
fn legend(ui: &mut Ui, input: &UiInput, swept: &Swept, done: &Done) {
    let ends = [swept.values.first(), swept.values.last()];
    let [Some(first), Some(last)] = ends else { return };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(recorded(done)).size(12.0))
            .on_hover_text(RECORDED);
        let first = format!("{} {}", swept.name, worded(swept, *first));
        ui.label(RichText::new(first).size(12.0).weak())
            .on_hover_text("The number that is swept, with its value in the first run.");
        strip(ui, input.theme);
        ui.label(RichText::new(worded(swept, *last)).size(12.0).weak())
            .on_hover_text("Its value in the last run.");
    });
}

fn figure(ui: &mut Ui, input: &UiInput, done: &Done, runs: &[Option<SweepRun>], show: Show) {
    let swept = &done.swept[0];
    let per_si = format::shown_per_si(swept.target.unit());
    let values = swept.values.iter().zip(runs);
    let points: Vec<[f64; 2]> = values
        .filter_map(|(value, run)| Some([value * per_si, of(run.as_ref()?, show)]))
        .filter(|it| it[1].is_finite())
        .collect();
    let logarithmic = is_logarithmic(runs, show);
    let color = style::color(input.theme.select);
    let suffix = &format::suffix(swept.target.unit());
    let (width, height) = (ui.available_width() - BESIDE, height(ui));
    let along = move |x: f64| format!("{}{suffix}", format::plain(x));
    // A logarithmic axis is a plot of its own, with marks at powers of ten.
    let kind = ("sweep-figure", logarithmic);
    let plot = round_axes::round(Plot::new(kind), vec2(width, height))
        .height(height)
        .show_background(false)
        .allow_scroll(false)
        .x_axis_formatter(move |mark, _| along(mark.value))
        .y_axis_formatter(|mark, _| brief(mark.value))
        .y_axis_min_width(BESIDE);
    let (plot, points) = if logarithmic {
        let points = points.into_iter().map(|[x, y]| [x, y.log10()]).collect();
        (log_axis::up(plot, brief), points)
    } else {
        (plot, points)
    };
    let pointed = Pointed::default();
    let plot = pointed.listen(plot, |name, at| {
        let up = if logarithmic { 10f64.powf(at.y) } else { at.y };
        pointed::named(name, &format!("{}: {}", along(at.x), format::plain(up)))
    });
    let plotted = plot.show(ui, |plot| {
        plot.line(Line::new(PlotPoints::new(points.clone())).color(color));
        let dots = Points::new(PlotPoints::new(points)).color(color).radius(3.0);
        plot.points(dots.shape(MarkerShape::Circle).name(done.quantity.text()));
    });
    let help = [
        "The number that is swept: its value in each run.",
        "What the runs came to, one dot a run.",
    ];
    axis_help::add_tooltips(ui, &plotted.response, help);
    pointed.tell(ui, &plotted.response);
    let words = format!("{}, {}, over {}", recorded(done), show.label(), swept.name);
    ui.label(RichText::new(words).size(12.0).weak())
        .on_hover_text("What the dots are of: one a run.");
}

/// Number of stopped runs, and buttons that copy or export the results; returns the text to be copied.
fn below(
    ui: &mut Ui,
    done: &Done,
    runs: &[Option<SweepRun>],
    (show, wants): (Show, &mut Wants),
) -> Option<String> {
    let mut copied = None;
    ui.horizontal_wrapped(|ui| {
        let stopped: Vec<&str> = runs
            .iter()
            .flatten()
            .filter_map(|it| it.stopped.as_deref())
            .collect();
        if let Some(first) = stopped.first() {
            let words = format!("{} of {} runs stopped", stopped.len(), runs.len());
            ui.colored_label(ui.visuals().warn_fg_color, words)
                .on_hover_text(format!("They came to no value; the first says: {first}"));
        }
        if ui
            .small_button("Copy CSV")
            .on_hover_text("A row a run: its values, the largest and the last value.")
            .clicked()
        {
            let names: Vec<&str> = done.swept.iter().map(|it| it.name.as_str()).collect();
            copied = Some(csv(&names, |k| Swept::combination(&done.swept, k), runs));
        }
        take_home::button(ui, wants, || exported(done, runs, show));
    });
    copied
}
