//! Motion of a body: how its coordinates give its points and angles, with the mass block, the inertial force, the ports and the names.
//!
//! ```text
//! point    q = (x, y)             M = diag(m, m)                     p = (x, y)
//! rigid    q = (x, y, angle)      M = diag(m, m, I)                  p = (x, y) + R(angle) r
//! elastic  q = (x, y, angle, u)   M = diag(m, m, A + B u², B)        p = (x, y) + R(angle) (r0 + u r1)
//! bead     q = (u)                M = m |c'(u)|²                     p = frame of the wire, at c(u)
//! ```
//! The last two are bodies in generalised coordinates (Witkin, section 5): their mass block depends on the coordinates, and its change along the
//! motion is a force, `F = -Mdot v + d(v^T M v/2)/dq`. Constraints act on ports only and hold them like any other body.

use super::bead::Bead;
use super::elastic::Elastic;
use super::moving_point::{MovingPoint, rotated};
use super::{AnglePort, MassProperties, VectorPort};
use crate::math::{Pose, Vec2, trig};

/// Size, relative to the size as made, below which a shrinking body counts as vanished.
const LEAST_SIZE: f64 = 1e-4;

/// A kind of motion. Rare and large kinds are boxed, because a model of many parts has one of these for each.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// Two coordinates, no angle.
    Point,
    /// Two coordinates and an angle.
    Rigid,
    /// A position, an angle, and a coordinate that changes the form: a size, or a bend.
    Elastic(Box<Elastic>),
    /// A place along a wire that is fixed to the ground.
    Bead(Box<Bead>),
}

impl Motion {
    /// Degrees of freedom.
    pub fn dim(&self) -> usize {
        self.coordinate_names().len()
    }

    /// Whether another motion is of the same kind, whatever its parameters.
    pub fn is_of_kind(&self, other: &Motion) -> bool {
        self.coordinate_names() == other.coordinate_names()
    }

