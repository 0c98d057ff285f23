//! Rows and masses as the factorisation reads them: scaled, in the order of the pivots, padded to one size.

use super::blocks::{Block, D, ZERO};
use super::plan::{Plan, pairs};
use crate::arithmetic::add_product;
use crate::blocks::invert;
use crate::report::SolveError;
use crate::simd::in_lanes;
use crate::system::{System, Topology};

/// A multiplier whose force has a share along another row of its constraint: that of `row` acts along `J_row + share J_other`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coupling {
    /// The row whose multiplier it is.
    pub row: usize,
    /// The other row.
    pub other: usize,
    /// Factor of the other row.
    pub share: f64,
}

/// One row, scaled to a unit `J W J^T`.
#[derive(Clone, Copy, Debug)]
pub struct ScaledRow {
    /// Its first end, and the first end of the next row.
    ends: [u32; 2],
    /// c, scaled.
    pub c: f64,
    /// E, scaled.
    pub compliance: f64,
    /// Root of `J W J^T`, by which the row is divided; 1 where that is 0.
    pub unit: f64,
    /// Whether `J W J^T` is 0: no multiplier moves the row.
    pub is_idle: bool,
}

/// One body of a row.
#[derive(Clone, Copy, Debug)]
struct End {
    pivot: u32,
    j: [f64; D],
}

/// All rows, and the bodies in the order of their pivots.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) all: Vec<ScaledRow>,
    ends: Vec<End>,
    /// Force of a unit multiplier at each end: J, and shares of other rows.
    push: Vec<[f64; D]>,
    mass: Vec<Block>,
    w: Vec<Block>,
    force: Vec<[f64; D]>,
    /// Root of F W F.
    pub(super) load: f64,
}

impl Rows {
    /// # Errors
    /// Where a mass is not positive definite.
    pub(super) fn take(
        &mut self,
        (topology, system): (&Topology, &System),
        plan: &Plan,
    ) -> Result<(), SolveError> {
        self.take_bodies((topology, system), plan)?;
        self.all.clear();
        self.ends.clear();
        for (index, &constraint) in (0..).zip(&plan.constraints) {
            let constraint = constraint as usize;
            let pivots = plan.ends.row(index);
            for r in 0..topology.constraint_dim(constraint) {
                let first = self.ends.len();
                self.ends
                    .extend(pivots.iter().map(|&pivot| End { pivot, j: [0.0; D] }));
                let own = &mut self.ends[first..];
                for end in topology.ends(constraint) {
                    let pivot = plan.pivot(end.body) as u32;
                    let at = pivots.iter().position(|it| *it == pivot).unwrap_or_default();
                    let dim = topology.body_dim(end.body);
                    let j = &system.jacobian[end.block + r * dim..][..dim];
                    own[at].j.iter_mut().zip(j).for_each(|(to, j)| *to += j);
                }
                let row = topology.row_offset(constraint) + r;
                let mobility: f64 = own
                    .iter()
                    .map(|it| square(&self.w[it.pivot as usize], &it.j))
                    .sum();
                let is_idle = mobility <= 0.0;
                let unit = if is_idle { 1.0 } else { mobility.sqrt() };
                for end in own {
                    end.j.iter_mut().for_each(|j| *j /= unit);
                }
                self.all.push(ScaledRow {
                    ends: [first as u32, self.ends.len() as u32],
                    c: system.c[row] / unit,
                    compliance: system.compliance[row] / (unit * unit),
                    unit,
                    is_idle,
                });
            }
        }
        Ok(())
    }

