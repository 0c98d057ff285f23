//! An island with many loops, a net or a truss of thousands of parts, by a supernodal Cholesky factorisation of
//! its `A = J W J^T + E`, which does nearly all of its work in dense matrix products.
//!
//! ```text
//! A lambda = -(J W f + c)
//! ```
//! Kernel and order (minimum degree) are the library's. The pattern, the order, and where each product of two
//! rows goes are found once per topology; factor and solve allocate nothing. Rows are scaled to a unit diagonal.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::LltRegularization;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LltRef, SymbolicCholesky, SymbolicCholeskyRaw, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMat};
use faer::{Conj, MatMut, Par, Side};

use super::equations::{Moment, apply_w};
use super::graph::Island;
use super::system::{MAX_BODY_DIM, Topology};

/// A pivot below this is made this large: all it can be is rounding, the compliance being a thousand times as much.
const LEAST: f64 = 1e-14;

/// A pivot below this part of its diagonal has lost too many digits to do without a compliance.
const LOST: f64 = 1e-9;

/// One row's block on a body.
struct Touch {
    /// Row of the matrix.
    row: usize,
    /// Where the block starts in the Jacobian.
    block: usize,
}

/// The symbolic and the numeric factor, and the workspace.
pub(super) struct Net {
    /// Rows of the system.
    rows: Vec<usize>,
    bodies: Vec<usize>,
    /// Where the touches of each body start, one more than bodies.
    start: Vec<usize>,
    touches: Vec<Touch>,
    /// Where the product of each pair of touches goes: for each body, for each touch, the touches up to it.
    target: Vec<u32>,
    /// Where the diagonal is.
    diagonal: Vec<u32>,
    pattern: SymbolicSparseColMat<usize>,
    values: Vec<f64>,
    symbolic: SymbolicCholesky<usize>,
    l: Vec<f64>,
    scale: Vec<f64>,
    x: Vec<f64>,
    /// Whether there are coordinates enough for all rows to be independent.
    may_be_exact: bool,
    exact: bool,
    factor_memory: MemBuffer,
    solve_memory: MemBuffer,
}

impl Net {
    /// The symbolic phase of an island; nothing when the library has no room for it.
    pub(super) fn new(topology: &Topology, island: &Island) -> Option<Self> {
        let of = |constraint: usize| topology.row_offset(constraint)..topology.row_offset(constraint + 1);
        let rows: Vec<usize> = island.constraints.iter().flat_map(|&it| of(it)).collect();
        let bodies = island.bodies.clone();
        let (start, touches) = touches(topology, &bodies, &rows);
        let pattern = pattern(rows.len(), &start, &touches)?;
        let params = CholeskySymbolicParams {
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
            ..Default::default()
        };
        let order = SymmetricOrdering::Amd;
        let symbolic = factorize_symbolic_cholesky(pattern.as_ref(), Side::Lower, order, params).ok()?;
        let factor_scratch = symbolic.factorize_numeric_llt_scratch::<f64>(Par::Seq, Default::default());
        let solve_scratch = symbolic.solve_in_place_scratch::<f64>(1, Par::Seq);
        let (target, diagonal) = targets(&pattern, &start, &touches);
        let dofs: usize = bodies.iter().map(|&body| topology.body_dim(body)).sum();
        Some(Self {
            may_be_exact: rows.len() <= dofs,
            exact: false,
            values: vec![0.0; pattern.row_idx().len()],
            l: vec![0.0; symbolic.len_val()],
            scale: vec![0.0; rows.len()],
            x: vec![0.0; rows.len()],
            factor_memory: MemBuffer::try_new(factor_scratch).ok()?,
            solve_memory: MemBuffer::try_new(solve_scratch).ok()?,
            rows,
            bodies,
            start,
            touches,
            target,
            diagonal,
            pattern,
            symbolic,
        })
    }

    /// Factors; where digits are lost once more, with this compliance on top of E as a part of the diagonal of A. False
    /// when the numbers are beyond it.
    pub(super) fn factor(&mut self, at: &Moment<'_>, compliance: f64) -> bool {
        self.exact = self.may_be_exact && self.factor_with(at, 0.0);
        self.exact || self.factor_with(at, compliance)
    }

    /// Whether the last factor is that of A itself.
    pub(super) fn is_exact(&self) -> bool {
        self.exact
    }

    /// False when a pivot was lost.
    fn factor_with(&mut self, at: &Moment<'_>, compliance: f64) -> bool {
        for (scale, &row) in self.scale.iter_mut().zip(&self.rows) {
            *scale = at.diagonal[row].sqrt().recip();
        }
        self.form(at);
        for ((&place, &row), scale) in self.diagonal.iter().zip(&self.rows).zip(&self.scale) {
            self.values[place as usize] += at.system.compliance[row] * scale * scale + compliance;
        }
        let least = if compliance > 0.0 { LEAST } else { 0.0 };
        let found = self.symbolic.factorize_numeric_llt(
            &mut self.l,
            SparseColMatRef::new(self.pattern.as_ref(), &self.values),
            Side::Lower,
            LltRegularization {
                dynamic_regularization_delta: least,
                dynamic_regularization_epsilon: least,
            },
            Par::Seq,
            MemStack::new(&mut self.factor_memory),
            Default::default(),
        );
        found.is_ok() && (compliance > 0.0 || self.is_sound())
    }

    /// Whether no pivot has lost too many digits.
    fn is_sound(&self) -> bool {
        let SymbolicCholeskyRaw::Supernodal(raw) = self.symbolic.raw() else {
            return false;
        };
        let (begin, values) = (raw.supernode_begin(), raw.col_ptr_for_val());
        (0..raw.n_supernodes()).all(|node| {
            let width = raw.supernode_end()[node] - begin[node];
            let panel = &self.l[values[node]..values[node + 1]];
            let height = panel.len() / width.max(1);
            (0..width).all(|k| panel[k * height + k].powi(2) > LOST)
        })
    }

