//! How the coordinates of a body make its points and angles: the mass block, the ports, the names.
//!
//! ```text
//! point   q = (x, y)          M = diag(m, m)       p = (x, y)
//! rigid   q = (x, y, angle)   M = diag(m, m, I)    p = (x, y) + R(angle) r,  p'' = ... - omega² R r
//! ```

use super::{AnglePort, MassProperties, VectorPort};
use crate::math::{Pose, Vec2, perp, unit};

/// A kind of motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Two coordinates, no angle.
    Point,
    /// Two coordinates and an angle.
    Rigid,
}

impl Motion {
    /// Degrees of freedom.
    pub fn dim(self) -> usize {
        self.coordinate_names().len()
    }

    /// Names of the coordinates, in order.
    pub fn coordinate_names(self) -> &'static [&'static str] {
        match self {
            Motion::Point => &["x", "y"],
            Motion::Rigid => &["x", "y", "angle"],
        }
    }

    /// Names of the velocities, in order.
    pub fn velocity_names(self) -> &'static [&'static str] {
        match self {
            Motion::Point => &["vx", "vy"],
            Motion::Rigid => &["vx", "vy", "omega"],
        }
    }

    /// Whether the body has an angle to hold on to.
    pub fn turns(self) -> bool {
        match self {
            Motion::Point => false,
            Motion::Rigid => true,
        }
    }

    /// Writes the mass block, `dim x dim` numbers.
    pub fn mass_block(self, mass: MassProperties, block: &mut [f64]) {
        let dim = self.dim();
        block.fill(0.0);
        for k in 0..dim {
            block[k * dim + k] = if k < 2 { mass.mass } else { mass.inertia };
        }
    }

    /// Writes the coordinates of a pose.
    pub fn write_pose(self, pose: Pose, q: &mut [f64]) {
        q[0] = pose.position.x;
        q[1] = pose.position.y;
        if self.turns() {
            q[2] = pose.angle;
        }
    }

    /// The pose of coordinates.
    pub fn pose(self, q: &[f64]) -> Pose {
        Pose::new(q[0], q[1], if self.turns() { q[2] } else { 0.0 })
    }

    /// The port of a point given in the body's own frame.
    pub fn point(self, at: Vec2, q: &[f64], v: &[f64]) -> VectorPort {
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
                let r = unit(q[2]).rotate(at);
                let omega = v[2];
                port.value += r;
                port.rate += omega * perp(r);
                port.bias = -omega * omega * r;
                port.gradient[2] = perp(r);
            }
        }
        port
    }

    /// The port of the body's angle; a constant zero where it has none.
    pub fn angle(self, q: &[f64], v: &[f64]) -> AnglePort {
        let mut port = AnglePort::default();
        if self.turns() {
            port.value = q[2];
            port.rate = v[2];
            port.gradient[2] = 1.0;
        }
        port
    }
}
