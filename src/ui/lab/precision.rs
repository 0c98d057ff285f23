//! Work-precision diagram: compares methods, integrators and stabilisations for the machine on the canvas.

use egui::{Label, ProgressBar, RichText, Slider, Ui};
use egui_plot::{Line, LineStyle, MarkerShape, Plot, PlotPoints, Points};

use super::state::PrecisionPanel;
use super::{log_axis, take_home};
use crate::lab::precision::{Precision, PrecisionSample, csv, front};
use crate::render::plot;
use crate::scene::{Integrator, Method, Stabilisation};
use crate::ui::pointed::Pointed;
use crate::ui::{Panels, UiInput, Wants, axis_help, choice, format, style};

/// Space for four lines below the diagram (points): with less, the window would grow from frame to frame.
const BELOW: f32 = 112.0;

/// Tooltips of the two error measures.
const DRIFT: &str = "Largest |C| in the run (m, rad).";
const ENERGY: &str = "Largest energy that no drive, damper or hand gave or took (J): what feedback and projection put in counts.";

/// Label of runs on the Pareto front.
const BEST: &str = "best for its time";

/// Errors below this are rounding, and are drawn here.
const FLOOR: f64 = 1e-16;

pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let panel = &mut panels.lab.precision;
    controls(ui, input, panel);
    let (samples, refused) = panel
        .precision
        .as_ref()
        .map(Precision::samples)
        .unwrap_or_default();
    if samples.is_empty() {
        let hint = "Press Measure: the machine is run from its start with every method, integrator and stabilisation, with steps of five \
                    lengths. Each line goes from long steps to short ones: what is lowest at the time you can spend is the one to choose.";
        ui.label(RichText::new(hint).weak());
        return;
    }
    filters(ui, panel);
    let shown: Vec<PrecisionSample> = samples.iter().filter(|it| panel.shows(it)).copied().collect();
    diagram(ui, input, &shown, panel.energy);
    ui.horizontal_wrapped(|ui| {
        let mut text = format!("{} of {} runs shown", shown.len(), samples.len());
        if refused > 0 {
            text += &format!("; {refused} more stopped, were refused or took over 3 s");
        }
        ui.label(RichText::new(text).size(12.0).weak())
            .on_hover_text("A run is one way to compute the machine, with steps of one length.");
        let help =
            "A row a run: its way, its step, computing time, drift and energy error, to the clipboard.";
        if ui.small_button("Copy CSV").on_hover_text(help).clicked() {
            ui.ctx().copy_text(csv(&samples));
        }
        let title = format::document_name(input.file, input.editor.scene());
        take_home::button(ui, wants, || taken_home(title, &shown, panel.energy).into());
    });
}

/// The error as drawn.
fn drawn(it: &PrecisionSample, energy: bool) -> f64 {
    error(it, energy).max(FLOOR)
}

/// The chosen error measure.
fn error(it: &PrecisionSample, energy: bool) -> f64 {
    if energy { it.energy_error } else { it.drift }
}

/// The diagram as exported.
fn taken_home(title: String, shown: &[PrecisionSample], energy: bool) -> plot::Plot {
    let one_method = is_of_one_method(shown);
    let line = |line: &[PrecisionSample]| {
        let points = line.iter().map(|it| [it.work, error(it, energy)]).collect();
        plot::Line {
            series: Some(series(&line[0], one_method)),
            ..take_home::line(line[0].way.label(), points)
        }
    };
    let best = front(shown, |it| drawn(it, energy));
    let best = plot::Line {
        points: best.iter().map(|it| [it.work, error(it, energy)]).collect(),
        dashed: true,
        ..take_home::line(BEST.to_owned(), Vec::new())
    };
    let error = if energy {
        "energy error (J)"
    } else {
        "drift (m, rad)"
    };
    plot::Plot {
        title,
        axes: ["computing time for a second (s)".to_owned(), error.to_owned()],
        scales: [plot::Scale::Decimal, plot::Scale::Sizes { least: FLOOR }],
        lines: shown
            .chunk_by(|one, next| one.way.is_like(&next.way))
            .map(line)
            .chain([best])
            .collect(),
        ..plot::Plot::default()
    }
}

fn controls(ui: &mut Ui, input: &UiInput, panel: &mut PrecisionPanel) {
    ui.horizontal_wrapped(|ui| {
        ui.add(
            Slider::new(&mut panel.duration, 0.1..=20.0)
                .logarithmic(true)
                .suffix(" s")
                .text("of each run"),
        )
        .on_hover_text("Simulated time of each run.");
        if panel.is_busy() {
            if ui.button("Cancel").clicked() {
                panel.precision = None;
            }
        } else if ui.button("Measure").clicked() {
            panel.precision = Some(Precision::start(input.editor.scene().clone(), panel.duration));
        }
        ui.selectable_value(&mut panel.energy, false, "Drift")
            .on_hover_text(DRIFT);
        ui.selectable_value(&mut panel.energy, true, "Energy error")
            .on_hover_text(ENERGY);
    });
    if let Some(precision) = panel.precision.as_ref().filter(|it| it.is_running()) {
        ui.add(ProgressBar::new(precision.progress() as f32).desired_height(6.0));
    }
}

