//! Common to curves and maps of a sweep: their height, and the colour ramp from the first value to the last.

use egui::{Color32, Rect, Sense, Ui, pos2, vec2};

use crate::render::plot::ColorScale;
use crate::render::theme::Theme;
use crate::ui::style;

/// Height reserved for text under a plot (points).
const BELOW: f32 = 64.0;

/// Colour of the ramp at a fraction from 0 (first value) to 1 (last value).
pub fn ramp(theme: &Theme, share: f64) -> Color32 {
    style::color(ColorScale::color(theme, share))
}

pub fn height(ui: &Ui) -> f32 {
    (ui.available_height() - BELOW).max(120.0)
}

/// The colour ramp as a strip, placed between two values.
pub fn strip(ui: &mut Ui, theme: &Theme) {
    let (rect, _) = ui.allocate_exact_size(vec2(80.0, 10.0), Sense::hover());
    let steps = 20;
    for k in 0..steps {
        let left = rect.left() + rect.width() * k as f32 / steps as f32;
        let size = vec2(rect.width() / steps as f32 + 0.5, rect.height());
        let share = f64::from(k) / f64::from(steps - 1);
        ui.painter().rect_filled(
            Rect::from_min_size(pos2(left, rect.top()), size),
            0.0,
            ramp(theme, share),
        );
    }
}
