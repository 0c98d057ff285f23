//! The generalised minimal residual method (GMRES, Saad and Schultz 1986) for a small system of which only products are known.

use crate::math::norm;

/// Products at most.
const MOST: usize = 40;

/// GMRES, and its workspace.
#[derive(Default)]
pub struct MinimalResidual {
    /// Orthonormal basis, vector after vector.
    basis: Vec<f64>,
    /// Columns of the triangular factor, each of `MOST + 1` numbers; the rotations that produced it; and the right-hand side turned by them.
    triangle: Vec<f64>,
    rotations: Vec<[f64; 2]>,
    turned: Vec<f64>,
    product: Vec<f64>,
}

impl MinimalResidual {
    /// Adds a correction to `x` that reduces `b - A x` from `residual` to `tolerance` times its norm, or as far as possible.
    ///
    /// # Errors
    /// As `apply`, which writes A v.
    pub fn solve<E>(
        &mut self,
        residual: &[f64],
        tolerance: f64,
        x: &mut [f64],
        mut apply: impl FnMut(&[f64], &mut [f64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let n = residual.len();
        let start = norm(residual);
        if start == 0.0 || !start.is_finite() {
            return Ok(());
        }
        for list in [&mut self.basis, &mut self.triangle, &mut self.turned] {
            list.clear();
        }
        self.rotations.clear();
        self.basis.extend(residual.iter().map(|r| r / start));
        self.turned.push(start);
        let mut count = 0;
        while count < MOST.min(n) {
            self.product.clear();
            self.product.resize(n, 0.0);
            apply(&self.basis[count * n..][..n], &mut self.product)?;
            let left = self.orthogonalise(n, count);
            count += 1;
            let last = self.turned.last().copied().unwrap_or(0.0).abs();
            // Written so that NaN ends the loop.
            if !(last > tolerance * start && left > tolerance) {
                break;
            }
            self.basis.extend(self.product.iter().map(|p| p / left));
        }
        self.add(n, count, x);
        Ok(())
    }

    /// Arnoldi step: orthogonalises the product against the basis, writes a column of the triangle, and rotates it; returns the norm of the
    /// remainder.
    fn orthogonalise(&mut self, n: usize, count: usize) -> f64 {
        let at = self.triangle.len();
        self.triangle.resize(at + MOST + 1, 0.0);
        let column = &mut self.triangle[at..];
        // Twice, which is enough (Kahan and Parlett).
        for _ in 0..2 {
            for (k, v) in self.basis.chunks_exact(n).take(count + 1).enumerate() {
                let along: f64 = v.iter().zip(&self.product).map(|(v, p)| v * p).sum();
                column[k] += along;
                self.product.iter_mut().zip(v).for_each(|(p, v)| *p -= along * v);
            }
        }
        let left = norm(&self.product);
        column[count + 1] = left;
        for (k, [c, s]) in self.rotations.iter().enumerate() {
            let (a, b) = (column[k], column[k + 1]);
            (column[k], column[k + 1]) = (c * a + s * b, c * b - s * a);
        }
        let (a, b) = (column[count], column[count + 1]);
        let length = a.hypot(b);
        let [c, s] = if length > 0.0 {
            [a / length, b / length]
        } else {
            [1.0, 0.0]
        };
        column[count] = length;
        self.rotations.push([c, s]);
        let last = self.turned[count];
        self.turned[count] = c * last;
        self.turned.push(-s * last);
        left
    }

    /// x += the combination of the basis with the least residual.
    fn add(&mut self, n: usize, count: usize, x: &mut [f64]) {
        for k in (0..count).rev() {
            let own = self.triangle[k * (MOST + 1) + k];
            let share = if own == 0.0 { 0.0 } else { self.turned[k] / own };
            self.turned[k] = share;
            for row in 0..k {
                self.turned[row] -= share * self.triangle[k * (MOST + 1) + row];
            }
            let v = &self.basis[k * n..][..n];
            x.iter_mut().zip(v).for_each(|(x, v)| *x += share * v);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MinimalResidual;

    #[test]
    fn it_solves_an_unsymmetric_system() {
        let a = [[1.0, 0.5, 0.0], [-0.7, 2.0, 0.3], [0.1, 0.0, -1.5]];
        let b = [1.0, -2.0, 0.5];
        let mut x = [0.0; 3];
        let times = |v: &[f64], out: &mut [f64]| -> Result<(), ()> {
            for (row, out) in a.iter().zip(out) {
                *out = row.iter().zip(v).map(|(a, v)| a * v).sum();
            }
            Ok(())
        };
        MinimalResidual::default()
            .solve(&b, 1e-14, &mut x, times)
            .unwrap_or(());
        for (row, b) in a.iter().zip(b) {
            let product: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
            assert!((product - b).abs() < 1e-13, "{x:?}");
        }
    }
}
