//! Cursors of scopes: times set by a click in a plot, moved by dragging, compared, and removed by another click.

use egui::{CursorIcon, Id, Rect, RichText, Ui};
use egui_plot::{LineStyle, PlotResponse, PlotUi, VLine};

use crate::lab::scope::Recording;
use crate::ui::lab::look::ScopeLook;
use crate::ui::{UiInput, format, style};

/// Maximum number of cursors.
const MOST: usize = 2;
/// Distance within which the pointer picks a cursor (points).
const REACH: f32 = 6.0;

/// Area of a plot in the last frame, and the times at its left and right edges.
#[derive(Clone, Copy)]
struct Place {
    frame: Rect,
    times: [f64; 2],
}

/// The cursor under the pointer, which a drag moves instead of the plot. While a button is down: the cursor that was there at the press.
pub(super) fn under_pointer(ui: &Ui, plot: Id, look: &mut ScopeLook) -> Option<usize> {
    let (pressed, down) = ui.input(|it| (it.pointer.any_pressed(), it.pointer.any_down()));
    if down && !pressed {
        return look.held;
    }
    let origin = ui.input(|it| it.pointer.press_origin().filter(|_| pressed));
    let pointer = origin.or(ui.input(|it| it.pointer.hover_pos()))?;
    let place: Place = ui.data(|data| data.get_temp(plot))?;
    if !place.frame.contains(pointer) {
        return None;
    }
    let [from, to] = place.times;
    let distance = |at: f64| {
        let share = ((at - from) / (to - from)) as f32;
        (place.frame.left() + share * place.frame.width() - pointer.x).abs()
    };
    let all = look.cursors.iter().enumerate();
    let nearest = all
        .map(|(k, at)| (k, distance(*at)))
        .min_by(|a, b| a.1.total_cmp(&b.1));
    look.held = nearest.filter(|it| it.1 <= REACH).map(|it| it.0);
    look.held
}

/// Draws the cursors.
pub(super) fn draw(plot: &mut PlotUi, input: &UiInput, look: &ScopeLook) {
    for (k, at) in look.cursors.iter().enumerate() {
        let line = VLine::new(*at).color(style::color(input.theme.select)).width(1.5);
        plot.vline(line.style(LineStyle::Solid).name(format!("cursor {}", k + 1)));
    }
}

/// Sets, drags and removes cursors; `near` is the cursor under the pointer before the plot was shown.
pub(super) fn follow<R>(
    ui: &Ui,
    plot: Id,
    shown: &PlotResponse<R>,
    look: &mut ScopeLook,
    near: Option<usize>,
) {
    let (response, bounds) = (&shown.response, shown.transform.bounds());
    let place = Place {
        frame: *shown.transform.frame(),
        times: [bounds.min()[0], bounds.max()[0]],
    };
    ui.data_mut(|data| data.insert_temp(plot, place));
    let over = response.hovered() || response.dragged();
    if over && near.is_some() {
        ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
    }
    let pointer = response.interact_pointer_pos();
    let time = pointer.map(|at| shown.transform.value_from_position(at).x);
    if let (Some(time), Some(cursor)) = (time, near.and_then(|k| look.cursors.get_mut(k)))
        && response.dragged()
    {
        *cursor = time.clamp(place.times[0], place.times[1]).max(0.0);
    }
    let Some(time) = time.filter(|_| response.clicked()) else {
        return;
    };
    match near {
        Some(k) if k < look.cursors.len() => _ = look.cursors.remove(k),
        _ if look.cursors.len() < MOST => look.cursors.push(time.max(0.0)),
        _ => {
            let nearest = look.cursors.iter_mut();
            let nearest = nearest.min_by(|a, b| (**a - time).abs().total_cmp(&(**b - time).abs()));
            nearest.into_iter().for_each(|it| *it = time.max(0.0));
        }
    }
}

/// Times of the cursors, their distance, and the button that removes them.
pub(super) fn words(ui: &mut Ui, look: &mut ScopeLook) {
    let text = match look.cursors[..] {
        [] => return,
        [one] => format!("cursor at {} s", format::plain(one)),
        [one, other, ..] => {
            let apart = (other - one).abs();
            let often = if apart > 0.0 {
                format!(", {} Hz", format::plain(1.0 / apart))
            } else {
                String::new()
            };
            format!(
                "cursors at {} s and {} s, {} s apart{often}",
                format::plain(one),
                format::plain(other),
                format::plain(apart)
            )
        }
    };
    ui.label(RichText::new(text).size(12.0))
        .on_hover_text("Set by a click in a plot, dragged by the pointer, taken away by a click on one.");
    let remove = ui.small_button("×");
    let label = "Remove cursors";
    remove.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, label));
    if remove.on_hover_text(label).clicked() {
        look.cursors.clear();
    }
}

/// The values of a signal at the cursors, and their difference.
pub(super) fn values(recording: &Recording, text: &str, look: &ScopeLook) -> String {
    let value = |at: &f64| {
        let row = recording.time().partition_point(|it| it <= at).checked_sub(1)?;
        let value = *recording.values(text)?.get(row)?;
        value.is_finite().then_some(value)
    };
    let known: Vec<f64> = look.cursors.iter().filter_map(value).collect();
    match known[..] {
        [] => String::new(),
        [one] => format!(" · {} at the cursor", format::plain(one)),
        [one, other, ..] => format!(
            " · {} … {}, Δ {}",
            format::plain(one),
            format::plain(other),
            format::plain(other - one)
        ),
    }
}
