//! The plots of a scope: one per unit, over a common time axis.

use egui::{Ui, Vec2b, vec2};
use egui_plot::{Line, LineStyle, Plot, PlotBounds, PlotPoint, PlotPoints, PlotUi, Points, VLine};

use super::groups::{Group, curves_of, groups};
use super::{cursors, curves, exported, signals};
use crate::scene::Scope;
use crate::ui::lab::look::ScopeLook;
use crate::ui::lab::round_axes;
use crate::ui::pointed::{self, Pointed};
use crate::ui::{UiInput, axis_help, format, style};

/// Shows the plots of a scope; returns the time under the pointer.
pub(super) fn show(
    ui: &mut Ui,
    input: &UiInput,
    (index, scope): (usize, &Scope),
    look: &mut ScopeLook,
    height: f32,
) -> Option<f64> {
    let id = ui.id().with("time");
    let over_time = scope.against.is_none() && !scope.spectrum;
    let end = input.scopes.with(|it| it.time().back().copied());
    let end = end.unwrap_or(0.0).max(look.window);
    let mut span = [end - look.window, end];
    let seen: Option<[f64; 2]> = ui.data(|data| data.get_temp(id));
    if let Some(seen) = seen.filter(|_| !look.follow) {
        span = seen;
    }
    let groups = groups(input.scopes.with(|it| curves_of(it, scope, span)));
    let most = groups.iter().map(Group::highest).fold(0.0, f64::max);
    let before = std::mem::take(&mut look.shown[index].plots);
    look.shown[index].span = span;
    if groups.is_empty() {
        ui.weak(nothing(scope));
        return None;
    }
    // Each spectrum has a line below it for its peak.
    let words = if scope.spectrum { 20.0 } else { 0.0 };
    let height = (height / groups.len() as f32 - 4.0 - words).max(60.0);
    let up = before.iter().map(|(_, [_, up])| *up);
    let axis = round_axes::width_of_numbers(ui, up, height);
    let mut cursor = None;
    for (k, group) in groups.iter().enumerate() {
        let own = id.with(k);
        let near = cursors::under_pointer(ui, own, look).filter(|_| over_time);
        let is_last = k + 1 == groups.len();
        let plot = empty(ui, input, (k, scope, group), (height, is_last), id)
            // Equal widths, so that the time axes of all plots line up.
            .y_axis_min_width(axis)
            .allow_drag(near.is_none());
        let pointed = Pointed::default();
        let plot = group.constant().into_iter().flatten().fold(plot, Plot::include_y);
        let plot = pointed.listen(plot, |name, at| label(name, at, over_time));
        let response = plot.show(ui, |plot| {
            if over_time && look.follow {
                follow(plot, span);
            }
            draw(plot, input, (scope, group, most), look);
        });
        axis_help::add_tooltips(
            ui,
            &response.response,
            [below(scope), "What the signals are, in their unit."],
        );
        pointed.tell(ui, &response.response);
        let bounds = response.transform.bounds();
        let seen = [0, 1].map(|axis| [bounds.min()[axis], bounds.max()[axis]]);
        look.shown[index].plots.push((group.unit, seen));
        let moved = response.response.dragged() && near.is_none()
            || response.response.hovered()
                && ui.input(|it| it.smooth_scroll_delta != egui::Vec2::ZERO || it.zoom_delta() != 1.0);
        if over_time {
            if moved {
                look.follow = false;
            }
            cursors::follow(ui, own, &response, look, near);
            ui.data_mut(|data| data.insert_temp(id, seen[0]));
            let pointer = response.response.hover_pos();
            cursor = pointer
                .map(|at| response.transform.value_from_position(at).x)
                .or(cursor);
        }
        peak(ui, group);
    }
    cursor
}

