//! Tooltips for the axis numbers of plots, which are painted and thus not widgets.

use egui::{Id, Rect, Response, Sense, Ui, vec2};

/// Space of an axis and its numbers outside the plot (points): below it, and on its left.
const BELOW: f32 = 20.0;
const LEFT: f32 = 52.0;
/// How far a number below a plot extends beyond the ends of the axis (points).
const BEYOND: f32 = 14.0;

/// Attaches a tooltip to the axis below a plot and one to the axis on its left.
pub(super) fn add_tooltips(ui: &Ui, plot: &Response, [below, left]: [&str; 2]) {
    let rect = plot.rect;
    let places = [
        Rect::from_min_size(rect.left_bottom(), vec2(rect.width(), BELOW)).expand2(vec2(BEYOND, 0.0)),
        Rect::from_min_size(rect.left_top() - vec2(LEFT, 0.0), vec2(LEFT, rect.height())),
    ];
    for ((place, text), name) in places.into_iter().zip([below, left]).zip(["below", "left"]) {
        let id: Id = plot.id.with(("axis", name));
        let _ = ui.interact(place, id, Sense::hover()).on_hover_text(text);
    }
}
