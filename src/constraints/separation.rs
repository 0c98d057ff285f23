//! The distance between two points: used by rods, beads on rings, actuators and ropes.
//!
//! ```text
//! d = p_b - p_a,  u = d/|d|,   |d|' = u·d',   |d|'' = u·(p_b'' - p_a'') + |w|²/|d|,  w the part of d' across u
//! ```
//! Where the points coincide the direction is undefined, and x is taken.

use super::{EndPorts, Gradient, Row};
use crate::math::Vec2;
use crate::solver::simd::Lanes;

/// The distance with its direction, and the part of its second derivative beyond accelerations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation {
    /// Distance (m).
    pub(crate) length: f64,
    /// Unit vector from a to b.
    pub(crate) u: Vec2,
    /// Part of |d|'' that is not due to accelerations (m/s²).
    pub(crate) curvature: f64,
}

/// The same for several pairs of points, in the lanes of a register.
#[derive(Clone, Copy)]
pub(crate) struct Separations<F> {
    pub(crate) length: F,
    pub(crate) u: [F; 2],
    pub(crate) curvature: F,
}

/// Scalar product of vectors, lane by lane.
#[inline(always)]
pub(crate) fn dot<const N: usize, F: Lanes<N>>([ax, ay]: [F; 2], [bx, by]: [F; 2]) -> F {
    ax.times(bx).plus(ay.times(by))
}

impl<F> Separations<F> {
    /// Computes them from the vectors from a to b (m) and their rates (m/s). `zero` and `one` are those numbers in all lanes. No product is fused,
    /// so any number of lanes gives the same bits.
    #[inline(always)]
    pub(crate) fn new<const N: usize>(d: [F; 2], rate: [F; 2], [zero, one]: [F; 2]) -> Self
    where
        F: Lanes<N>,
    {
        let length = dot(d, d).sqrt();
        // One division for all. Where the square is not zero, the length is far from where its inverse overflows.
        let inverse = length.select_positive(one.div(length), zero);
        let u = [
            length.select_positive(d[0].times(inverse), one),
            length.select_positive(d[1].times(inverse), zero),
        ];
        let along = dot(u, rate);
        let curvature = dot(rate, rate).minus(along.times(along)).times(inverse);
        Self { length, u, curvature }
    }
}

impl Separation {
    /// Computes it from the vector from a to b (m) and its rate (m/s).
    #[inline(always)]
    pub(crate) fn new(d: Vec2, rate: Vec2) -> Self {
        let lanes = |v: Vec2| v.to_array().map(|x| [x]);
        let Separations {
            length: [length],
            u: [[x], [y]],
            curvature: [curvature],
        } = Separations::<[f64; 1]>::new(lanes(d), lanes(rate), [[0.0], [1.0]]);
        Self {
            length,
            u: Vec2::new(x, y),
            curvature,
        }
    }
}

/// Writes C = |d| - length between two ends into a row: a rod, or a kind that holds like one.
pub(super) fn measure(row: &mut Row, ends: &[EndPorts], length: f64) {
    let d = between(&ends[0], &ends[1]);
    row.value = d.length - length;
    row.curvature = d.curvature;
    row.set_gradients([Gradient::new(-d.u, 0.0), Gradient::new(d.u, 0.0)]);
}

pub(super) fn between(a: &EndPorts, b: &EndPorts) -> Separation {
    Separation::new(b.point.value - a.point.value, b.point.rate - a.point.rate)
}
