//! Assembly of `A = J W J^T + E` of a core, body by body: each pair of units on a body contributes one block.
//!
//! Except for units on bodies that carry leaves, the diagonal of A is known beforehand, and so is the entry between the two rows of
//! a pin. In a diagonal block only the entry between the two rows of other units remains to be computed.
//! Nearly every off-diagonal block gets a contribution from one body only: the kernels of pins and of points write such a block
//! instead of adding to it.

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::arithmetic::add_product;
use super::super::equations::SystemAt;
use super::block::Block;
use super::row_pairs::NONE;
use super::{Body, BodyBatch, InverseMassKind, MAX_CONST_PINS, SupernodalFactor, UnitOnBody};
use crate::simd::in_lanes;
use crate::simd::{F64x4, Four};
use crate::simd::{array_at_unchecked, array_at_unchecked_mut};

in_lanes! {
    /// Fills the values of the factor with A, `diagonal` with its diagonal, and the unknowns with -c. `added_compliance` is a compliance added
    /// to every row, as a fraction of the diagonal of A. W of articulated bodies must have been computed.
    pub(super) fn assemble<const D: usize>(core: &mut SupernodalFactor<D>, at: &SystemAt<'_>, added_compliance: f64, c: &[f64]) = assemble_core
}

#[inline(always)]
fn assemble_core<const FUSED: bool, const D: usize>(
    core: &mut SupernodalFactor<D>,
    at: &SystemAt<'_>,
    added_compliance: f64,
    c: &[f64],
) {
    // All unchecked reads and writes below rely on this.
    assert!(
        at.system.jacobian.len() >= core.needs.jacobian
            && at.w.len() >= core.needs.mass
            && at.inverse_mass.each.len() >= core.needs.coordinates
            && at.system.compliance.len() >= core.needs.rows
            && at.diagonal.len().min(at.cross.len()).min(c.len()) >= core.needs.rows
            && core.values.len() >= core.needs.blocks
    );
    if 2 * core.shape.cleared.len() > core.values.len() {
        core.values.fill([0.0; 4]);
    } else {
        for &place in &core.shape.cleared {
            // SAFETY: the arrays have the lengths that the plan requires.
            *unsafe { array_at_unchecked_mut(&mut core.values, place) } = [[0.0; 4]];
        }
    }
    let units = core.rows.iter().zip(&core.shape.diagonal);
    for ((rows, &place), (diagonal, x)) in units.zip(core.diagonal_of_a.iter_mut().zip(&mut core.x)) {
        // SAFETY: as above.
        unsafe {
            let ([first], [rhs]): (&[f64; 1], &[f64; 1]) = (
                array_at_unchecked(at.diagonal, rows[0]),
                array_at_unchecked(c, rows[0]),
            );
            let (mut second, mut also) = (1.0, 0.0);
            if rows[1] != NONE {
                ([second], [also]) = (
                    *array_at_unchecked(at.diagonal, rows[1]),
                    *array_at_unchecked(c, rows[1]),
                );
                second = add_product::<FUSED>(second, added_compliance, second);
            }
            let first = add_product::<FUSED>(*first, added_compliance, *first);
            *x = [-rhs, -also];
            let [cross] = *array_at_unchecked(at.cross, rows[0]);
            *array_at_unchecked_mut(&mut core.values, place) = [[first, cross, 0.0, second]];
            *diagonal = [first, second];
        }
    }
    for (index, rows) in articulated_units(&core.shape.articulated_units, &core.rows) {
        let block = &mut core.values[core.shape.diagonal[index] as usize];
        block[1] = 0.0;
        for r in (0..2).filter(|&r| rows[r] != NONE) {
            let row = rows[r] as usize;
            block[3 * r] =
                add_product::<FUSED>(at.system.compliance[row], added_compliance, at.diagonal[row]);
        }
    }
    // SAFETY: all indices are those of the plan; FUSED code is compiled for, and run on, processors with AVX2 and FMA only.
    unsafe {
        let values = core.values.as_flattened_mut();
        if FUSED {
            core.rods.form::<FUSED, F64x4>(at, values);
        } else {
            core.rods.form::<FUSED, [f64; 4]>(at, values);
        }
        for index in 0..core.shape.batches.len() {
            if FUSED {
                add_batch::<F64x4, D>(core, at, index);
            } else {
                add_batch::<[f64; 4], D>(core, at, index);
            }
        }
    }
    for (index, _) in articulated_units(&core.shape.articulated_units, &core.rows) {
        let block = core.values[core.shape.diagonal[index] as usize];
        core.diagonal_of_a[index] = [block[0], block[3]];
    }
}

/// Units whose diagonal is not known beforehand, with their rows.
fn articulated_units<'a>(
    articulated: &'a [u32],
    rows: &'a [[u32; 2]],
) -> impl Iterator<Item = (usize, [u32; 2])> + 'a {
    articulated
        .iter()
        .map(|&index| (index as usize, rows[index as usize]))
}

