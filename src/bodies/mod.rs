//! Kinds of body: the shapes of parts ([`Shape`]) and the motion of their coordinates ([`Motion`]).
//!
//! A shape is one file and one line in the table below. It gives the mass of the part, its snap points and its outline. Only [`motion`] turns
//! coordinates into points and angles, so constraints do not depend on shapes, nor shapes on constraints.

mod balloon;
mod bar;
pub mod bead;
mod r#box;
pub mod compound;
mod disk;
pub mod elastic;
mod gear;
mod leaf;
pub mod motion;
mod moving_point;
mod outline;
mod particle;
mod polygon;
pub mod port;
mod rack;
mod ring_gear;
mod sketch;
mod wall;
mod wire_bead;

use crate::math::{Pose, Vec2};
use crate::parameter::{Parameters, catalogue};

pub use self::balloon::Balloon;
pub use self::bar::Bar;
pub use self::r#box::Box;
pub use self::compound::Compound;
pub use self::disk::Disk;
pub use self::gear::Gear;
pub use self::leaf::Leaf;
pub use self::motion::Motion;
pub use self::moving_point::{MovingPoint, rotated};
pub use self::outline::{Outline, ribbon};
pub use self::particle::Particle;
pub use self::polygon::{MOST_CORNERS, Polygon};
pub use self::port::{AnglePort, VectorPort};
pub use self::rack::Rack;
pub use self::ring_gear::RingGear;
pub use self::sketch::Sketch;
pub use self::wall::{MOST_WALL_POINTS, Wall};
pub use self::wire_bead::WireBead;

/// Mass (kg) and moment of inertia about the centre of mass (kg m²; 0 for a particle).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Mass (kg).
    pub mass: f64,
    /// Moment of inertia (kg m²).
    pub inertia: f64,
}

/// A point of a part that a joint snaps to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnapPoint {
    /// In the part's own frame (m).
    pub at: Vec2,
    /// Its name: "centre", "end", "corner".
    pub name: &'static str,
}

/// Interface of a shape.
pub trait Body: Parameters {
    /// The motion of its coordinates.
    fn motion(&self) -> Motion;
    /// Area (m²) and second moment of area about the centre (m⁴) of the flat part.
    fn area_moments(&self) -> (f64, f64) {
        self.outline().area_moments()
    }
    /// Points that a joint may snap to.
    fn snap_points(&self) -> Vec<SnapPoint>;
    /// Its outline.
    fn outline(&self) -> Outline;
    /// Pitch radius: the radius at which it rolls without slip on another, if it is round (m).
    fn pitch_radius(&self) -> Option<f64> {
        match self.outline() {
            Outline::Circle { radius } => Some(radius),
            _ => None,
        }
    }
    /// Number of teeth drawn on it.
    fn teeth(&self) -> Option<u32> {
        None
    }
    /// End points of a drag from press to release, where the shape is drawn from one end to the other.
    fn ends(&self) -> Option<(Vec2, Vec2)> {
        match self.outline() {
            Outline::Capsule { from, to, .. } => Some((from, to)),
            _ => None,
        }
    }
    /// The shape in another form, given by its form coordinate ([`Motion::form_coordinate`]).
    fn formed(&self, _u: f64) -> Option<Shape> {
        None
    }
    /// A shape of a size that fits the rectangle that the user dragged, given as the vector from press to release (m).
    fn sized_by_drag(&self, drag: Vec2) -> Shape;
    /// The shape with exactly this radius (m), measured as by a drag of its rim; for shapes whose radius a drag changes in steps of teeth only.
    fn of_radius(&self, _radius: f64) -> Option<Shape> {
        None
    }
    /// The toothed wheel with exactly this pitch radius (m), with the number of teeth that is nearest at its module; `None` for other shapes.
    fn of_pitch_radius(&self, _radius: f64) -> Option<Shape> {
        None
    }
    /// The shape with the outline that the user drew, and the position of its centre of mass, if it can have any outline.
    fn drawn_as(&self, _path: &[Vec2]) -> Option<(Shape, Vec2)> {
        None
    }
    /// The shape along the open line that the user drew, and the position of its centre of mass, if it can follow one.
    fn drawn_along(&self, _path: &[Vec2]) -> Option<(Shape, Vec2)> {
        None
    }
    /// Whether it is ground, which is fixed where it is drawn.
    fn is_ground(&self) -> bool {
        false
    }
    /// What is wrong beyond single parameters out of range, as a sentence.
    fn problem(&self) -> Option<String> {
        None
    }
    /// Icon of its button, where the plain icon of its outline would look like that of another shape.
    fn sketch(&self) -> Option<Sketch> {
        None
    }
}

