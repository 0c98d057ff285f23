//! Sparse matrices by their entries, for export to other programs: M, W, J, K, H and A of a system, and files in Matrix Market's
//! coordinate format (Boisvert, Pozo and Remington 1996).

use std::fmt::Write;

use super::comment::on_one_line;
use crate::solver::system::{End, MAX_BODY_DIM};
use crate::solver::{System, Topology};

/// Largest number of entries of A that is computed: 400 MB as text.
const MOST_OF_A: usize = 1 << 24;

/// A sparse matrix by its structurally non-zero entries, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coordinates {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Row, column and value, counted from 0, in ascending order, each position once.
    pub entries: Vec<(usize, usize, f64)>,
}

/// A body's block: `dim x dim`, row by row.
type Block = [[f64; MAX_BODY_DIM]; MAX_BODY_DIM];

impl Coordinates {
    /// A matrix from entries; entries of the same position are summed.
    fn new(rows: usize, columns: usize, mut entries: Vec<(usize, usize, f64)>) -> Self {
        entries.sort_by_key(|&(row, column, _)| (row, column));
        entries.dedup_by(|next, kept| {
            let same = (next.0, next.1) == (kept.0, kept.1);
            if same {
                kept.2 += next.2;
            }
            same
        });
        Self {
            rows,
            columns,
            entries,
        }
    }

    /// A vector as a matrix of one column.
    pub fn column(values: &[f64]) -> Self {
        let entries = values.iter().enumerate().map(|(row, &value)| (row, 0, value));
        Self::new(values.len(), 1, entries.collect())
    }

    /// M, `dofs x dofs`, block-diagonal.
    pub fn mass(topology: &Topology, system: &System) -> Self {
        Self::of_bodies(topology, |body| mass_block(topology, system, body))
    }

    /// W, the inverse of M.
    pub fn inverse_mass(topology: &Topology, system: &System) -> Self {
        Self::of_bodies(topology, |body| inverse_block(topology, system, body))
    }

    fn of_bodies(topology: &Topology, block: impl Fn(usize) -> Block) -> Self {
        let mut entries = Vec::new();
        for body in 0..topology.bodies() {
            let (at, dim, block) = (topology.body_offset(body), topology.body_dim(body), block(body));
            for (i, row) in block.iter().enumerate().take(dim) {
                entries.extend(
                    row.iter()
                        .enumerate()
                        .take(dim)
                        .map(|(j, &x)| (at + i, at + j, x)),
                );
            }
        }
        Self::new(topology.dofs(), topology.dofs(), entries)
    }

    /// J, `rows x dofs`.
    pub fn jacobian(topology: &Topology, system: &System) -> Self {
        let ends = |constraint| (topology.ends(constraint), &system.jacobian[..]);
        Self::new(
            topology.rows(),
            topology.dofs(),
            rows_on_bodies(topology, ends).collect(),
        )
    }

    /// K, `dofs x rows`: the forces of unit multipliers. Equal to `J^T`, except for rows whose force acts elsewhere.
    pub fn force_directions(topology: &Topology, system: &System) -> Self {
        let turned = transposed(rows_on_bodies(topology, |it| force_ends(topology, system, it)));
        Self::new(topology.dofs(), topology.rows(), turned.collect())
    }

    /// `H = [M -K; -J -E]`, `(dofs + rows)` squared, in natural order.
    pub fn saddle(topology: &Topology, system: &System) -> Self {
        let dofs = topology.dofs();
        let mut entries = Self::mass(topology, system).entries;
        let jacobian = Self::jacobian(topology, system).entries.into_iter();
        entries.extend(jacobian.map(|(row, column, x)| (dofs + row, column, -x)));
        let forces = Self::force_directions(topology, system).entries.into_iter();
        entries.extend(forces.map(|(row, column, x)| (row, dofs + column, -x)));
        let compliance = system.compliance.iter().enumerate();
        let soft = compliance.filter(|it| *it.1 != 0.0);
        entries.extend(soft.map(|(row, &e)| (dofs + row, dofs + row, -e)));
        let size = dofs + topology.rows();
        Self::new(size, size, entries)
    }

