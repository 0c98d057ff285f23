//! Least-squares solution of least norm: the shortest x that minimises `|B x - y|`, for a small dense B of any rank.
//!
//! ```text
//! B V = U S     columns of B V rotated in pairs until all are orthogonal (one-sided Jacobi)
//! x = V S^+ U^T y     singular values that are rounding left out
//! ```

use crate::report::SolveError;
use crate::work_budget::WorkBudget;

/// Singular values below this fraction of the largest, or of 1 (the scale of the entries) where that is larger, count as zero.
const ZERO: f64 = 1e-9;
/// Cosine up to which two columns count as orthogonal.
const ORTHOGONAL: f64 = 1e-15;
/// Length of a column, relative to the longest or to 1, that is only rounding.
const ROUNDING: f64 = 1e-14;
/// Maximum number of rounds over all pairs; a few suffice.
const SWEEPS: usize = 40;
/// Estimated time of a round (ns), per cube of the number of columns.
const OF_ROUND: f64 = 2.0;

/// Least-squares solver, with its workspace.
#[derive(Default)]
pub(super) struct LeastSquares {
    /// `B V`, column by column.
    bv: Vec<f64>,
    /// V, column by column.
    v: Vec<f64>,
}

impl LeastSquares {
    /// Fills `x` with the solution, given the entries of B by row and column. Each round over all pairs is charged to the budget, if there is one.
    ///
    /// # Errors
    /// [`SolveError::TooLong`] where the rounds take more work than is left.
    pub(super) fn solve(
        &mut self,
        (size, budget): (usize, Option<&WorkBudget>),
        entry: impl Fn(usize, usize) -> f64,
        y: &[f64],
        x: &mut Vec<f64>,
    ) -> Result<(), SolveError> {
        self.bv.clear();
        self.v.clear();
        for column in 0..size {
            self.bv.extend((0..size).map(|row| entry(row, column)));
            self.v
                .extend((0..size).map(|row| f64::from(u8::from(row == column))));
        }
        let squares = |column: &[f64]| column.iter().map(|x| x * x).sum::<f64>();
        let largest = |turned: &[f64]| {
            let columns = turned.chunks_exact(size.max(1));
            columns.map(squares).fold(1.0, f64::max)
        };
        let rounding = ROUNDING * ROUNDING * largest(&self.bv);
        self.rotate_all((size, budget), rounding)?;
        let largest = largest(&self.bv);
        let columns = self.bv.chunks_exact(size.max(1));
        x.clear();
        x.resize(size, 0.0);
        for (u, v) in columns.zip(self.v.chunks_exact(size.max(1))) {
            let square = squares(u);
            if square <= ZERO * ZERO * largest {
                continue;
            }
            let along = u.iter().zip(y).map(|(u, y)| u * y).sum::<f64>() / square;
            for (x, v) in x.iter_mut().zip(v) {
                *x += along * v;
            }
        }
        Ok(())
    }

    /// Rotates all pairs of columns until all are orthogonal; returns the number of rounds.
    fn rotate_all(
        &mut self,
        (size, budget): (usize, Option<&WorkBudget>),
        rounding: f64,
    ) -> Result<usize, SolveError> {
        for round in 0..SWEEPS {
            budget.map_or(Ok(()), |it| it.charge_strictly(OF_ROUND * size.pow(3) as f64))?;
            let mut turned = false;
            for k in 1..size {
                for i in 0..k {
                    turned |= self.rotate_pair(size, (i, k), rounding);
                }
            }
            if !turned {
                return Ok(round);
            }
        }
        Ok(SWEEPS)
    }

    /// Rotates columns i < k so that they are orthogonal; returns whether they were not. A column whose square is at most `rounding` has no
    /// direction and is skipped: it would be rotated again and again until the rounds run out.
    fn rotate_pair(&mut self, size: usize, (i, k): (usize, usize), rounding: f64) -> bool {
        let (mut one, mut other, mut both) = (0.0, 0.0, 0.0);
        for row in 0..size {
            let (a, b) = (self.bv[i * size + row], self.bv[k * size + row]);
            one += a * a;
            other += b * b;
            both += a * b;
        }
        // Written so that NaN is left alone.
        let askew = both.abs() > ORTHOGONAL * (one * other).sqrt() && one.min(other) > rounding;
        if !askew {
            return false;
        }
        let slope = (other - one) / (2.0 * both);
        let tangent = slope.signum() / (slope.abs() + slope.hypot(1.0));
        let cosine = tangent.hypot(1.0).recip();
        let sine = cosine * tangent;
        for list in [&mut self.bv, &mut self.v] {
            for row in 0..size {
                let (a, b) = (list[i * size + row], list[k * size + row]);
                list[i * size + row] = cosine * a - sine * b;
                list[k * size + row] = sine * a + cosine * b;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A matrix of rank 3, as of a part on many points: columns that are only rounding have no direction to be rotated to.
    #[test]
    fn dependent_columns_take_a_handful_of_rounds() {
        let size = 24;
        let of = |k: usize, j: usize| ((k * 7 + j * 3 + 1) as f64 * 0.618).sin();
        let entry = |row: usize, column: usize| (0..3).map(|j| of(row, j) * of(column, j)).sum::<f64>();
        let mut it = LeastSquares::default();
        let y: Vec<f64> = (0..size).map(|row| entry(row, 5)).collect();
        let mut x = Vec::new();
        assert_eq!(it.solve((size, None), entry, &y, &mut x), Ok(()));
        let miss = (0..size).map(|row| {
            let met = (0..size)
                .map(|column| entry(row, column) * x[column])
                .sum::<f64>();
            (met - y[row]).abs()
        });
        assert!(miss.fold(0.0, f64::max) < 1e-13);
        it.bv.clear();
        for column in 0..size {
            it.bv.extend((0..size).map(|row| entry(row, column)));
        }
        let rounds = it.rotate_all((size, None), (ROUNDING * size as f64).powi(2));
        assert!(matches!(rounds, Ok(count) if count < 10), "{rounds:?}");
    }
}
