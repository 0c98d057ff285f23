//! Timing: durations of the last frames and steps, by stage.

use std::collections::VecDeque;

use egui::{Color32, Label, Mesh, Rect, RichText, Sense, Shape, Ui, pos2, vec2};

use super::look::KEPT;
use super::take_home;
use crate::render::plot::{Plot, Scale};
use crate::ui::{Panels, UiInput, Wants, format, style};

/// Height of a history (points), and the largest value it shows, as a multiple of the mean.
const HEIGHT: f32 = 60.0;
const PEAK: f64 = 3.0;
/// Stages of a frame and of a step, from the bottom up, with their explanations.
const FRAME: [(&str, &str); 4] = [
    ("input", "Events gathered, and answered by the editor."),
    ("panels", "Panels, plots and windows built."),
    (
        "editor",
        "The editor moves on with the run; the machine as shapes.",
    ),
    (
        "draw",
        "Shapes and panels as triangles, and given to the graphics card.",
    ),
];
const STEP: [(&str, &str); 4] = [
    (
        "assembly",
        "Evaluation of forces, constraints and their Jacobian.",
    ),
    ("factor", "Factorisations of the equations."),
    ("solve", "Solves with their factors."),
    ("integrate", "The rest: integrator, step control, projection."),
];

pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    panels.timing.note_steps(input.snapshot);
    let help = "What the window's own thread works for a frame; a display shows sixty a second where it takes less than 16 ms.";
    history(ui, input, ("Frame", help), FRAME, &panels.timing.frames, wants);
    let help = "What a step of the simulation takes on its own thread.";
    history(ui, input, ("Step", help), STEP, &panels.timing.steps, wants);
    if panels.timing.steps.is_empty() {
        ui.weak("No step was taken yet: press play.");
    }
}

/// The whole kept history: one line per stage and one for the sum.
fn exported(title: &str, stages: [(&str, &str); 4], times: &VecDeque<[f64; 4]>) -> Plot {
    let line = |name: &str, of: &dyn Fn(&[f64; 4]) -> f64| {
        let points = times.iter().enumerate();
        let points = points.map(|(k, it)| [k as f64 + 1.0 - times.len() as f64, 1e-6 * of(it)]);
        take_home::line(name.to_owned(), points.collect())
    };
    let mut lines = vec![line("whole", &|it| it.iter().sum())];
    for (k, (name, _)) in stages.into_iter().enumerate() {
        lines.push(line(name, &|it| it[k]));
    }
    Plot {
        title: title.to_owned(),
        axes: [
            format!("{} before the last", title.to_lowercase()),
            "time (ms)".to_owned(),
        ],
        scales: [Scale::Linear, Scale::Linear],
        lines,
        ..Plot::default()
    }
}

/// A stacked history with the mean of each stage.
fn history(
    ui: &mut Ui,
    input: &UiInput,
    (title, help): (&str, &str),
    stages: [(&str, &str); 4],
    times: &VecDeque<[f64; 4]>,
    wants: &mut Wants,
) {
    let count = times.len().max(1) as f64;
    let whole = |it: &[f64; 4]| it.iter().sum::<f64>();
    // The sum of an empty iterator is -0.
    let mean = times.iter().map(whole).sum::<f64>().abs() / count;
    let most = times.iter().map(whole).fold(0.0, f64::max);
    // Caps the scale, so that one slow frame does not flatten all others.
    let top = most.min(PEAK * mean).max(1.0);
    let text = format!(
        "{title}: {} in the mean, {} at most",
        format::duration(mean),
        format::duration(most)
    );
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(text).size(12.0)).on_hover_text(help);
        if !times.is_empty() {
            take_home::button(ui, wants, || exported(title, stages, times).into());
        }
    });
    let colors: [Color32; 4] = std::array::from_fn(|k| style::color(input.theme.series[k]));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, ui.visuals().extreme_bg_color);
    let (width, scale) = (rect.width() / KEPT as f32, f64::from(rect.height()) / top);
    let mut mesh = Mesh::default();
    for (k, times) in times.iter().enumerate() {
        let (left, mut bottom) = (rect.left() + k as f32 * width, rect.bottom());
        for (time, color) in times.iter().zip(colors) {
            let top = (bottom - (time * scale) as f32).max(rect.top());
            let bar = Rect::from_min_max(pos2(left, top), pos2(left + width, bottom));
            mesh.add_colored_rect(bar, color);
            bottom = top;
        }
    }
    ui.painter().add(Shape::mesh(mesh));
    response.on_hover_text(help);
    ui.horizontal_wrapped(|ui| {
        for (k, (name, help)) in stages.into_iter().enumerate() {
            let mean = times.iter().map(|it| it[k]).sum::<f64>().abs() / count;
            let text = format!("{name} {}", format::duration(mean));
            // Keeps the number on the same line as its name.
            let words = Label::new(RichText::new(text).size(12.0).color(colors[k])).extend();
            ui.add(words).on_hover_text(help);
        }
    });
}