/// Adds the contributions of the bodies of a batch to A. W of articulated bodies must have been computed.
///
/// # Safety
/// The arrays have the lengths that the plan requires, and the processor supports the lanes of F.
#[inline(always)]
unsafe fn add_batch<F: Four, const D: usize>(
    core: &mut SupernodalFactor<D>,
    at: &SystemAt<'_>,
    index: usize,
) {
    let batch = &core.shape.batches[index];
    let work = Work {
        at,
        batch,
        bodies: &core.bodies[batch.bodies.0..batch.bodies.1],
        incidences: &core.incidences[batch.units_on_body.0..batch.units_on_body.1],
        pairs: &core.shape.pairs[batch.pairs.0..batch.pairs.1],
        values: &mut core.values,
        articulated: &core.shape.articulated_units,
        crossed: &core.shape.is_pin,
    };
    let (held, levers, blocks) = (batch.held, &mut core.levers, &mut core.blocks);
    // SAFETY: as the caller says. Small numbers of incidences are compile-time constants.
    unsafe {
        match (batch.weight, held, batch.exclusive) {
            (InverseMassKind::Rods, ..) => {}
            (InverseMassKind::Pinned, 1, true) => {}
            (InverseMassKind::Pinned, 2, true) => work.pins::<F, 2>(),
            (InverseMassKind::Pinned, 3, true) => work.pins::<F, 3>(),
            (InverseMassKind::Pinned, MAX_CONST_PINS, true) => work.pins::<F, 4>(),
            (InverseMassKind::Pinned, ..) => work.many_pins::<F>(&mut levers[..held]),
            (InverseMassKind::Own, 2, _) => work.rows::<F, D>(&[], &mut [[[0.0; 2]; D]; 2]),
            (InverseMassKind::Own, 3, _) => work.rows::<F, D>(&[], &mut [[[0.0; 2]; D]; 3]),
            (InverseMassKind::Own, ..) => work.rows::<F, D>(&[], &mut blocks[..held]),
            (InverseMassKind::Articulated, ..) => {
                let articulated = &core.w[batch.articulated.0..batch.articulated.1];
                work.rows::<F, D>(articulated, &mut blocks[..held]);
            }
        }
    }
}

/// Arguments of the kernels that add the contributions of a batch.
pub(super) struct Work<'a> {
    pub(super) at: &'a SystemAt<'a>,
    batch: &'a BodyBatch,
    pub(super) bodies: &'a [Body],
    pub(super) incidences: &'a [UnitOnBody],
    pub(super) pairs: &'a [u32],
    pub(super) values: &'a mut [Block],
    /// Units whose diagonal is not known beforehand.
    pub(super) articulated: &'a [u32],
    /// Whether the entry of A between the two rows of a unit is known beforehand wherever the diagonal is ([`super::Shape::is_pin`]).
    crossed: &'a [bool],
}

