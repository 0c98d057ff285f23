//! A plot under the canvas: a quantity of the run, or of all copies in a race, over the last seconds, on a logarithmic scale.

use egui::{Color32, RichText, Ui};
use egui_plot::{HLine, Line, LineStyle, Plot, PlotBounds, PlotPoints, PlotUi, VLine};

use super::axis_help;
use super::plot_key::key;
use super::plot_lines::Histories;
use super::plot_scale::{curve, decades, marks, times};
use super::plots::{PlotHistory, Point};
use super::plotted::{Plotted, Quantity};
use super::pointed::Pointed;
use super::{UiInput, format, menu, race_panel, style};
use crate::render::plot;
use crate::scene::Method;

/// Minimum distance from the centre of a number on the time axis to the end of the axis (points).
const EDGE: f32 = 14.0;
/// Distance at which the pointer picks a change mark (points).
const NEAR: f32 = 6.0;
/// Width of the left axis with its numbers (points).
const AXIS: f32 = 52.0;

/// Margin above and below the lines, as a fraction of the height between them.
const MARGIN: f64 = 0.06;

/// A plot and its data.
pub(super) struct PlotView<'a> {
    pub input: &'a UiInput<'a>,
    pub histories: &'a Histories<'a>,
    pub plotted: Plotted,
    pub quantity: Quantity,
}

/// A request made in a plot.
pub(super) enum Command {
    /// Switch the display of differences from A on or off.
    Differences,
    /// Show another quantity.
    Show(Plotted),
    /// Write it to a file.
    Export(Box<plot::Diagram>),
}

