//! Handles that change the size of a part, and what comes of dragging one. Plain geometry, without an editor.

use crate::bodies::{Outline, Shape, Wall};
use crate::math::{Pose, Vec2, unit, wrap_angle};
use crate::parameter::Parameters;
use crate::scene::Id;

use super::dimension::{Measure, Measured};
use super::sizes::{keep_in_range, measure_of, tidy_sizes};

/// Handles nearer to each other than this are one (logical points).
const APART: f64 = 16.0;

/// What a handle is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// One of the two ends: 0 or 1.
    End(usize),
    /// A side or corner of a rectangle: -1, 0 or 1 along each axis.
    Side(f64, f64),
    /// The rim of what is round, in this direction (rad).
    Rim(f64),
    /// A corner of a polygon, or a point of a bent line.
    Corner(usize),
}

/// A handle, in the part's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handle {
    /// What it changes.
    pub grip: Grip,
    /// A point of the outline (m).
    pub at: Vec2,
    /// The direction away from the part.
    pub out: Vec2,
}

fn size(shape: &Shape, key: &str) -> f64 {
    let parameters = shape.parameters();
    parameters
        .iter()
        .find(|it| it.key == key)
        .map_or(0.0, |it| it.value)
}

/// The handles of a shape; `point` is the length of a logical point (m).
pub fn handles(shape: &Shape, point: f64) -> Vec<Handle> {
    if let Shape::Polygon(polygon) = shape {
        return corners(&polygon.corners, point);
    }
    if let Shape::Wall(wall) = shape
        && wall.points.len() > 2
    {
        return bends(wall, point);
    }
    match (measure_of(shape), shape.ends()) {
        (Some(Measure::Polar), Some((a, b))) => {
            let (along, rim) = ((b - a).normalize_or_zero(), size(shape, "width") / 2.0);
            let end = |k, at: Vec2, out: Vec2| Handle {
                grip: Grip::End(k),
                at: at + rim * out,
                out,
            };
            vec![end(0, a, -along), end(1, b, along)]
        }
        (Some(Measure::Radius), _) => {
            let radius = rim(shape);
            let quarters = [0.25, 0.75, 1.25, 1.75].map(|quarter| quarter * std::f64::consts::PI);
            let handle = |angle| Handle {
                grip: Grip::Rim(angle),
                at: radius * unit(angle),
                out: unit(angle),
            };
            quarters.map(handle).to_vec()
        }
        (Some(Measure::Sides), _) => {
            let half = Vec2::new(size(shape, "width"), size(shape, "height")) / 2.0;
            let ways = [
                (-1.0, -1.0),
                (0.0, -1.0),
                (1.0, -1.0),
                (1.0, 0.0),
                (1.0, 1.0),
                (0.0, 1.0),
                (-1.0, 1.0),
                (-1.0, 0.0),
            ];
            let handle = |(x, y)| Handle {
                grip: Grip::Side(x, y),
                at: half * Vec2::new(x, y),
                out: Vec2::new(x, y).normalize_or_zero(),
            };
            ways.map(handle).to_vec()
        }
        _ => Vec::new(),
    }
}

/// Radius of what is round that a drag of its rim gives (m): of gears that of the pitch circle, of rings the outer one.
fn rim(shape: &Shape) -> f64 {
    match shape.outline() {
        Outline::Ring { radius, .. } => radius,
        _ => shape.pitch_radius().unwrap_or_else(|| size(shape, "radius")),
    }
}

/// A handle at each corner that is far enough from the last one.
fn corners(corners: &[Vec2], point: f64) -> Vec<Handle> {
    let n = corners.len();
    let mut found: Vec<Handle> = Vec::new();
    for (k, at) in corners.iter().enumerate() {
        let near = |other: &Handle| other.at.distance(*at) < APART * point;
        if found.last().is_some_and(near) || found.first().is_some_and(near) {
            continue;
        }
        let (before, after) = (corners[(k + n - 1) % n], corners[(k + 1) % n]);
        // Outwards of both sides, counter-clockwise as they are.
        let out = -(*at - before).normalize_or_zero().perp() - (after - *at).normalize_or_zero().perp();
        found.push(Handle {
            grip: Grip::Corner(k),
            at: *at,
            out: out.normalize_or(Vec2::X),
        });
    }
    found
}

