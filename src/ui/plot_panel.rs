//! The plots under the canvas: drift and time per solve, or a strip of sparklines.

use egui::{Color32, Margin, Sense, Stroke, Ui, WidgetInfo, WidgetType, vec2};
use egui_plot::{GridInput, GridMark, Line, Plot, PlotPoints, VLine};

use super::panels::Panels;
use super::plots::{LEAST_DRIFT, PlotHistory, Point};
use super::{UiInput, format, style};
use crate::solver::Method;

/// Height of the plots, and of the strip (points).
const HEIGHT: f32 = 148.0;
const STRIP: f32 = 26.0;
/// Seconds shown at most.
const WINDOW: f64 = 30.0;
/// Lines with more points than this are drawn with a part of them.
const DRAWN: usize = 600;

/// Index of a method's colour in the theme.
pub(super) fn series_of(method: Method) -> usize {
    match method {
        Method::Sparse => 0,
        Method::Dense => 1,
    }
}

/// A quantity that is plotted, on a logarithmic scale.
#[derive(Clone, Copy)]
struct Quantity {
    title: &'static str,
    help: &'static str,
    value: fn(&Point) -> f64,
    text: fn(f64) -> String,
    /// Decades that are shown at least.
    range: (f64, f64),
}

const QUANTITIES: [Quantity; 2] = [
    Quantity {
        title: "Drift",
        help: "Largest |C| over all constraints (m, rad)",
        value: |point| point.drift.max(LEAST_DRIFT),
        text: |value| format!("{value:.0e}"),
        range: (-16.0, -6.0),
    },
    Quantity {
        title: "Time per solve",
        help: "Evaluation, factorisation and solve",
        value: |point| point.solve_ns.max(1.0),
        text: format::duration,
        range: (3.0, 6.0),
    },
];

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels) {
    let folded = panels.kept.plots_folded || ctx.screen_rect().height() < 480.0;
    let height = if folded { STRIP } else { HEIGHT };
    egui::TopBottomPanel::bottom(if folded { "sparks" } else { "plots" })
        .exact_height(height)
        .frame(style::panel(input.theme, Margin::symmetric(8, 3)))
        .show(ctx, |ui| {
            ui.horizontal(|ui| {
                if fold_button(ui, folded) {
                    panels.kept.plots_folded = !folded;
                }
                let width = 0.5 * (ui.available_width() - 8.0);
                for quantity in &QUANTITIES {
                    ui.allocate_ui(vec2(width, height - 6.0), |ui| {
                        ui.set_width(width);
                        if folded {
                            spark(ui, quantity, input, &panels.plots);
                        } else {
                            plot(ui, quantity, input, &panels.plots);
                        }
                    });
                }
            });
        });
}

fn fold_button(ui: &mut Ui, folded: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::click());
    let label = if folded { "Unfold plots" } else { "Fold plots" };
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, !folded, label));
    let color = ui.style().interact(&response).fg_stroke.color;
    let points = if folded {
        [vec2(-4.0, 2.0), vec2(0.0, -3.0), vec2(4.0, 2.0)]
    } else {
        [vec2(-4.0, -2.0), vec2(4.0, -2.0), vec2(0.0, 3.0)]
    };
    let points = points.map(|d| rect.center() + d).to_vec();
    ui.painter()
        .add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
    response.on_hover_text(label).clicked()
}

/// The part of the history in the window, and where time is shown from.
fn shown(plots: &PlotHistory) -> (&[Point], f64) {
    let points = plots.points();
    let end = points.last().map_or(0.0, |point| point.time);
    let start = (end - WINDOW).max(0.0);
    (
        &points[points.partition_point(|point| point.time < start)..],
        start,
    )
}

fn method_color(input: &UiInput, method: Method) -> Color32 {
    style::color(input.theme.series[series_of(method)])
}

