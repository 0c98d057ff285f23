//! Sparse block LU without pivoting, for matrices of symmetric pattern, in the given order of pivots.
//!
//! ```text
//! A = L U,   L_ik = A_ik U_kk^-1,   U_kj = L_kk^-1 A_kj,   A_ij -= L_ik U_kj   for i, j > k
//! ```

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::arithmetic::sub_product;
use crate::csr::Csr;
use crate::elimination_tree::eliminate;
use crate::simd::in_lanes;
use crate::system::MAX_BODY_DIM;

/// Rows and columns of a block.
pub(super) const D: usize = MAX_BODY_DIM;

/// A block, column by column.
pub(super) type Block = [[f64; D]; D];

pub(super) const ZERO: Block = [[0.0; D]; D];

/// A sparse block matrix, or its LU factors.
pub(super) struct BlockMatrix {
    /// Later pivots with which each pivot has a block, ascending; and for each two of them the index of the block (upper and lower) to
    /// which their products are added.
    later: Csr,
    into: Vec<u32>,
    /// Blocks of the pivots; in the factors, their diagonal entries are the reciprocals of those of U.
    pub(super) diagonal: Vec<Block>,
    /// Blocks right of the diagonal (`upper`) and below it (`lower`), one of each for a pivot and a later one.
    pub(super) upper: Vec<Block>,
    pub(super) lower: Vec<Block>,
}

in_lanes! {
    /// Factors the assembled matrix in place. Returns `None` where a pivot is zero, subnormal or not finite, or where the flag is raised.
    pub(super) fn factor(matrix: &mut BlockMatrix, cancel: &AtomicBool) -> Option<()> = factor_any
}

in_lanes! {
    /// Solves in place for a right-hand side with one block row a pivot.
    pub(super) fn solve(matrix: &BlockMatrix, x: &mut [[f64; D]]) = solve_any
}

impl BlockMatrix {
    /// Creates a zero matrix with `pivots` pivots, with a block for each pair of pivots in a clique, and for fill-in.
    pub(super) fn new(pivots: usize, cliques: &Csr) -> Self {
        let mut meets = vec![Vec::new(); pivots];
        for clique in 0..cliques.len() as u32 {
            let own = cliques.row(clique);
            for &one in own {
                let later = own.iter().filter(|&&other| other > one);
                meets[one as usize].extend(later.map(|&other| other as usize));
            }
        }
        let (filled, _) = eliminate(&meets);
        let later = Csr::new(filled.iter().map(|it| it.iter().copied()));
        let mut into = Vec::new();
        for k in 0..pivots as u32 {
            let own = later.row(k);
            for (a, &one) in own.iter().enumerate() {
                into.extend(own[a + 1..].iter().map(|&other| place(&later, one, other)));
            }
        }
        Self {
            diagonal: vec![ZERO; pivots],
            upper: vec![ZERO; later.nnz()],
            lower: vec![ZERO; later.nnz()],
            later,
            into,
        }
    }

    /// Returns the index of the block of two pivots; `one` must come before `other`.
    pub(super) fn place(&self, one: u32, other: u32) -> u32 {
        place(&self.later, one, other)
    }

    /// Multiplications of a factorisation.
    pub(super) fn work(&self) -> f64 {
        let products = 2 * self.into.len() + 3 * self.later.nnz() + self.diagonal.len();
        (D * D * D * products) as f64
    }
}

#[inline(always)]
fn factor_any<const FUSED: bool>(matrix: &mut BlockMatrix, cancel: &AtomicBool) -> Option<()> {
    let BlockMatrix {
        later: all_later,
        into,
        diagonal,
        upper,
        lower,
    } = matrix;
    let mut into = into.iter();
    for k in 0..diagonal.len() {
        if cancel.load(Relaxed) {
            return None;
        }
        factor_block::<FUSED>(&mut diagonal[k])?;
        let own = diagonal[k];
        let below = strictly_lower(&own);
        let (later, start) = (all_later.row(k as u32), all_later.start(k as u32));
        for at in start..start + later.len() {
            divide_by_upper::<FUSED>(&mut lower[at], &own);
            divide_by_lower::<FUSED>(&mut upper[at], &below);
        }
        for (a, &one) in (start..).zip(later) {
            let (low, up) = (lower[a], upper[a]);
            subtract::<FUSED>(&mut diagonal[one as usize], &low, &up);
            for (b, &to) in (a + 1..start + later.len()).zip(&mut into) {
                let (low_b, up_b) = (lower[b], upper[b]);
                subtract::<FUSED>(&mut upper[to as usize], &low, &up_b);
                subtract::<FUSED>(&mut lower[to as usize], &low_b, &up);
            }
        }
    }
    Some(())
}

