//! Letters and colours of the runs in a race.

use egui::{Ui, WidgetInfo, WidgetType, vec2};

use crate::render::draw_list::Color;
use crate::render::theme::Theme;
use crate::ui::{UiInput, style};
use crate::worker::race::MAX_RUNNERS;

/// The names of the leader and the runners, by slot.
const NAMES: [&str; MAX_RUNNERS + 1] = ["A", "B", "C", "D"];

/// The name of the leader (0) or of a runner.
pub fn name(slot: usize) -> &'static str {
    NAMES.get(slot).copied().unwrap_or_default()
}

/// The colour of the leader's plots (0) and of a runner's plots and ghost.
pub fn color(theme: &Theme, slot: usize) -> Color {
    match slot {
        0 => theme.ink,
        1 => theme.series[1],
        2 => theme.series[3],
        _ => theme.series[2],
    }
}

/// The letter of a run in its colour.
pub(super) fn badge(ui: &mut Ui, input: &UiInput, slot: usize) {
    let (rect, response) = ui.allocate_exact_size(vec2(18.0, 18.0), egui::Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("Run {}", name(slot))));
    let fill = style::color(color(input.theme, slot));
    ui.painter().circle_filled(rect.center(), 9.0, fill);
    ui.painter().text(
        rect.center(),
        egui::Align2::CENTER_CENTER,
        name(slot),
        egui::FontId::proportional(12.0),
        style::color(input.theme.panel),
    );
}