    fn take_bodies(
        &mut self,
        (topology, system): (&Topology, &System),
        plan: &Plan,
    ) -> Result<(), SolveError> {
        for blocks in [&mut self.mass, &mut self.w] {
            blocks.clear();
            blocks.resize(topology.bodies(), ZERO);
        }
        self.force.clear();
        self.force.resize(topology.bodies(), [0.0; D]);
        let mut squares = 0.0;
        for body in 0..topology.bodies() {
            let (dim, at) = (topology.body_dim(body), plan.pivot(body));
            let mass = &system.mass[topology.mass_offset(body)..][..dim * dim];
            let mut inverse = [0.0; D * D];
            if !invert(dim, mass, &mut inverse) {
                return Err(SolveError::Mass { body });
            }
            for i in 0..D {
                for j in 0..D {
                    // Bodies with fewer coordinates are padded with the identity.
                    let pad = f64::from(u8::from(i == j));
                    let inside = i.max(j) < dim;
                    let lower = i.max(j) * dim + i.min(j);
                    self.mass[at][j][i] = if inside { mass[lower] } else { pad };
                    self.w[at][j][i] = if inside { inverse[lower] } else { pad };
                }
            }
            let force = &system.force[topology.body_offset(body)..][..dim];
            let to = &mut self.force[at];
            to.iter_mut().zip(force).for_each(|(to, force)| *to = *force);
            squares += square(&self.w[at], to);
        }
        self.load = squares.sqrt();
        Ok(())
    }

    /// Sets the directions of the forces.
    pub(super) fn couple(&mut self, couplings: &[Coupling]) {
        self.push.clear();
        self.push.extend(self.ends.iter().map(|end| end.j));
        for it in couplings {
            let [own, other] = [it.row, it.other].map(|row| self.all[row].ends[0] as usize);
            let count = self.all[it.row].ends[1] as usize - own;
            for k in 0..count {
                let j = self.ends[other + k].j;
                let push = self.push[own + k].iter_mut();
                push.zip(j).for_each(|(push, j)| *push += it.share * j);
            }
        }
    }

    /// Writes the accelerations of all pivots under these multipliers.
    pub(super) fn accelerations(&self, x: &[f64], a: &mut Vec<[f64; D]>) {
        accelerations_any::<false>(self, x, a);
    }
}

/// `j W j`.
fn square(w: &Block, j: &[f64; D]) -> f64 {
    let columns = w.iter().zip(j);
    columns
        .map(|(column, x)| x * column.iter().zip(j).map(|(w, j)| w * j).sum::<f64>())
        .sum()
}

in_lanes! {
    /// Writes `J a + c + E x` of all rows, with `a = W (F + J^T x)`.
    pub(super) fn residuals(rows: &Rows, a: &mut Vec<[f64; D]>, x: &[f64], w: &mut [f64]) = residuals_any
}
in_lanes! {
    /// Assembles `M + K s J`.
    pub(super) fn assemble(rows: &Rows, stiffness: &[f64], plan: &mut Plan) = assemble_any
}
in_lanes! {
    /// Writes `-K s r`, from s and r.
    pub(super) fn gather(rows: &Rows, given: (&[f64], &[f64]), x: &mut Vec<[f64; D]>) = gather_any
}
in_lanes! {
    /// Writes `-s (r + J a)`, from s and r.
    pub(super) fn respond(rows: &Rows, given: (&[f64], &[f64]), a: &[[f64; D]], change: &mut [f64]) = respond_any
}

/// `sum += x a`.
#[inline(always)]
fn add<const FUSED: bool>(sum: &mut [f64; D], x: f64, a: &[f64; D]) {
    for (sum, a) in sum.iter_mut().zip(a) {
        *sum = add_product::<FUSED>(*sum, x, *a);
    }
}

/// `sum + j a`.
#[inline(always)]
fn along<const FUSED: bool>(sum: f64, j: &[f64; D], a: &[f64; D]) -> f64 {
    j.iter()
        .zip(a)
        .fold(sum, |sum, (j, a)| add_product::<FUSED>(sum, *j, *a))
}

