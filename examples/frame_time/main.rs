//! Measures the time of the window's own thread per frame. `lab`: the chain of 200 links with the laboratory closed, with each of its views
//! open, with all of them, in a race of four, and with both. `lab Matrix lattice 3600`: the matrix view of a lattice with more than ten
//! thousand rows, also while it is zoomed. `parts`: ten thousand parts and as many joints. `gallery`: each scene of the gallery.
//! `cargo run --release --example frame_time [lab [VIEW [SHAPE COUNT]] | parts | gallery]`.
//!
//! The program is built and drawn as in its window, triangles included, but without the graphics card. Times are the thread's processor
//! times as counted by the system, so that other programs do not add to them; since the system counts in whole time slices, each figure is
//! the mean over a run of frames.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod chain;
mod crowd;
mod naive;
mod window;

use egui::{Event as Said, pos2, vec2};
use tinkertoy::bench::Shape;
use tinkertoy::editor::LabView;
use tinkertoy::editor::event::Key;
use tinkertoy::scene::gallery;

use chain::chain;
use window::{WARM, Window};

/// Scrolls the wheel to and fro over the picture of the matrix view, which opens at the upper left of the canvas.
fn zoomed(frame: usize) -> Vec<Said> {
    let notch = if (frame / 5).is_multiple_of(2) { 1.0 } else { -1.0 };
    let wheel = Said::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, notch),
        modifiers: egui::Modifiers::NONE,
    };
    vec![Said::PointerMoved(pos2(260.0, 300.0)), wheel]
}

fn laboratory(filter: &str, shape: Option<Shape>, count: usize) {
    let scene = shape.map_or_else(chain, |it| it.scene(count));
    let mut window = Window::open(&scene);
    window.frames(WARM);
    window.measure("closed");
    for view in LabView::ALL {
        let name = format!("{view:?}");
        if !name.contains(filter) {
            continue;
        }
        window.open_wholly(view);
        window.measure(&name);
        if view == LabView::Matrix {
            window.measure_while("Matrix, zoomed", zoomed);
        }
        window.toggle(view);
    }
    if shape.is_some() {
        return;
    }
    // The options chosen in each view stay chosen.
    let toggle_all = |window: &mut Window| LabView::ALL.into_iter().for_each(|view| window.toggle(view));
    toggle_all(&mut window);
    window.measure("all");
    window.press(Key::Space);
    window.measure("all, paused");
    toggle_all(&mut window);
    window.press(Key::Space);
    window.race_of_four();
    window.measure("a race of four");
    toggle_all(&mut window);
    window.measure("all, in a race of four");
}

/// Ten thousand parts and as many joints, all of them in view.
fn parts() {
    let mut window = Window::open(&crowd::crowd(100, 100));
    window.frames(WARM);
    window.press(Key::Space);
    window.press(Key::Home);
    window.measure("parts, standing");
    window.beside_a_naive_painter();
    window.hand = 1.0;
    window.measure("parts, hand moving");
    (0..12).for_each(|_| window.press(Key::Plus));
    window.measure("parts, near");
    window.press(Key::Home);
    window.press(Key::Space);
    window.frames(WARM);
    window.measure("parts, in the run");
}

/// Each scene of the gallery as it runs.
fn scenes() {
    for entry in gallery::GALLERY {
        let mut window = Window::open(&entry.scene().unwrap());
        window.hand = 1.0;
        window.measure(entry.id);
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    match words.next().as_deref() {
        Some("parts") => parts(),
        Some("gallery") => scenes(),
        _ => {
            let view = words.next().unwrap_or_default();
            let shape = words
                .next()
                .map(|id| Shape::ALL.into_iter().find(|it| it.id() == id).expect("a shape"));
            let count = words.next().and_then(|it| it.parse().ok()).unwrap_or(1000);
            laboratory(&view, shape, count);
        }
    }
}
