//! Sparse block LU without pivoting, for matrices of symmetric pattern, in the given order of pivots.
//!
//! ```text
//! A = L U,   L_ik = A_ik U_kk^-1,   U_kj = L_kk^-1 A_kj,   A_ij -= L_ik U_kj   for i, j > k
//! ```

use crate::csr::Csr;
use crate::elimination_tree::eliminate;
use crate::system::MAX_BODY_DIM;

/// Rows and columns of a block.
pub(super) const D: usize = MAX_BODY_DIM;

pub(super) type Block = [[f64; D]; D];

pub(super) const ZERO: Block = [[0.0; D]; D];

/// A sparse block matrix, or its LU factors.
pub(super) struct BlockMatrix {
    /// Later pivots with which each pivot has a block, ascending; and for each two of them the index of the block (upper and lower) to
    /// which their products are added.
    later: Csr,
    into: Vec<u32>,
    pub(super) diagonal: Vec<Block>,
    /// Blocks right of the diagonal (`upper`) and below it (`lower`), one of each for a pivot and a later one.
    pub(super) upper: Vec<Block>,
    pub(super) lower: Vec<Block>,
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

    /// Factors the assembled matrix in place. Returns `None` where a pivot is zero, subnormal or not finite, or where `stops` returns true.
    pub(super) fn factor(&mut self, stops: impl Fn() -> bool) -> Option<()> {
        let mut into = self.into.iter();
        for k in 0..self.diagonal.len() {
            if stops() {
                return None;
            }
            let own = &mut self.diagonal[k];
            factor_block(own)?;
            let own = *own;
            let (later, start) = (self.later.row(k as u32), self.later.start(k as u32));
            for at in start..start + later.len() {
                divide_by_upper(&mut self.lower[at], &own);
                divide_by_lower(&mut self.upper[at], &own);
            }
            for (a, &one) in (start..).zip(later) {
                let (low, up) = (self.lower[a], self.upper[a]);
                subtract(&mut self.diagonal[one as usize], &low, &up);
                for (b, &to) in (a + 1..start + later.len()).zip(&mut into) {
                    let (low_b, up_b) = (self.lower[b], self.upper[b]);
                    subtract(&mut self.upper[to as usize], &low, &up_b);
                    subtract(&mut self.lower[to as usize], &low_b, &up);
                }
            }
        }
        Some(())
    }

    /// Solves in place for a right-hand side with one block row a pivot.
    pub(super) fn solve(&self, x: &mut [[f64; D]]) {
        for k in 0..x.len() {
            let own = &self.diagonal[k];
            for i in 0..D {
                for j in 0..i {
                    x[k][i] -= own[i][j] * x[k][j];
                }
            }
            let solved = x[k];
            for (block, &to) in (self.later.start(k as u32)..).zip(self.later.row(k as u32)) {
                take(&mut x[to as usize], &self.lower[block], &solved);
            }
        }
        for k in (0..x.len()).rev() {
            let mut own = x[k];
            for (block, &from) in (self.later.start(k as u32)..).zip(self.later.row(k as u32)) {
                take(&mut own, &self.upper[block], &x[from as usize]);
            }
            let pivots = &self.diagonal[k];
            for i in (0..D).rev() {
                for j in i + 1..D {
                    own[i] -= pivots[i][j] * own[j];
                }
                own[i] /= pivots[i][i];
            }
            x[k] = own;
        }
    }
}

fn place(later: &Csr, one: u32, other: u32) -> u32 {
    let at = later.row(one).binary_search(&other).unwrap_or_default();
    (later.start(one) + at) as u32
}

/// `to -= A x`.
#[inline(always)]
fn take(to: &mut [f64; D], a: &Block, x: &[f64; D]) {
    for (to, row) in to.iter_mut().zip(a) {
        *to -= row.iter().zip(x).map(|(a, x)| a * x).sum::<f64>();
    }
}

/// `to -= A B`.
#[inline(always)]
fn subtract(to: &mut Block, a: &Block, b: &Block) {
    for (to, a) in to.iter_mut().zip(a) {
        for (a, b) in a.iter().zip(b) {
            to.iter_mut().zip(b).for_each(|(to, b)| *to -= a * b);
        }
    }
}

/// LU factorisation of a block in place, L with a unit diagonal; `None` where a pivot is zero, subnormal or not finite. An inverse would not
/// do: where some rows are stiff, the error of all its entries is that of the largest.
#[inline(always)]
fn factor_block(a: &mut Block) -> Option<()> {
    for k in 0..D {
        if !a[k][k].is_normal() {
            return None;
        }
        for i in k + 1..D {
            a[i][k] /= a[k][k];
            for j in k + 1..D {
                a[i][j] -= a[i][k] * a[k][j];
            }
        }
    }
    Some(())
}

/// `B <- B U^-1`.
#[inline(always)]
fn divide_by_upper(b: &mut Block, lu: &Block) {
    for row in b {
        for k in 0..D {
            row[k] /= lu[k][k];
            for j in k + 1..D {
                row[j] -= row[k] * lu[k][j];
            }
        }
    }
}

/// `B <- L^-1 B`.
#[inline(always)]
fn divide_by_lower(b: &mut Block, lu: &Block) {
    for k in 0..D {
        for i in k + 1..D {
            for j in 0..D {
                b[i][j] -= lu[i][k] * b[k][j];
            }
        }
    }
}
