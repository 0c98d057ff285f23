//! The diagonal of A, from W of every body.
//!
//! ```text
//! diag A = diag(J W J^T) + E      and of a pin the entry between its two rows: j_1 W j_2^T
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::arithmetic::add_product;
use super::super::system::{System, Topology};
use super::batch::batch_diagonal;
use super::{Form, Places, Products, of_form};
use crate::simd::F64x4;
use crate::simd::in_lanes;
use crate::simd::{part, part_mut};

/// The part of A that is computed for every method.
pub(in super::super) struct DiagonalOfA<'a> {
    pub(in super::super) diagonal: &'a mut [f64],
    /// The entry between the two rows of a pin, for each of them.
    pub(in super::super) cross: &'a mut [f64],
}

in_lanes! {
    /// The diagonal of A where W is diagonal, one number `each` coordinate, for all rows but those of
    /// [`Products::others`]. Whether each of them is a positive number, and no compliance is negative.
    pub(in super::super) fn diagonal_of_a(products: &Products, system: &System, each: &[f64], into: &mut DiagonalOfA<'_>) -> bool = whole_diagonal
}

#[inline(always)]
fn whole_diagonal<const FUSED: bool>(
    products: &Products,
    system: &System,
    each: &[f64],
    into: &mut DiagonalOfA<'_>,
) -> bool {
    let needs = products.needs;
    // All that is read and written below relies on this.
    assert!(
        system.jacobian.len() >= needs.jacobian
            && system.compliance.len() >= needs.rows
            && each.len() >= needs.coordinates
            && into.diagonal.len().min(into.cross.len()) >= needs.rows
    );
    let mut sound = true;
    for (form, constraints) in products.constraint_batches(0..products.islands.len() - 1) {
        sound &= match form {
            Form::Pin(2) => pins::<FUSED>(system, each, constraints, into),
            Form::Pin(_) => anchored_pins::<FUSED>(system, each, constraints, into),
            Form::Many => true,
            Form::Rods | Form::Pins => {
                // SAFETY: what is fused is compiled for, and run by, a processor that has what it takes.
                unsafe {
                    if FUSED {
                        batch_diagonal::<FUSED, F64x4>(system, each, form, constraints, into)
                    } else {
                        batch_diagonal::<FUSED, [f64; 4]>(system, each, form, constraints, into)
                    }
                }
            }
            form => of_form!(
                form,
                rows(system, each, constraints, into.diagonal),
                any_rows(system, each, form, constraints, into.diagonal)
            ),
        };
    }
    sound
}

/// What has been soundness of the diagonal of A and of compliances, R of them side by side. Comparing each would take longer
/// than all else.
#[derive(Clone, Copy)]
pub(super) struct Soundness<const R: usize> {
    /// The least of each, but for what is no number.
    diagonal: [f64; R],
    compliance: [f64; R],
    /// Nothing times all of them: not zero where one was not finite.
    nothing: [f64; R],
}

impl<const R: usize> Soundness<R> {
    pub(super) const NONE: Self = Self {
        diagonal: [f64::INFINITY; R],
        compliance: [f64::INFINITY; R],
        nothing: [0.0; R],
    };

    #[inline(always)]
    pub(super) fn add<const FUSED: bool>(&mut self, diagonal: [f64; R], compliance: [f64; R]) {
        for r in 0..R {
            self.diagonal[r] = lesser(diagonal[r], self.diagonal[r]);
            self.compliance[r] = lesser(compliance[r], self.compliance[r]);
            self.nothing[r] = add_product::<FUSED>(self.nothing[r], diagonal[r], 0.0);
        }
    }

    /// Whether all were positive numbers, and no compliance negative.
    pub(super) fn is_sound(&self) -> bool {
        (0..R).all(|r| self.diagonal[r] > 0.0 && self.compliance[r] >= 0.0 && self.nothing[r] == 0.0)
    }
}

/// The lesser of two, as the processor has it: the other where one is no number.
#[inline(always)]
fn lesser(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

/// Of pins on two bodies: of each 1/m, and the velocity of its point for a unit spin, squared, over I.
#[inline(always)]
pub(super) fn pins<const FUSED: bool>(
    system: &System,
    each: &[f64],
    constraints: &[Places],
    into: &mut DiagonalOfA<'_>,
) -> bool {
    let mut soundness = Soundness::NONE;
    for places in constraints {
        // SAFETY: the arrays are as long as the plan needs them.
        let j: &[f64; 12] = unsafe { part(&system.jacobian, places.block) };
        let one: &[f64; 3] = unsafe { part(each, places.at[0]) };
        let other: &[f64; 3] = unsafe { part(each, places.at[1]) };
        let compliance: &[f64; 2] = unsafe { part(&system.compliance, places.row) };
        let mut sums = [0.0; 2];
        for r in 0..2 {
            let [p, q] = [j[3 * r + 2], j[3 * r + 8]];
            let sum = add_product::<FUSED>(one[r] + other[r] + compliance[r], one[2] * p, p);
            sums[r] = add_product::<FUSED>(sum, other[2] * q, q);
        }
        let cross = add_product::<FUSED>(one[2] * j[2] * j[5], other[2] * j[8], j[11]);
        soundness.add::<FUSED>(sums, *compliance);
        *unsafe { part_mut(into.diagonal, places.row) } = sums;
        *unsafe { part_mut(into.cross, places.row) } = [cross; 2];
    }
    soundness.is_sound()
}

/// Of pins that hold a body to the world.
fn anchored_pins<const FUSED: bool>(
    system: &System,
    each: &[f64],
    constraints: &[Places],
    into: &mut DiagonalOfA<'_>,
) -> bool {
    for places in constraints {
        // SAFETY: the arrays are as long as the plan needs them.
        let j: &[f64; 6] = unsafe { part(&system.jacobian, places.block) };
        let w: &[f64; 3] = unsafe { part(each, places.at[0]) };
        *unsafe { part_mut(into.cross, places.row) } = [w[2] * j[2] * j[5]; 2];
    }
    rows::<FUSED, 2, 3, 0>(system, each, constraints, into.diagonal)
}

/// Of R rows on bodies of so many coordinates each, none where there is no other body.
#[inline(always)]
pub(super) fn rows<const FUSED: bool, const R: usize, const ONE: usize, const OTHER: usize>(
    system: &System,
    each: &[f64],
    constraints: &[Places],
    diagonal: &mut [f64],
) -> bool {
    let mut soundness = Soundness::NONE;
    for places in constraints {
        // SAFETY: the arrays are as long as the plan needs them.
        let one: &[f64; ONE] = unsafe { part(each, places.at[0]) };
        let other: &[f64; OTHER] = unsafe { part(each, places.at[1]) };
        let compliance: &[f64; R] = unsafe { part(&system.compliance, places.row) };
        let diagonal: &mut [f64; R] = unsafe { part_mut(diagonal, places.row) };
        for r in 0..R {
            let own: &[f64; ONE] = unsafe { part(&system.jacobian, places.block + (r * ONE) as u32) };
            let after = places.block + (R * ONE + r * OTHER) as u32;
            let its: &[f64; OTHER] = unsafe { part(&system.jacobian, after) };
            let mut sum = compliance[r];
            for n in 0..ONE {
                sum = add_product::<FUSED>(sum, one[n] * own[n], own[n]);
            }
            for n in 0..OTHER {
                sum = add_product::<FUSED>(sum, other[n] * its[n], its[n]);
            }
            diagonal[r] = sum;
        }
        soundness.add::<FUSED>(*diagonal, *compliance);
    }
    soundness.is_sound()
}

/// Of constraints of another form.
#[inline(never)]
fn any_rows(system: &System, each: &[f64], form: Form, constraints: &[Places], diagonal: &mut [f64]) -> bool {
    let Form::Rows(rows, dims) = form else {
        return true;
    };
    let mut soundness = Soundness::NONE;
    for places in constraints {
        let own = places.row as usize..places.row as usize + usize::from(rows);
        let (diagonal, compliance) = (&mut diagonal[own.clone()], &system.compliance[own]);
        diagonal.copy_from_slice(compliance);
        let mut j = &system.jacobian[places.block as usize..];
        for k in 0..2 {
            let dim = usize::from(dims[k]);
            let w = &each[places.at[k] as usize..][..dim];
            for diagonal in &mut *diagonal {
                let (row, rest) = j.split_at(dim);
                j = rest;
                *diagonal += row.iter().zip(w).map(|(j, w)| j * w * j).sum::<f64>();
            }
        }
        for (sum, own) in diagonal.iter().zip(compliance) {
            soundness.add::<false>([*sum], [*own]);
        }
    }
    soundness.is_sound()
}

/// Fills the diagonal of A for the rows of one constraint, on however many bodies, of any W; 1 where it is on none.
pub(in super::super) fn diagonal_of_one(
    topology: &Topology,
    system: &System,
    w: &[f64],
    constraint: usize,
    into: &mut DiagonalOfA<'_>,
) -> bool {
    let start = topology.row_offset(constraint);
    let mut soundness = Soundness::NONE;
    for row in 0..topology.constraint_dim(constraint) {
        let compliance = system.compliance[start + row];
        let [mut sum, mut cross] = [compliance, 0.0];
        for end in topology.ends(constraint) {
            let (dim, w) = (topology.body_dim(end.body), &w[topology.mass_offset(end.body)..]);
            let row_of = |row: usize| &system.jacobian[end.block + row * dim..][..dim];
            sum += product(row_of(row), w, row_of(row));
            if topology.is_pin(constraint) {
                cross += product(row_of(row), w, row_of(1 - row));
            }
        }
        if sum == 0.0 && topology.ends(constraint).is_empty() {
            sum = 1.0;
        }
        soundness.add::<false>([sum], [compliance]);
        into.diagonal[start + row] = sum;
        into.cross[start + row] = cross;
    }
    soundness.is_sound()
}

/// `j w k` of any size.
fn product(one: &[f64], w: &[f64], other: &[f64]) -> f64 {
    let (dim, mut sum) = (one.len(), 0.0);
    for i in 0..dim {
        for k in 0..dim {
            sum += one[i] * w[i * dim + k] * other[k];
        }
    }
    sum
}