#[inline(always)]
fn solve_any<const FUSED: bool>(matrix: &BlockMatrix, x: &mut [[f64; D]]) {
    for k in 0..x.len() {
        let own = &matrix.diagonal[k];
        let mut solved = x[k];
        for j in 0..D {
            for i in j + 1..D {
                solved[i] = sub_product::<FUSED>(solved[i], own[j][i], solved[j]);
            }
        }
        x[k] = solved;
        for (block, &to) in (matrix.later.start(k as u32)..).zip(matrix.later.row(k as u32)) {
            take::<FUSED>(&mut x[to as usize], &matrix.lower[block], &solved);
        }
    }
    for k in (0..x.len()).rev() {
        let mut own = x[k];
        for (block, &from) in (matrix.later.start(k as u32)..).zip(matrix.later.row(k as u32)) {
            take::<FUSED>(&mut own, &matrix.upper[block], &x[from as usize]);
        }
        let pivots = &matrix.diagonal[k];
        for j in (0..D).rev() {
            own[j] *= pivots[j][j];
            for i in 0..j {
                own[i] = sub_product::<FUSED>(own[i], pivots[j][i], own[j]);
            }
        }
        x[k] = own;
    }
}

fn place(later: &Csr, one: u32, other: u32) -> u32 {
    let at = later.row(one).binary_search(&other).unwrap_or_default();
    (later.start(one) + at) as u32
}

/// `to -= a x` for a column.
#[inline(always)]
fn take_column<const FUSED: bool>(to: &mut [f64; D], a: &[f64; D], x: f64) {
    for (to, a) in to.iter_mut().zip(a) {
        *to = sub_product::<FUSED>(*to, *a, x);
    }
}

/// `to -= A x`.
#[inline(always)]
fn take<const FUSED: bool>(to: &mut [f64; D], a: &Block, x: &[f64; D]) {
    for (column, x) in a.iter().zip(x) {
        take_column::<FUSED>(to, column, *x);
    }
}

/// `to -= A B`.
#[inline(always)]
fn subtract<const FUSED: bool>(to: &mut Block, a: &Block, b: &Block) {
    for (to, b) in to.iter_mut().zip(b) {
        take::<FUSED>(to, a, b);
    }
}

/// LU factorisation of a block in place, L with a unit diagonal and U with reciprocals on its diagonal; `None` where a pivot is zero, subnormal or
/// not finite. An inverse of the block would not do: where some rows are stiff, the error of all its entries is that of the largest.
#[inline(always)]
fn factor_block<const FUSED: bool>(a: &mut Block) -> Option<()> {
    for k in 0..D {
        if !a[k][k].is_normal() {
            return None;
        }
        let pivot = a[k][k].recip();
        a[k][k] = pivot;
        (k + 1..D).for_each(|i| a[k][i] *= pivot);
        let own = a[k];
        for column in &mut a[k + 1..] {
            for i in k + 1..D {
                column[i] = sub_product::<FUSED>(column[i], own[i], column[k]);
            }
        }
    }
    Some(())
}

/// The part of a block below its diagonal, zeros elsewhere.
#[inline(always)]
fn strictly_lower(lu: &Block) -> Block {
    std::array::from_fn(|j| std::array::from_fn(|i| if i > j { lu[j][i] } else { 0.0 }))
}

/// `B <- B U^-1`.
#[inline(always)]
fn divide_by_upper<const FUSED: bool>(b: &mut Block, lu: &Block) {
    for k in 0..D {
        for j in 0..k {
            let earlier = b[j];
            take_column::<FUSED>(&mut b[k], &earlier, lu[k][j]);
        }
        b[k].iter_mut().for_each(|entry| *entry *= lu[k][k]);
    }
}

/// `B <- L^-1 B`, from the part of L below its diagonal.
#[inline(always)]
fn divide_by_lower<const FUSED: bool>(b: &mut Block, below: &Block) {
    for column in b {
        for (k, own) in below.iter().enumerate().take(D - 1) {
            let solved = column[k];
            take_column::<FUSED>(column, own, solved);
        }
    }
}
