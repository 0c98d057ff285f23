//! Similarity transformations of parts and of the items attached to them: rotation, scaling, reflection.
//!
//! ```text
//! p -> turn * p + shift   or   turn * conj(p) + shift,   points as complex numbers, |turn| the scale
//! ```
//! The frame of a mirrored part is mirrored as well: across its x axis, or across its y axis if the shape has an upper side.

use std::f64::consts::PI;

use crate::bodies::Shape;
use crate::constraints::ConstraintKind;
use crate::math::{Pose, Vec2, unit};
use crate::parameter::{Parameters, Unit};
use crate::scene::{Attach, Constraint, Force, Item, Part, field};

/// A similarity transformation of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Similarity {
    turn: Vec2,
    flip: bool,
    shift: Vec2,
}

fn conjugate(p: Vec2) -> Vec2 {
    Vec2::new(p.x, -p.y)
}

impl Similarity {
    /// A translation.
    pub fn shift(by: Vec2) -> Self {
        Self {
            turn: Vec2::X,
            flip: false,
            shift: by,
        }
    }
    /// A rotation about a point, counterclockwise (rad).
    pub fn turn(about: Vec2, by: f64) -> Self {
        Self::about(about, unit(by), false)
    }
    /// A scaling about a point.
    pub fn scale(about: Vec2, factor: f64) -> Self {
        Self::about(about, Vec2::new(factor, 0.0), false)
    }
    /// A reflection in the line through a point in a direction (rad).
    pub fn mirror(at: Vec2, direction: f64) -> Self {
        Self::about(at, unit(2.0 * direction), true)
    }
    fn about(center: Vec2, turn: Vec2, flip: bool) -> Self {
        let map = Self {
            turn,
            flip,
            shift: Vec2::ZERO,
        };
        let shift = center - map.vector(center);
        Self { shift, ..map }
    }

    /// Image of a point.
    pub fn point(&self, p: Vec2) -> Vec2 {
        self.vector(p) + self.shift
    }
    fn vector(&self, v: Vec2) -> Vec2 {
        self.turn.rotate(if self.flip { conjugate(v) } else { v })
    }
    fn factor(&self) -> f64 {
        self.turn.length()
    }
    fn angle(&self) -> f64 {
        self.turn.to_angle()
    }

    /// Image of a point of a part, in the part's frame.
    fn local(&self, shape: &Shape, at: Vec2) -> Vec2 {
        let at = match (self.flip, has_upper_side(shape)) {
            (false, _) => at,
            (true, false) => conjugate(at),
            (true, true) => -conjugate(at),
        };
        self.factor() * at
    }

    /// Image of a pose of a part of this shape.
    pub fn pose(&self, shape: &Shape, pose: Pose) -> Pose {
        let angle = match (self.flip, has_upper_side(shape)) {
            (false, _) => pose.angle,
            (true, false) => -pose.angle,
            (true, true) => PI - pose.angle,
        };
        Pose {
            position: self.point(pose.position),
            angle: if shape.motion().has_direction() {
                angle + self.angle()
            } else {
                0.0
            },
        }
    }

    /// Image of a part.
    pub fn part(&self, part: &Part) -> Part {
        Part {
            pose: self.pose(&part.shape, part.pose),
            shape: self.shape(&part.shape),
            velocity: self.vector(part.velocity) / self.factor(),
            omega: if self.flip { -part.omega } else { part.omega },
            ..part.clone()
        }
    }

    /// Image of a shape, in its part's frame.
    pub fn shape(&self, shape: &Shape) -> Shape {
        let mut shape = shape.clone();
        let own = shape.clone();
        match &mut shape {
            Shape::Polygon(it) => {
                for corner in &mut it.corners {
                    *corner = self.local(&own, *corner);
                }
                if self.flip {
                    // The corners run counterclockwise.
                    it.corners.reverse();
                }
            }
            Shape::Compound(it) => {
                for piece in &mut it.pieces {
                    let pose = Self {
                        shift: Vec2::ZERO,
                        ..*self
                    }
                    .untwisted()
                    .pose(&piece.shape, piece.pose());
                    (piece.at, piece.angle) = (pose.position, pose.angle);
                    piece.shape = self.shape(&piece.shape);
                    // Given masses are scaled as if of one material, so that the common centre of mass stays in place.
                    let larger = self.factor() * self.factor();
                    piece.weighs = piece
                        .weighs
                        .map(|(mass, inertia)| (mass * larger, inertia * larger * larger));
                    if matches!(piece.shape, Shape::Particle(_)) {
                        piece.density *= larger;
                    }
                }
            }
            _ => {}
        }
        for parameter in own.parameters() {
            let bends = self.flip && matches!(parameter.key, "bend" | "bend_rate");
            let size = if parameter.unit == Unit::Metre {
                self.factor()
            } else {
                1.0
            };
            let value = parameter.value * size * if bends { -1.0 } else { 1.0 };
            if value != parameter.value {
                shape.set_parameter(parameter.key, value);
            }
        }
        shape
    }

