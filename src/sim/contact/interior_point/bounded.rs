//! A row with bounds, as the interior point method keeps it.

use crate::sim::contact::natural_map::natural_residual;

/// Share of the distance to the nearest bound that a step goes.
const SHARE: f64 = 0.995;

/// A bound of a row: its gap `sign x + mu x_n - at`, its multiplier z, and the change of both in a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bound {
    /// 1 for the lower bound, -1 for the upper, 0 where there is none.
    pub sign: f64,
    /// The bound times its sign, where it is constant.
    at: f64,
    pub gap: f64,
    pub z: f64,
    pub change: [f64; 2],
    /// Target of the product gap times z, less its present value.
    pub aim: f64,
}

impl Bound {
    pub fn ratio(&self) -> f64 {
        if self.sign == 0.0 { 0.0 } else { self.z / self.gap }
    }

    /// Product of gap and z after a step.
    pub fn product(&self, step: f64) -> f64 {
        (self.gap + step * self.change[0]) * (self.z + step * self.change[1])
    }

    /// The longest step up to `step` after which gap and z are positive.
    pub fn longest(&self, step: f64) -> f64 {
        let [gap, z] = self.change;
        let mut step = step;
        // Without a division where the step is not limited.
        if SHARE * self.gap < -gap * step {
            step = -SHARE * self.gap / gap;
        }
        if SHARE * self.z < -z * step {
            step = -SHARE * self.z / z;
        }
        step
    }

    /// The distance of the multiplier from the bound.
    fn distance(&self, x: f64, most: f64) -> f64 {
        self.sign * x + most - self.at
    }
}

/// A row with bounds.
#[derive(Clone, Copy, Debug)]
pub struct Bounded {
    pub row: usize,
    /// Whether its multiplier stays 0: it moves nothing, or is friction of coefficient 0.
    pub is_idle: bool,
    /// For friction, the row of the normal force, and the coefficient.
    pub normal: Option<(usize, f64)>,
    pub bounds: [Bound; 2],
}

impl Bounded {
    /// A row with constant bounds, or those of friction.
    pub fn new((row, is_idle): (usize, bool), normal: Option<(usize, f64)>, [lo, hi]: [f64; 2]) -> Self {
        let bound = |sign: f64, at: f64| {
            let at = if normal.is_some() { 0.0 } else { at };
            let is_free = is_idle || !at.is_finite();
            Bound {
                sign: if is_free { 0.0 } else { sign },
                at: sign * at,
                ..Bound::default()
            }
        };
        Self {
            row,
            is_idle,
            normal,
            bounds: [bound(1.0, lo), bound(-1.0, hi)],
        }
    }

    /// Largest friction under the multiplier of the normal; 0 for other rows.
    fn most(&self, x: &[f64]) -> f64 {
        self.normal.map_or(0.0, |(normal, mu)| mu * x[normal])
    }

    /// Starts gaps and z from multipliers and w, at `least` or more.
    pub fn start(&mut self, (x, w): (&[f64], &[f64]), least: f64) {
        let most = self.most(x);
        for bound in &mut self.bounds {
            bound.gap = bound.distance(x[self.row], most).max(least);
            bound.z = (bound.sign * w[self.row]).max(least);
        }
    }

    /// Adds to w of the row what remains of the linearised equation: z and what the bounds ask for.
    pub fn pull(&self, x: &[f64]) -> f64 {
        let most = self.most(x);
        let of = |bound: &Bound| {
            if bound.sign == 0.0 {
                return 0.0;
            }
            let open = bound.distance(x[self.row], most) - bound.gap;
            bound.sign * ((bound.z * open - bound.aim) / bound.gap - bound.z)
        };
        self.bounds.iter().map(of).sum()
    }

    /// Writes the changes of gaps and z that follow from those of the multipliers.
    pub fn follow(&mut self, x: &[f64], change: &[f64]) {
        let (most, more) = (self.most(x), self.most(change));
        let row = self.row;
        for bound in self.bounds.iter_mut().filter(|it| it.sign != 0.0) {
            let open = bound.distance(x[row], most) - bound.gap;
            let change = bound.sign * change[row] + more + open;
            bound.change = [change, (bound.aim - bound.z * change) / bound.gap];
        }
    }

    /// `[lo, hi]` under the present multipliers; a normal that pulls allows no friction.
    fn range(&self, x: &[f64]) -> [f64; 2] {
        let most = self.most(x).max(0.0);
        let [lo, hi] = self.bounds;
        match self.normal {
            Some(_) => [-most, most],
            None => [
                if lo.sign == 0.0 { f64::NEG_INFINITY } else { lo.at },
                if hi.sign == 0.0 { f64::INFINITY } else { -hi.at },
            ],
        }
    }

    /// Residual of the row by the natural map.
    pub fn miss(&self, x: &[f64], w: &[f64]) -> f64 {
        natural_residual(x[self.row], w[self.row], self.range(x))
    }

    /// The multiplier, set to a bound whose gap is less than z.
    pub fn snapped(&self, x: &[f64]) -> f64 {
        let [lo, hi] = self.range(x);
        match self.bounds.map(|it| it.sign != 0.0 && it.gap < it.z) {
            [true, _] => lo,
            [_, true] => hi,
            _ => x[self.row].max(lo).min(hi),
        }
    }
}
