//! The button that takes a diagram home.

use egui::Ui;

use crate::render::plot::{Diagram, Line};
use crate::ui::{UiOutput, Wants};

/// Asks for a file for a diagram, which is drawn where the button is clicked.
pub fn button(ui: &mut Ui, wants: &mut Wants, diagram: impl FnOnce() -> Diagram) {
    let help = "The diagram as CSV, SVG, PNG or PDF.";
    if ui.small_button("Export…").on_hover_text(help).clicked() {
        wants.0.push(UiOutput::ExportPlot(Box::new(diagram())));
    }
}

/// A line of it; its points are marked where they are few.
pub fn line(name: String, points: Vec<[f64; 2]>) -> Line {
    Line {
        name,
        marks: points.len() < 40,
        points,
        ..Line::default()
    }
}
