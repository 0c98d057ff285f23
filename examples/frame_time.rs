//! What the window's own thread works for a frame of the chain of 200 links: with the laboratory closed, with each of its views open, and
//! with all of them. `cargo run --release --example frame_time [FILTER [SHAPE COUNT]]`; `frame_time Matrix lattice 3600` is the matrix view
//! of a lattice instead, with more than ten thousand rows, and what a frame takes while it is zoomed.
//!
//! The program is built and drawn as in its window, triangles included, but for the graphics card. Times are those that the thread was on
//! a processor, as the system counts them, so that other programs do not add to them; the system counts in whole slices, so a figure is that
//! of a run of frames.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use egui::accesskit::{Node, NodeId};
use egui::{Event as Said, PointerButton, Pos2, pos2, vec2};
use tinkertoy::app::{Clock, Program, Sandbox, Start, Work};
use tinkertoy::bench::Shape;
use tinkertoy::editor::LabView;
use tinkertoy::editor::action::{self, Action};
use tinkertoy::editor::event::{Event, Key, Modifiers};
use tinkertoy::math::Vec2;
use tinkertoy::render::draw_list::DrawList;
use tinkertoy::render::mesh::{self, Mesh};
use tinkertoy::scene::{Scene, Scope, file, gallery};

/// The window (points).
const SIZE: [f32; 2] = [1280.0, 800.0];
/// Frames before anything is measured, of a run, and runs.
const WARM: usize = 90;
const FRAMES: usize = 30;
const RUNS: usize = 12;
/// From frame to frame.
const FRAME: Duration = Duration::from_micros(16_600);

/// Time that this thread has been on a processor (ns).
fn on_processor() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a Linux system");
    text.split_whitespace().next().unwrap().parse().unwrap()
}

/// The window without a display.
struct Window {
    ctx: egui::Context,
    program: Sandbox,
    picture: DrawList,
    mesh: Mesh,
    opened: Instant,
    nodes: Vec<(NodeId, Node)>,
    path: PathBuf,
}

