//! Assembly of the blocks of H, and the products with J, K and M^-1, which the paper's procedures presuppose.

use std::sync::atomic::AtomicBool;

use super::block::{Block, Ldl, Vector};
use super::forest::{NodeKind, Row, order_matrix};
use super::{Component, MAYBE_REDUNDANT, REDUNDANT};
use crate::cholesky::pivoted;
use crate::dense_kernels::Packed;
use crate::graph::{Graph, Island};
use crate::system::{End, System, Topology};
use crate::{Hardware, SolveError};

/// Threshold for lost pivots: a row of a node is lost when its pivot is below this fraction of its diagonal entry in the block, or
/// in A.
const PIVOT_THRESHOLD: f64 = 1e-8;

impl Component {
    /// Builds the component of an island: its bodies, its primary constraints, all others, and the constraints `forced`.
    pub(crate) fn new(topology: &Topology, graph: &Graph, island: &Island, forced: &[usize]) -> Self {
        let h = order_matrix(topology, graph, island, forced);
        let (nodes, rows) = (h.nodes.len(), h.rows.len());
        let all_workless = h.rows.iter().all(|row| row.k.is_none());
        Self {
            h,
            primary: vec![false; rows],
            auxiliary: Vec::with_capacity(rows),
            e: vec![0.0; rows],
            scale: vec![0.0; rows],
            coefficients: Vec::new(),
            rank: 0,
            order: Vec::new(),
            all_workless,
            packed: Packed::default(),
            mu: Vec::new(),
            scratch: Vec::new(),
            mass: vec![Ldl::default(); nodes],
            force: vec![Vector::default(); nodes],
            v: vec![Vector::default(); nodes],
        }
    }

    /// Number of auxiliary rows in the last factor.
    pub(crate) fn auxiliary_rows(&self) -> usize {
        self.auxiliary.len()
    }

    /// Whether a pivot of the dense matrix is so small that rows may be redundant.
    pub(crate) fn is_doubtful(&self) -> bool {
        let k = self.auxiliary.len();
        let last = |rank: usize| self.coefficients[(rank - 1) * (k + 1)];
        self.rank < k || (k > 0 && last(k) * last(k) < MAYBE_REDUNDANT)
    }

    /// Cholesky factor of the k x k dense matrix with diagonal pivoting, bitwise the same on every processor; returns the rank.
    pub(super) fn pivoted_cholesky(&mut self, k: usize, cancel: &AtomicBool) -> Result<usize, SolveError> {
        let processor = (cancel, Hardware::here().portable());
        let (a, order) = (&mut self.coefficients, &mut self.order);
        let scratch = (&mut self.packed, &mut self.scratch);
        pivoted(k, a, order, REDUNDANT, processor, scratch)
    }

    /// Number of block updates in `sparsefactor`.
    pub(crate) fn block_updates(&self) -> usize {
        self.h.nodes.iter().map(|node| node.child.len()).sum()
    }

    pub(super) fn numerical(&self, i: usize, topology: &Topology) -> SolveError {
        let row = match &self.h.nodes[i].of {
            NodeKind::Constraint(rows) => self.h.rows[rows.start].index,
            NodeKind::Body(_) => 0,
        };
        SolveError::Numerical {
            constraint: topology.constraint_of(row),
        }
    }

    /// Loads masses, E and the diagonal of A; marks every row of a node as primary until its pivot proves lost.
    pub(super) fn load_blocks(&mut self, topology: &Topology, system: &System) -> Result<(), SolveError> {
        for (node, factored) in self.h.nodes.iter().zip(&mut self.mass) {
            if let NodeKind::Body(body) = node.of {
                let m = mass(topology, system, body);
                *factored = Ldl::new(&m)
                    .filter(|m| m.d[0] > 0.0)
                    .ok_or(SolveError::Mass { body })?;
            }
        }
        self.auxiliary.clear();
        self.auxiliary.extend(self.h.primary..self.h.rows.len());
        for (place, row) in self.h.rows.iter().enumerate() {
            self.primary[place] = place < self.h.primary;
            let mut a = system.compliance[row.index];
            for end in &row.j {
                let m = &self.mass[end.body];
                let j = row_block(&system.jacobian, end, m.size);
                a += dot(&j, &m.solve(j));
            }
            self.e[place] = system.compliance[row.index];
            self.scale[place] = if a > 0.0 { a.sqrt().recip() } else { 0.0 };
        }
        Ok(())
    }

    /// `H_ii` before elimination: `M_i` or `-E_i`.
    pub(super) fn diagonal_block(&self, i: usize, topology: &Topology, system: &System) -> Block {
        match &self.h.nodes[i].of {
            NodeKind::Body(body) => mass(topology, system, *body),
            NodeKind::Constraint(rows) => Block::new(rows.len(), rows.len(), |r, s| {
                if r == s { -self.e[rows.start + r] } else { 0.0 }
            }),
        }
    }

