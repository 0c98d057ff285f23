//! Cholesky factorisation of a dense positive semidefinite matrix with unit diagonal: without pivoting for full rank, and with diagonal
//! pivoting, which finds the rank and gives the least-squares solution of least norm.
//! Both work in panels, so that a raised cancel flag stops a factorisation within milliseconds at any size. A solve is not interrupted.

mod panels;

use std::sync::atomic::AtomicBool;

pub(super) use panels::pivoted;

use crate::Hardware;
use crate::dense_kernels::{Columns, DEPTH, Packed, solve_down, solve_up};
use crate::in_lanes;
use crate::report::SolveError;
use panels::{plain, poll, subtract_columns};

/// Smallest pivot that the factorisation without pivoting accepts. There the last pivot of a singular matrix is rounding times the
/// condition number of the rows before it, which is far from small near a singular configuration.
const TRUSTED: f64 = 1e-6;

/// Rank threshold of the pivoted factorisation: pivots below it are rounding.
fn threshold(size: usize) -> f64 {
    8.0 * f64::EPSILON * (size as f64).sqrt().max(8.0)
}

/// A Cholesky factor: `a = L L^T`, or pivoted `P a P^T = L L^T` of lower rank, with `G = L^T L` factored as well.
#[derive(Default)]
pub(super) struct Factor {
    size: usize,
    /// Numerical rank of the matrix.
    pub(super) rank: usize,
    /// L, column by column; the diagonal as its reciprocals where there was no pivoting.
    l: Vec<f64>,
    /// The row that pivoting moved to each position; empty without pivoting.
    order: Vec<usize>,
    /// Factor of `G = L^T L`, where the matrix was pivoted, with the diagonal as its reciprocals.
    gram: Vec<f64>,
    /// A block of rows of L, row by row; the signs of all pivots; the solution of `G x = L^T b`.
    rows: Vec<f64>,
    signs: Vec<f64>,
    x: Vec<f64>,
    packed: Packed,
}

impl Factor {
    /// Factors the `size x size` matrix whose lower triangle `fill` adds to an array of zeroes, column by column.
    pub(super) fn factor(
        &mut self,
        size: usize,
        fill: impl Fn(&mut [f64]),
        (cancel, hardware): (&AtomicBool, Hardware),
    ) -> Result<(), SolveError> {
        self.size = size;
        self.rank = size;
        self.order.clear();
        self.gram.clear();
        zeroes(size * size, &mut self.l, cancel)?;
        fill(&mut self.l);
        let processor = (cancel, hardware);
        if plain(size, &mut self.l, TRUSTED, processor, &mut self.packed)? {
            return Ok(());
        }
        zeroes(size * size, &mut self.l, cancel)?;
        fill(&mut self.l);
        self.order.extend(0..size);
        self.rank = pivoted(
            size,
            &mut self.l,
            &mut self.order,
            threshold(size),
            processor,
            (&mut self.packed, &mut self.x),
        )?;
        self.form_gram(processor)?;
        if plain(self.rank, &mut self.gram, 0.0, processor, &mut self.packed)? {
            Ok(())
        } else {
            Err(SolveError::Numerical { constraint: 0 })
        }
    }

    /// Forms `G = L^T L`, the sum of the products of the rows of L with themselves.
    fn form_gram(&mut self, processor: (&AtomicBool, Hardware)) -> Result<(), SolveError> {
        /// The product is subtracted, and added with these signs.
        const MINUS: [f64; DEPTH] = [-1.0; DEPTH];
        let (size, rank) = (self.size, self.rank);
        zeroes(rank * rank, &mut self.gram, processor.0)?;
        for start in (0..size).step_by(DEPTH) {
            let end = size.min(start + DEPTH);
            self.rows.clear();
            for row in start..end {
                // L is lower triangular.
                let entry = |k: usize| if k <= row { self.l[k * size + row] } else { 0.0 };
                self.rows.extend((0..rank).map(entry));
            }
            let from = Columns {
                numbers: &self.rows,
                size: rank,
                signs: &MINUS[..end - start],
            };
            let reached = rank.min(end) * rank;
            subtract_columns(from, 0, &mut self.gram[..reached], processor, &mut self.packed)?;
        }
        Ok(())
    }

    /// Replaces `b` by the solution, or by the least-squares solution of least norm where rank is lost.
    pub(super) fn solve(&mut self, b: &mut [f64], hardware: Hardware) {
        let (size, rank) = (self.size, self.rank);
        self.signs.resize(size, 1.0);
        if self.order.is_empty() {
            substitute(hardware, &self.l, &self.signs, b);
            return;
        }
        self.x.clear();
        self.x.extend((0..rank).map(|k| {
            let column = &self.l[k * size..][..size];
            (k..size).map(|i| column[i] * b[self.order[i]]).sum::<f64>()
        }));
        for _ in 0..2 {
            substitute(hardware, &self.gram, &self.signs, &mut self.x);
        }
        b.fill(0.0);
        for k in 0..rank {
            let column = &self.l[k * size..][..size];
            for i in k..size {
                b[self.order[i]] += column[i] * self.x[k];
            }
        }
    }
}

in_lanes! {
    /// `x <- (L L^T)^-1 x`, for a factor of as many columns.
    fn substitute(l: &[f64], signs: &[f64], x: &mut [f64]) = substitute_plain
}

#[inline(always)]
fn substitute_plain<const FUSED: bool>(l: &[f64], signs: &[f64], x: &mut [f64]) {
    let shape = (x.len(), x.len());
    solve_down::<FUSED>(shape, l, x);
    solve_up::<FUSED>(shape, (l, signs), x);
}

/// Fills `list` with `len` zeroes, polling the cancel flag: for a large matrix even this takes a while.
fn zeroes(len: usize, list: &mut Vec<f64>, cancel: &AtomicBool) -> Result<(), SolveError> {
    list.clear();
    list.reserve(len);
    while list.len() < len {
        poll(cancel)?;
        list.resize(len.min(list.len() + (1 << 20)), 0.0);
    }
    Ok(())
}