    /// Names of the coordinates, in order.
    pub fn coordinate_names(&self) -> &'static [&'static str] {
        match self {
            Motion::Point => &["x", "y"],
            Motion::Rigid => &["x", "y", "angle"],
            Motion::Elastic(it) => it.coordinate_names(),
            Motion::Bead(_) => &["place"],
        }
    }

    /// Names of the velocities, in order.
    pub fn velocity_names(&self) -> &'static [&'static str] {
        match self {
            Motion::Point => &["vx", "vy"],
            Motion::Rigid => &["vx", "vy", "omega"],
            Motion::Elastic(it) => it.velocity_names(),
            Motion::Bead(_) => &["place_rate"],
        }
    }

    /// Whether the body has an angle that constraints can act on.
    pub fn turns(&self) -> bool {
        matches!(self, Motion::Rigid | Motion::Elastic(_))
    }

    /// Whether its pose has an angle: true for all but a particle, since a wire lies at an angle too.
    pub fn has_direction(&self) -> bool {
        *self != Motion::Point
    }

    /// Whether constraints can act on one point of it only, its own origin.
    pub fn is_one_point(&self) -> bool {
        matches!(self, Motion::Point | Motion::Bead(_))
    }

    /// Whether the mass block depends on the coordinates. An integrator that takes the mass as constant must refuse it.
    pub fn mass_varies(&self) -> bool {
        matches!(self, Motion::Elastic(_) | Motion::Bead(_))
    }

    /// Index of the coordinate that changes its form; `None` where it keeps its form.
    pub fn form_coordinate(&self) -> Option<usize> {
        match self {
            Motion::Point | Motion::Rigid => None,
            Motion::Elastic(_) => Some(3),
            Motion::Bead(_) => Some(0),
        }
    }

    /// Whether its size has gone down to nothing, where a body of variable size cannot go on.
    pub fn has_vanished(&self, q: &[f64]) -> bool {
        // NaN does not count as vanished.
        matches!(self, Motion::Elastic(it) if it.is_size() && q[3] < LEAST_SIZE)
    }

    /// The motion of a part at this pose: a wire stays where it is put.
    pub fn placed(self, pose: Pose) -> Motion {
        match self {
            Motion::Bead(it) => Motion::Bead(Box::new(Bead { frame: pose, ..*it })),
            it => it,
        }
    }

    /// Writes the mass block at these coordinates, `dim x dim` numbers.
    pub fn mass_block(&self, mass: MassProperties, q: &[f64], block: &mut [f64]) {
        let dim = self.dim();
        block.fill(0.0);
        match self {
            Motion::Point | Motion::Rigid => {
                for k in 0..dim {
                    block[k * dim + k] = if k < 2 { mass.mass } else { mass.inertia };
                }
            }
            Motion::Elastic(it) => {
                for (k, entry) in it.mass(mass, q[3]).into_iter().enumerate() {
                    block[k * dim + k] = entry;
                }
            }
            Motion::Bead(it) => block[0] = it.mass(mass.mass, q[0]),
        }
    }

    /// Moment of inertia (kg m²) in the form given by these coordinates.
    #[inline]
    pub fn inertia(&self, mass: MassProperties, q: &[f64]) -> f64 {
        match self {
            Motion::Elastic(it) => it.mass(mass, q[3])[2],
            Motion::Point | Motion::Rigid | Motion::Bead(_) => mass.inertia,
        }
    }

    /// Adds the inertial force of a variable mass, and the forces of its own spring and damper; returns the power that the damper takes (W, not
    /// positive).
    #[inline]
    pub fn add_own_force(&self, mass: MassProperties, q: &[f64], v: &[f64], force: &mut [f64]) -> f64 {
        match self {
            Motion::Point | Motion::Rigid => 0.0,
            Motion::Elastic(it) => it.add_own_force(mass, q, v, force),
            Motion::Bead(it) => {
                force[0] += it.inertial_force(mass.mass, q[0], v[0]);
                0.0
            }
        }
    }

    /// Energy stored in its own spring (J).
    pub fn own_potential(&self, q: &[f64]) -> f64 {
        match self {
            Motion::Elastic(it) => it.potential(q[3]),
            _ => 0.0,
        }
    }

    /// Writes the start coordinates and velocities.
    pub fn write_start(&self, pose: Pose, velocity: Pose, q: &mut [f64], v: &mut [f64]) {
        self.write_pose(pose, q);
        self.write_pose(velocity, v);
        match self {
            Motion::Point | Motion::Rigid => {}
            Motion::Elastic(it) => (q[3], v[3]) = (it.start, it.start_rate),
            Motion::Bead(it) => (q[0], v[0]) = (it.start, it.start_rate),
        }
    }

    /// Writes the coordinates that a pose determines; the form is left unchanged.
    pub fn write_pose(&self, pose: Pose, q: &mut [f64]) {
        if let Motion::Bead(_) = self {
            return;
        }
        q[0] = pose.position.x;
        q[1] = pose.position.y;
        if self.turns() {
            q[2] = pose.angle;
        }
    }

    /// The pose given by coordinates; for a bead, that of its wire.
    pub fn pose(&self, q: &[f64]) -> Pose {
        match self {
            Motion::Point => Pose::new(q[0], q[1], 0.0),
            Motion::Rigid | Motion::Elastic(_) => Pose::new(q[0], q[1], q[2]),
            Motion::Bead(it) => it.frame,
        }
    }

    /// Position of its centre of mass.
    pub fn centre(&self, q: &[f64]) -> Vec2 {
        match self {
            Motion::Bead(it) => it.point(q[0], 0.0).value,
            _ => Vec2::new(q[0], q[1]),
        }
    }

    /// World position of a point given as for [`Motion::point`].
    pub fn point_at(&self, at: Vec2, q: &[f64]) -> Vec2 {
        /// Velocities of 0: positions do not depend on them.
        const AT_REST: [f64; 4] = [0.0; 4];
        match self {
            Motion::Point => Vec2::new(q[0], q[1]) + at,
            Motion::Rigid if at == Vec2::ZERO => Vec2::new(q[0], q[1]),
            Motion::Rigid => {
                let (sin, cos) = trig::sin_cos(q[2]);
                Vec2::new(q[0], q[1]) + rotated::<false>([sin, cos], at)
            }
            Motion::Elastic(_) | Motion::Bead(_) => self.point(at, q, &AT_REST).value,
        }
    }

    /// The port of a point, given in the body's own frame in the form as made (size 1, not bent).
    pub fn point(&self, at: Vec2, q: &[f64], v: &[f64]) -> VectorPort {
        if let Motion::Bead(it) = self {
            return it.point(q[0], v[0]);
        }
        let mut port = VectorPort::default();
        port.gradient[0] = Vec2::X;
        port.gradient[1] = Vec2::Y;
        port.value = Vec2::new(q[0], q[1]);
        port.rate = Vec2::new(v[0], v[1]);
        match self {
            Motion::Point => {
                port.value += at;
            }
            Motion::Rigid => {
                let (sin, cos) = trig::sin_cos(q[2]);
                let point = MovingPoint::of_rigid::<false>(q, v, [sin, cos], at);
                port.value = point.value;
                port.rate = point.rate;
                port.bias = point.bias;
                port.gradient[2] = point.lever;
            }
            Motion::Elastic(it) => it.add_arm(at, q, v, &mut port),
            Motion::Bead(_) => {}
        }
        port
    }

    /// The port of the body's angle at one of its points; a constant zero where it has none.
    #[inline]
    pub fn angle(&self, at: Vec2, q: &[f64], v: &[f64]) -> AnglePort {
        let mut port = AnglePort::default();
        if self.turns() {
            port.value = q[2];
            port.rate = v[2];
            port.gradient[2] = 1.0;
        }
        if let Motion::Elastic(it) = self {
            it.add_slope(at, q[3], v[3], &mut port);
        }
        port
    }

    /// Position of one of its points in its own frame, in its start form.
    pub fn place(&self, at: Vec2) -> Vec2 {
        match self {
            Motion::Point | Motion::Rigid => at,
            Motion::Elastic(it) => it.place(at, it.start),
            Motion::Bead(it) => it.curve.at(it.start).0,
        }
    }

    /// Angle at one of its points against its own frame, in its start form (rad).
    pub fn slope(&self, at: Vec2) -> f64 {
        match self {
            Motion::Elastic(it) => it.slope(at, it.start),
            _ => 0.0,
        }
    }

    /// The point of it that is at a place of its own frame, in its start form: the inverse of [`Motion::place`].
    pub fn held(&self, place: Vec2) -> Vec2 {
        match self {
            Motion::Rigid => place,
            Motion::Elastic(it) => it.held(place, it.start),
            Motion::Point | Motion::Bead(_) => Vec2::ZERO,
        }
    }
}
