//! Rods between particles.
//!
//! ```text
//! d = q_b - q_a,  u = d/|d|      C = |d| - L     J = [-u^T, u^T]     Cdot = u·v_b - u·v_a
//! gamma = (|w|² - (u·w)²)/|d|,   w = v_b - v_a
//! ```
//! Worked out as [`crate::constraints::Distance`] does, rounding for rounding: also where the ends coincide and x is taken
//! for u. The coordinates are gathered for a few dozen rods, then everything is one loop that a compiler can do in lanes.

use crate::bodies::Motion;
use crate::constraints::ConstraintKind;
use crate::math::Vec2;
use crate::sim::{Link, Model, Place};
use crate::solver::{Hardware, in_lanes};

use super::{Rows, Run, Way, add_to_runs};

/// Rods whose coordinates are gathered at a time.
const GATHERED: usize = 32;

/// Numbers of the blocks of one.
const BLOCKS: usize = 4;

/// All rods between two particles.
#[derive(Default)]
pub(super) struct Rods {
    rods: Vec<Rod>,
    runs: Vec<Run>,
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
    fn take(&mut self, model: &Model, index: usize, link: &Link) -> bool {
        let ConstraintKind::Distance(distance) = &*link.kind else {
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
        let length = distance.length;
        self.rods.push(Rod { a, b, length });
        true
    }

    fn evaluate(&mut self, hardware: Hardware, q: &[f64], v: &[f64], rows: &mut Rows) {
        evaluate(hardware, self, q, v, rows);
    }
}

in_lanes! {
    fn evaluate(rods: &Rods, q: &[f64], v: &[f64], rows: &mut Rows) = evaluate_anywhere
}

/// Nothing is fused: so it is what the kind says of itself to the last bit.
#[inline(always)]
fn evaluate_anywhere<const FUSED: bool>(all: &Rods, q: &[f64], v: &[f64], rows: &mut Rows) {
    let mut rods = &all.rods[..];
    for run in &all.runs {
        let (row, block, len) = (run.row as usize, run.block as usize, run.len as usize);
        let (these, rest) = rods.split_at(len);
        rods = rest;
        rows.time_rate[row..row + len].fill(0.0);
        let blocks = &mut rows.jacobian[block..block + BLOCKS * len];
        let numbers = [&mut *rows.value, &mut *rows.rate, &mut *rows.gamma];
        let [value, rate, gamma] = numbers.map(|all| &mut all[row..row + len]);
        let outputs = value.chunks_mut(GATHERED).zip(rate.chunks_mut(GATHERED));
        let outputs = outputs.zip(gamma.chunks_mut(GATHERED));
        let outputs = outputs.zip(blocks.chunks_mut(BLOCKS * GATHERED));
        for (rods, (((value, rate), gamma), blocks)) in these.chunks(GATHERED).zip(outputs) {
            a_few(rods, q, v, value, rate, gamma, blocks);
        }
    }
}

#[inline(always)]
fn a_few(
    rods: &[Rod],
    q: &[f64],
    v: &[f64],
    value: &mut [f64],
    rate: &mut [f64],
    gamma: &mut [f64],
    blocks: &mut [f64],
) {
    let len = rods.len();
    let mut gathered = [[0.0; GATHERED]; 7];
    let [dx, dy, vax, vay, vbx, vby, length] = gathered.each_mut().map(|all| &mut all[..len]);
    for (k, rod) in rods.iter().enumerate() {
        let (a, b) = (rod.a as usize, rod.b as usize);
        let (qa, qb, va, vb) = (&q[a..a + 2], &q[b..b + 2], &v[a..a + 2], &v[b..b + 2]);
        (dx[k], dy[k]) = (qb[0] - qa[0], qb[1] - qa[1]);
        (vax[k], vay[k]) = (va[0], va[1]);
        (vbx[k], vby[k]) = (vb[0], vb[1]);
        length[k] = rod.length;
    }
    let (value, rate, gamma) = (&mut value[..len], &mut rate[..len], &mut gamma[..len]);
    for k in 0..len {
        let distance = (dx[k] * dx[k] + dy[k] * dy[k]).sqrt();
        let apart = distance > 0.0;
        let ux = if apart { dx[k] / distance } else { 1.0 };
        let uy = if apart { dy[k] / distance } else { 0.0 };
        let inverse = if apart { 1.0 / distance } else { 0.0 };
        let (wx, wy) = (vbx[k] - vax[k], vby[k] - vay[k]);
        let along = ux * wx + uy * wy;
        value[k] = distance - length[k];
        rate[k] = (ux * vbx[k] + uy * vby[k]) - (ux * vax[k] + uy * vay[k]);
        gamma[k] = ((wx * wx + wy * wy) - along * along) * inverse;
        (dx[k], dy[k]) = (ux, uy);
    }
    // Taken from zero and added to it, what is zero has the sign that a sum of gradients would give it.
    for (block, (ux, uy)) in blocks.chunks_exact_mut(BLOCKS).zip(dx.iter().zip(dy.iter())) {
        block.copy_from_slice(&[0.0 - ux, 0.0 - uy, ux + 0.0, uy + 0.0]);
    }
}
