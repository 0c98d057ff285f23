//! Mixed complementarity: rows whose multipliers have bounds.
//!
//! ```text
//! w = B x + q,   lo <= x <= hi,   w = 0 inside,   w >= 0 at lo,   w <= 0 at hi
//! ```
//! Each row is either *held* (w = 0, its x is solved for) or *at a bound* (its x is given). Principal pivoting: solve
//! for the held rows, let the rows that are on the wrong side change over all at once, and when that does not bring
//! their number down, only the last of them: Murty's rule, which finds an end for every positive definite B. A little
//! compliance makes a semidefinite B definite, lets rows that depend on each other share evenly, and is taken away
//! again by refinement. Should the count run out all the same (a B that no force can satisfy), projected
//! Gauss-Seidel takes over and says so.

/// Compliance of held rows; rows and columns come scaled to about one.
const COMPLIANCE: f64 = 1e-10;
/// Sides closer than this, relative to the terms, are no reason to change over.
const ROUNDING: f64 = 1e-11;
/// What held rows miss, relative to their terms, beyond which they contradict each other.
const CONTRADICTION: f64 = 1e-8;
/// Sweeps that take the compliance away.
const REFINEMENTS: usize = 8;
/// Rounds without progress before only one row changes over at a time.
const PATIENCE: usize = 4;
/// Sweeps of the projected method.
const SWEEPS: usize = 300;

/// Where a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Held,
    Low,
    High,
}

/// How a problem ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// Whether the projected method had to take over.
    pub(super) fallback: bool,
    /// Rows at a bound.
    pub(super) at_bound: usize,
}

/// A problem of scaled rows.
#[derive(Clone, Copy)]
pub(super) struct Problem<'a> {
    pub(super) size: usize,
    /// B, row by row.
    pub(super) b: &'a [f64],
    pub(super) q: &'a [f64],
    pub(super) bounds: &'a [[f64; 2]],
    /// Size of the terms that q came from, which may have cancelled: what is small against it is rounding.
    pub(super) terms: f64,
}

impl Problem<'_> {
    fn row(&self, i: usize) -> &[f64] {
        &self.b[i * self.size..][..self.size]
    }

    /// w of one row, and the size of its terms.
    fn w(&self, i: usize, x: &[f64]) -> (f64, f64) {
        let (mut w, mut terms) = (self.q[i], self.terms);
        for (b, x) in self.row(i).iter().zip(x) {
            w += b * x;
            terms += (b * x).abs();
        }
        (w, terms)
    }
}

/// Workspace.
#[derive(Default)]
pub(super) struct Pivoting {
    side: Vec<Side>,
    held: Vec<usize>,
    /// Factor of the held part of B.
    lu: Vec<f64>,
    order: Vec<usize>,
    y: Vec<f64>,
    z: Vec<f64>,
    change: Vec<usize>,
}

impl Pivoting {
    /// Solves for `x`. What comes in is not looked at.
    pub(super) fn solve(&mut self, problem: Problem<'_>, x: &mut [f64]) -> Found {
        let size = problem.size;
        self.side.clear();
        self.side.resize(size, Side::Held);
        // A row that may only take one value is there for good.
        for (side, [lo, hi]) in self.side.iter_mut().zip(problem.bounds) {
            if lo == hi {
                *side = Side::Low;
            }
        }
        let (mut fewest, mut patience) = (usize::MAX, PATIENCE);
        // Many more than block pivoting needs, and enough for small problems to end by Murty's rule alone.
        for _ in 0..50 + 4 * size + size * size / 8 {
            self.solve_held(problem, x);
            self.find_changes(problem, x);
            let Some(&last) = self.change.last() else {
                return self.finish(problem, x, false);
            };
            if self.change.len() < fewest {
                fewest = self.change.len();
                patience = PATIENCE;
            } else {
                patience = patience.saturating_sub(1);
            }
            if patience == 0 {
                self.change.clear();
                self.change.push(last);
            }
            for &i in &self.change {
                self.side[i] = match self.side[i] {
                    Side::Held if x[i] < problem.bounds[i][0] => Side::Low,
                    Side::Held => Side::High,
                    Side::Low | Side::High => Side::Held,
                };
            }
        }
        self.project(problem, x);
        self.finish(problem, x, true)
    }

    /// Rows that are on the wrong side, ascending.
    fn find_changes(&mut self, problem: Problem<'_>, x: &[f64]) {
        self.change.clear();
        for i in 0..problem.size {
            let [lo, hi] = problem.bounds[i];
            let wrong = match self.side[i] {
                Side::Held => {
                    let near = ROUNDING * x[i].abs();
                    x[i] < lo - near || x[i] > hi + near
                }
                _ if lo == hi => false,
                side => {
                    let (w, terms) = problem.w(i, x);
                    let w = if side == Side::Low { w } else { -w };
                    w < -ROUNDING * terms
                }
            };
            if wrong {
                self.change.push(i);
            }
        }
    }

