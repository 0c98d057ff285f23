//! The plots under the canvas: drift and time per solve, or what else is chosen; folded, a strip of sparklines.

use egui::{Color32, Margin, Sense, Stroke, Ui, WidgetInfo, WidgetType, vec2};
use egui_plot::{HLine, Line, Plot, PlotPoints, VLine};

use super::panels::Panels;
use super::plot_lines::Histories;
use super::plot_scale::{curve, decades, marks, times};
use super::plots::{PlotHistory, Point};
use super::plotted::{Plotted, Quantity};
use super::race_panel;
use super::{UiInput, UiOutput, Wants, format, style};
use crate::render::plot;
use crate::scene::Method;

/// Height of the plots, and of the strip (points).
const HEIGHT: f32 = 148.0;
const STRIP: f32 = 26.0;
/// Most points of a sparkline.
const SPARKS: usize = 300;
/// Seconds shown at most.
const WINDOW: f64 = 30.0;

/// Plots beside each other; the last is shown in a race only.
const PLOTS: usize = 3;
/// Beside the run alone.
const ALONE: usize = 2;

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
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
                let histories = Histories::of(input, panels);
                let count = if histories.race.is_empty() { ALONE } else { PLOTS };
                let mut asked = None;
                let width = (ui.available_width() - 8.0 * (count - 1) as f32) / count as f32;
                for (index, plotted) in panels.kept.plotted[..count].iter().enumerate() {
                    ui.allocate_ui(vec2(width, height - 6.0), |ui| {
                        ui.set_width(width);
                        let quantity = plotted.quantity();
                        if folded {
                            spark(ui, &quantity, input, &histories);
                        } else {
                            let own = ui.push_id(index, |ui| plot(ui, index, &quantity, input, &histories));
                            asked = own.inner.map(|it| (index, it)).or(asked.take());
                        }
                    });
                }
                match asked {
                    Some((_, Asked::Differences)) => panels.kept.differences ^= true,
                    Some((index, Asked::Other(plotted))) => panels.kept.plotted[index] = plotted,
                    Some((_, Asked::Export(plot))) => wants.0.push(UiOutput::ExportPlot(plot)),
                    None => {}
                }
            });
        });
}

/// What is asked of a plot.
enum Asked {
    /// To show how far the others are from A, or no longer.
    Differences,
    /// To show another quantity.
    Other(Plotted),
    /// To be taken home.
    Export(Box<plot::Plot>),
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
    style::method_color(input.theme, method)
}

