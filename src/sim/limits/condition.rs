//! A row whose multiplier has bounds.

use crate::solver::Side;

/// A row with bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Condition {
    /// Its constraint (dense index of the topology).
    pub constraint: usize,
    /// Its row within that.
    pub k: usize,
    /// [lo, hi] of the multiplier.
    pub bounds: [f64; 2],
    /// The condition (index) that bounds it and the coefficient, where it is friction: then `bounds` are not read.
    pub friction: Option<(usize, f64)>,
    /// Where to start.
    pub side: Side,
}

impl Condition {
    /// A row whose multiplier is nothing or more.
    pub fn one_sided(constraint: usize, k: usize, side: Side) -> Self {
        Self {
            constraint,
            k,
            bounds: [0.0, f64::INFINITY],
            friction: None,
            side,
        }
    }

    /// A row whose multiplier is given.
    pub fn given(constraint: usize, k: usize, multiplier: f64) -> Self {
        Self {
            bounds: [multiplier; 2],
            ..Self::one_sided(constraint, k, Side::Low)
        }
    }

    /// A row whose multiplier is bounded by that of the condition `normal.0` times the coefficient `normal.1`.
    pub fn friction(constraint: usize, k: usize, normal: (usize, f64), side: Side) -> Self {
        Self {
            friction: Some(normal),
            ..Self::one_sided(constraint, k, side)
        }
    }
}