    /// A in rows of unit length, but for E.
    fn form(&mut self, at: &Moment<'_>) {
        self.values.fill(0.0);
        let jacobian = &at.system.jacobian;
        let mut pair = 0;
        for (index, &body) in self.bodies.iter().enumerate() {
            let dim = at.topology.body_dim(body);
            let w = &at.w[at.topology.mass_offset(body)..][..dim * dim];
            let touches = &self.touches[self.start[index]..self.start[index + 1]];
            for (k, one) in touches.iter().enumerate() {
                let j = &jacobian[one.block..one.block + dim];
                let mut wj = [0.0; MAX_BODY_DIM];
                for i in 0..dim {
                    wj[i] = self.scale[one.row] * (0..dim).map(|n| w[i * dim + n] * j[n]).sum::<f64>();
                }
                for other in &touches[..=k] {
                    let j = &jacobian[other.block..other.block + dim];
                    let product: f64 = (0..dim).map(|n| j[n] * wj[n]).sum();
                    self.values[self.target[pair] as usize] += self.scale[other.row] * product;
                    pair += 1;
                }
            }
        }
    }

    /// Multipliers of the island under this force and c; `a` is scratch.
    pub(super) fn solve(
        &mut self,
        at: &Moment<'_>,
        force: &[f64],
        c: &[f64],
        a: &mut [f64],
        lambda: &mut [f64],
    ) {
        self.x.fill(0.0);
        for (index, &body) in self.bodies.iter().enumerate() {
            apply_w(at.topology, at.w, body, force, a);
            let a = &a[at.topology.body_offset(body)..];
            for touch in &self.touches[self.start[index]..self.start[index + 1]] {
                let j = &at.system.jacobian[touch.block..][..at.topology.body_dim(body)];
                self.x[touch.row] += j.iter().zip(a).map(|(j, a)| j * a).sum::<f64>();
            }
        }
        for (x, &row) in self.x.iter_mut().zip(&self.rows) {
            *x += c[row];
        }
        self.find(lambda);
    }

    /// Multipliers of the island for what its rows miss without them.
    pub(super) fn respond(&mut self, missed: &[f64], lambda: &mut [f64]) {
        for (x, &row) in self.x.iter_mut().zip(&self.rows) {
            *x = missed[row];
        }
        self.find(lambda);
    }

    /// From what rows miss to multipliers.
    fn find(&mut self, lambda: &mut [f64]) {
        for (x, scale) in self.x.iter_mut().zip(&self.scale) {
            *x *= -scale;
        }
        let size = self.x.len();
        LltRef::new(&self.symbolic, &self.l).solve_in_place_with_conj(
            Conj::No,
            MatMut::from_column_major_slice_mut(&mut self.x, size, 1),
            Par::Seq,
            MemStack::new(&mut self.solve_memory),
        );
        for ((x, &row), scale) in self.x.iter().zip(&self.rows).zip(&self.scale) {
            lambda[row] = x * scale;
        }
    }
}

/// What touches each body: where its touches start, and all of them, rows ascending.
fn touches(topology: &Topology, bodies: &[usize], rows: &[usize]) -> (Vec<usize>, Vec<Touch>) {
    let mut of_body: Vec<Vec<Touch>> = bodies.iter().map(|_| Vec::new()).collect();
    for (index, &row) in rows.iter().enumerate() {
        let constraint = topology.constraint_of(row);
        let r = row - topology.row_offset(constraint);
        for end in topology.ends(constraint) {
            if let Ok(body) = bodies.binary_search(&end.body) {
                of_body[body].push(Touch {
                    row: index,
                    block: end.block + r * topology.body_dim(end.body),
                });
            }
        }
    }
    let mut start = vec![0];
    let mut all = Vec::new();
    for touches in of_body {
        all.extend(touches);
        start.push(all.len());
    }
    (start, all)
}

/// The lower triangle of A's pattern.
fn pattern(size: usize, start: &[usize], touches: &[Touch]) -> Option<SymbolicSparseColMat<usize>> {
    let mut columns: Vec<Vec<usize>> = (0..size).map(|column| vec![column]).collect();
    for range in start.windows(2) {
        let touches = &touches[range[0]..range[1]];
        for (k, one) in touches.iter().enumerate() {
            for other in &touches[..k] {
                columns[other.row].push(one.row);
            }
        }
    }
    let mut column_start = vec![0];
    let mut row_index = Vec::new();
    for column in &mut columns {
        column.sort_unstable();
        column.dedup();
        row_index.append(column);
        column_start.push(row_index.len());
    }
    u32::try_from(row_index.len()).ok()?;
    Some(SymbolicSparseColMat::new_checked(
        size,
        size,
        column_start,
        None,
        row_index,
    ))
}

/// Where the product of each pair goes, and the diagonal.
fn targets(
    pattern: &SymbolicSparseColMat<usize>,
    start: &[usize],
    touches: &[Touch],
) -> (Vec<u32>, Vec<u32>) {
    let place = |row: usize, column: usize| {
        let range = pattern.col_range(column);
        let found = pattern.row_idx()[range.clone()].binary_search(&row);
        (range.start + found.unwrap_or_default()) as u32
    };
    let mut target = Vec::new();
    for range in start.windows(2) {
        let touches = &touches[range[0]..range[1]];
        for (k, one) in touches.iter().enumerate() {
            target.extend(touches[..=k].iter().map(|other| place(one.row, other.row)));
        }
    }
    let diagonal = (0..pattern.ncols()).map(|row| place(row, row)).collect();
    (target, diagonal)
}
