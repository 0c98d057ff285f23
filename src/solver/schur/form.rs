//! `A = J W J^T + E` of a core, put together body by body: each pair of units that a body holds adds one block.

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::arithmetic::add_product;
use super::super::equations::Moment;
use super::super::four::{Four, Fused};
use super::super::lanes::in_lanes;
use super::super::planned::{part, part_mut};
use super::block::Block;
use super::units::NONE;
use super::{Body, Core, Herd, Touch, Weight};

in_lanes! {
    /// Fills the values of the factor with A, and `whole` with its diagonal. Rows are made softer by this part of the diagonal
    /// of A. W of laden bodies has to be there.
    pub(super) fn form<const D: usize>(core: &mut Core<D>, at: &Moment<'_>, softness: f64) = form_core
}

#[inline(always)]
fn form_core<const FUSED: bool, const D: usize>(core: &mut Core<D>, at: &Moment<'_>, softness: f64) {
    // All that is read and written below relies on this.
    assert!(
        at.system.jacobian.len() >= core.needs.jacobian
            && at.w.len() >= core.needs.mass
            && at.system.compliance.len() >= core.needs.rows
            && at.diagonal.len() >= core.needs.rows
            && core.values.len() >= core.needs.blocks
    );
    core.values.fill([0.0; 4]);
    for herd in &core.herds {
        let mut work = Work {
            at,
            herd,
            bodies: &core.bodies[herd.bodies.0..herd.bodies.1],
            touches: &core.touches[herd.touches.0..herd.touches.1],
            pairs: &core.pairs[herd.pairs.0..herd.pairs.1],
            values: &mut core.values,
        };
        let room = (&mut core.arms[..], &mut core.blocks[..]);
        let laden = if herd.weight == Weight::Laden {
            &core.w[herd.bodies.0..herd.bodies.1]
        } else {
            &[]
        };
        // SAFETY: what is fused is compiled for, and run by, a processor that has what it takes.
        if FUSED {
            unsafe { work.all::<Fused, D>(laden, room) };
        } else {
            unsafe { work.all::<[f64; 4], D>(laden, room) };
        }
    }
    let units = core.rows.iter().zip(&core.diagonal).zip(&mut core.whole);
    for ((rows, &place), whole) in units {
        // SAFETY: the arrays are as long as the plan needs them.
        let [block] = unsafe { part_mut(&mut core.values, place) };
        for r in 0..2 {
            if rows[r] == NONE {
                block[3 * r] = 1.0;
            } else {
                let [e] = *unsafe { part(&at.system.compliance, rows[r]) };
                let [diagonal] = *unsafe { part(at.diagonal, rows[r]) };
                block[3 * r] += add_product::<FUSED>(e, softness, diagonal);
            }
            whole[r] = block[3 * r];
        }
    }
}

/// What the bodies of a herd add.
struct Work<'a> {
    at: &'a Moment<'a>,
    herd: &'a Herd,
    bodies: &'a [Body],
    touches: &'a [Touch],
    pairs: &'a [u32],
    values: &'a mut [Block],
}

