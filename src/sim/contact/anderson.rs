//! Anderson acceleration of a fixed-point iteration (Anderson 1965; Walker and Ni 2011): the combination of the last few iterates whose combined
//! change, `f = g(x) - x`, is least.
//!
//! ```text
//! y = argmin |f - sum y_i dF_i|,   x <- g - sum y_i dG_i,   dF_i, dG_i: differences of successive f and g
//! ```

/// Differences that are kept.
const DEPTH: usize = 3;
/// Growth of |f| at which the iteration goes back to the last plain iterate and restarts: past a change of the active set old differences mislead.
const GROWTH: f64 = 2.0;
/// Share of its diagonal that is added to the matrix of the normal equations, as a regularisation.
const RIDGE: f64 = 1e-10;

/// Anderson acceleration, and its workspace.
#[derive(Default)]
pub struct Anderson {
    /// Differences of changes f and of iterates g, `DEPTH` vectors each; a new one replaces the oldest.
    changes: [Vec<f64>; DEPTH],
    iterates: [Vec<f64>; DEPTH],
    /// Inner products of the differences of changes.
    products: [[f64; DEPTH]; DEPTH],
    kept: usize,
    next: usize,
    /// f and g of the previous iteration, and |f|² (`last`), where there was one.
    f: Vec<f64>,
    g: Vec<f64>,
    last: Option<f64>,
    now: Vec<f64>,
    /// `along` of the previous iteration, and its differences.
    along: Vec<f64>,
    differences_along: [Vec<f64>; DEPTH],
}

impl Anderson {
    /// Starts anew, for vectors of `len` numbers and accompanying vectors of `along` numbers.
    pub fn begin(&mut self, len: usize, along: usize) {
        let own = [&mut self.f, &mut self.g, &mut self.now];
        let lists = self.changes.iter_mut().chain(&mut self.iterates);
        lists.chain(own).for_each(|list| list.resize(len, 0.0));
        let lists = self.differences_along.iter_mut();
        lists
            .chain([&mut self.along])
            .for_each(|list| list.resize(along, 0.0));
        self.restart();
    }

    fn restart(&mut self) {
        (self.kept, self.next, self.last) = (0, 0, None);
    }

    /// Extrapolates `x = g(before)`, where earlier iterates are known, and with it `along`, any vector that is linear in x; returns whether it
    /// changed x. Changes are multiplied by `units` for comparison.
    pub fn extrapolate(
        &mut self,
        (before, x): (&[f64], &mut [f64]),
        along: &mut [f64],
        units: &[f64],
    ) -> bool {
        self.now.clear();
        let changes = x.iter().zip(before).zip(units);
        self.now
            .extend(changes.map(|((x, before), unit)| unit * (x - before)));
        let size = dot(&self.now, &self.now);
        // Written so that NaN counts as growth.
        let grew = |last: f64| size.is_nan() || size > GROWTH * GROWTH * last;
        if self.last.is_some_and(grew) {
            x.copy_from_slice(&self.g);
            along.copy_from_slice(&self.along);
            self.restart();
            return true;
        }
        if self.last.is_some() {
            self.keep(x, along);
        }
        std::mem::swap(&mut self.f, &mut self.now);
        for (own, from) in [(&mut self.g, &*x), (&mut self.along, &*along)] {
            own.clear();
            own.extend_from_slice(from);
        }
        self.last = Some(size);
        if self.kept == 0 {
            return false;
        }
        let y = self.combine();
        let differences = self.iterates.iter().zip(&self.differences_along);
        for (y, (of_x, of_along)) in y.iter().zip(differences).take(self.kept) {
            subtract(x, *y, of_x);
            subtract(along, *y, of_along);
        }
        true
    }

    /// Stores the differences to the previous iteration, in place of the oldest.
    fn keep(&mut self, x: &[f64], along: &[f64]) {
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
        let of_along = &mut self.differences_along[at];
        of_along.clear();
        of_along.extend(along.iter().zip(&self.along).map(|(now, before)| now - before));
        for i in 0..self.kept {
            let product = dot(&self.changes[i], &self.changes[at]);
            (self.products[i][at], self.products[at][i]) = (product, product);
        }
    }

    /// Least-squares y, by elimination in the normal equations; 0 where a pivot vanishes.
    fn combine(&self) -> [f64; DEPTH] {
        let mut m = self.products;
        let mut y = [0.0; DEPTH];
        for i in 0..self.kept {
            y[i] = dot(&self.changes[i], &self.f);
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

fn subtract(from: &mut [f64], y: f64, difference: &[f64]) {
    for (from, difference) in from.iter_mut().zip(difference) {
        *from -= y * difference;
    }
}

/// Inner product, in eight independent partial sums.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let ((blocks_a, rest_a), (blocks_b, rest_b)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    for (a, b) in blocks_a.iter().zip(blocks_b) {
        for i in 0..8 {
            sums[i] += a[i] * b[i];
        }
    }
    let rest: f64 = rest_a.iter().zip(rest_b).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x <- A x + b in three dimensions, A with eigenvalues 0.9, 0.8 and -0.7: four changes span the space, and the next iterate is the fixed point.
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
        anderson.begin(3, 1);
        for _ in 0..5 {
            let before = x;
            x = map(&before);
            let mut along = [x[0] - 2.0 * x[2]];
            anderson.extrapolate((&before, &mut x), &mut along, &[1.0; 3]);
            assert!(
                (along[0] - (x[0] - 2.0 * x[2])).abs() < 1e-9,
                "what is linear goes along"
            );
        }
        for (x, rate) in x.iter().zip(rates) {
            assert!((x - 1.0 / (1.0 - rate)).abs() < 1e-6, "{x} {rate}");
        }
    }

    #[test]
    fn a_change_that_grows_takes_it_back_to_the_last_plain_iterate() {
        let mut anderson = Anderson::default();
        anderson.begin(1, 0);
        let mut x = [1.0];
        let (units, along) = ([1.0], &mut []);
        assert!(
            !anderson.extrapolate((&[0.0], &mut x), along, &units),
            "nothing is known"
        );
        let mut worse = [9.0];
        assert!(anderson.extrapolate((&[1.0], &mut worse), along, &units));
        assert_eq!(worse, [1.0]);
        let mut nan = [f64::NAN];
        assert!(
            !anderson.extrapolate((&[1.0], &mut nan), along, &units),
            "it began anew"
        );
    }
}