    /// `A = J W K + E`, `rows` squared. `None` where it would have more than [`MOST_OF_A`] entries: all rows on a body couple with each other.
    pub fn schur(topology: &Topology, system: &System) -> Option<Self> {
        let mut on_body = vec![(Vec::new(), Vec::new()); topology.bodies()];
        for constraint in 0..topology.constraints() {
            for row in 0..topology.constraint_dim(constraint) {
                let at = topology.row_offset(constraint) + row;
                for end in topology.ends(constraint) {
                    let start = end.block + row * topology.body_dim(end.body);
                    on_body[end.body]
                        .0
                        .push((at, &system.jacobian[start..start + topology.body_dim(end.body)]));
                }
                let (ends, numbers) = force_ends(topology, system, constraint);
                for end in ends {
                    let start = end.block + row * topology.body_dim(end.body);
                    on_body[end.body]
                        .1
                        .push((at, &numbers[start..start + topology.body_dim(end.body)]));
                }
            }
        }
        let count: usize = on_body
            .iter()
            .map(|(rows, pushes)| rows.len() * pushes.len())
            .sum();
        if count > MOST_OF_A {
            return None;
        }
        let mut entries = Vec::new();
        for (body, (rows, pushes)) in on_body.iter().enumerate() {
            let w = inverse_block(topology, system, body);
            for (row, j) in rows {
                for (column, k) in pushes {
                    let product = |i: usize| j[i] * (0..k.len()).map(|l| w[i][l] * k[l]).sum::<f64>();
                    entries.push((*row, *column, (0..j.len()).map(product).sum()));
                }
            }
        }
        let compliance = system.compliance.iter().enumerate();
        entries.extend(
            compliance
                .filter(|it| *it.1 != 0.0)
                .map(|(row, &e)| (row, row, e)),
        );
        Some(Self::new(topology.rows(), topology.rows(), entries))
    }

    /// The text of a Matrix Market file, general and real, with 17 significant digits; each line of `about` becomes a comment.
    pub fn matrix_market(&self, about: &str) -> String {
        let mut text = String::from("%%MatrixMarket matrix coordinate real general\n");
        for line in about.lines() {
            let _ = writeln!(text, "% {}", on_one_line(line));
        }
        let _ = writeln!(text, "{} {} {}", self.rows, self.columns, self.entries.len());
        for (row, column, value) in &self.entries {
            let _ = writeln!(text, "{} {} {value:.16e}", row + 1, column + 1);
        }
        text
    }

    /// Removes the entries of all other rows; the dimensions stay.
    pub fn keep_rows(&mut self, rows: std::ops::Range<usize>) {
        self.entries.retain(|entry| rows.contains(&entry.0));
    }

    /// The dense matrix, row by row. For small matrices.
    pub fn dense(&self) -> Vec<Vec<f64>> {
        let mut dense = vec![vec![0.0; self.columns]; self.rows];
        for &(row, column, value) in &self.entries {
            dense[row][column] = value;
        }
        dense
    }
}

/// The ends on which the force of a constraint acts, with the array of their blocks.
fn force_ends<'a>(topology: &'a Topology, system: &'a System, constraint: usize) -> (&'a [End], &'a [f64]) {
    match topology.is_workless(constraint) {
        true => (topology.ends(constraint), &system.jacobian),
        false => (topology.force_ends(constraint), &system.forcing),
    }
}

/// Row, coordinate and value of all entries of all blocks.
fn rows_on_bodies<'a>(
    topology: &'a Topology,
    ends: impl Fn(usize) -> (&'a [End], &'a [f64]) + 'a,
) -> impl Iterator<Item = (usize, usize, f64)> + 'a {
    (0..topology.constraints()).flat_map(move |constraint| {
        let (ends, numbers) = ends(constraint);
        let row = topology.row_offset(constraint);
        ends.iter().flat_map(move |end| {
            let (at, dim) = (topology.body_offset(end.body), topology.body_dim(end.body));
            let len = topology.constraint_dim(constraint) * dim;
            let block = numbers[end.block..end.block + len].iter().enumerate();
            block.map(move |(k, &x)| (row + k / dim, at + k % dim, x))
        })
    })
}

fn transposed(
    entries: impl Iterator<Item = (usize, usize, f64)>,
) -> impl Iterator<Item = (usize, usize, f64)> {
    entries.map(|(row, column, x)| (column, row, x))
}

fn mass_block(topology: &Topology, system: &System, body: usize) -> Block {
    let (at, dim) = (topology.mass_offset(body), topology.body_dim(body));
    let mut block = Block::default();
    for i in 0..dim {
        for j in 0..dim {
            // Only the lower triangle of a block is valid.
            block[i][j] = system.mass[at + i.max(j) * dim + i.min(j)];
        }
    }
    block
}

/// Inverse of a mass block by Gauss-Jordan elimination, without pivoting since the block is positive definite.
pub(crate) fn inverse_block(topology: &Topology, system: &System, body: usize) -> Block {
    let dim = topology.body_dim(body);
    let mut m = mass_block(topology, system, body);
    let mut w = Block::default();
    (0..dim).for_each(|k| w[k][k] = 1.0);
    for k in 0..dim {
        let pivot = m[k][k];
        for j in 0..dim {
            m[k][j] /= pivot;
            w[k][j] /= pivot;
        }
        for i in (0..dim).filter(|&i| i != k) {
            let factor = m[i][k];
            for j in 0..dim {
                m[i][j] -= factor * m[k][j];
                w[i][j] -= factor * w[k][j];
            }
        }
    }
    w
}
