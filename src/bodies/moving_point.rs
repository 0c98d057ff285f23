//! A point of a moving body that has no coordinates but its position and its angle.
//!
//! ```text
//! r = R(angle) anchor     p = x + r     p' = v + omega perp(r)     p'' = a + alpha perp(r) - omega² r
//! ```

use crate::math::Vec2;
use crate::solver::pin_tree::{add_product, sub_product};

use super::VectorPort;

/// Position, rate and bias of a point, as a joint that holds it needs them.
#[derive(Clone, Copy, Debug)]
pub struct MovingPoint {
    /// p (m).
    pub value: Vec2,
    /// p' (m/s).
    pub rate: Vec2,
    /// p'' without accelerations (m/s²).
    pub bias: Vec2,
    /// Gradient of p by the angle: perp(r) (m).
    pub lever: Vec2,
}

impl MovingPoint {
    /// A fixed point.
    #[inline(always)]
    pub fn at_rest(value: Vec2) -> Self {
        Self::of_particle(value, Vec2::ZERO)
    }

    /// A particle.
    #[inline(always)]
    pub fn of_particle(value: Vec2, rate: Vec2) -> Self {
        Self {
            value,
            rate,
            bias: Vec2::ZERO,
            lever: Vec2::ZERO,
        }
    }

    /// A point of a rigid body with these coordinates and velocities (x, y, angle); the sine and cosine of the angle are given. `FUSED` tells
    /// whether products are added in one rounding.
    #[inline(always)]
    pub fn of_rigid<const FUSED: bool>(q: &[f64], v: &[f64], [sin, cos]: [f64; 2], anchor: Vec2) -> Self {
        let (q, v) = (&q[..3], &v[..3]);
        let r = rotated::<FUSED>([sin, cos], anchor);
        let (omega, lever) = (v[2], Vec2::new(-r.y, r.x));
        Self {
            value: Vec2::new(q[0], q[1]) + r,
            rate: Vec2::new(
                add_product::<FUSED>(v[0], omega, lever.x),
                add_product::<FUSED>(v[1], omega, lever.y),
            ),
            bias: -(omega * omega) * r,
            lever,
        }
    }
}

impl From<&VectorPort> for MovingPoint {
    #[inline(always)]
    fn from(port: &VectorPort) -> Self {
        Self {
            value: port.value,
            rate: port.rate,
            bias: port.bias,
            lever: port.gradient[2],
        }
    }
}

/// A vector turned by an angle with this sine and cosine.
#[inline(always)]
pub fn rotated<const FUSED: bool>([sin, cos]: [f64; 2], by: Vec2) -> Vec2 {
    Vec2::new(
        sub_product::<FUSED>(cos * by.x, sin, by.y),
        add_product::<FUSED>(cos * by.y, sin, by.x),
    )
}
