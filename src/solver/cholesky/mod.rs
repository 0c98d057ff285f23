//! Cholesky factorisation of a dense positive semidefinite matrix with unit diagonal: without pivoting for full rank, and with diagonal
//! pivoting, which finds the rank and gives the least-squares solution of least norm.
//! Both work in panels, so that a raised cancel flag stops them within milliseconds at any size.

mod blocking;
mod panels;
mod substitute;

use std::sync::atomic::AtomicBool;

pub(super) use panels::pivoted;

use crate::Hardware;
use crate::matmul::{Packed, View, add_matmul};
use crate::report::SolveError;
use blocking::{CHUNK, PANEL, poll, stopped};
use panels::plain;
use substitute::{backward, forward};

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
    rank: usize,
    /// L, column by column.
    l: Vec<f64>,
    /// The row that pivoting moved to each position; empty without pivoting.
    order: Vec<usize>,
    /// Factor of `G = L^T L`, where the matrix was pivoted.
    gram: Vec<f64>,
    x: Vec<f64>,
    packed: Packed,
}

impl Factor {
    /// Numerical rank of the matrix.
    pub(super) fn rank(&self) -> usize {
        self.rank
    }

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

    fn form_gram(&mut self, (cancel, hardware): (&AtomicBool, Hardware)) -> Result<(), SolveError> {
        let (size, rank) = (self.size, self.rank);
        for column in 0..rank {
            self.l[column * size..column * size + column].fill(0.0);
        }
        zeroes(rank * rank, &mut self.gram, cancel)?;
        let l = View::columns(&self.l[..size * rank], size);
        for start in (0..rank).step_by(PANEL) {
            let width = PANEL.min(rank - start);
            let panel = &mut self.gram[start * rank..(start + width) * rank];
            for row in (start..rank).step_by(CHUNK) {
                poll(cancel)?;
                let height = CHUNK.min(rank - row);
                // Rows above `start` of these columns are zero.
                let factors = (l.from(start, row).transposed(), l.from(start, start));
                let to = (&mut panel[row..], rank);
                let size = [height, width, size - start];
                add_matmul(hardware, &mut self.packed, size, to, 1.0, factors);
            }
        }
        Ok(())
    }

    /// Replaces `b` by the solution, or by the least-squares solution of least norm where rank is lost. Once the cancel flag is raised,
    /// the result is unspecified.
    pub(super) fn solve(&mut self, b: &mut [f64], cancel: &AtomicBool) {
        let (size, rank) = (self.size, self.rank);
        if self.order.is_empty() {
            forward(size, &self.l, b, cancel);
            backward(size, &self.l, b, cancel);
            return;
        }
        self.x.clear();
        self.x.extend((0..rank).map(|k| {
            let column = &self.l[k * size..][..size];
            (k..size).map(|i| column[i] * b[self.order[i]]).sum::<f64>()
        }));
        for _ in 0..2 {
            forward(rank, &self.gram, &mut self.x, cancel);
            backward(rank, &self.gram, &mut self.x, cancel);
        }
        b.fill(0.0);
        for k in 0..rank {
            if stopped(k, cancel) {
                return;
            }
            let column = &self.l[k * size..][..size];
            for i in k..size {
                b[self.order[i]] += column[i] * self.x[k];
            }
        }
    }
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