impl Drop for Window {
    fn drop(&mut self) {
        // What is left of it in a folder for such things does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Window {
    /// The chain of 200 links with signals that are recorded.
    fn chain() -> Scene {
        let mut scene = gallery::find("chain").unwrap().scene().unwrap();
        let signals = [["drift", "energy_error"], ["\"bead 100\".y", "\"bead 50\".speed"]];
        let scope = |it: [&str; 2]| Scope {
            signals: it.map(str::to_owned).to_vec(),
            ..Scope::default()
        };
        scene.scopes = signals.map(scope).to_vec();
        scene
    }

    fn open(scene: &Scene) -> Self {
        let path = std::env::temp_dir().join(format!("tinkertoy-frame-time-{}.ron", std::process::id()));
        file::save(scene, &path).unwrap();
        let ctx = egui::Context::default();
        let mut program = Sandbox::new(Start::File(path.clone()), None);
        program.event(Event::Resized {
            size: Vec2::new(f64::from(SIZE[0]), f64::from(SIZE[1])),
            scale: 1.0,
        });
        Self {
            ctx,
            program,
            picture: DrawList::new(),
            mesh: Mesh::default(),
            opened: Instant::now(),
            nodes: Vec::new(),
            path,
        }
    }

    /// One frame with what was done, and the vertices it came to.
    fn frame(&mut self, events: Vec<Said>) -> usize {
        let now = self.opened.elapsed().as_secs_f64();
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(Pos2::ZERO, vec2(SIZE[0], SIZE[1]))),
            time: Some(now),
            events,
            focused: true,
            ..Default::default()
        };
        let clock = Clock {
            now,
            elapsed: FRAME.as_secs_f64(),
            work: Work::default(),
            scale: 1.0,
            user_scale: 1.0,
        };
        self.picture.clear();
        self.mesh.clear();
        self.ctx.begin_pass(input);
        self.program.panels(&self.ctx);
        let _ = self.program.frame(&clock, &mut self.picture);
        let mut glyphs = 0;
        let mut words = |run: &mesh::TextRun, _: &mut Mesh| {
            let font = egui::FontId::proportional(run.size as f32);
            let white = egui::Color32::WHITE;
            let galley = self
                .ctx
                .fonts(|it| it.layout_no_wrap(run.text.to_owned(), font, white));
            glyphs += galley.num_vertices;
        };
        mesh::tessellate(&self.picture, 1.0, &mut self.mesh, &mut words);
        let output = self.ctx.end_pass();
        let panels = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        if let Some(update) = output.platform_output.accesskit_update {
            self.nodes = update.nodes;
        }
        let vertices = panels.iter().map(|it| match &it.primitive {
            egui::epaint::Primitive::Mesh(mesh) => mesh.vertices.len(),
            egui::epaint::Primitive::Callback(_) => 0,
        });
        vertices.sum::<usize>() + self.mesh.vertices.len() + glyphs
    }

    fn frames(&mut self, count: usize) {
        for _ in 0..count {
            let began = Instant::now();
            self.frame(Vec::new());
            std::thread::sleep(FRAME.saturating_sub(began.elapsed()));
        }
    }

    fn toggle(&mut self, view: LabView) {
        let entry = action::entry(Action::Lab(view)).expect("a command for each view");
        let chord = entry.keys[0];
        self.program.event(Event::KeyPressed {
            key: chord.key,
            modifiers: chord.modifiers,
            repeat: false,
        });
    }

    /// Clicks what is labelled so, if it is there.
    fn click(&mut self, label: &str) {
        self.ctx.enable_accesskit();
        self.frames(2);
        let of = |it: &&(NodeId, Node)| it.1.label() == Some(label);
        let place = self.nodes.iter().find(of).and_then(|it| it.1.bounds());
        let Some(place) = place else {
            eprintln!("not there: {label}");
            return;
        };
        let at = pos2(
            ((place.x0 + place.x1) / 2.0) as f32,
            ((place.y0 + place.y1) / 2.0) as f32,
        );
        let button = |pressed| Said::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        self.frame(vec![Said::PointerMoved(at)]);
        self.frame(vec![button(true)]);
        self.frame(vec![button(false)]);
        self.frame(vec![Said::PointerMoved(pos2(1275.0, 795.0))]);
        self.ctx.disable_accesskit();
        self.frame(Vec::new());
    }

    /// Middle and largest time of a frame, run for run (ms), and the vertices of the last one.
    fn measure(&mut self, name: &str) {
        self.measure_while(name, |_| Vec::new());
    }

    /// The same while something is done, frame by frame.
    fn measure_while(&mut self, name: &str, done: impl Fn(usize) -> Vec<Said>) {
        self.frames(WARM);
        let mut vertices = 0;
        let mut runs: Vec<f64> = (0..RUNS)
            .map(|_| {
                let mut spent = 0;
                for frame in 0..FRAMES {
                    let (began, before) = (Instant::now(), on_processor());
                    vertices = self.frame(done(frame));
                    spent += on_processor() - before;
                    std::thread::sleep(FRAME.saturating_sub(began.elapsed()));
                }
                spent as f64 / FRAMES as f64 / 1e6
            })
            .collect();
        runs.sort_by(f64::total_cmp);
        println!(
            "{name:<14} {:>6.2} ms a frame, {:>6.2} at most, {vertices:>7} vertices",
            runs[RUNS / 2],
            runs[RUNS - 1]
        );
    }
}

/// The views with what in them is to be clicked.
fn clicked(view: LabView) -> &'static [&'static str] {
    match view {
        LabView::ForceXray => &["Reactions", "Bending of bars"],
        LabView::DriftHeat => &["Openings a thousand times"],
        LabView::Matrix => &["Factor L", "Tree on the machine"],
        _ => &[],
    }
}

/// To and fro with the wheel over the picture of the matrix view, which opens at the upper left of the canvas.
fn zoomed(frame: usize) -> Vec<Said> {
    let notch = if (frame / 5).is_multiple_of(2) { 1.0 } else { -1.0 };
    let wheel = Said::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, notch),
        modifiers: egui::Modifiers::NONE,
    };
    vec![Said::PointerMoved(pos2(260.0, 300.0)), wheel]
}

fn main() {
    let mut args = std::env::args().skip(1);
    let filter = args.next().unwrap_or_default();
    let shape = args
        .next()
        .map(|id| Shape::ALL.into_iter().find(|it| it.id() == id).expect("a shape"));
    let count = args.next().and_then(|it| it.parse().ok()).unwrap_or(1000);
    let scene = shape.map_or_else(Window::chain, |it| it.scene(count));
    let mut window = Window::open(&scene);
    window.frames(WARM);
    window.measure("closed");
    for view in LabView::ALL {
        let name = format!("{view:?}");
        if !name.contains(&filter) {
            continue;
        }
        window.toggle(view);
        window.frames(4);
        clicked(view).iter().for_each(|label| window.click(label));
        window.measure(&name);
        if view == LabView::Matrix {
            window.measure_while("Matrix, zoomed", zoomed);
        }
        window.toggle(view);
    }
    if shape.is_some() {
        return;
    }
    LabView::ALL.into_iter().for_each(|view| window.toggle(view));
    window.measure("all");
    window.program.event(Event::KeyPressed {
        key: Key::Space,
        modifiers: Modifiers::NONE,
        repeat: false,
    });
    window.measure("all, paused");
}
