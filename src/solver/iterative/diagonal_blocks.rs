//! Diagonal blocks of A, one per constraint: `A_i = sum_b J_ib W_b J_ib^T + E_i = L D L^T`.

use crate::blocks::{factor, solve_lower, solve_upper, triangle};
use crate::equations::SystemAt;
use crate::system::{MAX_BODY_DIM, MAX_CONSTRAINT_DIM};

/// A pivot below this fraction of the diagonal is lost: rows of one constraint depend on each other.
const LOST: f64 = 1e-9;
/// Numbers stored per constraint.
const STORED: usize = triangle(MAX_CONSTRAINT_DIM);

/// Factors of all blocks.
#[derive(Default)]
pub(crate) struct DiagonalBlocks {
    l: Vec<[f64; STORED]>,
    whole: Vec<bool>,
}

impl DiagonalBlocks {
    /// Factors the blocks of the constraints in the graph.
    pub(crate) fn factor(&mut self, at: &SystemAt<'_>) {
        let constraints = at.topology.constraints();
        self.l.resize(constraints, [0.0; STORED]);
        self.whole.resize(constraints, false);
        for constraint in at.graph.islands.iter().flat_map(|island| &island.constraints) {
            self.factor_one(at, *constraint);
        }
    }

    fn factor_one(&mut self, at: &SystemAt<'_>, constraint: usize) {
        let rows = at.topology.constraint_dim(constraint);
        let start = at.topology.row_offset(constraint);
        let diagonal = &at.diagonal[start..start + rows];
        let mut block = [0.0; STORED];
        for end in at.topology.ends(constraint) {
            let dim = at.topology.body_dim(end.body);
            let w = &at.w[at.topology.mass_offset(end.body)..];
            for r in 0..rows {
                let j = &at.system.jacobian[end.block + r * dim..][..dim];
                let mut wj = [0.0; MAX_BODY_DIM];
                for i in 0..dim {
                    wj[i] = (0..dim).map(|k| w[i * dim + k] * j[k]).sum();
                }
                for s in 0..=r {
                    let other = &at.system.jacobian[end.block + s * dim..][..dim];
                    block[triangle(r) + s] += (0..dim).map(|k| other[k] * wj[k]).sum::<f64>();
                }
            }
        }
        for r in 0..rows {
            block[triangle(r) + r] += at.system.compliance[start + r];
        }
        let moves = |r: usize| block[triangle(r) + r] > 0.0;
        let alone: [f64; MAX_CONSTRAINT_DIM] = std::array::from_fn(|r| {
            if r < rows && moves(r) {
                diagonal[r].recip()
            } else {
                0.0
            }
        });
        self.whole[constraint] = factor(rows, &mut block, |r| LOST * diagonal[r]);
        if !self.whole[constraint] {
            // Each row is inverted by itself; one that moves nothing gets 0.
            block = [0.0; STORED];
            for (r, inverse) in alone.into_iter().enumerate() {
                block[triangle(r) + r] = inverse;
            }
        }
        self.l[constraint] = block;
    }

    /// Whether the rows of the constraint could be factored together.
    pub(crate) fn is_whole(&self, constraint: usize) -> bool {
        self.whole[constraint]
    }

    /// `x <- A_i^-1 x`; where the rows depend on each other, each is divided by its own diagonal.
    pub(crate) fn apply(&self, constraint: usize, x: &mut [f64]) {
        let l = &self.l[constraint];
        solve_lower(x.len(), l, x, 1);
        for (r, x) in x.iter_mut().enumerate() {
            *x *= l[triangle(r) + r];
        }
        solve_upper(x.len(), l, x);
    }

    /// Inverse of the diagonal of one row by itself; zero for a row that moves nothing.
    pub(crate) fn inverse(&self, at: &SystemAt<'_>, constraint: usize, row: usize) -> f64 {
        if self.whole[constraint] {
            at.diagonal[at.topology.row_offset(constraint) + row].recip()
        } else {
            self.l[constraint][triangle(row) + row]
        }
    }
}
