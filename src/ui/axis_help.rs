//! Numbers painted on the axes of plots say what they are under the pointer.

use egui::{Id, Rect, Response, Sense, Ui, vec2};

/// Room that an axis and its numbers take beside a plot (points): below it, and left of it.
const BELOW: f32 = 20.0;
const LEFT: f32 = 52.0;
/// By how much a number below a plot sticks out at its ends (points).
const BEYOND: f32 = 14.0;

/// A sentence for the axis below a plot and one for that on its left.
pub(super) fn say(ui: &Ui, plot: &Response, [below, left]: [&str; 2]) {
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
