//! Freehand curves: the closed wire of a bead, the outline of a plate, the open line of a wall.

use crate::constraints::{Glyph, Stuff};
use crate::math::{Vec2, cross};
use crate::scene::Attach;

use crate::bodies::{Particle, Shape};
use crate::editor::draft::Draft;
use crate::editor::gesture::Gesture;
use crate::editor::snap_point::Snap;
use crate::editor::{Editor, Tool};
use crate::math::Pose;
use crate::scene::Part;

use super::link::Link;
use super::linking::Joined;

/// Motion of the pointer after which another point is recorded (logical points).
const SPACING: f64 = 4.0;
/// Distance between the points of a smooth curve (logical points).
const SMOOTH: f64 = 26.0;
/// Tolerance of a simplified outline (logical points).
const ROUGH: f64 = 3.5;
/// Tolerance of a simplified ground line (logical points).
const GROUND: f64 = 1.5;
/// Area over squared perimeter below which a curve encloses nothing.
const FLAT: f64 = 0.01;

impl Editor {
    /// Whether the present tool accepts freehand curves.
    fn scrawls(&self) -> bool {
        match self.tool {
            Tool::Part(_) => self
                .tool
                .shape()
                .is_some_and(|it| it.is_ground() || it.drawn_as(&[]).is_some()),
            Tool::Constraint(_) => self.tool.constraint().is_some_and(|mut it| it.drawn().is_some()),
            _ => false,
        }
    }

    /// Records the pointer's path while the button is down.
    pub(in crate::editor) fn scrawl(&mut self, screen: Vec2) {
        let down = matches!(
            self.gesture,
            Gesture::Draw { .. } | Gesture::Join { pressed: Some(_), .. }
        );
        if !down || !self.scrawls() {
            self.scrawl.clear();
            return;
        }
        let world = self.view.world_from_screen(screen);
        let spacing = self.view.metres(SPACING);
        if self
            .scrawl
            .last()
            .is_none_or(|last| last.distance(world) >= spacing)
        {
            self.scrawl.push(world);
        }
    }

    /// Whether a freehand curve is being drawn.
    pub(in crate::editor) fn is_scrawling(&self) -> bool {
        self.scrawl.len() > 2
    }

    /// The curve drawn so far, as a closed one, if it encloses an area.
    pub(in crate::editor) fn encircled(&self) -> Option<&[Vec2]> {
        let path = &self.scrawl[..];
        let next = |k: usize| path[(k + 1) % path.len()];
        let round: f64 = (0..path.len()).map(|k| path[k].distance(next(k))).sum();
        let area: f64 = (0..path.len()).map(|k| 0.5 * cross(path[k], next(k))).sum();
        (path.len() >= 8 && area.abs() > FLAT * round * round).then_some(path)
    }

    /// Shows the curve while it is drawn.
    pub(in crate::editor) fn preview_scrawl(&mut self) {
        if self.is_scrawling() {
            self.ghost.glyphs.push(Glyph::Wire {
                points: self.scrawl.clone(),
                closed: self.encircled().is_some() && !self.tool.shape().is_some_and(|it| it.is_ground()),
                stuff: Stuff::Steel,
            });
        }
    }

    /// A plate with the drawn outline, or ground along the drawn line, and its pose. `None` for an almost straight line.
    pub(in crate::editor) fn plate_drawn(&self, shape: &Shape) -> Option<(Shape, Pose)> {
        if shape.is_ground() {
            let mut corners = vec![*self.scrawl.first()?];
            keep(&self.scrawl, self.view.metres(GROUND), &mut corners);
            let (shape, centre) = shape.drawn_along(&corners)?;
            return (corners.len() > 2).then(|| (shape, Pose::new(centre.x, centre.y, 0.0)));
        }
        let corners = simplified(self.encircled()?, self.view.metres(ROUGH));
        let (shape, centre) = shape.drawn_as(&corners)?;
        Some((shape, Pose::new(centre.x, centre.y, 0.0)))
    }

    /// A wire along the drawn curve, fixed to the ground, with the bead at which the curve began: the part there, or a new particle.
    pub(in crate::editor) fn draft_wire(&self, mut link: Link, first: &Snap) -> Option<Joined> {
        let path = self.encircled()?;
        let points = resampled(path, self.view.metres(SMOOTH));
        let middle = points.iter().fold(Vec2::ZERO, |sum, p| sum + *p) / points.len() as f64;
        let Link::Constraint(kind) = &mut link else {
            return None;
        };
        *kind.drawn()? = points.into_iter().map(|p| p - middle).collect();
        let mut draft = Draft::new(&self.scene);
        let mut poses = Vec::new();
        let bead = match first.end.part {
            Some(_) => first.end,
            None => {
                let pose = Pose::new(first.world.x, first.world.y, 0.0);
                let shape = Shape::Particle(Particle::default());
                let id = draft.add(shape.id(), Part::new("", shape.clone(), pose));
                poses.push((id, pose));
                Attach::part(id, Vec2::ZERO)
            }
        };
        let ends = vec![Attach::ground(middle), bead];
        let at = crate::constraints::EndPorts::fixed(first.world, 0.0);
        link.fit(&[crate::constraints::EndPorts::fixed(middle, 0.0), at]);
        let stem = link.id();
        let id = draft.add(stem, link.clone().item(ends));
        Some(Joined {
            draft,
            id,
            poses,
            link,
            off: None,
            beyond: false,
            opens: false,
            said: None,
        })
    }
}

/// Points at equal distances along a closed path.
fn resampled(path: &[Vec2], spacing: f64) -> Vec<Vec2> {
    let next = |k: usize| path[(k + 1) % path.len()];
    let round: f64 = (0..path.len()).map(|k| path[k].distance(next(k))).sum();
    let count = (round / spacing).round().clamp(8.0, 80.0) as usize;
    let step = round / count as f64;
    let (mut points, mut due) = (Vec::with_capacity(count), 0.0);
    let mut gone = 0.0;
    for k in 0..path.len() {
        let (a, b) = (path[k], next(k));
        let length = a.distance(b);
        while due < gone + length && points.len() < count {
            points.push(a.lerp(b, (due - gone) / length));
            due += step;
        }
        gone += length;
    }
    points
}

/// Corners of a closed path: points within `off` of the line between their neighbours are omitted (Douglas and Peucker, 1973).
fn simplified(path: &[Vec2], off: f64) -> Vec<Vec2> {
    let far = (0..path.len())
        .max_by(|a, b| path[0].distance(path[*a]).total_cmp(&path[0].distance(path[*b])))
        .unwrap_or(0);
    let mut corners = vec![path[0]];
    keep(&path[..=far], off, &mut corners);
    let mut back = path[far..].to_vec();
    back.push(path[0]);
    keep(&back, off, &mut corners);
    corners.pop();
    corners
}

/// Appends the corners of an open path after its first one.
fn keep(path: &[Vec2], off: f64, corners: &mut Vec<Vec2>) {
    let (Some(&a), Some(&b)) = (path.first(), path.last()) else {
        return;
    };
    let along = (b - a).normalize_or_zero();
    let away = |p: Vec2| {
        let d = p - a;
        (d - along * along.dot(d).clamp(0.0, a.distance(b))).length()
    };
    let furthest = (1..path.len().saturating_sub(1)).max_by(|i, j| away(path[*i]).total_cmp(&away(path[*j])));
    match furthest.filter(|k| away(path[*k]) > off) {
        Some(k) => {
            keep(&path[..=k], off, corners);
            keep(&path[k..], off, corners);
        }
        None => corners.push(b),
    }
}
