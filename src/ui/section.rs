//! Foldable sections.

use egui::{Sense, Stroke, Ui, WidgetInfo, WidgetType, vec2};

/// Distance of a title from the left edge (points).
const TITLE: f32 = 20.0;

/// A heading that folds the content below it, followed by a separator line; a click changes `open`.
pub fn show(ui: &mut Ui, title: &str, open: &mut bool, contents: impl FnOnce(&mut Ui)) {
    nested(ui, title, open, contents);
    ui.separator();
}

/// The same inside another section, without a separator line.
pub fn nested(ui: &mut Ui, title: &str, open: &mut bool, contents: impl FnOnce(&mut Ui)) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::click());
    let is_open = *open;
    response.widget_info(|| WidgetInfo::selected(WidgetType::CollapsingHeader, true, is_open, title));
    let visuals = ui.style().interact(&response);
    if response.hovered() {
        ui.painter().rect_filled(rect, 4.0, visuals.weak_bg_fill);
    }
    let center = rect.left_center() + vec2(8.0, 0.0);
    let arrow = if is_open {
        [vec2(-4.0, -2.0), vec2(4.0, -2.0), vec2(0.0, 3.0)]
    } else {
        [vec2(-2.0, -4.0), vec2(3.0, 0.0), vec2(-2.0, 4.0)]
    };
    ui.painter().add(egui::Shape::convex_polygon(
        arrow.map(|d| center + d).to_vec(),
        ui.visuals().weak_text_color(),
        Stroke::NONE,
    ));
    let font = egui::FontId::proportional(14.0);
    let wrap = Some(egui::TextWrapMode::Truncate);
    let heading = egui::WidgetText::from(title).into_galley(ui, wrap, rect.width() - TITLE, font);
    let at = rect.left_center() + vec2(TITLE, -0.5 * heading.size().y);
    if heading.elided {
        response.clone().on_hover_text(title);
    }
    ui.painter().galley(at, heading, visuals.fg_stroke.color);
    if response.clicked() {
        *open = !*open;
    }
    if is_open {
        ui.add_space(2.0);
        contents(ui);
        ui.add_space(8.0);
    }
}
