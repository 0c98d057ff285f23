//! `J (W_i m_i)^1/2`, body by body, with rows of unit length: what makes metres and radians comparable.
//!
//! Rank is a matter of the pose alone. So of each mass block M_i only the shape counts, which is a radius of gyration; its
//! size, the first entry m_i, does not: a light part between heavy ones is held as firmly as any.

use super::elimination::SparseRow;
use crate::blocks::{MAX_TRIANGLE, factor, solve_lower, triangle};
use crate::graph::Group;
use crate::system::{MAX_BODY_DIM, MAX_CONSTRAINT_DIM, System, Topology};

/// A pivot of the rows of a leaf, on the leaf alone, that is clearly none of rounding's (a singular value
/// squared).
const CLEAR: f64 = 1e-10;
/// Part of the largest weight of a set below which a weight is rounding.
const SLIGHT: f64 = 1e-7;

/// The blocks of J turned by the factor of each mass, laid out like the Jacobian, rows of unit length.
pub(super) struct Scaled<'a> {
    topology: &'a Topology,
    blocks: Vec<f64>,
    /// What each row was multiplied by; 0 for a row of zeros.
    scale: Vec<f64>,
}

impl<'a> Scaled<'a> {
    /// Nothing when a mass is not positive or a number not finite.
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

    /// These rows in the coordinates of these bodies, ascending, which are all that they act on; and how many coordinates those are.
    pub(super) fn rows(&self, bodies: &[usize], rows: &[usize]) -> (Vec<SparseRow>, usize) {
        // No longer than the bodies are many: of as many islands as bodies there is one for each.
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

    /// Weights of unit rows as weights of rows of J, the largest of size 1.
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
