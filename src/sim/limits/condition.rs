//! Conditions: rows whose multipliers have bounds.

use crate::solver::Side;

/// Distance of a multiplier from its bound, relative to the bound, that counts as rounding.
const ROUNDING: f64 = 1e-12;

/// Returns the side of a multiplier within its bounds: at a bound where only rounding is between.
pub fn side_of(x: f64, [lo, hi]: [f64; 2]) -> Side {
    if x <= lo + ROUNDING * lo.abs() {
        Side::Low
    } else if x >= hi - ROUNDING * hi.abs() {
        Side::High
    } else {
        Side::Held
    }
}

/// A row with bounds on its multiplier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Condition {
    /// Its constraint (dense index of the topology).
    pub constraint: usize,
    /// Its row within that.
    pub k: usize,
    /// [lo, hi] of the multiplier.
    pub bounds: [f64; 2],
    /// For friction, the condition (index) of its normal force and the coefficient: then `bounds` are not read.
    pub friction: Option<(usize, f64)>,
    /// Whether friction stays at the bound where it starts: friction of a contact that slides already.
    pub slides: bool,
    /// Side at the start.
    pub side: Side,
}

impl Condition {
    /// A row whose multiplier is 0 or more.
    pub fn one_sided(constraint: usize, k: usize, side: Side) -> Self {
        Self {
            constraint,
            k,
            bounds: [0.0, f64::INFINITY],
            friction: None,
            slides: false,
            side,
        }
    }

    /// A row whose multiplier may have any value.
    pub fn equation(constraint: usize, k: usize) -> Self {
        Self {
            bounds: [f64::NEG_INFINITY, f64::INFINITY],
            ..Self::one_sided(constraint, k, Side::Held)
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

    /// The same for a contact that slides already: friction is at the lower bound or at the upper one.
    pub fn sliding(constraint: usize, k: usize, normal: (usize, f64), side: Side) -> Self {
        Self {
            slides: true,
            ..Self::friction(constraint, k, normal, side)
        }
    }

    /// Least absolute value of the multiplier that its own bounds allow: above 0 where they ask for a force.
    pub fn least(&self) -> f64 {
        let [lo, hi] = self.bounds;
        if self.friction.is_some() {
            0.0
        } else {
            lo.max(-hi).max(0.0)
        }
    }

    /// [lo, hi] of its multiplier, given the multipliers of all conditions.
    pub fn bounds_by(&self, x: impl Fn(usize) -> f64) -> [f64; 2] {
        let Some((normal, mu)) = self.friction else {
            return self.bounds;
        };
        let most = mu * x(normal).max(0.0);
        match self.side {
            Side::Low if self.slides => [-most; 2],
            Side::High if self.slides => [most; 2],
            _ => [-most, most],
        }
    }
}