impl PlotView<'_> {
    /// Shows the plot with the given height (points); `first` marks the plot that carries the button common to all. Returns a request.
    pub fn show(&self, ui: &mut Ui, height: f32, first: bool) -> Option<Command> {
        let (points, start) = self.histories.shown();
        let end = points.last().map_or(0.0, |last| last.time).max(start + 2.0);
        let others = self.histories.race.iter().flat_map(|it| it.0.points());
        let others = others.filter(|point| point.time >= start);
        let own = points.iter().filter(|_| !self.histories.differences);
        let shown = own.chain(others).filter_map(|point| self.value(point));
        let decades = decades(
            shown,
            (self.quantity.range, !self.histories.race.is_empty()),
            height,
        );
        ui.vertical(|ui| {
            let command = self.heading(ui, first);
            ui.visuals_mut().override_text_color = Some(style::color(self.input.theme.quiet_ink));
            let (axis, quantity) = (self.quantity.axis, self.quantity);
            let grid = decades.clone();
            let ends = [decades.first(), decades.last()].map(|it| it.copied().unwrap_or_default());
            let margin = MARGIN * (ends[1] - ends[0]);
            let bounds = PlotBounds::from_min_max([start, ends[0] - margin], [end, ends[1] + margin]);
            let width = ui.available_width() - AXIS;
            let pointed = Pointed::default();
            let plot = pointed.listen(Plot::new("plot"), move |_, at| {
                let place = format!("t = {:.2} s\n{}", at.x, quantity.words(10f64.powf(at.y)));
                let near = f64::from(NEAR / width) * (end - start);
                let changes = self.histories.changes_near(at.x, near);
                [&[place], &changes[..]].concat().join("\n")
            });
            let plotted = plot
                .height(height - 30.0)
                .show_axes([true, true])
                .show_grid([false, false])
                .allow_drag(false)
                .allow_zoom(false)
                .allow_scroll(false)
                .allow_boxed_zoom(false)
                .allow_double_click_reset(false)
                .show_background(false)
                .x_grid_spacer(move |input| marks(times(input.bounds.0, input.bounds.1, width)))
                .y_grid_spacer(move |_| marks(grid.clone()))
                .y_axis_formatter(move |mark, _| axis(10f64.powf(mark.value)))
                .x_axis_formatter(move |mark, _| {
                    // Numbers at the ends would run into the other axis or be cut off.
                    let share = (mark.value - start) / (end - start);
                    let edge = f64::from((EDGE / width).max(0.03));
                    if !(edge..1.0 - edge).contains(&share) {
                        String::new()
                    } else {
                        format!("{} s", format::plain(mark.value))
                    }
                })
                .y_axis_min_width(AXIS)
                .show(ui, |plot| {
                    plot.set_plot_bounds(bounds);
                    let line = style::color(self.input.theme.line);
                    for decade in decades {
                        plot.hline(HLine::new(decade).color(line).width(1.0));
                    }
                    for time in times(start, end, width) {
                        plot.vline(VLine::new(time).color(line).width(1.0));
                    }
                    self.changes(plot, start);
                    self.lines(plot, start);
                });
            axis_help::add_tooltips(
                ui,
                &plotted.response,
                ["Simulated time, in seconds.", self.quantity.help],
            );
            pointed.tell(ui, &plotted.response);
            command
        })
        .inner
    }

    /// The value drawn for a point.
    fn value(&self, point: &Point) -> Option<f64> {
        let figure = self.histories.figure(&self.quantity, point)?;
        Some(self.quantity.drawn(figure.abs()))
    }

    /// The magnitude of the point's value in words.
    fn words(&self, point: &Point) -> String {
        let figure = self.histories.figure(&self.quantity, point);
        figure.map_or_else(String::new, |it| (self.quantity.text)(it.abs()))
    }

    /// The same for the displayed state where that is known: while time stands, the state may have been changed since the last point.
    pub(super) fn words_now(&self, last: &Point) -> String {
        let stands = !self.input.snapshot.playing && self.histories.race.is_empty();
        let now = self.plotted.now(self.input.snapshot).filter(|_| stands);
        now.map_or_else(|| self.words(last), |it| (self.quantity.text)(it.abs()))
    }

    /// Vertical marks: changes of the method or of other settings, and the times at which the run began to stray.
    fn changes(&self, plot: &mut PlotUi, start: f64) {
        let (input, histories) = (self.input, self.histories);
        let switches = histories.run.switches().into_iter();
        for (time, method) in switches.filter(|(time, _)| *time >= start) {
            let mark = VLine::new(time).color(style::method_color(input.theme, method));
            let mark = mark.style(LineStyle::dashed_dense());
            plot.vline(mark.name(format!("to {}", method.label())));
        }
        for mark in histories.marks.iter().filter(|mark| mark.time >= start) {
            let color = style::color(race_panel::color(input.theme, mark.slot));
            let line = VLine::new(mark.time).color(color);
            plot.vline(line.style(LineStyle::dotted_dense()).name(histories.words(mark)));
        }
        let breaches = histories.run.breaches().iter();
        for (since, quantity) in breaches.filter(|(since, _)| *since >= start) {
            let mark = VLine::new(*since).color(style::color(input.theme.error));
            plot.vline(mark.name(format!("strays: {}", quantity.label())));
        }
    }

    /// One line for each copy in a race, else one for each stretch of the run with the same method.
    fn lines(&self, plot: &mut PlotUi, start: f64) {
        let latest = |points: &[Point]| {
            let points = &points[points.partition_point(|point| point.time < start)..];
            Line::new(PlotPoints::new(curve(points, |point| self.value(point)))).width(1.5)
        };
        let racing = self.histories.race_lines(self.input);
        for &(plots, color, name) in &racing {
            plot.line(latest(plots.points()).color(color).name(name));
        }
        if !racing.is_empty() {
            return;
        }
        for (method, range) in self.histories.run.stretches() {
            let color = style::method_color(self.input.theme, method);
            let line = latest(&self.histories.run.points()[range]);
            plot.line(line.color(color).name(method.label()));
        }
    }

    /// The title with the latest values, and the plot's menu.
    fn heading(&self, ui: &mut Ui, first: bool) -> Option<Command> {
        let quantity = &self.quantity;
        let lines = self.histories.race_lines(self.input);
        let mut command = None;
        ui.horizontal(|ui| {
            let title = RichText::new(format!("{} ▾", quantity.title)).size(12.0);
            let menu = menu::button(ui, title, |ui| self.menu(ui));
            command = menu.inner.flatten();
            let help = format!(
                "{} Click for other quantities, or to export the plot.",
                quantity.help
            );
            menu.response.on_hover_text(help);
            if !self.histories.race.is_empty() && first {
                let text = RichText::new("A − B").size(12.0);
                let help = "Shows how far the others are from A at the same simulated time.";
                let button = ui.selectable_label(self.histories.differences, text);
                if button.on_hover_text(help).clicked() {
                    command = Some(Command::Differences);
                }
            }
            self.race_figures(ui, &lines);
            if lines.is_empty() {
                self.latest(ui);
            }
        });
        command
    }

    /// The values of all copies in a race at the latest common time; where there is no room, the letters alone.
    fn race_figures(&self, ui: &mut Ui, lines: &[(&PlotHistory, Color32, &'static str)]) {
        let time = self.histories.latest_of_all();
        let words = |plots: &PlotHistory| {
            let point = time.and_then(|time| plots.at(time)).or(plots.points().last());
            point.map_or_else(String::new, |point| self.words(point))
        };
        let texts: Vec<String> = lines
            .iter()
            .map(|it| format!("{} {}", it.2, words(it.0)))
            .collect();
        let widths = texts.iter().map(|text| style::width_of_words(ui, text));
        let has_room = widths.sum::<f32>() <= ui.available_width();
        for (&(_, color, name), text) in lines.iter().zip(&texts) {
            let shown = if has_room { text.as_str() } else { name };
            let label = ui.label(RichText::new(shown).size(12.0).color(color));
            label.on_hover_text(match has_room {
                true => self.quantity.help.to_owned(),
                false => format!("{text}. {}", self.quantity.help),
            });
        }
    }

    /// The latest value of the run, and the methods used for it.
    fn latest(&self, ui: &mut Ui) {
        let points = self.histories.run.points();
        let color = |method| style::method_color(self.input.theme, method);
        if let Some(last) = points.last() {
            ui.label(
                RichText::new(self.words_now(last))
                    .size(12.0)
                    .color(color(last.method)),
            )
            .on_hover_text(self.quantity.help);
        }
        let used = |method: &Method| points.iter().any(|point| point.method == *method);
        let used: Vec<Method> = Method::ALL.into_iter().filter(used).collect();
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            // All methods used are named, abbreviated as far as the room requires, in the end to their colours alone.
            let width = |length: usize| -> f32 {
                let names = used.iter().map(|it| key(*it, length));
                names.map(|it| style::width_of_words(ui, &it)).sum()
            };
            let fits = |length: &usize| width(*length) <= ui.available_width();
            let longest = used.iter().map(|it| it.label().len()).max();
            let length = (1..=longest.unwrap_or_default())
                .rev()
                .find(fits)
                .unwrap_or_default();
            for &method in used.iter().rev() {
                let text = RichText::new(key(method, length)).size(12.0);
                let label = ui.label(text.color(color(method)));
                label.on_hover_text(method.label());
            }
        });
    }

    /// The menu of a plot: the available quantities, and export.
    fn menu(&self, ui: &mut Ui) -> Option<Command> {
        let mut command = None;
        for plotted in Plotted::ALL {
            let other = plotted.quantity();
            let line = ui.selectable_label(other.title == self.quantity.title, other.title);
            if line.on_hover_text(other.help).clicked() {
                command = Some(Command::Show(plotted));
                menu::close(ui);
            }
        }
        ui.separator();
        let help = "All that is kept of these lines, as CSV, SVG, PNG or PDF.";
        if ui.button("Export the plot…").on_hover_text(help).clicked() {
            let plot = self.histories.exported(&self.quantity, self.input);
            command = Some(Command::Export(Box::new(plot.into())));
            menu::close(ui);
        }
        command
    }
}