impl Work<'_> {
    /// Adds the contributions of bodies with any W to A. `blocks` is scratch for the incidences of one body, column by column.
    ///
    /// # Safety
    /// The processor supports the lanes of F.
    #[inline(always)]
    unsafe fn rows<F: Four, const D: usize>(
        self,
        articulated: &[[[f64; D]; D]],
        blocks: &mut [[[f64; 2]; D]],
    ) {
        let (held, dim) = (blocks.len(), self.batch.dim);
        let (mut incidences, mut pairs) = (self.incidences, self.pairs);
        for (index, body) in self.bodies.iter().enumerate() {
            let (own, rest) = incidences.split_at(held);
            incidences = rest;
            for (incidence, block) in own.iter().zip(blocks.iter_mut()) {
                let jacobian = &self.at.system.jacobian;
                // SAFETY: the arrays have the lengths that the plan requires.
                let (one, two) = unsafe {
                    (
                        row::<D>(jacobian, dim, incidence.j[0]),
                        row::<D>(jacobian, dim, incidence.j[1]),
                    )
                };
                for n in 0..D {
                    block[n] = [one[n], two[n]];
                }
            }
            let (now, rest) = pairs.split_at(held * (held + 1) / 2);
            pairs = rest;
            let w = match articulated.get(index) {
                Some(w) => *w,
                // SAFETY: the arrays have the lengths that the plan requires.
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
                let known = self.articulated.binary_search(&own[k].unit).is_err();
                for (l, other) in blocks[k..].iter().enumerate() {
                    next += 1;
                    if l == 0 && known && self.crossed[own[k].unit as usize] {
                        continue;
                    }
                    // SAFETY: there are as many values as the plan requires; the lanes are guaranteed by the caller.
                    let [to] = unsafe { array_at_unchecked_mut(self.values, now[next - 1]) };
                    let mut sum = unsafe { F::new(*to) };
                    for n in 0..D {
                        let [one, two] = other[n];
                        sum = sum.add_product(weighed[n], unsafe { F::new([one, two, one, two]) });
                    }
                    take(to, sum, known && l == 0);
                }
            }
        }
    }
}

/// Stores a sum; where the diagonal of a block is known, only the entry below it.
#[inline(always)]
fn take<F: Four>(to: &mut Block, sum: F, known: bool) {
    let sum = sum.to_array();
    if known {
        to[1] = sum[1];
    } else {
        *to = sum;
    }
}

/// Returns W of a body that is not articulated, padded with zeroes to D x D.
///
/// # Safety
/// Where `dim == D`, the whole block lies within `w`.
#[inline(always)]
pub(super) unsafe fn own_weight<const D: usize>(w: &[f64], body: &Body, dim: usize) -> [[f64; D]; D] {
    if dim == D {
        // SAFETY: as the caller says.
        return std::array::from_fn(|i| unsafe { *array_at_unchecked(w, body.mass + (i * D) as u32) });
    }
    let mut own = [[0.0; D]; D];
    copy(dim, &w[body.mass as usize..][..dim * dim], &mut own);
    own
}

/// Copies a `dim x dim` block into the leading part of `w`.
#[inline(always)]
pub(super) fn copy<const D: usize>(dim: usize, own: &[f64], w: &mut [[f64; D]; D]) {
    for i in 0..dim {
        w[i][..dim].copy_from_slice(&own[i * dim..][..dim]);
    }
}

/// Returns the Jacobian block of a row on a body, padded with zeroes; all zero where `place` is [`NONE`].
///
/// # Safety
/// Unless `place` is [`NONE`], `jacobian` has `dim` numbers from there on.
#[inline(always)]
unsafe fn row<const D: usize>(jacobian: &[f64], dim: usize, place: u32) -> [f64; D] {
    if place == NONE {
        return [0.0; D];
    }
    if dim == D {
        // SAFETY: as the caller says.
        return *unsafe { array_at_unchecked(jacobian, place) };
    }
    let from = &jacobian[place as usize..][..dim];
    std::array::from_fn(|n| from.get(n).copied().unwrap_or_default())
}

/// Returns the Jacobian blocks of both rows of a unit on a body, padded with zeroes; all zero for an absent row.
pub(super) fn read<const D: usize>(jacobian: &[f64], dim: usize, places: [u32; 2]) -> [[f64; D]; 2] {
    places.map(|place| {
        let from = jacobian.get(place as usize..).unwrap_or_default();
        let from = &from[..dim.min(from.len())];
        std::array::from_fn(|n| from.get(n).copied().unwrap_or_default())
    })
}