impl Work<'_> {
    /// Adds what the bodies add to A; W of laden ones is given. There has to be room for the touches of one body.
    ///
    /// # Safety
    /// The processor has these lanes.
    #[inline(always)]
    unsafe fn all<F: Four, const D: usize>(
        &mut self,
        laden: &[[[f64; D]; D]],
        (arms, blocks): (&mut [[f64; 3]], &mut [[[f64; 2]; D]]),
    ) {
        let held = self.herd.held;
        // SAFETY: as the caller says. With few touches their number is known beforehand.
        unsafe {
            match (self.herd.weight, held) {
                (Weight::Pinned, 1) => self.pins::<F>(&mut [[0.0; 3]; 1]),
                (Weight::Pinned, 2) => self.pins::<F>(&mut [[0.0; 3]; 2]),
                (Weight::Pinned, 3) => self.pins::<F>(&mut [[0.0; 3]; 3]),
                (Weight::Pinned, _) => self.pins::<F>(&mut arms[..held]),
                (Weight::Own, 2) => self.rows::<F, D>(&[], &mut [[[0.0; 2]; D]; 2]),
                (Weight::Own, 3) => self.rows::<F, D>(&[], &mut [[[0.0; 2]; D]; 3]),
                (Weight::Own | Weight::Laden, _) => self.rows::<F, D>(laden, &mut blocks[..held]),
            }
        }
    }

    /// Adds what bodies of any W add to A. `blocks` is room for the touches of one body, column by column.
    ///
    /// # Safety
    /// The processor has these lanes.
    #[inline(always)]
    unsafe fn rows<F: Four, const D: usize>(
        &mut self,
        laden: &[[[f64; D]; D]],
        blocks: &mut [[[f64; 2]; D]],
    ) {
        let (held, dim) = (blocks.len(), self.herd.dim);
        let (mut touches, mut pairs) = (self.touches, self.pairs);
        for (index, body) in self.bodies.iter().enumerate() {
            let (own, rest) = touches.split_at(held);
            touches = rest;
            for (touch, block) in own.iter().zip(blocks.iter_mut()) {
                // SAFETY: the arrays are as long as the plan needs them.
                let [one, two] = touch
                    .j
                    .map(|place| unsafe { row::<D>(&self.at.system.jacobian, dim, place) });
                for n in 0..D {
                    block[n] = [one[n], two[n]];
                }
            }
            let (now, rest) = pairs.split_at(held * (held + 1) / 2);
            pairs = rest;
            let w = match laden.get(index) {
                Some(w) => *w,
                // SAFETY: the arrays are as long as the plan needs them.
                None => unsafe { own_weight(self.at.w, body, dim) },
            };
            let plain = (1..D).all(|i| (0..i).all(|k| w[i][k] == 0.0));
            let mut next = 0;
            for k in 0..held {
                let one = blocks[k];
                let weighed: [F; D] = std::array::from_fn(|n| {
                    let mut of = [w[n][n] * one[n][0], w[n][n] * one[n][1]];
                    if !plain {
                        of = std::array::from_fn(|r| (0..D).map(|i| w[n][i] * one[i][r]).sum());
                    }
                    // SAFETY: as the caller says.
                    unsafe { F::new([of[0], of[0], of[1], of[1]]) }
                });
                for other in &blocks[k..] {
                    // SAFETY: there are as many values as the plan needs; else as the caller says.
                    let [to] = unsafe { part_mut(self.values, now[next]) };
                    next += 1;
                    let mut sum = unsafe { F::new(*to) };
                    for n in 0..D {
                        let [one, two] = other[n];
                        sum = sum.add_product(weighed[n], unsafe { F::new([one, two, one, two]) });
                    }
                    *to = sum.numbers();
                }
            }
        }
    }

    /// Adds what rigid bodies add that pins hold: with the arm p of a pin as the velocity of its point for a unit spin, and
    /// its sign s, `s s' / m + p p'^T / I`. `arms` is room for the touches of one body.
    ///
    /// # Safety
    /// The processor has these lanes.
    #[inline(always)]
    unsafe fn pins<F: Four>(&mut self, arms: &mut [[f64; 3]]) {
        let held = arms.len();
        let (mut touches, mut pairs) = (self.touches, self.pairs);
        for body in self.bodies {
            // SAFETY: the arrays are as long as the plan needs them.
            let w: &[f64; 9] = unsafe { part(self.at.w, body.mass) };
            let (own, rest) = touches.split_at(held);
            touches = rest;
            for (touch, arm) in own.iter().zip(arms.iter_mut()) {
                let j: &[f64; 6] = unsafe { part(&self.at.system.jacobian, touch.j[0]) };
                *arm = [j[2], j[5], j[0]];
            }
            let (now, rest) = pairs.split_at(held * (held + 1) / 2);
            pairs = rest;
            let mut next = 0;
            for k in 0..held {
                let [p1, p2, s] = arms[k];
                // SAFETY: as the caller says.
                let turn = unsafe { F::new([w[8]; 4]).times(F::new([p1, p1, p2, p2])) };
                let s = w[0] * s;
                let along = unsafe { F::new([s, 0.0, 0.0, s]) };
                for &[q1, q2, sign] in &arms[k..] {
                    // SAFETY: there are as many values as the plan needs; else as the caller says.
                    let [to] = unsafe { part_mut(self.values, now[next]) };
                    next += 1;
                    let mut sum = unsafe { F::new(*to) };
                    sum = sum.add_product(turn, unsafe { F::new([q1, q2, q1, q2]) });
                    sum = sum.add_product(along, unsafe { F::new([sign; 4]) });
                    *to = sum.numbers();
                }
            }
        }
    }
}

/// W of a body that is not laden, zero beyond its coordinates.
///
/// # Safety
/// It is there.
#[inline(always)]
pub(super) unsafe fn own_weight<const D: usize>(w: &[f64], body: &Body, dim: usize) -> [[f64; D]; D] {
    if dim == D {
        // SAFETY: as the caller says.
        return std::array::from_fn(|i| unsafe { *part(w, body.mass + (i * D) as u32) });
    }
    let mut own = [[0.0; D]; D];
    copy(dim, &w[body.mass as usize..][..dim * dim], &mut own);
    own
}

/// A square block, zero beyond its size.
#[inline(always)]
pub(super) fn copy<const D: usize>(dim: usize, own: &[f64], w: &mut [[f64; D]; D]) {
    for i in 0..dim {
        w[i][..dim].copy_from_slice(&own[i * dim..][..dim]);
    }
}

/// The block of a row on a body, zero where there is none.
///
/// # Safety
/// Where there is one, `dim` numbers are there from this place on.
#[inline(always)]
unsafe fn row<const D: usize>(jacobian: &[f64], dim: usize, place: u32) -> [f64; D] {
    if place == NONE {
        return [0.0; D];
    }
    if dim == D {
        // SAFETY: as the caller says.
        return *unsafe { part(jacobian, place) };
    }
    let from = &jacobian[place as usize..][..dim];
    std::array::from_fn(|n| from.get(n).copied().unwrap_or_default())
}

/// The blocks of both rows on a body.
pub(super) fn read<const D: usize>(jacobian: &[f64], dim: usize, places: [u32; 2]) -> [[f64; D]; 2] {
    places.map(|place| {
        let from = jacobian.get(place as usize..).unwrap_or_default();
        let from = &from[..dim.min(from.len())];
        std::array::from_fn(|n| from.get(n).copied().unwrap_or_default())
    })
}