fn plot(ui: &mut Ui, quantity: &Quantity, input: &UiInput, plots: &PlotHistory) {
    let (_, start) = shown(plots);
    let points = plots.points();
    ui.vertical(|ui| {
        heading(ui, quantity, input, plots);
        let text = quantity.text;
        let value = quantity.value;
        let height = ui.available_height();
        Plot::new(quantity.title)
            .height(height)
            .show_axes([true, true])
            .allow_drag(false)
            .allow_zoom(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .allow_double_click_reset(false)
            .show_background(false)
            .set_margin_fraction(vec2(0.01, 0.08))
            .include_x(start)
            .include_x(start + 2.0)
            .include_y(quantity.range.0)
            .include_y(quantity.range.1)
            .y_grid_spacer(decades)
            .y_axis_formatter(move |mark, _| text(10f64.powf(mark.value)))
            .x_axis_formatter(|mark, _| format!("{} s", format::plain(mark.value)))
            .y_axis_min_width(48.0)
            .label_formatter(move |_, at| format!("t = {:.2} s\n{}", at.x, text(10f64.powf(at.y))))
            .show(ui, |plot| {
                for (time, method) in plots.switches() {
                    if time >= start {
                        let color = method_color(input, method);
                        plot.vline(
                            VLine::new(time)
                                .color(color)
                                .width(1.0)
                                .style(egui_plot::LineStyle::dashed_dense())
                                .name(format!("to {}", format::method(method))),
                        );
                    }
                }
                for (method, range) in plots.stretches() {
                    let stretch: Vec<&Point> =
                        points[range].iter().filter(|point| point.time >= start).collect();
                    let every = stretch.len().div_ceil(DRAWN).max(1);
                    // Of each group the largest is shown: peaks are what one looks for.
                    let line: Vec<[f64; 2]> = stretch
                        .chunks(every)
                        .map(|group| {
                            let peak = group.iter().map(|point| value(point)).fold(0.0, f64::max);
                            [group[0].time, peak.log10()]
                        })
                        .collect();
                    plot.line(
                        Line::new(PlotPoints::new(line))
                            .color(method_color(input, method))
                            .width(1.5)
                            .name(format::method(method)),
                    );
                }
            });
    });
}

fn heading(ui: &mut Ui, quantity: &Quantity, input: &UiInput, plots: &PlotHistory) {
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(quantity.title).size(12.0))
            .on_hover_text(quantity.help);
        if let Some(last) = plots.points().last() {
            let color = method_color(input, last.method);
            let text = (quantity.text)((quantity.value)(last));
            ui.label(egui::RichText::new(text).size(12.0).color(color));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for method in Method::ALL.into_iter().rev() {
                if plots.points().iter().any(|point| point.method == method) {
                    let text = egui::RichText::new(format!("— {}", format::method(method)));
                    ui.label(text.size(12.0).color(method_color(input, method)));
                }
            }
        });
    });
}

/// Marks at powers of ten, as many as there is room for.
fn decades(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let step = if high - low > 8.0 {
        4.0
    } else if high - low > 4.0 {
        2.0
    } else {
        1.0
    };
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last.min(first + 100))
        .map(|k| GridMark {
            value: k as f64 * step,
            step_size: step,
        })
        .collect()
}

/// One line of the strip: the curve small, the number beside it.
fn spark(ui: &mut Ui, quantity: &Quantity, input: &UiInput, plots: &PlotHistory) {
    ui.horizontal_centered(|ui| {
        ui.label(egui::RichText::new(quantity.title).size(12.0).weak());
        let (points, start) = shown(plots);
        let text = points.last().map(|last| (quantity.text)((quantity.value)(last)));
        let width = (ui.available_width() - 84.0).max(20.0);
        let (rect, _) = ui.allocate_exact_size(vec2(width, 16.0), Sense::hover());
        let span = points.last().map_or(1.0, |last| (last.time - start).max(2.0));
        let logs = points.iter().map(|point| (quantity.value)(point).log10());
        let low = logs.clone().fold(quantity.range.0, f64::min);
        let high = logs.fold(quantity.range.1, f64::max);
        let every = points.len().div_ceil(DRAWN / 2).max(1);
        let place = |point: &Point| {
            let x = ((point.time - start) / span) as f32;
            let y = (((quantity.value)(point).log10() - low) / (high - low)) as f32;
            rect.left_bottom() + vec2(x * rect.width(), -y * rect.height())
        };
        for pair in points
            .chunks(every)
            .map(|group| &group[0])
            .collect::<Vec<_>>()
            .windows(2)
        {
            let stroke = Stroke::new(1.2, method_color(input, pair[1].method));
            ui.painter()
                .line_segment([place(pair[0]), place(pair[1])], stroke);
        }
        ui.label(egui::RichText::new(text.unwrap_or_default()).size(12.0));
    });
}
