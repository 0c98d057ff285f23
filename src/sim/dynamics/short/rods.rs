//! Rods between particles, and beads of particles on rings.
//!
//! ```text
//! d = q_b - q_a,  u = d/|d|      C = |d| - L     J = [-u^T, u^T]     Cdot = u·v_b - u·v_a
//! gamma = (|w|² - (u·w)²)/|d|,   w = v_b - v_a
//! ```
//! Worked out as [`Separation`](crate::constraints::Separation) does, rounding for rounding: also where the ends coincide and x is taken
//! for u. Four at a time, each in a lane of its own.

#![allow(
    unsafe_code,
    reason = "lanes that not every processor has, and places checked all at once"
)]

use crate::bodies::Motion;
use crate::math::Vec2;
use crate::sim::{Link, Model, Place};
use crate::solver::{Four, Fused, Hardware, in_lanes, part};

use super::{Rows, Run, Turns, Way, add_to_runs, length};

/// Numbers of the blocks of one.
const BLOCKS: usize = 4;

/// All rods between two particles.
#[derive(Default)]
pub(super) struct Rods {
    rods: Vec<Rod>,
    runs: Vec<Run>,
    /// How many coordinates there have to be.
    reach: usize,
}

#[derive(Clone, Copy)]
struct Rod {
    /// Where the coordinates of its ends start.
    a: u32,
    b: u32,
    /// m
    length: f64,
}

impl Way for Rods {
    fn take(&mut self, model: &Model, index: usize, link: &Link, _turns: &mut Turns) -> bool {
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
        // A rod from a particle to itself has one block, the sum of two.
        let [first, second] = model.topology.ends(index) else {
            return false;
        };
        if second.block != first.block + 2 {
            return false;
        }
        add_to_runs(&mut self.runs, link.row, 1, first.block, BLOCKS);
        self.reach = self.reach.max(a.max(b) as usize + 2);
        self.rods.push(Rod { a, b, length });
        true
    }

    fn shrink_to_fit(&mut self) {
        self.rods.shrink_to_fit();
        self.runs.shrink_to_fit();
    }

    fn evaluate(&self, hardware: Hardware, q: &[f64], v: &[f64], _turned: &[[f64; 2]], rows: &mut Rows) {
        evaluate(hardware, self, q, v, rows);
    }
}

in_lanes! {
    fn evaluate(rods: &Rods, q: &[f64], v: &[f64], rows: &mut Rows) = evaluate_anywhere
}

#[inline(always)]
fn evaluate_anywhere<const FUSED: bool>(all: &Rods, q: &[f64], v: &[f64], rows: &mut Rows) {
    assert!(q.len().min(v.len()) >= all.reach, "a model and its state");
    let mut rods = &all.rods[..];
    for run in &all.runs {
        let (row, block, len) = (run.row as usize, run.block as usize, run.len as usize);
        let (these, rest) = rods.split_at(len);
        rods = rest;
        rows.time_rate[row..row + len].fill(0.0);
        let (blocks, _) = rows.jacobian[block..block + BLOCKS * len].as_chunks_mut::<BLOCKS>();
        let numbers = [&mut *rows.value, &mut *rows.rate, &mut *rows.gamma];
        let [value, rate, gamma] = numbers.map(|all| &mut all[row..row + len]);
        for first in (0..len).step_by(4) {
            // The last four begin among those before, where there are as many.
            let first = first.min(len.saturating_sub(4));
            let these = std::array::from_fn(|k| &these[(first + k).min(len - 1)]);
            // SAFETY: places were checked above; what is fused is run by a processor that has the lanes.
            let four = unsafe {
                if FUSED {
                    four::<Fused>(these, q, v)
                } else {
                    four::<[f64; 4]>(these, q, v)
                }
            };
            four.write(first, len, value, rate, gamma, blocks);
        }
    }
}

/// Rows of four rods.
struct Worked {
    value: [f64; 4],
    rate: [f64; 4],
    gamma: [f64; 4],
    blocks: [[f64; BLOCKS]; 4],
}

impl Worked {
    /// Writes the rows from the `first` of `len` on.
    #[inline(always)]
    fn write(
        &self,
        first: usize,
        len: usize,
        value: &mut [f64],
        rate: &mut [f64],
        gamma: &mut [f64],
        blocks: &mut [[f64; BLOCKS]],
    ) {
        if len >= 4 {
            value[first..first + 4].copy_from_slice(&self.value);
            rate[first..first + 4].copy_from_slice(&self.rate);
            gamma[first..first + 4].copy_from_slice(&self.gamma);
            blocks[first..first + 4].copy_from_slice(&self.blocks);
            return;
        }
        // Copied one by one: of a length that is not known beforehand it would be a call.
        for k in 0..len {
            (value[k], rate[k], gamma[k]) = (self.value[k], self.rate[k], self.gamma[k]);
            blocks[k] = self.blocks[k];
        }
    }
}

/// Nothing is fused: so it is what the kind says of itself to the last bit.
///
/// # Safety
/// The state is as long as the places reach, and the processor has these lanes.
#[inline(always)]
unsafe fn four<F: Four>(rods: [&Rod; 4], q: &[f64], v: &[f64]) -> Worked {
    let (a, b) = (rods.map(|rod| rod.a), rods.map(|rod| rod.b));
    // SAFETY: as the caller says.
    let ([ax, ay], [bx, by], [vax, vay], [vbx, vby]) = unsafe {
        (
            F::of_pairs(a.map(|at| part(q, at))),
            F::of_pairs(b.map(|at| part(q, at))),
            F::of_pairs(a.map(|at| part(v, at))),
            F::of_pairs(b.map(|at| part(v, at))),
        )
    };
    // SAFETY: as the caller says.
    let (length, zero, one) = unsafe {
        (
            F::new(rods.map(|rod| rod.length)),
            F::new([0.0; 4]),
            F::new([1.0; 4]),
        )
    };
    let dot = |ax: F, ay: F, bx: F, by: F| ax.times(bx).plus(ay.times(by));
    let (dx, dy) = (bx.minus(ax), by.minus(ay));
    let (wx, wy) = (vbx.minus(vax), vby.minus(vay));
    let distance = dot(dx, dy, dx, dy).root();
    let ux = distance.where_positive(dx.over(distance), one);
    let uy = distance.where_positive(dy.over(distance), zero);
    let inverse = distance.where_positive(one.over(distance), zero);
    let along = dot(ux, uy, wx, wy);
    let rate = dot(ux, uy, vbx, vby).minus(dot(ux, uy, vax, vay));
    let gamma = dot(wx, wy, wx, wy).minus(along.times(along)).times(inverse);
    // Taken from zero and added to it, what is zero has the sign that a sum of gradients would give it.
    let blocks = [zero.minus(ux), zero.minus(uy), ux.plus(zero), uy.plus(zero)];
    Worked {
        value: distance.minus(length).numbers(),
        rate: rate.numbers(),
        gamma: gamma.numbers(),
        blocks: F::transposed(blocks).map(F::numbers),
    }
}