/// The plot of a group of signals without its curves.
fn empty<'a>(
    ui: &Ui,
    input: &UiInput,
    (k, scope, group): (usize, &Scope, &Group),
    (height, is_last): (f32, bool),
    id: egui::Id,
) -> Plot<'a> {
    let has_axis = is_last || (scope.against.is_some() && !scope.spectrum);
    // The view over time, of a spectrum, and against another quantity are kept separately: each is a plot of its own.
    let plot = round_axes::round(
        Plot::new(("scope", k, scope.spectrum, &scope.against)),
        vec2(ui.available_width(), height),
    )
    .height(height)
    .show_axes([has_axis, true])
    .allow_boxed_zoom(false)
    .show_background(false)
    .set_margin_fraction(vec2(0.0, 0.08))
    // A blank label takes the same space as a unit, so that plots line up.
    .y_axis_label(if group.unit.is_empty() {
        "\u{a0}"
    } else {
        group.unit
    });
    let plot = match has_axis {
        true => plot.x_axis_label(exported::x_label(input, scope)),
        false => plot,
    };
    // All scopes share the time axis, whose view is kept here; all spectra of one scope share the frequency axis.
    let shared = Vec2b::new(true, false);
    match &scope.against {
        _ if scope.spectrum => plot.link_axis(id.with("frequency"), shared).allow_zoom(shared),
        Some(_) => plot,
        None => plot.link_axis(id, shared).link_cursor(id, shared),
    }
}

/// The reason why a scope has no plot.
fn nothing(scope: &Scope) -> &'static str {
    if scope.signals.is_empty() {
        "Type a signal, or pick one."
    } else if scope.spectrum {
        "No spectrum yet: it takes some steps of equal length."
    } else {
        "Nothing is recorded of this yet."
    }
}

/// Scrolls the time axis so that it ends at the present.
fn follow(plot: &mut PlotUi, span: [f64; 2]) {
    let bounds = plot.plot_bounds();
    let y = [bounds.min()[1], bounds.max()[1]];
    plot.set_plot_bounds(PlotBounds::from_min_max([span[0], y[0]], [span[1], y[1]]));
    plot.set_auto_bounds(Vec2b::new(false, true));
}

/// Draws curves, cursors, and the displayed time where the run is ahead of the canvas.
///
/// Spectra are drawn up to a frequency `most` (Hz), beyond which they are small, unless the user has zoomed or moved the view.
fn draw(plot: &mut PlotUi, input: &UiInput, (scope, group, most): (&Scope, &Group, f64), look: &ScopeLook) {
    let most = match scope.spectrum && plot.auto_bounds().x {
        true => most,
        false => f64::INFINITY,
    };
    if scope.against.is_none() && !scope.spectrum {
        if input.snapshot.ahead > 0 {
            let now = VLine::new(input.snapshot.state.time).color(style::color(input.theme.quiet_ink));
            plot.vline(now.style(LineStyle::dashed_dense()).name("shown"));
        }
        cursors::draw(plot, input, look);
    }
    for curve in &group.curves {
        let color = signals::color(input.theme, curve.index);
        let ends = scope.against.is_some() && !scope.spectrum;
        if let Some(last) = curve.points.last().filter(|_| ends) {
            plot.points(Points::new(vec![*last]).radius(4.0).color(color));
        }
        let shown = curve.points.iter().filter(|it| it[0] <= most).copied();
        let mut line = Line::new(PlotPoints::new(shown.collect()));
        if curves::is_dashed(curve.index) {
            line = line.style(LineStyle::dashed_dense());
        }
        plot.line(line.color(color).width(1.5).name(&curve.name));
    }
}

/// The largest peak of spectra in words.
fn peak(ui: &mut Ui, group: &Group) {
    if let Some((frequency, amplitude, name)) = &group.peak {
        let mut text = format!(
            "peak at {} Hz, {} {}",
            format::plain(*frequency),
            format::plain(*amplitude),
            group.unit
        );
        if group.curves.len() > 1 {
            text += &format!(", of {name}");
        }
        // A spectrum uses the newest samples, a power of two of them, so that its frequency spacing is 1/(N dt).
        if let Some([spacing, _]) = group.curves.first().and_then(|curve| curve.points.get(1)) {
            text += &format!(", in the last {} s", format::plain(1.0 / spacing));
        }
        ui.label(egui::RichText::new(text).size(12.0))
            .on_hover_text("The largest amplitude and its frequency, between those of the spectrum, as a sinusoid in this window has them.");
    }
}

/// Tooltip of the horizontal axis.
fn below(scope: &Scope) -> &'static str {
    match &scope.against {
        _ if scope.spectrum => "Frequency, in hertz.",
        Some(_) => "The quantity that the signals are plotted against.",
        None => "Simulated time, in seconds.",
    }
}

fn label(name: &str, at: &PlotPoint, over_time: bool) -> String {
    let (x, y) = (format::plain(at.x), format::plain(at.y));
    let place = if over_time {
        format!("t = {:.4} s\n{y}", at.x)
    } else {
        format!("{x}, {y}")
    };
    pointed::named(name, &place)
}
