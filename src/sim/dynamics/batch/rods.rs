//! Batch of rods between particles, and of particles as beads on rings.
//!
//! ```text
//! d = q_b - q_a,  u = d/|d|      C = |d| - L     J = [-u^T, u^T]     Cdot = u·v_b - u·v_a
//! gamma = (|w|² - (u·w)²)/|d|,   w = v_b - v_a
//! ```
//! Four or eight rods at a time, one per SIMD lane ([`Separations`]).

#![allow(
    unsafe_code,
    reason = "lanes that not every processor has, and places checked all at once"
)]

use crate::bodies::Motion;
use crate::constraints::{Separations, dot};
use crate::math::Vec2;
use crate::sim::{Link, Model, Place};
use crate::solver::Hardware;
use crate::solver::simd::{F64x4, F64x8, Lanes, array_at_unchecked, array_at_unchecked_mut, in_all_lanes};

use super::form::{Batch, Rows, Run, add_to_runs, length};
use super::turns::Rotations;

/// Number of Jacobian entries of a rod.
const BLOCKS: usize = 4;

/// All rods between two particles.
#[derive(Default)]
pub(super) struct Rods {
    /// Offsets of the coordinates of both ends.
    ends: Vec<[u32; 2]>,
    /// Lengths (m).
    lengths: Vec<f64>,
    runs: Vec<Run>,
    /// Number of coordinates that the state must have.
    reach: usize,
}

impl Batch for Rods {
    fn take(&mut self, model: &Model, index: usize, link: &Link, _turns: &mut Rotations) -> bool {
        let Some(length) = length(link) else {
            return false;
        };
        let particle = |place: &Place| match *place {
            Place::Moving { body, at: Vec2::ZERO } => {
                let body = &model.bodies[body];
                (body.motion == Motion::Point).then_some(body.offset as u32)
            }
            _ => None,
        };
        let (Some(a), Some(b)) = (particle(&link.ends[0]), particle(&link.ends[1])) else {
            return false;
        };
        // A rod from a particle to itself has one block, the sum of two, and is left to the general evaluation.
        let [first, second] = model.topology.ends(index) else {
            return false;
        };
        if second.block != first.block + 2 {
            return false;
        }
        add_to_runs(&mut self.runs, link.row, 1, first.block, BLOCKS);
        self.reach = self.reach.max(a.max(b) as usize + 2);
        self.ends.push([a, b]);
        self.lengths.push(length);
        true
    }

    fn shrink_to_fit(&mut self) {
        self.ends.shrink_to_fit();
        self.lengths.shrink_to_fit();
        self.runs.shrink_to_fit();
    }

    fn evaluate(&self, hardware: Hardware, q: &[f64], v: &[f64], _turned: &[[f64; 2]], rows: &mut Rows) {
        evaluate(hardware, self, q, v, rows);
    }
}

in_all_lanes! {
    fn evaluate(rods: &Rods, q: &[f64], v: &[f64], rows: &mut Rows) = evaluate_anywhere
}

#[inline(always)]
fn evaluate_anywhere<const LANES: usize>(all: &Rods, q: &[f64], v: &[f64], rows: &mut Rows) {
    assert!(q.len().min(v.len()) >= all.reach, "a model and its state");
    let (mut ends, mut lengths) = (&all.ends[..], &all.lengths[..]);
    for run in &all.runs {
        let (row, block, len) = (run.row as usize, run.block as usize, run.len as usize);
        let ((own, after), (length, longer)) = (ends.split_at(len), lengths.split_at(len));
        (ends, lengths) = (after, longer);
        let (blocks, _) = rows.jacobian[block..block + BLOCKS * len].as_chunks_mut::<BLOCKS>();
        let numbers = [&mut *rows.value, &mut *rows.rate, &mut *rows.gamma];
        let [value, rate, gamma] = numbers.map(|all| &mut all[row..row + len]);
        let work = Work {
            ends: own,
            lengths: length,
            state: [q, v],
            value,
            rate,
            gamma,
            blocks,
        };
        // SAFETY: `reach` was checked above; `in_all_lanes` selects a number of lanes that the processor supports.
        unsafe {
            match LANES {
                8 if len >= 8 => work.all::<8, F64x8>(),
                4.. if len >= 4 => work.all::<4, F64x4>(),
                _ if len >= 4 => work.all::<4, [f64; 4]>(),
                _ => work.all::<1, [f64; 1]>(),
            }
        }
    }
}

