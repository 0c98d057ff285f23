//! Anderson's acceleration of a fixed-point iteration (Anderson 1965; Walker and Ni 2011): of the last few iterates the combination whose
//! changes, `f = g(x) - x`, would add up to the least.
//!
//! ```text
//! y = argmin |f - sum y_i dF_i|,   x <- g - sum y_i dG_i,   dF_i, dG_i: differences of successive f and g
//! ```

/// Differences that are kept.
const DEPTH: usize = 3;
/// Growth of |f| at which the iteration goes back and starts anew: past a change of the active set old differences mislead.
const GROWTH: f64 = 2.0;
/// Part of its diagonal that is added to the matrix of normal equations.
const RIDGE: f64 = 1e-10;

/// Workspace.
#[derive(Default)]
pub struct Anderson {
    /// Differences of changes and of iterates, `DEPTH` vectors each, the oldest replaced.
    changes: [Vec<f64>; DEPTH],
    iterates: [Vec<f64>; DEPTH],
    /// Inner products of the differences of changes.
    products: [[f64; DEPTH]; DEPTH],
    kept: usize,
    next: usize,
    /// f and g of the iteration before, where there is one, and |f|².
    f: Vec<f64>,
    g: Vec<f64>,
    last: Option<f64>,
    now: Vec<f64>,
}

impl Anderson {
    /// For vectors of so many numbers, from nothing.
    pub fn begin(&mut self, len: usize) {
        for list in self.changes.iter_mut().chain(&mut self.iterates) {
            list.resize(len, 0.0);
        }
        self.restart();
    }

    fn restart(&mut self) {
        (self.kept, self.next, self.last) = (0, 0, None);
    }

    /// Takes `x = g(before)` further, where anything is known of g; returns whether it did. Numbers are compared in these units.
    pub fn extrapolate(&mut self, before: &[f64], x: &mut [f64], units: &[f64]) -> bool {
        self.now.clear();
        let changes = x.iter().zip(before).zip(units);
        self.now
            .extend(changes.map(|((x, before), unit)| unit * (x - before)));
        let size: f64 = self.now.iter().map(|f| f * f).sum();
        // Written so that NaN goes back.
        let grew = |last: f64| size.is_nan() || size > GROWTH * GROWTH * last;
        if self.last.is_some_and(grew) {
            x.copy_from_slice(&self.g);
            self.restart();
            return true;
        }
        if self.last.is_some() {
            self.keep(x);
        }
        self.f.clone_from(&self.now);
        self.g.clear();
        self.g.extend_from_slice(x);
        self.last = Some(size);
        if self.kept == 0 {
            return false;
        }
        let y = self.combine();
        for (y, iterate) in y.iter().zip(&self.iterates).take(self.kept) {
            for (x, difference) in x.iter_mut().zip(iterate) {
                *x -= y * difference;
            }
        }
        true
    }

    /// Keeps the differences to the iteration before, in the place of the oldest.
    fn keep(&mut self, x: &[f64]) {
        let at = self.next;
        self.next = (at + 1) % DEPTH;
        self.kept = (self.kept + 1).min(DEPTH);
        let pairs = self.now.iter().zip(&self.f);
        for (to, (now, f)) in self.changes[at].iter_mut().zip(pairs) {
            *to = now - f;
        }
        for (to, (x, g)) in self.iterates[at].iter_mut().zip(x.iter().zip(&self.g)) {
            *to = x - g;
        }
        for i in 0..self.kept {
            let product = dot(&self.changes[i], &self.changes[at]);
            (self.products[i][at], self.products[at][i]) = (product, product);
        }
    }

    /// y of least squares, by elimination of the normal equations; nothing for what does not tell.
    fn combine(&self) -> [f64; DEPTH] {
        let mut m = self.products;
        let mut y = [0.0; DEPTH];
        for i in 0..self.kept {
            y[i] = dot(&self.changes[i], &self.now);
            m[i][i] *= 1.0 + RIDGE;
        }
        let whole = m;
        for i in 0..self.kept {
            for k in i + 1..self.kept {
                let share = if m[i][i] > RIDGE * whole[i][i] {
                    m[k][i] / m[i][i]
                } else {
                    0.0
                };
                for l in i..self.kept {
                    m[k][l] -= share * m[i][l];
                }
                y[k] -= share * y[i];
            }
        }
        for i in (0..self.kept).rev() {
            let known: f64 = (i + 1..self.kept).map(|l| m[i][l] * y[l]).sum();
            y[i] = if m[i][i] > RIDGE * whole[i][i] {
                (y[i] - known) / m[i][i]
            } else {
                0.0
            };
        }
        y
    }
}

/// Inner product, in four sums that go on beside each other.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (fours_a, fours_b) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = fours_a
        .remainder()
        .iter()
        .zip(fours_b.remainder())
        .map(|(a, b)| a * b)
        .sum();
    for (a, b) in fours_a.zip(fours_b) {
        for i in 0..4 {
            sums[i] += a[i] * b[i];
        }
    }
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x <- A x + b in three dimensions, A with eigenvalues 0.9, 0.8 and -0.7: four changes span all, and the next iterate is the fixed point.
    #[test]
    fn a_linear_map_is_at_its_fixed_point_when_its_changes_are_spanned() {
        let rates = [0.9, 0.8, -0.7];
        let map = |x: &[f64; 3]| {
            let mut out = [0.0; 3];
            for i in 0..3 {
                out[i] = rates[i] * x[i] + 1.0;
            }
            out
        };
        let (mut anderson, mut x) = (Anderson::default(), [0.0; 3]);
        anderson.begin(3);
        for _ in 0..5 {
            let before = x;
            x = map(&before);
            anderson.extrapolate(&before, &mut x, &[1.0; 3]);
        }
        for (x, rate) in x.iter().zip(rates) {
            assert!((x - 1.0 / (1.0 - rate)).abs() < 1e-6, "{x} {rate}");
        }
    }

    #[test]
    fn a_change_that_grows_takes_it_back_to_the_last_plain_iterate() {
        let mut anderson = Anderson::default();
        anderson.begin(1);
        let mut x = [1.0];
        assert!(!anderson.extrapolate(&[0.0], &mut x, &[1.0]), "nothing is known");
        let mut worse = [9.0];
        assert!(anderson.extrapolate(&[1.0], &mut worse, &[1.0]));
        assert_eq!(worse, [1.0]);
        let mut nan = [f64::NAN];
        assert!(!anderson.extrapolate(&[1.0], &mut nan, &[1.0]), "it began anew");
    }
}
