//! The complexity lens: time per step against problem size, for every method, measured on this computer.

use egui::{Button, ComboBox, Label, ProgressBar, RichText, Slider, Ui};
use egui_plot::{Line, MarkerShape, Plot, PlotPoints, Points};

use super::state::LensPanel;
use super::{log_axis, take_home};
use crate::bench::Shape;
use crate::lab::lens::{Lens, LensSample, Subject, csv, slope};
use crate::render::plot;
use crate::scene::Method;
use crate::ui::choice::choice;
use crate::ui::pointed::{self, Pointed};
use crate::ui::{Panels, UiInput, Wants, axis_help, format, style};

/// Space for three lines below the diagram (points): with less, the window would grow from frame to frame.
const BELOW: f32 = 84.0;

/// Explanation of n.
const SIZE: &str = "Joints, particles of a lattice, or constraints of copies.";

/// The shapes that can be scaled up; `None` stands for copies of the machine on the canvas.
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

pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let lens = &mut panels.lab.lens;
    controls(ui, input, lens);
    let measured = lens.measured;
    let samples = lens.lens.as_ref().map(Lens::samples).unwrap_or_default();
    if samples.is_empty() {
        let hint = "Choose what grows and how far, then press Measure: every method takes steps of ever larger machines, and \
                    the slope tells with which power of n its time grows.";
        ui.label(RichText::new(hint).weak());
        return;
    }
    let title = format!("Time a step: {}", label(measured));
    ui.label(RichText::new(&title).strong());
    diagram(ui, input, &samples);
    ui.horizontal_wrapped(|ui| {
        for method in Method::ALL {
            if let Some(power) = slope(&samples, method) {
                let color = style::method_color(input.theme, method);
                let text = format!("{} n^{power:.2}", method.label());
                let help = "The power of n with which its time a step grows, fitted to the larger sizes.";
                // Keeps the exponent on the same line as the name.
                let words = Label::new(RichText::new(text).size(12.0).color(color)).extend();
                ui.add(words).on_hover_text(help);
            }
        }
        let help = "A row a measurement: method, n and time a step, to the clipboard.";
        if ui.small_button("Copy CSV").on_hover_text(help).clicked() {
            ui.ctx().copy_text(csv(&samples));
        }
        take_home::button(ui, wants, || taken_home(title, &samples).into());
    });
}

/// The diagram as exported.
fn taken_home(title: String, samples: &[LensSample]) -> plot::Plot {
    let line = |method: Method| {
        let own = samples.iter().filter(|it| it.method == method);
        let points = own.map(|it| [it.n as f64, it.step_ns]).collect();
        take_home::line(method.label().to_owned(), points)
    };
    plot::Plot {
        title,
        axes: ["n".to_owned(), "time a step (ns)".to_owned()],
        scales: [plot::Scale::Decimal; 2],
        lines: Method::ALL.map(line).to_vec(),
        ..plot::Plot::default()
    }
}

fn controls(ui: &mut Ui, input: &UiInput, panel: &mut LensPanel) {
    ui.horizontal_wrapped(|ui| {
        let list = ComboBox::from_id_salt("subject").selected_text(label(panel.shape));
        let all = SHAPES.into_iter().map(|it| (it, label(it), ""));
        panel.shape = choice(ui, list, &panel.shape, all).unwrap_or(panel.shape);
        ui.add(
            Slider::new(&mut panel.most, 10..=100_000)
                .logarithmic(true)
                .text("up to n"),
        )
        .on_hover_text(SIZE);
        let running = panel.is_busy();
        if running {
            if ui.button("Cancel").clicked() {
                panel.lens = None;
            }
        } else if measure(ui, input, panel) {
            let subject = match panel.shape {
                Some(shape) => Subject::Shape(shape),
                None => Subject::Copies(Box::new(input.editor.scene().clone())),
            };
            panel.measured = panel.shape;
            panel.lens = Some(Lens::start(subject, panel.most));
        }
    });
    if let Some(lens) = panel.lens.as_ref().filter(|lens| lens.is_running()) {
        ui.add(ProgressBar::new(lens.progress() as f32).desired_height(6.0));
        let text = "Measured beside the window: while the machine on the canvas runs, and more so in a race, times are longer. Pause for undisturbed ones.";
        ui.label(RichText::new(text).size(12.0).weak());
    }
}

/// The Measure button; disabled for a machine without constraints, which cannot be scaled up.
fn measure(ui: &mut Ui, input: &UiInput, panel: &LensPanel) -> bool {
    let grows = panel.shape.is_some() || input.editor.scene().constraints().next().is_some();
    let button = ui.add_enabled(grows, Button::new("Measure"));
    let why = "There is no constraint on the canvas whose copies could be counted: join two parts, or choose a shape.";
    button.on_disabled_hover_text(why).clicked()
}

fn diagram(ui: &mut Ui, input: &UiInput, samples: &[LensSample]) {
    ui.add_space(6.0);
    let height = (ui.available_height() - BELOW).max(120.0);
    let plot = Plot::new("lens")
        .height(height)
        .show_background(false)
        .allow_scroll(false);
    let pointed = Pointed::default();
    let plot = pointed.listen(plot, |name, at| {
        let [n, time] = [at.x, at.y].map(|it| 10f64.powf(it));
        pointed::named(
            name,
            &format!("n = {}: {}", format::plain(n), format::duration(time)),
        )
    });
    let plotted = log_axis::both(plot, format::plain, format::duration).show(ui, |plot| {
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
    let help = [SIZE, "Time that a step takes, on a logarithmic scale."];
    axis_help::add_tooltips(ui, &plotted.response, help);
    pointed.tell(ui, &plotted.response);
}