/// Rods whose rows are contiguous, with the state and the slices of their rows.
struct Work<'a> {
    ends: &'a [[u32; 2]],
    lengths: &'a [f64],
    /// q and v.
    state: [&'a [f64]; 2],
    value: &'a mut [f64],
    rate: &'a mut [f64],
    gamma: &'a mut [f64],
    blocks: &'a mut [[f64; BLOCKS]],
}

impl Work<'_> {
    /// Computes the rows of all rods, N at a time. There are at least N rods.
    ///
    /// # Safety
    /// `q` and `v` contain the coordinates of all ends, and the processor supports the instructions of `F`.
    #[inline(always)]
    unsafe fn all<const N: usize, F: Lanes<N>>(mut self) {
        let mut next = 0;
        while next < self.ends.len() {
            // If N does not divide the number of rods, the last group overlaps the one before.
            let first = next.min(self.ends.len() - N);
            // SAFETY: there are N rods from `first` on; the rest is guaranteed by the caller.
            unsafe { self.some::<N, F>(first as u32) };
            next += N;
        }
    }

    /// Computes the rows of N rods. Uses no fused multiply-add, so the results equal those of the constraint's own file bit for bit.
    ///
    /// # Safety
    /// There are N rods from `first` on; otherwise as for [`Work::all`].
    #[inline(always)]
    unsafe fn some<const N: usize, F: Lanes<N>>(&mut self, first: u32) {
        let [q, v] = self.state;
        // SAFETY: guaranteed by the caller.
        let (ends, length): (&[[u32; 2]; N], &[f64; N]) = unsafe {
            (
                array_at_unchecked(self.ends, first),
                array_at_unchecked(self.lengths, first),
            )
        };
        let (a, b) = (ends.map(|[a, _]| a), ends.map(|[_, b]| b));
        // SAFETY: guaranteed by the caller.
        let ([ax, ay], [bx, by], [vax, vay], [vbx, vby]) = unsafe {
            (
                F::of_pairs(a.map(|at| array_at_unchecked(q, at))),
                F::of_pairs(b.map(|at| array_at_unchecked(q, at))),
                F::of_pairs(a.map(|at| array_at_unchecked(v, at))),
                F::of_pairs(b.map(|at| array_at_unchecked(v, at))),
            )
        };
        // SAFETY: guaranteed by the caller.
        let (length, zero, one) = unsafe { (F::new(*length), F::new([0.0; N]), F::new([1.0; N])) };
        let d = [bx.minus(ax), by.minus(ay)];
        let w = [vbx.minus(vax), vby.minus(vay)];
        let Separations {
            length: distance,
            u,
            curvature: gamma,
        } = Separations::new(d, w, [zero, one]);
        let rate = dot(u, [vbx, vby]).minus(dot(u, [vax, vay]));
        let [ux, uy] = u;
        // `0 - x` and `x + 0` give zeros the sign that a sum of gradients would give them.
        let blocks = [zero.minus(ux), zero.minus(uy), ux.plus(zero), uy.plus(zero)];
        // SAFETY: guaranteed by the caller.
        unsafe {
            *array_at_unchecked_mut(self.value, first) = distance.minus(length).to_array();
            *array_at_unchecked_mut(self.rate, first) = rate.to_array();
            *array_at_unchecked_mut(self.gamma, first) = gamma.to_array();
            F::transpose(blocks, array_at_unchecked_mut(self.blocks, first));
        }
    }
}
