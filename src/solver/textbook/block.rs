//! The small dense matrices that H consists of, at most 4 x 4.

use crate::system::MAX_BODY_DIM as MAX;

/// A vector of a node, padded with zeros.
pub(super) type Vector = [f64; MAX];

/// A matrix, padded with zeros to the largest size there is.
#[derive(Clone, Copy, Default)]
pub(super) struct Block {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) at: [Vector; MAX],
}

impl Block {
    pub(super) fn new(rows: usize, columns: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let mut block = Self {
            rows,
            columns,
            ..Self::default()
        };
        for i in 0..rows {
            for j in 0..columns {
                block.at[i][j] = entry(i, j);
            }
        }
        block
    }

    pub(super) fn transpose(&self) -> Self {
        Self::new(self.columns, self.rows, |i, j| self.at[j][i])
    }

    /// Subtracts `j^T d^-1 j`, d the diagonal of a factor.
    pub(super) fn subtract_square(&mut self, j: &Self, d: &Ldl) {
        for r in 0..self.rows {
            for s in 0..self.rows {
                self.at[r][s] -= (0..j.rows).map(|k| j.at[k][r] * j.at[k][s] / d.d[k]).sum::<f64>();
            }
        }
    }

    /// `self x`.
    pub(super) fn apply(&self, x: &Vector) -> Vector {
        let mut y = Vector::default();
        for i in 0..self.rows {
            y[i] = (0..self.columns).map(|k| self.at[i][k] * x[k]).sum();
        }
        y
    }

    /// `self^T x`.
    pub(super) fn apply_transpose(&self, x: &Vector) -> Vector {
        let mut y = Vector::default();
        for j in 0..self.columns {
            y[j] = (0..self.rows).map(|k| self.at[k][j] * x[k]).sum();
        }
        y
    }
}

/// Factorisation `l d l^T` of a positive or negative definite block, l with a unit diagonal. The paper inverts the block, by a
/// Cholesky factor (footnote 8); solving with the factor keeps digits that an inverse loses at mass ratios of a million.
#[derive(Clone, Copy, Default)]
pub(super) struct Ldl {
    pub(super) size: usize,
    l: [Vector; MAX],
    pub(super) d: Vector,
}

impl Ldl {
    /// Returns `None` when a pivot vanishes or its sign differs from that of the first diagonal entry.
    pub(super) fn new(block: &Block) -> Option<Self> {
        let mut it = Self {
            size: block.rows,
            ..Self::default()
        };
        for i in 0..it.size {
            for j in 0..=i {
                let done: f64 = (0..j).map(|k| it.l[i][k] * it.d[k] * it.l[j][k]).sum();
                let left = block.at[i][j] - done;
                if j < i {
                    it.l[i][j] = left / it.d[j];
                } else if left * block.at[0][0] > 0.0 && left.is_finite() {
                    (it.l[i][i], it.d[i]) = (1.0, left);
                } else {
                    return None;
                }
            }
        }
        Some(it)
    }

    /// `l^-1 x`.
    pub(super) fn lower(&self, mut x: Vector) -> Vector {
        for i in 0..self.size {
            x[i] -= (0..i).map(|k| self.l[i][k] * x[k]).sum::<f64>();
        }
        x
    }

    /// `d^-1 x`.
    pub(super) fn divide(&self, mut x: Vector) -> Vector {
        (0..self.size).for_each(|i| x[i] /= self.d[i]);
        x
    }

    /// `l^-T x`.
    pub(super) fn upper(&self, mut x: Vector) -> Vector {
        for i in (0..self.size).rev() {
            x[i] -= (i + 1..self.size).map(|k| self.l[k][i] * x[k]).sum::<f64>();
        }
        x
    }

    /// `(l d l^T)^-1 x`.
    pub(super) fn solve(&self, x: Vector) -> Vector {
        self.upper(self.divide(self.lower(x)))
    }

    /// `l^-1 block`.
    pub(super) fn lower_block(&self, block: &Block) -> Block {
        let mut columns = block.transpose();
        columns
            .at
            .iter_mut()
            .take(block.columns)
            .for_each(|column| *column = self.lower(*column));
        columns.transpose()
    }
}
