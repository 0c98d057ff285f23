//! LU factorisation of small dense matrices with partial pivoting, and of the principal part of a matrix. Entries come scaled to about one.

/// Value that replaces a vanishing pivot.
const LEAST: f64 = 1e-10;

/// LU with row exchanges, in place; fills `order` with the row permutation. A vanishing pivot (below `0.1 LEAST`) becomes `LEAST`.
pub(crate) fn factor(size: usize, a: &mut [f64], order: &mut Vec<usize>) {
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
        if pivot_row[k].abs() < 0.1 * LEAST {
            pivot_row[k] = LEAST;
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

/// `y <- a^-1 y` by the factor; `z` is scratch.
pub(crate) fn substitute(size: usize, lu: &[f64], order: &[usize], y: &mut [f64], z: &mut Vec<f64>) {
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

/// The rows and columns of a matrix that are in a set, with their factor.
#[derive(Default)]
pub(super) struct PrincipalPart {
    pub(super) set: Vec<usize>,
    lu: Vec<f64>,
    order: Vec<usize>,
    /// Right-hand side, one number per row of the set.
    pub(super) y: Vec<f64>,
    scratch: Vec<f64>,
}

impl PrincipalPart {
    /// Factors the part of a matrix, of which `row` gives the entries of each row by their column.
    pub(super) fn factor<R: Fn(usize) -> f64>(&mut self, row: impl Fn(usize) -> R) {
        self.lu.clear();
        for &i in &self.set {
            let entry = row(i);
            self.lu.extend(self.set.iter().map(|&j| entry(j)));
        }
        factor(self.set.len(), &mut self.lu, &mut self.order);
    }

    /// Smallest magnitude of a pivot.
    pub(super) fn smallest_pivot(&self) -> f64 {
        let diagonal = self.lu.iter().step_by(self.set.len() + 1);
        diagonal.fold(f64::INFINITY, |least, pivot| least.min(pivot.abs()))
    }

    /// Adds the solution for the right-hand side `y` to the numbers of the set.
    pub(super) fn add_solution(&mut self, x: &mut [f64]) {
        substitute(
            self.set.len(),
            &self.lu,
            &self.order,
            &mut self.y,
            &mut self.scratch,
        );
        for (&i, y) in self.set.iter().zip(&self.y) {
            x[i] += y;
        }
    }
}