/// A handle at each point of a bent line that is far enough from the last one: beyond its ends, and on one side of its bends.
fn bends(wall: &Wall, point: f64) -> Vec<Handle> {
    let (points, last) = (&wall.points, wall.points.len() - 1);
    let mut found: Vec<Handle> = Vec::new();
    for (k, at) in points.iter().enumerate() {
        let along = (points[(k + 1).min(last)] - points[k.saturating_sub(1)]).normalize_or(Vec2::X);
        let out = match k {
            0 => -along,
            k if k == last => along,
            _ => along.perp(),
        };
        let handle = Handle {
            grip: Grip::Corner(k),
            at: *at + 0.5 * wall.width * out,
            out,
        };
        let near = |other: &Handle| other.at.distance(handle.at) < APART * point;
        // The end is of more use than the bend beside it.
        if found.last().is_some_and(near) {
            if k < last || found.len() == 1 {
                continue;
            }
            found.pop();
        }
        found.push(handle);
    }
    found
}

/// A handle in the hand.
#[derive(Clone, Debug)]
pub struct Resizing {
    /// The part.
    pub id: Id,
    /// What is dragged.
    pub grip: Grip,
    /// The part's shape when it was taken.
    pub shape: Box<Shape>,
    /// Where the part was then.
    pub pose: Pose,
    /// Where it was pressed (logical points).
    pub from: Vec2,
    /// From the pointer to the point that is dragged (m).
    pub grab: Vec2,
    /// The drag, in the frame it is measured in; none before it has moved.
    pub drag: Option<Vec2>,
}

/// What a part becomes.
#[derive(Clone, Debug)]
pub struct Resized {
    /// Its shape.
    pub shape: Shape,
    /// Where it is.
    pub pose: Pose,
    /// What is added to points of it that are in no hole, so that they keep their place on what stays (m).
    pub shift: Vec2,
}

impl Resizing {
    /// Which numbers it has.
    pub fn measure(&self) -> Measure {
        match self.grip {
            Grip::End(_) => Measure::Polar,
            Grip::Side(..) => Measure::Sides,
            Grip::Rim(_) => Measure::Radius,
            Grip::Corner(_) => Measure::Shift,
        }
    }

    fn half(&self) -> Vec2 {
        Vec2::new(size(&self.shape, "width"), size(&self.shape, "height")) / 2.0
    }

    /// The point that stays and the point that is dragged, in the part's frame.
    pub fn points(&self) -> [Vec2; 2] {
        match (self.grip, &*self.shape) {
            (Grip::End(k), shape) => {
                let (a, b) = shape.ends().unwrap_or_default();
                if k == 0 { [b, a] } else { [a, b] }
            }
            (Grip::Side(x, y), _) => {
                let corner = self.half() * Vec2::new(x, y);
                [-corner, corner]
            }
            (Grip::Rim(angle), shape) => [Vec2::ZERO, rim(shape) * unit(angle)],
            (Grip::Corner(k), Shape::Polygon(polygon)) => {
                let at = polygon.corners.get(k).copied().unwrap_or_default();
                [at, at]
            }
            (Grip::Corner(k), Shape::Wall(wall)) => {
                let at = wall.points.get(k).copied().unwrap_or_default();
                [at, at]
            }
            (Grip::Corner(_), _) => [Vec2::ZERO; 2],
        }
    }

    /// The drag to a world point, in the frame it is measured in: a rectangle's is its own.
    pub fn drag_to(&self, world: Vec2) -> Vec2 {
        let [stays, _] = self.points();
        match self.grip {
            Grip::Side(x, y) => {
                let d = self.pose.local_point(world) - stays;
                let whole = 2.0 * self.half();
                // Along a side it is as long as it was.
                Vec2::new(
                    if x == 0.0 { whole.x } else { d.x },
                    if y == 0.0 { whole.y } else { d.y },
                )
            }
            _ => world - self.pose.point(stays),
        }
    }