#[inline(always)]
fn accelerations_any<const FUSED: bool>(rows: &Rows, x: &[f64], a: &mut Vec<[f64; D]>) {
    a.clone_from(&rows.force);
    for (row, x) in rows.all.iter().zip(x) {
        for end in &rows.ends[row.ends[0] as usize..row.ends[1] as usize] {
            add::<FUSED>(&mut a[end.pivot as usize], *x, &end.j);
        }
    }
    for (a, w) in a.iter_mut().zip(&rows.w) {
        let force = std::mem::take(a);
        for (column, force) in w.iter().zip(force) {
            add::<FUSED>(a, force, column);
        }
    }
}

#[inline(always)]
fn residuals_any<const FUSED: bool>(rows: &Rows, a: &mut Vec<[f64; D]>, x: &[f64], w: &mut [f64]) {
    accelerations_any::<FUSED>(rows, x, a);
    for ((row, x), w) in rows.all.iter().zip(x).zip(w) {
        let mut sum = add_product::<FUSED>(row.c, row.compliance, *x);
        for end in &rows.ends[row.ends[0] as usize..row.ends[1] as usize] {
            sum = along::<FUSED>(sum, &end.j, &a[end.pivot as usize]);
        }
        *w = sum;
    }
}

#[inline(always)]
fn assemble_any<const FUSED: bool>(rows: &Rows, stiffness: &[f64], plan: &mut Plan) {
    let Plan {
        matrix,
        ends,
        places,
        starts,
        ..
    } = plan;
    matrix.diagonal.clone_from(&rows.mass);
    matrix.upper.fill(ZERO);
    matrix.lower.fill(ZERO);
    // Adds the product of a column, a row and a factor.
    let outer = |to: &mut Block, push: &[f64; D], s: f64, j: &[f64; D]| {
        for (to, j) in to.iter_mut().zip(j) {
            add::<FUSED>(to, s * j, push);
        }
    };
    let mut places = &places[..];
    for (constraint, own_rows) in (0..).zip(starts.windows(2)) {
        let own = ends.row(constraint);
        let (here, rest) = places.split_at(own.len() * (own.len() - 1) / 2);
        places = rest;
        let own_rows = own_rows[0] as usize..own_rows[1] as usize;
        for (row, s) in rows.all[own_rows.clone()].iter().zip(&stiffness[own_rows]) {
            let first = row.ends[0] as usize;
            let (of, push) = (&rows.ends[first..][..own.len()], &rows.push[first..][..own.len()]);
            for ((end, push), &pivot) in of.iter().zip(push).zip(own) {
                outer(&mut matrix.diagonal[pivot as usize], push, *s, &end.j);
            }
            for ((one, other), &place) in pairs(own.len()).zip(here) {
                outer(&mut matrix.upper[place as usize], &push[one], *s, &of[other].j);
                outer(&mut matrix.lower[place as usize], &push[other], *s, &of[one].j);
            }
        }
    }
}

#[inline(always)]
fn gather_any<const FUSED: bool>(rows: &Rows, (stiffness, missed): (&[f64], &[f64]), x: &mut Vec<[f64; D]>) {
    x.clear();
    x.resize(rows.mass.len(), [0.0; D]);
    for ((row, s), r) in rows.all.iter().zip(stiffness).zip(missed) {
        let own = row.ends[0] as usize..row.ends[1] as usize;
        for (end, push) in rows.ends[own.clone()].iter().zip(&rows.push[own]) {
            add::<FUSED>(&mut x[end.pivot as usize], -s * r, push);
        }
    }
}

#[inline(always)]
fn respond_any<const FUSED: bool>(
    rows: &Rows,
    (stiffness, missed): (&[f64], &[f64]),
    a: &[[f64; D]],
    change: &mut [f64],
) {
    for (((row, s), r), change) in rows.all.iter().zip(stiffness).zip(missed).zip(change) {
        let mut sum = *r;
        for end in &rows.ends[row.ends[0] as usize..row.ends[1] as usize] {
            sum = along::<FUSED>(sum, &end.j, &a[end.pivot as usize]);
        }
        *change = -s * sum;
    }
}
