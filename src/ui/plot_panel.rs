//! The plots under the canvas: drift and time per solve by default; folded, a strip of sparklines.

use egui::{Margin, Sense, Stroke, Ui, WidgetInfo, WidgetType, vec2};

use super::panels::Panels;
use super::plot_figure::{Command, PlotView};
use super::plot_lines::Histories;
use super::plots::Point;
use super::{UiInput, UiOutput, Wants, style};

/// Height of the plots, also in a low window, and of the strip (points).
const HEIGHT: f32 = 148.0;
const HEIGHT_IN_LOW_WINDOW: f32 = 108.0;
const STRIP: f32 = 26.0;
/// Window height below which the plots are folded by default, as they would take too much of the canvas (points).
const LOW_WINDOW: f32 = 480.0;
/// Minimum width of a plot; where there is less room, fewer plots are shown (points).
const LEAST_WIDTH: f32 = 180.0;
/// Maximum number of points of a sparkline.
const SPARKS: usize = 300;

/// Number of plots side by side; the last one is shown in a race only.
const PLOTS: usize = 3;
/// Number of plots without a race.
const ALONE: usize = 2;

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let is_low = ctx.screen_rect().height() < LOW_WINDOW;
    let unfolded = if is_low { HEIGHT_IN_LOW_WINDOW } else { HEIGHT };
    let folded = match is_low {
        true => !panels.kept.plots_in_low_window,
        false => panels.kept.plots_folded,
    };
    let height = if folded { STRIP } else { unfolded };
    egui::TopBottomPanel::bottom(if folded { "sparks" } else { "plots" })
        .exact_height(height)
        .frame(style::panel(input.theme, Margin::symmetric(8, 3)))
        .show(ctx, |ui| {
            ui.horizontal(|ui| {
                if fold_button(ui, folded) {
                    match is_low {
                        true => panels.kept.plots_in_low_window = folded,
                        false => panels.kept.plots_folded = !folded,
                    }
                }
                let histories = Histories::of(input, panels);
                let count = if histories.race.is_empty() { ALONE } else { PLOTS };
                let count = count.min(((ui.available_width() / LEAST_WIDTH) as usize).max(1));
                let mut command = None;
                let width = (ui.available_width() - 8.0 * (count - 1) as f32) / count as f32;
                for (index, plotted) in panels.kept.plotted[..count].iter().enumerate() {
                    ui.allocate_ui(vec2(width, height - 6.0), |ui| {
                        ui.set_width(width);
                        let figure = PlotView {
                            input,
                            histories: &histories,
                            plotted: *plotted,
                            quantity: plotted.quantity(),
                        };
                        if folded {
                            spark(ui, &figure);
                        } else {
                            let own = ui.push_id(index, |ui| figure.show(ui, unfolded, index == 0));
                            command = own.inner.map(|it| (index, it)).or(command.take());
                        }
                    });
                }
                match command {
                    Some((_, Command::Differences)) => panels.kept.differences ^= true,
                    Some((index, Command::Show(plotted))) => panels.kept.plotted[index] = plotted,
                    Some((_, Command::Export(plot))) => wants.0.push(UiOutput::ExportPlot(plot)),
                    None => {}
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

/// One sparkline of the strip: name, small curve, and latest value.
fn spark(ui: &mut Ui, figure: &PlotView) {
    let quantity = &figure.quantity;
    ui.horizontal_centered(|ui| {
        let (points, start) = figure.histories.shown();
        let last = points.last();
        let text = last.map_or_else(String::new, |last| figure.words_now(last));
        // Durations carry their unit with the value, as it changes with their magnitude.
        let name = if quantity.takes_time {
            quantity.title.to_owned()
        } else {
            quantity.named()
        };
        let long = |text: &str| style::width_of_words(ui, text);
        // The value has priority, then its name where there is room; the curve takes the rest.
        let (value, title) = (long(&text).max(long("8.88 µs")), long(&name));
        let room = ui.available_width() - value;
        let named = room >= title + 20.0;
        if named {
            ui.label(egui::RichText::new(name).size(12.0).weak());
        }
        let width = (ui.available_width() - value).max(0.0);
        let (rect, _) = ui.allocate_exact_size(vec2(width, 16.0), Sense::hover());
        let span = points.last().map_or(1.0, |last| (last.time - start).max(2.0));
        let logs = points.iter().map(|point| quantity.value(point).log10());
        let low = logs.clone().fold(quantity.range.0, f64::min);
        let high = logs.fold(quantity.range.1, f64::max);
        let every = points.len().div_ceil(SPARKS).max(1);
        let place = |point: &Point| {
            let x = ((point.time - start) / span) as f32;
            let y = ((quantity.value(point).log10() - low) / (high - low)) as f32;
            rect.left_bottom() + vec2(x * rect.width(), -y * rect.height())
        };
        for pair in points
            .chunks(every)
            .map(|group| &group[0])
            .collect::<Vec<_>>()
            .windows(2)
        {
            let stroke = Stroke::new(1.2, style::method_color(figure.input.theme, pair[1].method));
            ui.painter()
                .line_segment([place(pair[0]), place(pair[1])], stroke);
        }
        let label = ui.label(egui::RichText::new(text).size(12.0));
        if named {
            label.on_hover_text(quantity.help);
        } else {
            label.on_hover_text(format!("{}. {}", quantity.title, quantity.help));
        }
    });
}
