//! The program in a window without a display.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use egui::accesskit::{Node, NodeId};
use egui::{Event as Said, PointerButton, Pos2, pos2, vec2};
use tinkertoy::app::{Clock, Program, Sandbox, Start, Work};
use tinkertoy::editor::LabView;
use tinkertoy::editor::action::{self, Action};
use tinkertoy::editor::event::{Event, Key, Modifiers};
use tinkertoy::math::Vec2;
use tinkertoy::render::draw_list::DrawList;
use tinkertoy::render::mesh::{self, Mesh};
use tinkertoy::scene::{Scene, file};

use super::naive;

/// Size of the window (points).
pub const SIZE: [f32; 2] = [1280.0, 800.0];
/// Number of frames before a measurement, of frames in a run, and of runs.
pub const WARM: usize = 90;
const FRAMES: usize = 30;
const RUNS: usize = 12;
/// Time between frames.
const FRAME: Duration = Duration::from_micros(16_600);

/// Processor time of this thread (ns).
fn on_processor() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a Linux system");
    text.split_whitespace().next().unwrap().parse().unwrap()
}

/// The window without a display.
pub struct Window {
    ctx: egui::Context,
    program: Sandbox,
    picture: DrawList,
    mesh: Mesh,
    opened: Instant,
    nodes: Vec<(NodeId, Node)>,
    /// Speed of the pointer over the canvas (points to the right per frame).
    pub hand: f64,
    /// Wall-clock times of input, panels, picture and triangles, summed over the last measurement.
    parts: [Duration; 4],
    path: PathBuf,
}

impl Drop for Window {
    fn drop(&mut self) {
        // A file left in the temporary folder does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Window {
    /// Opens a scene in the window.
    pub fn open(scene: &Scene) -> Self {
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
            hand: 0.0,
            parts: [Duration::ZERO; 4],
            path,
        }
    }

    /// Draws one frame with the given events; returns its number of vertices.
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
            display_scale: 1.0,
            user_scale: 1.0,
        };
        self.picture.clear();
        self.mesh.clear();
        let mut mark = Instant::now();
        if self.hand > 0.0 {
            let x = 300.0 + (60.0 * self.hand * now) % 600.0;
            self.program.event(Event::PointerMoved {
                position: Vec2::new(x, 400.0),
                modifiers: Modifiers::NONE,
            });
        }
        self.lap(0, &mut mark);
        self.ctx.begin_pass(input);
        self.program.panels(&self.ctx);
        self.lap(1, &mut mark);
        let _ = self.program.frame(&clock, &mut self.picture);
        self.lap(2, &mut mark);
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
        let vertices = vertices.sum::<usize>() + self.mesh.vertices.len() + glyphs;
        self.lap(3, &mut mark);
        vertices
    }

    fn lap(&mut self, part: usize, mark: &mut Instant) {
        self.parts[part] += mark.elapsed();
        *mark = Instant::now();
    }

    /// Tessellation time of the picture by the naive painter, without level of detail, and by the program's own (ms).
    pub fn beside_a_naive_painter(&mut self) {
        self.frame(Vec::new());
        let spent = |work: &mut dyn FnMut()| {
            let before = on_processor();
            (0..FRAMES).for_each(|_| work());
            (on_processor() - before) as f64 / FRAMES as f64 / 1e6
        };
        let picture = &self.picture;
        let mut mesh = Mesh::default();
        let ours = spent(&mut || {
            mesh.clear();
            mesh::tessellate(picture, 1.0, &mut mesh, &mut |_, _| {});
        });
        let theirs = spent(&mut || {
            naive::triangles(&self.ctx, picture);
        });
        println!(
            "{} shapes as triangles: {ours:.2} ms, by a naive painter {theirs:.2} ms",
            picture.shapes.len()
        );
    }

    pub fn frames(&mut self, count: usize) {
        for _ in 0..count {
            let began = Instant::now();
            self.frame(Vec::new());
            std::thread::sleep(FRAME.saturating_sub(began.elapsed()));
        }
    }

    pub fn toggle(&mut self, view: LabView) {
        let entry = action::entry(Action::Lab(view)).expect("a command for each view");
        let chord = entry.keys[0];
        self.press_with(chord.key, chord.modifiers);
    }

    /// Opens a view and selects the options that draw most; returns the options that were not found.
    pub fn open_wholly(&mut self, view: LabView) -> Vec<&'static str> {
        self.toggle(view);
        self.frames(4);
        let most: &[&str] = match view {
            LabView::ForceXray => &["Reactions", "Bending of bars"],
            LabView::DriftHeat => &["Openings a thousand times"],
            LabView::Matrix => &["Factor L", "Tree on the machine"],
            _ => &[],
        };
        most.iter().copied().filter(|label| !self.click(label)).collect()
    }

    /// Splits the run into a race of four; returns the buttons that were not found.
    pub fn race_of_four(&mut self) -> Vec<&'static str> {
        let clicks = ["Race", "Race a copy", "Add", "Add"];
        // A runner appears some frames after it was requested.
        let mut comes = |label: &str| (0..30).any(|_| self.click(label));
        clicks.into_iter().filter(|label| !comes(label)).collect()
    }

    pub fn press(&mut self, key: Key) {
        self.press_with(key, Modifiers::NONE);
    }

    fn press_with(&mut self, key: Key, modifiers: Modifiers) {
        self.program.event(Event::KeyPressed {
            key,
            modifiers,
            repeat: false,
        });
        self.program.event(Event::KeyReleased { key, modifiers });
    }

    /// Clicks the widget with this label; returns whether it was found.
    pub fn click(&mut self, label: &str) -> bool {
        self.ctx.enable_accesskit();
        self.frames(2);
        let of = |it: &&(NodeId, Node)| it.1.label() == Some(label);
        let place = self.nodes.iter().find(of).and_then(|it| it.1.bounds());
        let Some(place) = place else {
            eprintln!("not there: {label}");
            return false;
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
        true
    }

    /// Prints the median and the largest time of a frame over the runs (ms), and the vertices of the last one.
    pub fn measure(&mut self, name: &str) {
        self.measure_while(name, |_| Vec::new());
    }

    /// The same with the events of `done` in each frame.
    pub fn measure_while(&mut self, name: &str, done: impl Fn(usize) -> Vec<Said>) {
        let (runs, vertices) = self.runs(done);
        let [input, panels, picture, triangles] = self
            .parts
            .map(|it| it.as_secs_f64() * 1e3 / (RUNS * FRAMES) as f64);
        println!(
            "{name:<24} {:>6.2} ms a frame, {:>6.2} at most, {vertices:>7} vertices; by the clock: input {input:.2}, \
             panels {panels:.2}, picture {picture:.2}, triangles {triangles:.2}",
            runs[RUNS / 2],
            runs[RUNS - 1]
        );
    }

    /// Mean frame time of each run with the events of `done`, in ascending order (ms), and the vertices of the last frame.
    pub fn runs(&mut self, done: impl Fn(usize) -> Vec<Said>) -> (Vec<f64>, usize) {
        self.frames(WARM);
        let mut vertices = 0;
        self.parts = [Duration::ZERO; 4];
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
        (runs, vertices)
    }
}
