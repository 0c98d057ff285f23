//! The button that exports a diagram.

use egui::Ui;

use crate::render::plot::{Diagram, Line};
use crate::ui::{UiOutput, Wants};

/// The Export button; `diagram` is called when it is clicked.
pub fn button(ui: &mut Ui, wants: &mut Wants, diagram: impl FnOnce() -> Diagram) {
    let help = "The diagram as CSV, SVG, PNG or PDF.";
    if ui.small_button("Export…").on_hover_text(help).clicked() {
        wants.0.push(UiOutput::ExportPlot(Box::new(diagram())));
    }
}

/// A line of a diagram; its points are marked where they are few.
pub fn line(name: String, points: Vec<[f64; 2]>) -> Line {
    Line {
        name,
        marks: points.len() < 40,
        points,
        ..Line::default()
    }
}