    /// `H_i,par(i)` before elimination: `-J^T` where the parent is a constraint, `-J` where it is a body.
    pub(super) fn block_to_parent(&self, i: usize, par: usize, system: &System) -> Block {
        let nodes = &self.h.nodes;
        let (NodeKind::Constraint(rows), body) = (match &nodes[i].of {
            NodeKind::Body(_) => (&nodes[par].of, i),
            constraint => (constraint, par),
        }) else {
            return Block::default();
        };
        let dim = self.mass[body].size;
        let mut j = Block::new(rows.len(), dim, |_, _| 0.0);
        for (line, row) in j.at.iter_mut().zip(rows.clone()).filter(|it| self.primary[it.1]) {
            for end in self.h.rows[row].j.iter().filter(|end| end.body == body) {
                *line = row_block(&system.jacobian, end, dim).map(|x| -x);
            }
        }
        if body == i { j.transpose() } else { j }
    }

    /// Makes those rows of a constraint auxiliary that depend, on the body below, on the rows before them, or do not act on that
    /// body: their pivots would be lost. In H, such a row is replaced by `-1 x = 0`.
    pub(super) fn make_lost_rows_auxiliary(&mut self, i: usize, h_ii: &mut Block) {
        let NodeKind::Constraint(rows) = self.h.nodes[i].of.clone() else {
            return;
        };
        let whole = *h_ii;
        let mut left = whole;
        for (r, row) in rows.clone().enumerate() {
            let pivot = left.at[r][r];
            let a = self.scale[row].powi(-2);
            if pivot < PIVOT_THRESHOLD * whole.at[r][r] && pivot < -PIVOT_THRESHOLD * a {
                for s in r + 1..rows.len() {
                    let part = left.at[s][r] / pivot;
                    (r + 1..rows.len()).for_each(|t| left.at[s][t] -= part * left.at[r][t]);
                }
                continue;
            }
            self.primary[row] = false;
            self.auxiliary.push(row);
            for s in 0..rows.len() {
                (h_ii.at[r][s], h_ii.at[s][r], left.at[s][r]) = (0.0, 0.0, 0.0);
            }
            h_ii.at[r][r] = -1.0;
            for k in self.h.nodes[i].child.clone() {
                let below = &mut self.h.nodes[k].h_par;
                (0..below.rows).for_each(|s| below.at[s][r] = 0.0);
            }
        }
    }

    /// Loads F^ext into the nodes; zero for `None`.
    pub(super) fn apply_force(&mut self, topology: &Topology, force: Option<&[f64]>) {
        for (node, own) in self.h.nodes.iter().zip(&mut self.force) {
            *own = Vector::default();
            if let (NodeKind::Body(body), Some(force)) = (&node.of, force) {
                let given = &force[topology.body_offset(*body)..topology.body_offset(body + 1)];
                own[..given.len()].copy_from_slice(given);
            }
        }
    }

    /// `v' = M^-1 F`.
    pub(super) fn accelerate(&mut self) {
        for ((v, m), force) in self.v.iter_mut().zip(&self.mass).zip(&self.force) {
            *v = m.solve(*force);
        }
    }

    /// `J v'` of one row.
    pub(super) fn row_acceleration(&self, system: &System, row: usize) -> f64 {
        let of_end = |end: &End| {
            dot(
                &row_block(&system.jacobian, end, self.mass[end.body].size),
                &self.v[end.body],
            )
        };
        self.h.rows[row].j.iter().map(of_end).sum()
    }

    /// Adds the force of a multiplier of one row to F: `J^T lambda`, or `K mu`.
    pub(super) fn add_row_force(&mut self, system: &System, row: usize, multiplier: f64) {
        let Row { j, k, .. } = &self.h.rows[row];
        let (ends, blocks) = match k {
            None => (j, &system.jacobian),
            Some(k) => (k, &system.forcing),
        };
        for end in ends {
            let j = row_block(blocks, end, self.mass[end.body].size);
            let force = &mut self.force[end.body];
            force.iter_mut().zip(j).for_each(|(f, j)| *f += j * multiplier);
        }
    }
}

fn mass(topology: &Topology, system: &System, body: usize) -> Block {
    let (dim, start) = (topology.body_dim(body), topology.mass_offset(body));
    Block::new(dim, dim, |r, s| system.mass[start + r * dim + s])
}

/// The entries of a row of J or `K^T` for one body.
fn row_block(blocks: &[f64], end: &End, dim: usize) -> Vector {
    let mut block = Vector::default();
    block[..dim].copy_from_slice(&blocks[end.block..end.block + dim]);
    block
}

fn dot(x: &Vector, y: &Vector) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}
