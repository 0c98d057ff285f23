//! Scaled Jacobian `J (W_i m_i)^1/2`, body by body, with rows of unit length, so that metres and radians are comparable.
//!
//! Rank depends on the pose alone. So only the shape of each mass block M_i counts, which is a radius of gyration; its size, the first
//! entry m_i, does not: a light part between heavy ones is held as firmly as any.

use super::elimination::SparseRow;
use crate::blocks::{MAX_TRIANGLE, factor, solve_lower, triangle};
use crate::graph::Group;
use crate::system::{MAX_BODY_DIM, MAX_CONSTRAINT_DIM, System, Topology};

/// A pivot (squared singular value) of the rows of a leaf, on the leaf alone, above this is clearly not rounding.
const CLEAR: f64 = 1e-10;
/// Fraction of the largest weight of a set below which a weight is rounding.
const SLIGHT: f64 = 1e-7;

/// The blocks of J transformed by the factor of each mass block, laid out like the Jacobian, with rows of unit length.
pub(super) struct Scaled<'a> {
    topology: &'a Topology,
    blocks: Vec<f64>,
    /// Scale factor of each row; 0 for a row of zeros.
    scale: Vec<f64>,
}

impl<'a> Scaled<'a> {
    /// Scales J; `None` when a mass is not positive or a number not finite.
    pub(super) fn new(topology: &'a Topology, system: &System) -> Option<Self> {
        let mut blocks = system.jacobian.clone();
        let mut scale = vec![0.0; topology.rows()];
        let mut masses = vec![[0.0; MAX_TRIANGLE]; topology.bodies()];
        for (body, l) in masses.iter_mut().enumerate() {
            let dim = topology.body_dim(body);
            let block = &system.mass[topology.mass_offset(body)..];
            let size = block[0];
            for i in 0..dim {
                for k in 0..=i {
                    l[triangle(i) + k] = block[i * dim + k] / size;
                }
            }
            if size <= 0.0 || !factor(dim, l, |_| 0.0) {
                return None;
            }
        }
        for constraint in 0..topology.constraints() {
            for r in 0..topology.constraint_dim(constraint) {
                let mut squares = 0.0;
                for end in topology.ends(constraint) {
                    let dim = topology.body_dim(end.body);
                    let l = &masses[end.body];
                    let row = &mut blocks[end.block + r * dim..][..dim];
                    solve_lower(dim, l, row, 1);
                    for i in 0..dim {
                        row[i] *= l[triangle(i) + i].sqrt();
                        squares += row[i] * row[i];
                    }
                }
                if !squares.is_finite() {
                    return None;
                }
                let factor = if squares > 0.0 {
                    squares.sqrt().recip()
                } else {
                    0.0
                };
                scale[topology.row_offset(constraint) + r] = factor;
                for end in topology.ends(constraint) {
                    let dim = topology.body_dim(end.body);
                    blocks[end.block + r * dim..][..dim]
                        .iter_mut()
                        .for_each(|x| *x *= factor);
                }
            }
        }
        Some(Self {
            topology,
            blocks,
            scale,
        })
    }

    /// Whether a row is zero.
    pub(super) fn moves_nothing(&self, row: usize) -> bool {
        self.scale[row] == 0.0
    }

    /// Whether the rows of a group are independent on this body alone, whatever its other ends do.
    pub(super) fn full_rank(&self, group: &Group, body: usize) -> bool {
        let dim = self.topology.body_dim(body);
        let mut rows = [[0.0; MAX_BODY_DIM]; MAX_CONSTRAINT_DIM];
        let mut count = 0;
        for &constraint in &group.constraints {
            let ends = self.topology.ends(constraint);
            for r in 0..self.topology.constraint_dim(constraint) {
                for end in ends.iter().filter(|end| end.body == body) {
                    rows[count][..dim].copy_from_slice(&self.blocks[end.block + r * dim..][..dim]);
                }
                count += 1;
            }
        }
        let mut gram = [0.0; MAX_TRIANGLE];
        for r in 0..count {
            for s in 0..=r {
                gram[triangle(r) + s] = (0..dim).map(|k| rows[r][k] * rows[s][k]).sum();
            }
        }
        factor(count, &mut gram, |_| CLEAR)
    }

    /// Returns `rows` in the coordinates of `bodies` (ascending, all bodies on which the rows act), and the number of these coordinates.
    pub(super) fn rows(&self, bodies: &[usize], rows: &[usize]) -> (Vec<SparseRow>, usize) {
        // One entry per body of this core, not per body of the system: there may be as many islands as bodies.
        let mut starts = Vec::with_capacity(bodies.len());
        let mut len = 0;
        for &body in bodies {
            starts.push(len);
            len += self.topology.body_dim(body);
        }
        let start = |body: usize| bodies.binary_search(&body).map_or(0, |at| starts[at]);
        let entries = |&row: &usize| {
            let constraint = self.topology.constraint_of(row);
            let r = row - self.topology.row_offset(constraint);
            let mut entries = SparseRow::new();
            for end in self.topology.ends(constraint) {
                let dim = self.topology.body_dim(end.body);
                let block = &self.blocks[end.block + r * dim..][..dim];
                let first = start(end.body);
                let column = |k: usize| (first + k) as u32;
                entries.extend((0..dim).map(|k| (column(k), block[k])).filter(|it| it.1 != 0.0));
            }
            entries.sort_unstable_by_key(|it| it.0);
            entries
        };
        (rows.iter().map(entries).collect(), len)
    }

    /// Converts weights of unit rows to weights of rows of J, the largest of size 1.
    pub(super) fn unscale(&self, set: impl Iterator<Item = (usize, f64)>) -> Vec<(usize, f64)> {
        let mut set: Vec<_> = set.map(|(row, weight)| (row, weight * self.scale[row])).collect();
        let largest = set
            .iter()
            .fold(0.0f64, |largest, (_, weight)| largest.max(weight.abs()));
        set.iter_mut().for_each(|(_, weight)| *weight /= largest);
        set
    }
}

/// Whether a weight of a set whose largest weight is `largest` is more than rounding.
pub(super) fn counts(weight: f64, largest: f64) -> bool {
    weight.abs() > SLIGHT * largest
}
