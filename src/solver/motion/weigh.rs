//! The diagonal of A, from W of every body.
//!
//! ```text
//! diag A = sum J W J^T + E      and of a pin, how its rows meet: j_1 W j_2^T
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::arithmetic::add_product;
use super::super::system::{System, Topology};
use super::abreast::weigh_abreast;
use super::{Form, Line, Motion, of_form};
use crate::simd::F64x4;
use crate::simd::in_lanes;
use crate::simd::{part, part_mut};

/// What is written of A.
pub(in super::super) struct Weighed<'a> {
    pub(in super::super) diagonal: &'a mut [f64],
    /// How the rows of a pin meet, for each of them.
    pub(in super::super) cross: &'a mut [f64],
}

in_lanes! {
    /// The diagonal of A where W is diagonal, one number `each` coordinate, for all rows but those of
    /// [`Motion::others`]. Whether each of them is a positive number, and no compliance is negative.
    pub(in super::super) fn weigh(motion: &Motion, system: &System, each: &[f64], weighed: &mut Weighed<'_>) -> bool = weigh_all
}

#[inline(always)]
fn weigh_all<const FUSED: bool>(
    motion: &Motion,
    system: &System,
    each: &[f64],
    weighed: &mut Weighed<'_>,
) -> bool {
    let needs = motion.needs;
    // All that is read and written below relies on this.
    assert!(
        system.jacobian.len() >= needs.jacobian
            && system.compliance.len() >= needs.rows
            && each.len() >= needs.coordinates
            && weighed.diagonal.len().min(weighed.cross.len()) >= needs.rows
    );
    let mut sound = true;
    for (form, lines) in motion.runs(0..motion.islands.len() - 1) {
        sound &= match form {
            Form::Pin(2) => pins::<FUSED>(system, each, lines, weighed),
            Form::Pin(_) => anchored_pins::<FUSED>(system, each, lines, weighed),
            Form::Many => true,
            Form::Rods | Form::Pins => {
                // SAFETY: what is fused is compiled for, and run by, a processor that has what it takes.
                unsafe {
                    if FUSED {
                        weigh_abreast::<FUSED, F64x4>(system, each, form, lines, weighed)
                    } else {
                        weigh_abreast::<FUSED, [f64; 4]>(system, each, form, lines, weighed)
                    }
                }
            }
            form => of_form!(
                form,
                rows(system, each, lines, weighed.diagonal),
                any_rows(system, each, form, lines, weighed.diagonal)
            ),
        };
    }
    sound
}

/// What has been seen of the diagonal of A and of compliances, R of them side by side. Comparing each would take longer
/// than all else.
#[derive(Clone, Copy)]
pub(super) struct Seen<const R: usize> {
    /// The least of each, but for what is no number.
    diagonal: [f64; R],
    compliance: [f64; R],
    /// Nothing times all of them: not zero where one was not finite.
    nothing: [f64; R],
}

impl<const R: usize> Seen<R> {
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
    lines: &[Line],
    weighed: &mut Weighed<'_>,
) -> bool {
    let mut seen = Seen::NONE;
    for line in lines {
        // SAFETY: the arrays are as long as the plan needs them.
        let j: &[f64; 12] = unsafe { part(&system.jacobian, line.block) };
        let one: &[f64; 3] = unsafe { part(each, line.at[0]) };
        let other: &[f64; 3] = unsafe { part(each, line.at[1]) };
        let compliance: &[f64; 2] = unsafe { part(&system.compliance, line.row) };
        let mut sums = [0.0; 2];
        for r in 0..2 {
            let [p, q] = [j[3 * r + 2], j[3 * r + 8]];
            let sum = add_product::<FUSED>(one[r] + other[r] + compliance[r], one[2] * p, p);
            sums[r] = add_product::<FUSED>(sum, other[2] * q, q);
        }
        let cross = add_product::<FUSED>(one[2] * j[2] * j[5], other[2] * j[8], j[11]);
        seen.add::<FUSED>(sums, *compliance);
        *unsafe { part_mut(weighed.diagonal, line.row) } = sums;
        *unsafe { part_mut(weighed.cross, line.row) } = [cross; 2];
    }
    seen.is_sound()
}

/// Of pins that hold a body to the world.
fn anchored_pins<const FUSED: bool>(
    system: &System,
    each: &[f64],
    lines: &[Line],
    weighed: &mut Weighed<'_>,
) -> bool {
    for line in lines {
        // SAFETY: the arrays are as long as the plan needs them.
        let j: &[f64; 6] = unsafe { part(&system.jacobian, line.block) };
        let w: &[f64; 3] = unsafe { part(each, line.at[0]) };
        *unsafe { part_mut(weighed.cross, line.row) } = [w[2] * j[2] * j[5]; 2];
    }
    rows::<FUSED, 2, 3, 0>(system, each, lines, weighed.diagonal)
}

/// Of R rows on bodies of so many coordinates each, none where there is no other body.
#[inline(always)]
pub(super) fn rows<const FUSED: bool, const R: usize, const ONE: usize, const OTHER: usize>(
    system: &System,
    each: &[f64],
    lines: &[Line],
    diagonal: &mut [f64],
) -> bool {
    let mut seen = Seen::NONE;
    for line in lines {
        // SAFETY: the arrays are as long as the plan needs them.
        let one: &[f64; ONE] = unsafe { part(each, line.at[0]) };
        let other: &[f64; OTHER] = unsafe { part(each, line.at[1]) };
        let compliance: &[f64; R] = unsafe { part(&system.compliance, line.row) };
        let diagonal: &mut [f64; R] = unsafe { part_mut(diagonal, line.row) };
        for r in 0..R {
            let own: &[f64; ONE] = unsafe { part(&system.jacobian, line.block + (r * ONE) as u32) };
            let after = line.block + (R * ONE + r * OTHER) as u32;
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
        seen.add::<FUSED>(*diagonal, *compliance);
    }
    seen.is_sound()
}

/// Of constraints of another form.
#[inline(never)]
fn any_rows(system: &System, each: &[f64], form: Form, lines: &[Line], diagonal: &mut [f64]) -> bool {
    let Form::Rows(rows, dims) = form else {
        return true;
    };
    let mut seen = Seen::NONE;
    for line in lines {
        let own = line.row as usize..line.row as usize + usize::from(rows);
        let (diagonal, compliance) = (&mut diagonal[own.clone()], &system.compliance[own]);
        diagonal.copy_from_slice(compliance);
        let mut j = &system.jacobian[line.block as usize..];
        for k in 0..2 {
            let dim = usize::from(dims[k]);
            let w = &each[line.at[k] as usize..][..dim];
            for diagonal in &mut *diagonal {
                let (row, rest) = j.split_at(dim);
                j = rest;
                *diagonal += row.iter().zip(w).map(|(j, w)| j * w * j).sum::<f64>();
            }
        }
        for (sum, own) in diagonal.iter().zip(compliance) {
            seen.add::<false>([*sum], [*own]);
        }
    }
    seen.is_sound()
}

/// Fills the diagonal of A for the rows of one constraint, on however many bodies, of any W; 1 where it is on none.
pub(in super::super) fn weigh_one(
    topology: &Topology,
    system: &System,
    w: &[f64],
    constraint: usize,
    weighed: &mut Weighed<'_>,
) -> bool {
    let start = topology.row_offset(constraint);
    let mut seen = Seen::NONE;
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
        seen.add::<false>([sum], [compliance]);
        weighed.diagonal[start + row] = sum;
        weighed.cross[start + row] = cross;
    }
    seen.is_sound()
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
