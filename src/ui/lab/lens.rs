//! The complexity lens: time a step against size, by every method, measured now on this computer.

use egui::{Button, ComboBox, ProgressBar, RichText, Slider, Ui};
use egui_plot::{Line, MarkerShape, Plot, PlotPoints, Points};

use super::log_axis;
use super::state::LensPanel;
use crate::bench::Shape;
use crate::lab::lens::{Lens, LensSample, Subject, csv, slope};
use crate::scene::Method;
use crate::ui::{Panels, UiInput, format, style};

/// What can grow: shapes, and the machine on the canvas where there is none.
const SHAPES: [Option<Shape>; 6] = [
    Some(Shape::Chain),
    Some(Shape::Tree),
    Some(Shape::LoopsLocal),
    Some(Shape::Truss),
    Some(Shape::Lattice),
    None,
];

fn label(shape: Option<Shape>) -> &'static str {
    shape.map_or("copies of this machine", Shape::id)
}

pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels) {
    let lens = &mut panels.lab.lens;
    controls(ui, input, lens);
    let samples = lens.lens.as_ref().map(Lens::samples).unwrap_or_default();
    if samples.is_empty() {
        let hint = "Choose what grows and how far, then press Measure: every method takes steps of ever larger machines, and \
                    the slope tells with which power of n its time grows.";
        ui.label(RichText::new(hint).weak());
        return;
    }
    diagram(ui, input, &samples);
    ui.horizontal_wrapped(|ui| {
        for method in Method::ALL {
            if let Some(power) = slope(&samples, method) {
                let color = style::method_color(input.theme, method);
                let text = format!("{} n^{power:.2}", method.label());
                ui.label(RichText::new(text).size(12.0).color(color));
            }
        }
        if ui.small_button("Copy CSV").clicked() {
            ui.ctx().copy_text(csv(&samples));
        }
    });
}

fn controls(ui: &mut Ui, input: &UiInput, panel: &mut LensPanel) {
    ui.horizontal_wrapped(|ui| {
        ComboBox::from_id_salt("subject")
            .selected_text(label(panel.shape))
            .show_ui(ui, |ui| {
                for shape in SHAPES {
                    ui.selectable_value(&mut panel.shape, shape, label(shape));
                }
            });
        ui.add(
            Slider::new(&mut panel.most, 10..=100_000)
                .logarithmic(true)
                .text("up to n"),
        )
        .on_hover_text("Joints, particles of a lattice, or constraints of copies.");
        let running = panel.is_busy();
        if running {
            if ui.button("Cancel").clicked() {
                panel.lens = None;
            }
        } else if ui.add(Button::new("Measure")).clicked() {
            let subject = match panel.shape {
                Some(shape) => Subject::Shape(shape),
                None => Subject::Copies(Box::new(input.editor.scene().clone())),
            };
            panel.lens = Some(Lens::start(subject, panel.most));
        }
    });
    if let Some(lens) = panel.lens.as_ref().filter(|lens| lens.is_running()) {
        ui.add(ProgressBar::new(lens.progress() as f32).desired_height(6.0));
        let text = "Measured beside the window: while the machine on the canvas runs, both are slower.";
        ui.label(RichText::new(text).size(12.0).weak());
    }
}

fn diagram(ui: &mut Ui, input: &UiInput, samples: &[LensSample]) {
    ui.add_space(6.0);
    let height = (ui.available_height() - 56.0).max(120.0);
    let plot = Plot::new("lens")
        .height(height)
        .show_background(false)
        .allow_scroll(false);
    log_axis::both(plot, format::plain, format::duration).show(ui, |plot| {
        for method in Method::ALL {
            let own = samples.iter().filter(|it| it.method == method);
            let points: Vec<[f64; 2]> = own
                .map(|it| [(it.n as f64).log10(), it.step_ns.log10()])
                .collect();
            let color = style::method_color(input.theme, method);
            let line = Line::new(PlotPoints::new(points.clone())).color(color);
            plot.line(line.name(method.label()));
            let dots = Points::new(PlotPoints::new(points)).color(color).radius(3.0);
            plot.points(dots.shape(MarkerShape::Circle).name(method.label()));
        }
    });
}