/// A plot, and what is asked of it.
fn plot(
    ui: &mut Ui,
    index: usize,
    quantity: &Quantity,
    input: &UiInput,
    histories: &Histories<'_>,
) -> Option<Asked> {
    let plots = histories.run;
    let (points, start) = shown(plots);
    let end = points.last().map_or(0.0, |last| last.time).max(start + 2.0);
    let value = |point: &Point| histories.figure(quantity, point);
    let others = histories.race.iter().flat_map(|it| it.0.points());
    let others = others.filter(|point| point.time >= start);
    let own = points.iter().filter(|_| !histories.differences);
    let decades = decades(own.chain(others).filter_map(value), quantity.range);
    let mut asked = None;
    let lines = histories.race_lines(input);
    ui.vertical(|ui| {
        asked = heading(ui, index, quantity, input, histories);
        ui.visuals_mut().override_text_color = Some(style::color(input.theme.quiet_ink));
        let axis = quantity.axis;
        let text = quantity.text;
        let grid = decades.clone();
        Plot::new("plot")
            .height(HEIGHT - 30.0)
            .show_axes([true, true])
            .show_grid([false, false])
            .allow_drag(false)
            .allow_zoom(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .allow_double_click_reset(false)
            .show_background(false)
            .set_margin_fraction(vec2(0.0, 0.06))
            .include_x(start)
            .include_x(end)
            .include_y(decades.first().copied().unwrap_or_default())
            .include_y(decades.last().copied().unwrap_or_default())
            .x_grid_spacer(|input| marks(times(input.bounds.0, input.bounds.1)))
            .y_grid_spacer(move |_| marks(grid.clone()))
            .y_axis_formatter(move |mark, _| axis(10f64.powf(mark.value)))
            .x_axis_formatter(move |mark, _| {
                // At the corners it would run into the other axis or be cut off.
                let share = (mark.value - start) / (end - start);
                if !(0.03..0.97).contains(&share) {
                    String::new()
                } else {
                    format!("{} s", format::plain(mark.value))
                }
            })
            .y_axis_min_width(52.0)
            .label_formatter(move |_, at| format!("t = {:.2} s\n{}", at.x, text(10f64.powf(at.y))))
            .show(ui, |plot| {
                let line = style::color(input.theme.line);
                for decade in decades {
                    plot.hline(HLine::new(decade).color(line).width(1.0));
                }
                for time in times(start, end) {
                    plot.vline(VLine::new(time).color(line).width(1.0));
                }
                for (time, method) in plots.switches().into_iter().filter(|(time, _)| *time >= start) {
                    let style = egui_plot::LineStyle::dashed_dense();
                    let mark = VLine::new(time).color(method_color(input, method)).style(style);
                    plot.vline(mark.name(format!("to {}", method.label())));
                }
                for mark in histories.marks.iter().filter(|mark| mark.time >= start) {
                    let color = style::color(race_panel::color(input.theme, mark.slot));
                    let style = egui_plot::LineStyle::dotted_dense();
                    let name = format!("{}: {}", race_panel::name(mark.slot), mark.text);
                    plot.vline(VLine::new(mark.time).color(color).style(style).name(name));
                }
                if let Some(breach) = input.snapshot.breach.filter(|breach| breach.since >= start) {
                    let mark = VLine::new(breach.since).color(style::color(input.theme.error));
                    plot.vline(mark.name(format!("strays: {}", breach.quantity.label())));
                }
                for &(plots, color, name) in &lines {
                    let points = plots.points();
                    let points = &points[points.partition_point(|point| point.time < start)..];
                    let line = Line::new(PlotPoints::new(curve(points, value)));
                    plot.line(line.color(color).width(1.5).name(name));
                }
                let stretches = plots.stretches().into_iter().filter(|_| lines.is_empty());
                for (method, range) in stretches {
                    let stretch = &plots.points()[range];
                    let stretch = &stretch[stretch.partition_point(|point| point.time < start)..];
                    let line = Line::new(PlotPoints::new(curve(stretch, value)));
                    let color = method_color(input, method);
                    plot.line(line.color(color).width(1.5).name(method.label()));
                }
            });
    });
    asked
}

/// Least width left beside the title for one more name of a method (points).
const LEGEND: f32 = 116.0;

/// The title with the latest figures, and what is asked for there.
fn heading(
    ui: &mut Ui,
    index: usize,
    quantity: &Quantity,
    input: &UiInput,
    histories: &Histories<'_>,
) -> Option<Asked> {
    let mut asked = None;
    let plots = histories.run;
    let lines = histories.race_lines(input);
    ui.horizontal(|ui| {
        let title = egui::RichText::new(format!("{} ▾", quantity.title)).size(12.0);
        let menu = ui.menu_button(title, |ui| choose(ui, quantity, input, histories));
        asked = menu.inner.flatten();
        let help = format!(
            "{} Click for other quantities, or to export the plot.",
            quantity.help
        );
        menu.response.on_hover_text(help);
        // With more than two the colours must do, and their letters.
        let wordy = lines.len() <= 2;
        if !histories.race.is_empty() && index == 0 {
            let text = egui::RichText::new("A − B").size(12.0);
            let help = "Shows how far the others are from A at the same simulated time.";
            let response = ui.selectable_label(histories.differences, text);
            if response.on_hover_text(help).clicked() {
                asked = Some(Asked::Differences);
            }
        }
        for (plots, color, name) in &lines {
            let last = plots.points().last().filter(|_| wordy);
            let text = last.and_then(|last| histories.figure(quantity, last));
            let text = text.map_or_else(String::new, quantity.text);
            let text = egui::RichText::new(format!("{name} {text}"));
            ui.add(egui::Label::new(text.size(12.0).color(*color)).truncate())
                .on_hover_text(quantity.help);
        }
        if !lines.is_empty() {
            return;
        }
        if let Some(last) = plots.points().last() {
            let color = method_color(input, last.method);
            let text = (quantity.text)((quantity.value)(last));
            ui.label(egui::RichText::new(text).size(12.0).color(color))
                .on_hover_text(quantity.help);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for method in Method::ALL.into_iter().rev() {
                // What does not fit beside the title is told by the colours alone.
                let room = ui.available_width() > LEGEND;
                if room && plots.points().iter().any(|point| point.method == method) {
                    let text = egui::RichText::new(format!("— {}", method.label()));
                    ui.label(text.size(12.0).color(method_color(input, method)));
                }
            }
        });
    });
    asked
}

/// The quantities there are, and taking the plot home.
fn choose(ui: &mut Ui, shown: &Quantity, input: &UiInput, histories: &Histories<'_>) -> Option<Asked> {
    let mut asked = None;
    for plotted in Plotted::ALL {
        let other = plotted.quantity();
        let line = ui.selectable_label(other.title == shown.title, other.title);
        if line.on_hover_text(other.help).clicked() {
            asked = Some(Asked::Other(plotted));
            ui.close_menu();
        }
    }
    ui.separator();
    let help = "All that is kept of these lines, as CSV, SVG or PNG.";
    if ui.button("Export the plot…").on_hover_text(help).clicked() {
        asked = Some(Asked::Export(Box::new(histories.exported(shown, input))));
        ui.close_menu();
    }
    asked
}

/// One line of the strip: the curve small, the number beside it.
fn spark(ui: &mut Ui, quantity: &Quantity, input: &UiInput, histories: &Histories<'_>) {
    let plots = histories.run;
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
        let every = points.len().div_ceil(SPARKS).max(1);
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
        ui.label(egui::RichText::new(text.unwrap_or_default()).size(12.0))
            .on_hover_text(quantity.help);
    });
}