    /// The transformation in a part's own frame: scaling and reflection without the rotation.
    fn untwisted(self) -> Self {
        Self {
            turn: Vec2::new(self.factor(), 0.0),
            ..self
        }
    }

    /// Image of an item attached to parts, with all its ends; `shape` returns the untransformed shape of an end's part.
    pub fn link(&self, item: &Item, shape: &dyn Fn(Attach) -> Option<Shape>) -> Item {
        let mut item = item.clone();
        self.ends(&mut item, shape, |_| true);
        let first_on_ground = item.attachments().first().is_some_and(|end| end.part.is_none());
        let twist = if first_on_ground { self.angle() } else { 0.0 };
        match &mut item {
            Item::Constraint(Constraint { kind, .. }) => {
                self.numbers(kind, twist);
                if let ConstraintKind::DrumRope(rope) = kind
                    && self.flip
                {
                    rope.right = !rope.right;
                }
            }
            Item::Force(Force { kind, .. }) => self.numbers(kind, twist),
            Item::Part(_) | Item::Trace(_) | Item::Note(_) | Item::Dimension(_) => {}
        }
        self.pushed(&mut item);
        item
    }

    /// Transforms ends of an item with the parts or the ground to which they are attached.
    pub fn ends(
        &self,
        item: &mut Item,
        shape: &dyn Fn(Attach) -> Option<Shape>,
        which: impl Fn(Attach) -> bool,
    ) {
        for end in item.attachments_mut().iter_mut().filter(|end| which(**end)) {
            end.at = match shape(*end) {
                Some(shape) => self.local(&shape, end.at),
                None => self.point(end.at),
            };
        }
    }

    /// Transforms parameters: lengths are scaled, senses of rotation are reversed by a reflection, and directions on the ground are rotated. A
    /// programme is scaled in its values and not in time; its phase is not an angle in the plane.
    fn numbers(&self, kind: &mut impl Parameters, twist: f64) {
        let sign = if self.flip { -1.0 } else { 1.0 };
        let follows = kind.scale_programme(&|unit| match unit {
            Unit::Metre => self.factor(),
            Unit::Radian | Unit::NewtonMetre => sign,
            _ => 1.0,
        });
        let parameters = kind.parameters();
        let of_programme = |key: &str| follows && matches!(key, "amplitude" | "frequency" | "phase");
        for it in parameters.iter().filter(|it| !of_programme(it.key)) {
            let either_way = it.min < 0.0;
            let value = match (it.unit, it.key) {
                (Unit::Metre, _) => it.value * self.factor(),
                (Unit::Radian, "axis" | "direction") => sign * it.value + twist,
                (Unit::Radian | Unit::RadianPerSecond | Unit::NewtonMetre, _) if either_way => {
                    sign * it.value
                }
                _ => it.value,
            };
            if value != it.value {
                kind.set_parameter(it.key, value);
            }
        }
        if self.flip {
            for choice in kind.choices() {
                if choice.key == "clockwise" {
                    kind.choose(choice.key, 1 - choice.chosen);
                }
            }
            // The limits of an angle are exchanged.
            let value = |key: &str| {
                let limit = parameters
                    .iter()
                    .find(|it| it.key == key && it.unit == Unit::Radian);
                limit.map(|it| it.value)
            };
            if let (Some(lower), Some(upper)) = (value("lower"), value("upper")) {
                kind.set_parameter("lower", -upper);
                kind.set_parameter("upper", -lower);
            }
        }
    }

    /// Transforms the components of a force in the world.
    fn pushed(&self, item: &mut Item) {
        if let Item::Force(_) = item
            && let (Some(x), Some(y)) = (field::value(item, "x"), field::value(item, "y"))
        {
            let v = self.vector(Vec2::new(x, y)) / self.factor();
            field::set(item, "x", v.x);
            field::set(item, "y", v.y);
        }
    }
}

/// Whether the upper side of a shape differs from its lower side, and its left side does not differ from its right side.
fn has_upper_side(shape: &Shape) -> bool {
    matches!(shape, Shape::Rack(_) | Shape::WireBead(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_go_where_geometry_says() {
        let near = |a: Vec2, b: Vec2| assert!(a.distance(b) < 1e-12, "{a} {b}");
        let (at, p) = (Vec2::new(1.0, 1.0), Vec2::new(2.0, 1.0));
        near(Similarity::turn(at, PI / 2.0).point(p), Vec2::new(1.0, 2.0));
        near(Similarity::scale(at, 3.0).point(p), Vec2::new(4.0, 1.0));
        near(Similarity::mirror(at, PI / 2.0).point(p), Vec2::new(0.0, 1.0));
        near(Similarity::mirror(at, PI / 4.0).point(p), Vec2::new(1.0, 2.0));
        near(Similarity::shift(p).point(at), Vec2::new(3.0, 2.0));
    }
}
