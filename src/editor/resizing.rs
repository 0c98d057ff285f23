//! Resizing a part by its handles. Plain geometry, independent of the editor.

mod handles;

use crate::bodies::{Shape, Wall};
use crate::math::{Pose, Vec2, unit, wrap_angle};
use crate::parameter::shortest_decimal;
use crate::scene::Id;

use super::dimension::{Measure, Measured};
use super::similarity::Similarity;
use super::sizes::{keep_in_range, sized, tidy_sizes};

pub use self::handles::{Grip, handles};
use self::handles::{corner, frame, rim, size};

/// A resize under way.
#[derive(Clone, Debug)]
pub struct Resizing {
    /// The part.
    pub id: Id,
    /// The dragged handle.
    pub grip: Grip,
    /// Shape of the part at the beginning.
    pub shape: Box<Shape>,
    /// Pose of the part at the beginning.
    pub pose: Pose,
    /// Position of the press (logical points).
    pub from: Vec2,
    /// From the pointer to the dragged point (m).
    pub grab: Vec2,
    /// Drag vector, in the frame of its measure; `None` before the pointer has moved.
    pub drag: Option<Vec2>,
}

/// A resized part.
#[derive(Clone, Debug)]
pub struct Resized {
    /// New shape.
    pub shape: Shape,
    /// New pose.
    pub pose: Pose,
    /// Factor on its attachment points that are in no hole, so that they keep their place on a part that grows.
    pub scale: f64,
    /// Vector added to them, so that they keep their place on the part that stays (m).
    pub shift: Vec2,
}

impl Resized {
    /// A shape whose new origin is this point of the old frame.
    fn about(center: Vec2, shape: Shape, pose: Pose) -> Self {
        Self {
            shape,
            pose: Pose {
                position: pose.point(center),
                ..pose
            },
            scale: 1.0,
            shift: -center,
        }
    }
}

impl Resizing {
    /// The numbers that it is measured by.
    pub fn measure(&self) -> Measure {
        match self.grip {
            Grip::End(_) => Measure::Polar,
            Grip::Side(..) => Measure::Sides,
            Grip::Rim(_) => Measure::Radius,
            Grip::Corner(_) => Measure::Shift,
            Grip::Whole(..) => Measure::Scale,
        }
    }

    fn half(&self) -> Vec2 {
        Vec2::new(size(&self.shape, "width"), size(&self.shape, "height")) / 2.0
    }

    /// The fixed point and the dragged point, in the part's frame.
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
            (Grip::Whole(x, y), shape) => {
                let frame = frame(shape);
                [corner(frame, -x, -y), corner(frame, x, y)]
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

    /// Drag vector to a world point, in the frame of its measure: for rectangles the part's frame, else the world.
    pub fn drag_to(&self, world: Vec2) -> Vec2 {
        let [stays, _] = self.points();
        match self.grip {
            Grip::Side(x, y) => {
                let d = self.pose.local_point(world) - stays;
                let whole = 2.0 * self.half();
                // A side's handle leaves the length along the side unchanged.
                Vec2::new(
                    if x == 0.0 { whole.x } else { d.x },
                    if y == 0.0 { whole.y } else { d.y },
                )
            }
            Grip::Whole(..) => self.pose.local_point(world) - stays,
            _ => world - self.pose.point(stays),
        }
    }

    /// Drag vector at the beginning.
    pub fn start(&self) -> Vec2 {
        self.drag_to(self.pose.point(self.points()[1]))
    }

    /// The part resized by a drag vector. `least` is the least size for dragged numbers (m); `None` for typed numbers, which are taken as they
    /// are. Returns `None` where the result would have no size.
    pub fn resized(&self, d: Vec2, least: Option<f64>) -> Option<Resized> {
        let pose = self.pose;
        match self.grip {
            Grip::End(k) => self.by_end(k, d, least),
            Grip::Rim(_) => Some(Resized {
                shape: self.sized(Vec2::new(d.length(), 0.0), least),
                pose,
                scale: 1.0,
                shift: Vec2::ZERO,
            }),
            Grip::Side(x, y) => {
                let way = |side: f64| if side < 0.0 { -1.0 } else { 1.0 };
                let drag = Vec2::new((way(x) * d.x).max(0.0), (way(y) * d.y).max(0.0));
                let shape = self.sized(drag, least);
                let half = Vec2::new(size(&shape, "width"), size(&shape, "height")) / 2.0;
                let [stays, _] = self.points();
                let center = stays + half * Vec2::new(x, y);
                Some(Resized::about(center, shape, pose))
            }
            Grip::Whole(x, y) => self.whole([x, y], d, least.unwrap_or(0.0)),
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
                Some(Resized::about(center, shape, pose))
            }
        }
    }

    /// The shape with the sizes given by a drag.
    fn sized(&self, drag: Vec2, least: Option<f64>) -> Shape {
        let mut shape = sized(&self.shape, drag, least.is_none());
        keep_in_range(&mut shape, least.unwrap_or(0.0), |key, value| {
            value != size(&self.shape, key)
        });
        // A slanted length is a square root, hence rounded.
        tidy_sizes(&mut shape);
        shape
    }

    /// One end follows the drag, the other is fixed.
    fn by_end(&self, k: usize, d: Vec2, least: Option<f64>) -> Option<Resized> {
        let pose = self.pose;
        let shape = self.sized(Vec2::new(d.length(), 0.0), least);
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
            scale: 1.0,
            shift: now - stays,
        })
    }

    /// The whole part is scaled about the fixed corner.
    fn whole(&self, [x, y]: [f64; 2], d: Vec2, least: f64) -> Option<Resized> {
        let [stays, dragged] = self.points();
        let whole = dragged - stays;
        let share = d.dot(whole) / whole.length_squared();
        let scale = share.max(least / whole.abs().max_element());
        if !(scale.is_finite() && scale > 0.0) {
            return None;
        }
        let mut shape = Similarity::scale(Vec2::ZERO, scale).shape(&self.shape);
        if let Shape::Compound(it) = &mut shape {
            for piece in &mut it.pieces {
                tidy_sizes(&mut piece.shape);
                piece.at = piece.at.map(shortest_decimal);
            }
        }
        let to = corner(frame(&shape), -x, -y);
        Some(Resized {
            shape,
            pose: Pose {
                position: self.pose.point(stays - to),
                ..self.pose
            },
            scale,
            shift: Vec2::ZERO,
        })
    }

    /// The segments and angles that the numbers of the drag measure, at the resized part.
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
            Grip::Side(..) | Grip::Whole(..) => {
                let frame = frame(&to.shape);
                let at = |x: f64, y: f64| to.pose.point(corner(frame, x, y));
                vec![
                    length(at(-1.0, -1.0), at(1.0, -1.0)),
                    length(at(1.0, -1.0), at(1.0, 1.0)),
                ]
            }
        }
    }
}
