//! The canvas: draws everything visible of a machine as shapes, from plain data.
//!
//! Drawing order from the bottom: underlay picture, grid, traces, feet on the ground, shadows, parts, racks, rods and coils, beads, pins and
//! arrows, then selection and pointer feedback.

mod annotations;
mod beside;
mod contacts;
mod contour;
mod crank_ranges;
mod cycle_paths;
mod dimensions;
mod figure;
mod ghost;
mod glyphs;
mod grid;
mod ground;
mod guides;
mod ink;
mod inks;
mod item_cache;
mod items;
mod lab;
mod lab_layer;
mod label_room;
mod marking;
mod marks;
mod outlines;
mod overlay;
mod parts;
mod placed;
mod rack;
mod rulers;
mod scale_bar;
mod strain;
mod teeth;
mod underlay;
mod view;
mod words;

use std::borrow::Cow;

use crate::math::{Pose, Vec2};
use crate::scene::{Id, Part, Scene};
use crate::sim::{Freedom, Model, SimState};
use crate::worker::Snapshot;

use super::draw_list::{Color, DrawList, Stroke};
use super::theme::Theme;
use super::trace::TraceLog;

pub use self::ghost::ghost;
pub use self::item_cache::ItemCache;
pub use self::lab::{EXAGGERATION, newtons, tint};
pub use self::lab_layer::LabLayer;
pub use self::marks::{Head, MarkDot, MarkLabel, MarkLine, Marks};
pub use self::overlay::{Overlay, SCALE_BAR};
pub use self::parts::fill;
pub use self::rulers::{RULERS, Rulers};
pub use self::view::View;

/// State of a run; without one the built pose is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The compiled scene.
    pub model: &'a Model,
    /// Its state.
    pub state: &'a SimState,
    /// Multipliers of the last solve, row by row; may be empty.
    pub lambda: &'a [f64],
    /// Degrees of freedom and redundant constraints, if counted.
    pub freedom: Option<&'a Freedom>,
}

impl<'a> From<&'a Snapshot> for Run<'a> {
    fn from(snapshot: &'a Snapshot) -> Self {
        Run {
            model: &snapshot.model,
            state: &snapshot.state,
            lambda: &snapshot.lambda,
            freedom: snapshot.freedom.as_deref(),
        }
    }
}

/// Optional layers of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The grid.
    pub grid: bool,
    /// Rods and pins tinted and widened by their force.
    pub forces: bool,
    /// Highlights on redundant and contradictory constraints.
    pub redundant: bool,
    /// The names of parts.
    pub names: bool,
}

impl Default for Layers {
    fn default() -> Self {
        Layers {
            grid: true,
            forces: false,
            redundant: true,
            names: false,
        }
    }
}

/// All inputs of the picture.
#[derive(Clone, Copy, Debug)]
pub struct SceneView<'a> {
    /// The machine as built.
    pub scene: &'a Scene,
    /// Its present state.
    pub run: Option<Run<'a>>,
    /// The visible part of the world.
    pub view: View,
    /// Colours.
    pub theme: &'a Theme,
    /// Paths of traced points.
    pub traces: Option<&'a TraceLog>,
    /// Layers shown.
    pub layers: Layers,
    /// Selection and pointer feedback.
    pub overlay: &'a Overlay,
}

impl SceneView<'_> {
    /// Pose of a part: the one given by the overlay, else that in the run, else as built.
    pub fn pose(&self, id: Id) -> Option<Pose> {
        let part = self.scene.part(id)?;
        let in_run = || {
            let run = self.run.filter(|_| !part.fixed)?;
            run.model.pose(run.state, id)
        };
        let shown = self.overlay.poses.get(id).copied();
        Some(shown.or_else(in_run).unwrap_or(part.pose))
    }

    /// The part in its present form, for shapes that change form in the run; as built where the run does not have it.
    pub fn formed<'p>(&self, id: Id, part: &'p Part) -> Cow<'p, Part> {
        let run = self.run.filter(|_| !part.fixed);
        let run = run.filter(|_| part.shape.changes_form());
        let form = run.and_then(|run| run.model.form(run.state, id));
        match form.and_then(|u| part.shape.formed(u)) {
            Some(shape) => Cow::Owned(Part {
                shape,
                ..part.clone()
            }),
            None => Cow::Borrowed(part),
        }
    }
}

/// Drawing state: view, colours, opacity, and the output list.
struct Canvas<'a> {
    view: View,
    theme: &'a Theme,
    out: &'a mut DrawList,
    /// Opacity: 1, or less for a preview.
    opacity: f64,
}