    /// The drag before it has moved.
    pub fn start(&self) -> Vec2 {
        self.drag_to(self.pose.point(self.points()[1]))
    }

    /// What the part becomes by a drag; dragged sizes of less than `least` are that (m). Nothing where it has no size then.
    pub fn resized(&self, d: Vec2, least: f64) -> Option<Resized> {
        let pose = self.pose;
        let sized = |drag: Vec2| {
            let mut shape = self.shape.sized_by_drag(drag);
            keep_in_range(&mut shape, least, |key, value| value != size(&self.shape, key));
            // A length along a slant is a root of squares.
            tidy_sizes(&mut shape);
            shape
        };
        match self.grip {
            Grip::End(k) => {
                let shape = sized(Vec2::new(d.length(), 0.0));
                let (a, b) = shape.ends().filter(|_| d != Vec2::ZERO)?;
                let along = if k == 0 { -d } else { d };
                let turn = wrap_angle(along.to_angle() - (b - a).to_angle() - pose.angle);
                let angle = pose.angle + turn;
                let [stays, _] = self.points();
                let now = if k == 0 { b } else { a };
                let position = pose.point(stays) - unit(angle).rotate(now);
                Some(Resized {
                    shape,
                    pose: Pose { position, angle },
                    shift: now - stays,
                })
            }
            Grip::Rim(_) => Some(Resized {
                shape: sized(Vec2::new(d.length(), 0.0)),
                pose,
                shift: Vec2::ZERO,
            }),
            Grip::Side(x, y) => {
                let way = |side: f64| if side < 0.0 { -1.0 } else { 1.0 };
                let shape = sized(Vec2::new((way(x) * d.x).max(0.0), (way(y) * d.y).max(0.0)));
                let half = Vec2::new(size(&shape, "width"), size(&shape, "height")) / 2.0;
                let [stays, _] = self.points();
                let center = stays + half * Vec2::new(x, y);
                Some(Resized {
                    shape,
                    pose: Pose {
                        position: pose.point(center),
                        ..pose
                    },
                    shift: -center,
                })
            }
            Grip::Corner(k) => {
                let moved = |points: &[Vec2]| {
                    let mut points = points.to_vec();
                    let point = points.get_mut(k)?;
                    *point = pose.local_point(pose.point(*point) + d);
                    Some(points)
                };
                let (shape, center) = match &*self.shape {
                    Shape::Polygon(polygon) => {
                        let (polygon, center) = polygon.moved(moved(&polygon.corners)?)?;
                        (Shape::Polygon(polygon), center)
                    }
                    Shape::Wall(wall) => {
                        let (wall, center) = Wall::about(&moved(&wall.points)?, wall.width);
                        (Shape::Wall(wall), center)
                    }
                    _ => return None,
                };
                Some(Resized {
                    shape,
                    pose: Pose {
                        position: pose.point(center),
                        ..pose
                    },
                    shift: -center,
                })
            }
        }
    }

    /// What its numbers measure, for what the part becomes.
    pub fn measured(&self, d: Vec2, to: &Resized) -> Vec<Measured> {
        let length = |from: Vec2, to: Vec2| Measured::Length { from, to };
        let [stays, _] = self.points();
        let from = self.pose.point(stays);
        match self.grip {
            Grip::End(_) => vec![
                length(from, from + d),
                Measured::Angle {
                    at: from,
                    start: 0.0,
                    sweep: d.to_angle(),
                },
            ],
            Grip::Rim(_) => vec![length(from, from + d)],
            Grip::Corner(_) => {
                let bend = from + Vec2::new(d.x, 0.0);
                vec![length(from, bend), length(bend, from + d)]
            }
            Grip::Side(..) => {
                let half = Vec2::new(size(&to.shape, "width"), size(&to.shape, "height")) / 2.0;
                let corner = |x: f64, y: f64| to.pose.point(half * Vec2::new(x, y));
                vec![
                    length(corner(-1.0, -1.0), corner(1.0, -1.0)),
                    length(corner(1.0, -1.0), corner(1.0, 1.0)),
                ]
            }
        }
    }
}
