//! The friction problem with rows and multipliers scaled, and the residual of given multipliers.

use super::super::Side;

/// Residual at which an answer counts as exact.
pub(super) const EXACT: f64 = 1e-10;

/// Bounds of the multiplier of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// Constant bounds, lo <= hi, which may be infinite.
    Bounds([f64; 2]),
    /// Coulomb friction: in size at most `coefficient` times the multiplier of the row `normal`, whose bounds are 0 and infinity. A normal
    /// has at most two friction rows, of sliding and of rolling.
    Friction {
        /// Index of the normal row.
        normal: usize,
        /// Coefficient of friction, not negative.
        coefficient: f64,
    },
    /// Friction of a contact that slides already: `share` times the multiplier of the row `normal`, with the same conditions on that row.
    Sliding {
        /// Index of the normal row.
        normal: usize,
        /// The coefficient of friction, with the sign of the multiplier.
        share: f64,
    },
}

/// The problem with rows scaled to a unit diagonal of B, and all multipliers to `max |q| = 1`.
#[derive(Default)]
pub(super) struct Scaled {
    pub(super) size: usize,
    /// B, row by row.
    b: Vec<f64>,
    pub(super) q: Vec<f64>,
    pub(super) laws: Vec<Law>,
    /// Factor of each scaled multiplier that gives the unscaled one.
    pub(super) unit: Vec<f64>,
    /// The friction rows of each normal.
    pub(super) tangents: Vec<[Option<usize>; 2]>,
}

impl Scaled {
    pub(super) fn set(&mut self, b: &[f64], q: &[f64], laws: &[Law]) {
        let size = q.len();
        self.size = size;
        let largest = (0..size).map(|i| b[i * size + i]).fold(0.0_f64, f64::max);
        let least = f64::EPSILON * largest;
        self.unit.clear();
        self.unit.extend((0..size).map(|i| {
            let own = b[i * size + i].max(least);
            if own > 0.0 { own.sqrt().recip() } else { 1.0 }
        }));
        let unit = std::mem::take(&mut self.unit);
        self.b.clear();
        for (i, row) in b.chunks_exact(size).enumerate() {
            self.b
                .extend(row.iter().zip(&unit).map(|(b, other)| unit[i] * b * other));
        }
        self.q.clear();
        self.q.extend(q.iter().zip(&unit).map(|(q, unit)| q * unit));
        let most = self.q.iter().fold(0.0_f64, |most, q| most.max(q.abs()));
        let scale = if most > 0.0 && most.is_finite() { most } else { 1.0 };
        self.q.iter_mut().for_each(|q| *q /= scale);
        self.tangents.clear();
        self.tangents.resize(size, [None; 2]);
        self.laws.clear();
        for (i, law) in laws.iter().enumerate() {
            let law = match *law {
                Law::Bounds(bounds) => Law::Bounds(bounds.map(|bound| bound / (unit[i] * scale))),
                Law::Friction { normal, coefficient } => {
                    self.add_tangent(normal, i);
                    Law::Friction {
                        normal,
                        coefficient: coefficient * unit[normal] / unit[i],
                    }
                }
                Law::Sliding { normal, share } => {
                    self.add_tangent(normal, i);
                    let share = share * unit[normal] / unit[i];
                    Law::Sliding { normal, share }
                }
            };
            self.laws.push(law);
        }
        self.unit = unit;
        self.unit.iter_mut().for_each(|unit| *unit *= scale);
    }

    fn add_tangent(&mut self, normal: usize, row: usize) {
        if let Some(free) = self.tangents[normal].iter_mut().find(|it| it.is_none()) {
            *free = Some(row);
        }
    }

    pub(super) fn row(&self, i: usize) -> &[f64] {
        &self.b[i * self.size..][..self.size]
    }

    /// Contribution to a row of B of the sliding friction that follows a unit multiplier of the row `normal`.
    pub(super) fn follows(&self, normal: usize, row: &[f64]) -> f64 {
        let tangents = self.tangents[normal].iter().flatten();
        let follow = tangents.map(|&it| match self.laws[it] {
            Law::Sliding { share, .. } => share * row[it],
            _ => 0.0,
        });
        follow.sum()
    }

    /// [lo, hi] of a row for the multipliers x.
    pub(super) fn bounds(&self, i: usize, x: &[f64]) -> [f64; 2] {
        match self.laws[i] {
            Law::Bounds(bounds) => bounds,
            Law::Friction { normal, coefficient } => {
                let most = coefficient * x[normal].max(0.0);
                [-most, most]
            }
            Law::Sliding { normal, share } => [share * x[normal].max(0.0); 2],
        }
    }

    /// Clamps x to its bounds, normals first.
    pub(super) fn clamp(&self, x: &mut [f64]) {
        for friction in [false, true] {
            for i in 0..self.size {
                if matches!(self.laws[i], Law::Friction { .. } | Law::Sliding { .. }) == friction {
                    let [lo, hi] = self.bounds(i, x);
                    let own = if x[i].is_finite() { x[i] } else { 0.0 };
                    x[i] = own.max(lo).min(hi);
                }
            }
        }
    }

    pub(super) fn find_w(&self, x: &[f64], w: &mut Vec<f64>) {
        w.clear();
        w.extend((0..self.size).map(|i| {
            let pushed: f64 = self.row(i).iter().zip(x).map(|(b, x)| b * x).sum();
            self.q[i] + pushed
        }));
    }

    /// Largest residual of the natural map. It is relative to q, which is scaled to 1, and not to the terms of B x: where rows contradict each
    /// other, the multipliers and these terms are so large that any residual is small beside them.
    pub(super) fn residual(&self, x: &[f64], w: &[f64]) -> f64 {
        let mut most = 0.0_f64;
        for i in 0..self.size {
            let [lo, hi] = self.bounds(i, x);
            // Clamping would turn NaN into a bound.
            let miss = if w[i].is_nan() {
                w[i]
            } else {
                (x[i] - (x[i] - w[i]).max(lo).min(hi)).abs()
            };
            if miss.is_nan() || miss > most {
                most = miss;
            }
        }
        most
    }

    /// Side of a row by its multiplier and w.
    pub(super) fn side(&self, i: usize, x: &[f64], w: &[f64]) -> Side {
        let [lo, hi] = self.bounds(i, x);
        let near = EXACT * x[i].abs().max(1.0);
        if lo == hi {
            // The bounds are equal now, but those of a friction row move apart once its normal force grows. The sign of w tells at which of
            // them the row then is.
            if w[i] < 0.0 { Side::High } else { Side::Low }
        } else if x[i] <= lo + near && w[i] > -near {
            Side::Low
        } else if x[i] >= hi - near && w[i] < near {
            Side::High
        } else {
            Side::Held
        }
    }
}