catalogue! {
    /// The shape of a part: a kind of body is a file and a line here.
    pub enum Shape as dyn Body {
        Particle "particle" "Particle" "O",
        Disk "disk" "Disk" "C",
        Box "box" "Box" "B",
        Bar "bar" "Bar" "L",
        Polygon "polygon" "Plate drawn by hand" "Shift+B",
        Wall "wall" "Wall drawn by hand" "",
        Gear "gear" "Gear" "Shift+C",
        RingGear "ring-gear" "Ring gear" "Shift+X",
        Rack "toothed-rack" "Toothed rack" "Shift+R",
        Balloon "balloon" "Disk that grows" "Shift+O",
        Leaf "leaf" "Springy bar" "Shift+V",
        WireBead "wire-bead" "Bead along a wire" "",
        Compound "compound" "Compound part" "",
    }
}

impl Shape {
    /// The motion of its coordinates.
    pub fn motion(&self) -> Motion {
        self.kind().motion()
    }
    /// Mass and inertia at a uniform density (kg/m²; for a particle, whose area is nil, kg).
    pub fn mass_at_density(&self, density: f64) -> MassProperties {
        let (area, second_moment) = self.kind().area_moments();
        MassProperties {
            mass: density * area,
            inertia: density * second_moment,
        }
    }
    /// Points that a joint may snap to.
    pub fn snap_points(&self) -> Vec<SnapPoint> {
        self.kind().snap_points()
    }
    /// Its outline.
    pub fn outline(&self) -> Outline {
        self.kind().outline()
    }
    /// See [`Body::ends`].
    pub fn ends(&self) -> Option<(Vec2, Vec2)> {
        self.kind().ends()
    }
    /// The shape in another form; see [`Body::formed`].
    pub fn formed(&self, u: f64) -> Option<Shape> {
        self.kind().formed(u)
    }
    /// Whether its form is a coordinate.
    pub fn changes_form(&self) -> bool {
        self.motion().form_coordinate().is_some()
    }
    /// Whether it is drawn as a dot, over other parts, and selected before them.
    pub fn is_dot(&self) -> bool {
        self.motion().is_one_point()
    }
    /// World position and angle at a point of a part of this shape at a pose.
    pub fn posed(&self, at: Vec2, pose: Pose) -> (Vec2, f64) {
        let motion = self.motion();
        (pose.point(motion.place(at)), pose.angle + motion.slope(at))
    }
    /// The point of a part of this shape, at a pose, that is at a world point; its only point where it has one only.
    pub fn held(&self, world: Vec2, pose: Pose) -> Vec2 {
        self.motion().held(pose.local_point(world))
    }
    /// Pitch radius: the radius at which it rolls without slip on another, if it is round (m).
    pub fn pitch_radius(&self) -> Option<f64> {
        self.kind().pitch_radius()
    }
    /// Number of teeth drawn on it.
    pub fn teeth(&self) -> Option<u32> {
        self.kind().teeth()
    }
    /// See [`Body::drawn_as`].
    pub fn drawn_as(&self, path: &[Vec2]) -> Option<(Shape, Vec2)> {
        self.kind().drawn_as(path)
    }
    /// See [`Body::drawn_along`].
    pub fn drawn_along(&self, path: &[Vec2]) -> Option<(Shape, Vec2)> {
        self.kind().drawn_along(path)
    }
    /// See [`Body::is_ground`].
    pub fn is_ground(&self) -> bool {
        self.kind().is_ground()
    }
    /// See [`Body::sketch`].
    pub fn sketch(&self) -> Option<Sketch> {
        self.kind().sketch()
    }
    /// The same kind, sized by a drag from press to release (m).
    pub fn sized_by_drag(&self, drag: Vec2) -> Shape {
        self.kind().sized_by_drag(drag)
    }
    /// See [`Body::of_pitch_radius`].
    pub fn of_pitch_radius(&self, radius: f64) -> Option<Shape> {
        self.kind().of_pitch_radius(radius)
    }
    /// See [`Body::of_radius`].
    pub fn of_radius(&self, radius: f64) -> Option<Shape> {
        self.kind().of_radius(radius)
    }
}