    /// `B_hh x_h = -(q_h + B_hn x_n)` for the held rows h, bounds for the others.
    fn solve_held(&mut self, problem: Problem<'_>, x: &mut [f64]) {
        self.held.clear();
        for i in 0..problem.size {
            let [lo, hi] = problem.bounds[i];
            match self.side[i] {
                Side::Held => {
                    self.held.push(i);
                    x[i] = 0.0;
                }
                Side::Low => x[i] = lo,
                Side::High => x[i] = hi,
            }
        }
        let count = self.held.len();
        self.lu.clear();
        for &i in &self.held {
            self.lu.extend(self.held.iter().map(|&j| problem.row(i)[j]));
        }
        for k in 0..count {
            self.lu[k * count + k] += COMPLIANCE;
        }
        factor(count, &mut self.lu, &mut self.order);
        self.y.clear();
        self.y.extend(self.held.iter().map(|&i| -problem.w(i, x).0));
        self.add_solution(x);
        // What the compliance left.
        let mut before = f64::INFINITY;
        for _ in 0..REFINEMENTS {
            let missing = self.find_missing(problem, x);
            if missing <= ROUNDING || missing > 0.5 * before {
                break;
            }
            before = missing;
            self.add_solution(x);
        }
        if self.find_missing(problem, x) > CONTRADICTION {
            self.settle_contradiction(problem, x);
        }
    }

    /// Fills `y` with what the held rows miss; returns the most, relative to their terms.
    fn find_missing(&mut self, problem: Problem<'_>, x: &[f64]) -> f64 {
        let (mut missing, mut terms) = (0.0f64, f64::MIN_POSITIVE);
        self.y.clear();
        for &i in &self.held {
            let (w, size) = problem.w(i, x);
            self.y.push(-w);
            missing = missing.max(w.abs());
            terms = terms.max(size);
        }
        missing / terms
    }

    /// `x_h += B_hh^-1 y`.
    fn add_solution(&mut self, x: &mut [f64]) {
        substitute(self.held.len(), &self.lu, &self.order, &mut self.y, &mut self.z);
        for (&i, y) in self.held.iter().zip(&self.y) {
            x[i] += y;
        }
    }

    /// Held rows that contradict each other: what none can meet is left out, and the others are met. `n <- n - P B n`
    /// is that part; `y` holds n.
    fn settle_contradiction(&mut self, problem: Problem<'_>, x: &mut [f64]) {
        let count = self.held.len();
        let mut null = self.y.clone();
        for _ in 0..2 {
            self.y.clear();
            for &i in &self.held {
                let product = self.held.iter().zip(&null).map(|(&j, n)| problem.row(i)[j] * n);
                self.y.push(product.sum());
            }
            substitute(count, &self.lu, &self.order, &mut self.y, &mut self.z);
            for (n, y) in null.iter_mut().zip(&self.y) {
                *n -= y;
            }
        }
        for &i in &self.held {
            x[i] = 0.0;
        }
        self.y.clear();
        for (&i, n) in self.held.iter().zip(&null) {
            self.y.push(-problem.w(i, x).0 - n);
        }
        self.add_solution(x);
    }

    /// Projected Gauss-Seidel: finite whatever B is, and no more than an approximation.
    fn project(&mut self, problem: Problem<'_>, x: &mut [f64]) {
        for (x, [lo, hi]) in x.iter_mut().zip(problem.bounds) {
            *x = 0.0f64.clamp(*lo, *hi);
        }
        for _ in 0..SWEEPS {
            for i in 0..problem.size {
                let [lo, hi] = problem.bounds[i];
                let own = problem.row(i)[i];
                if own > COMPLIANCE {
                    let next = (x[i] - problem.w(i, x).0 / own).clamp(lo, hi);
                    // Where a force acts elsewhere the sweeps may run away.
                    if next.is_finite() && next.abs() < 1.0 / COMPLIANCE {
                        x[i] = next;
                    }
                }
            }
        }
    }

    fn finish(&self, problem: Problem<'_>, x: &mut [f64], fallback: bool) -> Found {
        let mut at_bound = 0;
        for (x, [lo, hi]) in x.iter_mut().zip(problem.bounds) {
            *x = if x.is_finite() { *x } else { 0.0 }.clamp(*lo, *hi);
            at_bound += usize::from(*x <= *lo || *x >= *hi);
        }
        Found { fallback, at_bound }
    }
}

/// LU with row exchanges, in place; a pivot of nothing is given the compliance.
fn factor(size: usize, a: &mut [f64], order: &mut Vec<usize>) {
    order.clear();
    order.extend(0..size);
    for k in 0..size {
        let best = (k..size).fold(k, |best, i| {
            if a[i * size + k].abs() > a[best * size + k].abs() {
                i
            } else {
                best
            }
        });
        if best != k {
            order.swap(k, best);
            let (above, below) = a.split_at_mut(best * size);
            above[k * size..(k + 1) * size].swap_with_slice(&mut below[..size]);
        }
        let (done, rest) = a.split_at_mut((k + 1) * size);
        let pivot_row = &mut done[k * size..];
        if pivot_row[k].abs() < 0.1 * COMPLIANCE {
            pivot_row[k] = COMPLIANCE;
        }
        let inverse = pivot_row[k].recip();
        for row in rest.chunks_exact_mut(size) {
            let part = row[k] * inverse;
            row[k] = part;
            if part != 0.0 {
                for (to, from) in row[k + 1..].iter_mut().zip(&pivot_row[k + 1..]) {
                    *to -= part * from;
                }
            }
        }
    }
}

/// `y <- a^-1 y` with a factor.
fn substitute(size: usize, lu: &[f64], order: &[usize], y: &mut [f64], z: &mut Vec<f64>) {
    z.clear();
    z.extend(order.iter().map(|&i| y[i]));
    for i in 1..size {
        let sum: f64 = (0..i).map(|k| lu[i * size + k] * z[k]).sum();
        z[i] -= sum;
    }
    for i in (0..size).rev() {
        let sum: f64 = (i + 1..size).map(|k| lu[i * size + k] * z[k]).sum();
        z[i] = (z[i] - sum) / lu[i * size + i];
    }
    y.copy_from_slice(z);
}
