//! What the last frame and the last step took.

use egui::{Rect, vec2};

use super::window;
use crate::editor::LabView;
use crate::ui::{Panels, UiInput, format};

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, canvas: Rect) {
    let size = vec2(280.0, 60.0);
    window::show(ctx, LabView::Timing, panels, canvas, size, |ui, panels| {
        let (mean, most) = panels.frame_ms();
        ui.label(format!("frame {mean:.1} ms, at most {most:.1} ms"));
        let report = &input.snapshot.report;
        ui.label(format!(
            "assemble {}, factor {}, solve {}",
            format::duration(input.snapshot.assemble_ns as f64),
            format::duration(report.factor_ns as f64),
            format::duration(report.solve_ns as f64)
        ));
    });
}