/// Filters by method, integrator and stabilisation.
fn filters(ui: &mut Ui, panel: &mut PrecisionPanel) {
    ui.horizontal_wrapped(|ui| {
        choice(ui, "methods", &mut panel.only.0, &Method::ALL, Method::label);
        choice(
            ui,
            "integrators",
            &mut panel.only.1,
            &Integrator::ALL,
            Integrator::label,
        );
        choice(
            ui,
            "stabilisations",
            &mut panel.only.2,
            &Stabilisation::ALL,
            Stabilisation::label,
        );
    });
}

fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    what: &str,
    only: &mut Option<T>,
    all: &[T],
    label: impl Fn(T) -> &'static str,
) {
    let every = format!("all {what}");
    let text = only.map_or(every.clone(), |it| label(it).to_owned());
    let list = egui::ComboBox::from_id_salt(what).selected_text(text);
    let each = all.iter().map(|it| (Some(*it), label(*it), ""));
    let all = std::iter::once((None, every.as_str(), "")).chain(each);
    *only = choice::choice(ui, list, only, all).unwrap_or(*only);
}

fn is_of_one_method(shown: &[PrecisionSample]) -> bool {
    shown.iter().all(|it| it.way.method == shown[0].way.method)
}

/// Index of a line's colour among the series colours: by integrator where a single method is shown, else by method.
fn series(it: &PrecisionSample, one_method: bool) -> usize {
    if !one_method {
        return style::method_series(it.way.method);
    }
    let own = |other: &Integrator| *other == it.way.integrator;
    Integrator::ALL.iter().position(own).unwrap_or_default()
}

/// Shows the diagram. Colours distinguish integrators where a single method is shown, else methods; marks distinguish stabilisations.
fn diagram(ui: &mut Ui, input: &UiInput, shown: &[PrecisionSample], energy: bool) {
    let one_method = is_of_one_method(shown);
    let series_of = input.theme.series;
    let color = |it: &PrecisionSample| style::color(series_of[series(it, one_method) % series_of.len()]);
    ui.add_space(6.0);
    let height = (ui.available_height() - BELOW).max(120.0);
    let plot = Plot::new("precision")
        .height(height)
        .show_background(false)
        .allow_scroll(false);
    let seconds = |it: f64| format!("{}/s", format::duration(1e9 * it));
    let point = |it: &PrecisionSample| [it.work.log10(), drawn(it, energy).log10()];
    let best = front(shown, |it| drawn(it, energy));
    let pointed = Pointed::default();
    let plot = pointed.listen(plot, |_, at| {
        let [work, error] = [at.x, at.y].map(|it| 10f64.powf(it));
        let place = format!("{}, {}", seconds(work), format::scientific(error));
        let is_here = |it: &&PrecisionSample| point(it) == [at.x, at.y];
        let Some(it) = shown.iter().find(is_here) else {
            return place;
        };
        let best = if best.iter().any(|it| is_here(&it)) {
            format!("\n{BEST}")
        } else {
            String::new()
        };
        let steps = format::plain(1.0 / it.way.dt);
        format!("{}\n{steps} steps/s\n{place}{best}", it.way.label())
    });
    let plotted = log_axis::both(plot, seconds, format::scientific).show(ui, |plot| {
        for line in shown.chunk_by(|one, next| one.way.is_like(&next.way)) {
            let points: Vec<[f64; 2]> = line.iter().map(point).collect();
            let mark = match line[0].way.stabilisation {
                Stabilisation::None => MarkerShape::Circle,
                Stabilisation::Baumgarte => MarkerShape::Square,
                Stabilisation::Projection => MarkerShape::Diamond,
            };
            let (name, color) = (line[0].way.label(), color(&line[0]));
            plot.line(
                Line::new(PlotPoints::new(points.clone()))
                    .color(color)
                    .name(&name),
            );
            plot.points(
                Points::new(PlotPoints::new(points))
                    .color(color)
                    .radius(3.5)
                    .shape(mark)
                    .name(&name),
            );
        }
        let ink = style::color(input.theme.ink);
        let joined = Line::new(PlotPoints::new(best.iter().map(point).collect())).color(ink);
        plot.line(joined.style(LineStyle::dashed_loose()).width(1.0).name(BEST));
        for it in &best {
            let ring = Points::new(vec![point(it)])
                .shape(MarkerShape::Circle)
                .filled(false);
            plot.points(ring.radius(6.5).color(ink));
        }
    });
    let help = [
        "Computing time for each simulated second.",
        if energy { ENERGY } else { DRIFT },
    ];
    axis_help::add_tooltips(ui, &plotted.response, help);
    pointed.tell(ui, &plotted.response);
    key(ui, input, one_method);
}

/// Key to the marks and, for a single method, to the colours.
fn key(ui: &mut Ui, input: &UiInput, one_method: bool) {
    ui.horizontal_wrapped(|ui| {
        let words = RichText::new(format!("○ {BEST}")).size(12.0);
        ui.add(Label::new(words).extend()).on_hover_text(
            "No run that is shown is both faster and closer. Point at one for its way and its step.",
        );
        if one_method {
            for (index, integrator) in Integrator::ALL.into_iter().enumerate() {
                let color = style::color(input.theme.series[index % input.theme.series.len()]);
                let name = RichText::new(integrator.label()).size(12.0).color(color);
                ui.add(Label::new(name).extend()).on_hover_text(integrator.help());
            }
            // Keeps each mark on the same line as its word.
            for mark in ["● none", "■ feedback", "◆ projection"] {
                ui.add(Label::new(RichText::new(mark).size(12.0).weak()).extend());
            }
        }
    });
}
