//! Assembly of A: the contributions of rigid bodies on which only pins act.
//!
//! ```text
//! s s' / m + p p'^T / I      s the sign of a pin, p its arm: the velocity of its point at unit angular velocity
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::UnitOnBody;
use super::assembly::Work;
use super::block::Block;
use crate::simd::Four;
use crate::simd::{array_at_unchecked, array_at_unchecked_mut};

impl Work<'_> {
    /// Writes the off-diagonal blocks of rigid bodies with H pins each, in batches that are [`exclusive`](super::BodyBatch::exclusive).
    ///
    /// # Safety
    /// The arrays have the lengths that the plan requires, and the processor supports the lanes of F.
    #[inline(always)]
    pub(super) unsafe fn pins<F: Four, const H: usize>(self) {
        for (k, body) in self.bodies.iter().enumerate() {
            // SAFETY: as the caller says.
            unsafe {
                let [inv_mass, _, inv_inertia]: &[f64; 3] =
                    array_at_unchecked(&self.at.inverse_mass.each, body.at);
                let incidences: &[UnitOnBody; H] = array_at_unchecked(self.incidences, (k * H) as u32);
                let mut levers = [[0.0; 3]; H];
                for n in 0..H {
                    let j: &[f64; 6] = array_at_unchecked(&self.at.system.jacobian, incidences[n].j[0]);
                    levers[n] = [j[2], j[5], j[0]];
                }
                let mut next = (k * (H * (H + 1) / 2)) as u32;
                for one in 0..H {
                    let [p1, p2, s] = levers[one];
                    // Skips the diagonal block of the pin, which is known beforehand.
                    next += 1;
                    let turn = F::new([*inv_inertia; 4]).times(F::new([p1, p1, p2, p2]));
                    let s = inv_mass * s;
                    for other in one + 1..H {
                        let [q1, q2, sign] = levers[other];
                        let along = s * sign;
                        let along = F::new([along, 0.0, 0.0, along]);
                        let [to] = *array_at_unchecked(self.pairs, next);
                        let [to]: &mut [Block; 1] = array_at_unchecked_mut(self.values, to);
                        next += 1;
                        *to = along.add_product(turn, F::new([q1, q2, q1, q2])).to_array();
                    }
                }
            }
        }
    }

    /// Adds the blocks of rigid bodies with any number of pins, to blocks to which other bodies may contribute, too. `levers` is
    /// scratch for one body.
    ///
    /// # Safety
    /// The processor supports the lanes of F.
    #[inline(always)]
    pub(super) unsafe fn many_pins<F: Four>(self, levers: &mut [[f64; 3]]) {
        let held = levers.len();
        let (mut incidences, mut pairs) = (self.incidences, self.pairs);
        for body in self.bodies {
            // SAFETY: the arrays have the lengths that the plan requires.
            let [inv_mass, _, inv_inertia]: &[f64; 3] =
                unsafe { array_at_unchecked(&self.at.inverse_mass.each, body.at) };
            let (own, rest) = incidences.split_at(held);
            incidences = rest;
            for (incidence, arm) in own.iter().zip(levers.iter_mut()) {
                let j: &[f64; 6] = unsafe { array_at_unchecked(&self.at.system.jacobian, incidence.j[0]) };
                *arm = [j[2], j[5], j[0]];
            }
            let (now, rest) = pairs.split_at(held * (held + 1) / 2);
            pairs = rest;
            let mut next = 0;
            for k in 0..held {
                let [p1, p2, s] = levers[k];
                // SAFETY: as the caller says.
                let turn = unsafe { F::new([*inv_inertia; 4]).times(F::new([p1, p1, p2, p2])) };
                let s = inv_mass * s;
                let along = unsafe { F::new([s, 0.0, 0.0, s]) };
                let known = self.articulated.binary_search(&own[k].unit).is_err();
                for (l, &[q1, q2, sign]) in levers[k..].iter().enumerate() {
                    next += 1;
                    if l == 0 && known {
                        continue;
                    }
                    // SAFETY: there are as many values as the plan requires; the lanes are guaranteed by the caller.
                    let [to] = unsafe { array_at_unchecked_mut(self.values, now[next - 1]) };
                    let mut sum = unsafe { F::new(*to) };
                    sum = sum.add_product(turn, unsafe { F::new([q1, q2, q1, q2]) });
                    sum = sum.add_product(along, unsafe { F::new([sign; 4]) });
                    *to = sum.to_array();
                }
            }
        }
    }
}
