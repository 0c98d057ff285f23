//! Plane geometry in f64: vectors, poses, angles. SI units, y up, angles counterclockwise.

pub mod trig;
mod union_find;

use serde::{Deserialize, Serialize};

pub use self::union_find::UnionFind;

/// A point or vector of the plane.
pub type Vec2 = glam::DVec2;

/// The larger of two numbers, or NaN if either is NaN. As a fold it finds the worst of many without hiding a NaN.
pub fn worst(most: f64, x: f64) -> f64 {
    if most.is_nan() || x <= most { most } else { x }
}

/// Euclidean norm.
pub fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// `v` rotated by a quarter turn counterclockwise.
pub fn perp(v: Vec2) -> Vec2 {
    Vec2::new(-v.y, v.x)
}

/// The out-of-plane component of the cross product, `a.x b.y - a.y b.x`.
pub fn cross(a: Vec2, b: Vec2) -> f64 {
    a.x * b.y - a.y * b.x
}

/// The unit vector at an angle from the x axis (rad).
pub fn unit(angle: f64) -> Vec2 {
    let (s, c) = trig::sin_cos(angle);
    Vec2::new(c, s)
}

/// The same angle in (-pi, pi].
pub fn wrap_angle(angle: f64) -> f64 {
    let wrapped = angle.rem_euclid(std::f64::consts::TAU);
    if wrapped > std::f64::consts::PI {
        wrapped - std::f64::consts::TAU
    } else {
        wrapped
    }
}

/// Pose of a part: its centre of mass (m) and its angle (rad, unwrapped).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// The centre of mass.
    pub position: Vec2,
    /// Angle, counterclockwise, not wrapped (rad); 0 for a particle.
    pub angle: f64,
}

impl Pose {
    /// A pose from its three coordinates.
    pub fn new(x: f64, y: f64, angle: f64) -> Self {
        Self {
            position: Vec2::new(x, y),
            angle,
        }
    }
    /// World point of a point given in the part's own frame.
    pub fn point(&self, local: Vec2) -> Vec2 {
        self.position + self.direction(local)
    }
    /// World vector of a vector given in the part's own frame.
    pub fn direction(&self, local: Vec2) -> Vec2 {
        unit(self.angle).rotate(local)
    }
    /// Coordinates of a world point in the part's frame.
    pub fn local_point(&self, world: Vec2) -> Vec2 {
        self.local_direction(world - self.position)
    }
    /// Coordinates of a world vector in the part's frame.
    pub fn local_direction(&self, world: Vec2) -> Vec2 {
        unit(-self.angle).rotate(world)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pose_and_its_inverse_cancel() {
        let pose = Pose::new(1.5, -2.0, 0.7);
        let p = Vec2::new(0.3, 4.0);
        assert!((pose.local_point(pose.point(p)) - p).length() < 1e-14);
        assert!((pose.point(Vec2::ZERO) - pose.position).length() == 0.0);
    }

    #[test]
    fn the_worst_of_many_is_nan_where_one_is() {
        assert_eq!([1.0, 3.0, 2.0].into_iter().fold(0.0, worst), 3.0);
        for k in 0..3 {
            let mut all = [1.0, 3.0, 2.0];
            all[k] = f64::NAN;
            assert!(all.into_iter().fold(0.0, worst).is_nan(), "{k}");
        }
    }

    #[test]
    fn wrapping_keeps_the_direction() {
        for k in -7..8 {
            let angle = 0.4 + f64::from(k) * std::f64::consts::TAU;
            assert!((wrap_angle(angle) - 0.4).abs() < 1e-12);
        }
        assert_eq!(wrap_angle(std::f64::consts::PI), std::f64::consts::PI);
    }
}
