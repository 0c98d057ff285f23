//! The matrices A and H of a system in the format of the library.

use faer::sparse::{SparseColMat, Triplet};

use crate::solver::{System, Topology};

/// Compliance that makes LDL^T of H possible with pivots in any order.
const COMPLIANCE: f64 = 1e-10;

/// The lower triangle of a symmetric matrix A, and a right-hand side b.
pub(super) struct Matrix {
    pub(super) lower: SparseColMat<usize, f64>,
    pub(super) b: Vec<f64>,
}

/// Row of a constraint that acts on a body: index of the row in A, and offset of its entries in the Jacobian.
struct Touch {
    row: usize,
    block: usize,
}

fn touches(topology: &Topology) -> Vec<Vec<Touch>> {
    let mut touches: Vec<Vec<Touch>> = (0..topology.bodies()).map(|_| Vec::new()).collect();
    for constraint in 0..topology.constraints() {
        for end in topology.ends(constraint) {
            for r in 0..topology.constraint_dim(constraint) {
                touches[end.body].push(Touch {
                    row: topology.row_offset(constraint) + r,
                    block: end.block + r * topology.body_dim(end.body),
                });
            }
        }
    }
    touches
}

/// A = J W J^T, b = -(J W F + c). The mass blocks of these shapes are diagonal.
pub(super) fn schur(topology: &Topology, system: &System) -> Option<Matrix> {
    let mut triplets = Vec::new();
    let mut b: Vec<f64> = system.c.iter().map(|c| -c).collect();
    for (body, touches) in touches(topology).iter().enumerate() {
        let dim = topology.body_dim(body);
        let mass = &system.mass[topology.mass_offset(body)..];
        let force = &system.force[topology.body_offset(body)..];
        for one in touches {
            let motion = |k: usize| system.jacobian[one.block + k] * force[k] / mass[k * dim + k];
            b[one.row] -= (0..dim).map(motion).sum::<f64>();
            for other in touches.iter().filter(|other| other.row <= one.row) {
                let product = |k: usize| {
                    system.jacobian[one.block + k] * system.jacobian[other.block + k] / mass[k * dim + k]
                };
                triplets.push(Triplet::new(one.row, other.row, (0..dim).map(product).sum()));
            }
        }
    }
    let rows = topology.rows();
    Some(Matrix {
        lower: SparseColMat::try_new_from_triplets(rows, rows, &triplets).ok()?,
        b,
    })
}

impl Matrix {
    /// `b - A x` into `r`.
    pub(super) fn residual(&self, x: &[f64], r: &mut Vec<f64>) {
        r.clone_from(&self.b);
        let lower = self.lower.as_ref();
        for column in 0..x.len() {
            let rows = lower.row_idx_of_col(column).zip(lower.val_of_col(column));
            for (row, value) in rows {
                r[row] -= value * x[column];
                if row != column {
                    r[column] -= value * x[row];
                }
            }
        }
    }

    /// Relative residual: the norm of `b - A x` over that of b; 0 if b is 0.
    pub(super) fn relative_residual(&self, x: &[f64]) -> f64 {
        let norm = |v: &[f64]| v.iter().map(|v| v * v).sum::<f64>().sqrt();
        let mut r = Vec::new();
        self.residual(x, &mut r);
        let b = norm(&self.b);
        if b > 0.0 { norm(&r) / b } else { 0.0 }
    }
}

/// H = [M, -J^T; -J, -E].
pub(super) fn saddle(topology: &Topology, system: &System) -> Option<Matrix> {
    let (dofs, size) = (topology.dofs(), topology.dofs() + topology.rows());
    let mut triplets = Vec::new();
    for body in 0..topology.bodies() {
        let (start, dim) = (topology.body_offset(body), topology.body_dim(body));
        for k in 0..dim {
            let mass = system.mass[topology.mass_offset(body) + k * dim + k];
            triplets.push(Triplet::new(start + k, start + k, mass));
        }
    }
    for (body, touches) in touches(topology).iter().enumerate() {
        for touch in touches {
            for k in 0..topology.body_dim(body) {
                let entry = -system.jacobian[touch.block + k];
                triplets.push(Triplet::new(
                    dofs + touch.row,
                    topology.body_offset(body) + k,
                    entry,
                ));
            }
        }
    }
    triplets.extend((dofs..size).map(|row| Triplet::new(row, row, -COMPLIANCE)));
    let mut b = system.force.clone();
    b.extend(&system.c);
    Some(Matrix {
        lower: SparseColMat::try_new_from_triplets(size, size, &triplets).ok()?,
        b,
    })
}