impl Canvas<'_> {
    fn tone(&self, color: Color) -> Color {
        color.opacity(self.opacity)
    }
    /// The paper's colour, for a border that separates a mark from what is under it.
    fn halo(&self) -> Color {
        self.theme.paper.opacity(0.75 * self.opacity)
    }
    /// Radius of a joint in points: grows with the zoom within limits.
    fn joint(&self) -> f64 {
        crate::editor::joint_radius(self.view.scale)
    }
}

/// Draws the canvas.
pub fn draw(input: &SceneView, out: &mut DrawList) {
    draw_again(input, &mut ItemCache::default(), out);
}

/// The same for successive frames: `standing` keeps the drawn items for reuse in the next frame.
pub fn draw_again(input: &SceneView, standing: &mut ItemCache, out: &mut DrawList) {
    let mut canvas = Canvas {
        view: input.view,
        theme: input.theme,
        out,
        opacity: 1.0,
    };
    grid::paper(&mut canvas);
    underlay::draw(&mut canvas, input);
    if input.layers.grid {
        grid::draw(&mut canvas, input.scene.info.length_unit);
    }
    contacts::floor(&mut canvas, input);
    if input.overlay.marks_origin {
        rulers::origin(&mut canvas);
    }
    trails(&mut canvas, input);
    lab::under(&mut canvas, input);
    overlay::under(&mut canvas, input);
    standing.draw(&mut canvas, input);
    contacts::points(&mut canvas, input);
    lab::over(&mut canvas, input);
    overlay::snap_ring(&mut canvas, input);
    annotations::draw(&mut canvas, input);
    marking::draw(&mut canvas, &input.overlay.marks);
    overlay::over(&mut canvas, input);
}

fn trails(canvas: &mut Canvas, input: &SceneView) {
    let Some(log) = input.traces else { return };
    for (k, (id, _)) in input.scene.traces().enumerate() {
        let color = canvas.theme.series[k % canvas.theme.series.len()];
        for stroke in log.strokes(id) {
            let (Some(oldest), Some(newest)) = (stroke.first(), stroke.last()) else {
                continue;
            };
            let faded = |age: f64| color.opacity(1.0 - age.min(1.0));
            let (from, to) = (faded(oldest.0), faded(newest.0));
            let points = stroke.iter().map(|it| canvas.view.screen_from_world(it.1));
            let points = smooth(apart(points));
            if points.len() > 1 {
                canvas.out.trail(points, 2.0, from, to);
            }
        }
        let Some(end) = input.scene.item(id).and_then(|item| item.as_trace()) else {
            continue;
        };
        let at = items::point(input, end.end);
        let stroke = Stroke::new(1.5, color);
        canvas.out.circle(
            canvas.view.screen_from_world(at),
            3.0,
            crate::render::draw_list::Paint::both(canvas.theme.paper, stroke),
        );
    }
}

/// Distance below which two points of a path coincide on the screen (points).
const APART: f64 = 0.5;

/// Reduces a path to points at least [`APART`] apart, and the last one.
fn apart(points: impl Iterator<Item = Vec2>) -> Vec<Vec2> {
    let mut out: Vec<Vec2> = Vec::new();
    let mut last = None;
    for point in points {
        let is_near = out.last().is_some_and(|it| it.distance(point) < APART);
        last = is_near.then_some(point);
        if !is_near {
            out.push(point);
        }
    }
    out.extend(last);
    out
}

/// Maximum number of points of a path that is smoothed; longer paths are drawn with straight lines.
const SPARSE_PATH: usize = 400;

/// Smooths a path with few points, as recorded by a slow display: each segment becomes a Catmull-Rom curve.
fn smooth(points: Vec<Vec2>) -> Vec<Vec2> {
    if points.len() < 3 || points.len() > SPARSE_PATH {
        return points;
    }
    let last = points.len() - 1;
    let mut out = Vec::with_capacity(4 * points.len());
    for k in 0..last {
        let (a, b) = (points[k], points[k + 1]);
        let (before, after) = (points[k.saturating_sub(1)], points[(k + 2).min(last)]);
        let pieces = (a.distance(b) / 6.0).ceil().clamp(1.0, 8.0);
        for piece in 0..pieces as usize {
            let t = piece as f64 / pieces;
            let (u, w) = (0.5 * (b - before), 0.5 * (after - a));
            let cubic = 2.0 * (a - b) + u + w;
            let square = 3.0 * (b - a) - 2.0 * u - w;
            out.push(a + t * (u + t * (square + t * cubic)));
        }
    }
    out.push(points[last]);
    out
}
