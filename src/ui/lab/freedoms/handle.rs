//! Points by which a ghost is dragged: any point of its parts, or its handle.

use egui::{CursorIcon, Pos2, Ui};

use crate::lab::FreeMotion;
use crate::math::Vec2;
use crate::render::scene_view::{Head, MarkDot, MarkLine, Marks};
use crate::scene::{Id, Scene};
use crate::sim::{Model, SimState};
use crate::ui::UiInput;

/// Radius of the handle; distances from the handle and from a part of the ghost within which a press grabs it (points).
const HANDLE: f64 = 6.0;
pub const REACH: f64 = 10.0;
const SLACK: f64 = 3.0;

/// A point fixed in a part.
#[derive(Clone, Copy, Debug)]
pub struct Grip {
    /// The part, as a dense index.
    pub body: usize,
    /// Position in the part's frame (m).
    pub at: Vec2,
}

impl Grip {
    /// Its position with these coordinates (m).
    pub fn point(&self, model: &Model, q: &[f64]) -> Option<Vec2> {
        let body = model.bodies.get(self.body)?;
        Some(body.motion.pose(q.get(body.offset..)?).point(self.at))
    }
}

/// The topmost part of a ghost at a world point, and that point in its frame; a point of the screen is `metres` long.
pub fn part_at(scene: &Scene, (model, state): (&Model, &SimState), world: Vec2, metres: f64) -> Option<Grip> {
    let hit = |id: Id| {
        let part = scene.part(id).filter(|it| !it.handling.hidden)?;
        let formed = model.form(state, id).and_then(|u| part.shape.formed(u));
        let at = model.pose(state, id)?.local_point(world);
        let outline = formed.as_ref().unwrap_or(&part.shape).outline();
        (outline.distance(at) <= SLACK * metres).then_some((part.layer, at))
    };
    let bodies = model.bodies.iter().enumerate();
    let hits = bodies.filter_map(|(body, it)| Some((hit(it.id)?, body)));
    let ((_, at), body) = hits.max_by_key(|((layer, _), body)| (*layer, *body))?;
    Some(Grip { body, at })
}

/// The handle: of the part that moves most, the snap point with the longest path.
pub fn of(scene: &Scene, model: &Model, motion: &FreeMotion) -> Grip {
    let grip = |at| Grip {
        body: motion.most,
        at,
    };
    let way = |grip: &Grip| {
        let points = motion.poses.iter().filter_map(|q| grip.point(model, q));
        let points: Vec<Vec2> = points.collect();
        points.windows(2).map(|it| it[0].distance(it[1])).sum::<f64>()
    };
    let part = model.bodies.get(motion.most).and_then(|it| scene.part(it.id));
    let others = part.map_or_else(Vec::new, |it| it.shape.snap_points());
    let all = std::iter::once(Vec2::ZERO).chain(others.iter().map(|it| it.at));
    let best = all.map(grip).max_by(|a, b| way(a).total_cmp(&way(b)));
    best.unwrap_or(grip(Vec2::ZERO))
}

/// Draws the handle and its path over the machine; the pointer over it becomes a hand.
pub fn mark(
    ui: &Ui,
    input: &UiInput,
    (model, motion): (&Model, &FreeMotion),
    q: &[f64],
    (handle, held): (Grip, bool),
    marks: &mut Marks,
) {
    let color = input.theme.select;
    let way = motion.poses.iter().filter_map(|q| handle.point(model, q));
    let way: Vec<Vec2> = way.collect();
    marks.lines.extend(way.windows(2).map(|it| MarkLine {
        from: it[0],
        to: it[1],
        width: 1.0,
        color: color.opacity(0.5),
        head: Head::None,
    }));
    let Some(at) = handle.point(model, q) else { return };
    let on_screen = input.editor.view().screen_from_world(at);
    let pointer = ui.input(|it| it.pointer.hover_pos());
    let is_near = |it: Pos2| on_screen.distance(Vec2::new(f64::from(it.x), f64::from(it.y))) <= REACH;
    let near = pointer.is_some_and(is_near);
    marks.dots.push(MarkDot {
        at,
        radius: if held || near { HANDLE + 2.0 } else { HANDLE },
        color,
    });
    if held {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    } else if near {
        ui.ctx().set_cursor_icon(CursorIcon::Grab);
    }
}
