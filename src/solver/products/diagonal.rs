//! The diagonal of A, from W of every body.
//!
//! ```text
//! diag A = diag(J W J^T) + E      and of a pin the entry between its two rows: j_1 W j_2^T
//! ```

use super::super::arithmetic::add_product;
use super::super::system::{System, Topology};
use super::soundness::Soundness;
use super::{DiagonalOfA, Form, Places, Products, block, of_form, simd_diagonal, store};
use crate::simd::in_lanes;
use crate::simd::{F64x4, Four};

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
    // What is read and written below without a check relies on this.
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
            Form::Rods | Form::Pins if FUSED => {
                consecutive::<FUSED, F64x4>(system, each, (form, constraints), into)
            }
            Form::Rods | Form::Pins => {
                consecutive::<FUSED, [f64; 4]>(system, each, (form, constraints), into)
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

/// Of constraints that follow each other in all arrays: in lanes as many as fill them, then the rest.
#[inline(always)]
fn consecutive<const FUSED: bool, F: Four>(
    system: &System,
    each: &[f64],
    (form, constraints): (Form, &[Places]),
    into: &mut DiagonalOfA<'_>,
) -> bool {
    if form == Form::Rods {
        let (fours, rest) = constraints.as_chunks();
        // SAFETY: the arrays are as long as the plan needs them; what is fused is compiled for, and run by, a processor
        // that has these lanes.
        #[allow(unsafe_code, reason = "lanes that not every processor has")]
        let sound = unsafe { simd_diagonal::rods::<FUSED, F>(system, each, fours, into.diagonal) };
        sound & rows::<FUSED, 1, 2, 2>(system, each, rest, into.diagonal)
    } else {
        let (pairs, rest) = constraints.as_chunks();
        // SAFETY: as above.
        #[allow(unsafe_code, reason = "lanes that not every processor has")]
        let sound = unsafe { simd_diagonal::pins::<FUSED, F>(system, each, pairs, into) };
        sound & pins::<FUSED>(system, each, rest, into)
    }
}

/// Of pins on two bodies: of each 1/m, and the velocity of its point for a unit spin, squared, over I.
#[inline(always)]
fn pins<const FUSED: bool>(
    system: &System,
    each: &[f64],
    constraints: &[Places],
    into: &mut DiagonalOfA<'_>,
) -> bool {
    let mut soundness = Soundness::NONE;
    for places in constraints {
        let j: &[f64; 12] = block(&system.jacobian, places.block);
        let one: &[f64; 3] = block(each, places.at[0]);
        let other: &[f64; 3] = block(each, places.at[1]);
        let compliance: &[f64; 2] = block(&system.compliance, places.row);
        let mut sums = [0.0; 2];
        for r in 0..2 {
            let [p, q] = [j[3 * r + 2], j[3 * r + 8]];
            let sum = add_product::<FUSED>(one[r] + other[r] + compliance[r], one[2] * p, p);
            sums[r] = add_product::<FUSED>(sum, other[2] * q, q);
        }
        let cross = add_product::<FUSED>(one[2] * j[2] * j[5], other[2] * j[8], j[11]);
        soundness.add::<FUSED>(sums, *compliance);
        store(into.diagonal, places.row, sums);
        store(into.cross, places.row, [cross; 2]);
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
        let j: &[f64; 6] = block(&system.jacobian, places.block);
        let w: &[f64; 3] = block(each, places.at[0]);
        store(into.cross, places.row, [w[2] * j[2] * j[5]; 2]);
    }
    rows::<FUSED, 2, 3, 0>(system, each, constraints, into.diagonal)
}

/// Of R rows on bodies of so many coordinates each, none where there is no other body.
#[inline(always)]
fn rows<const FUSED: bool, const R: usize, const ONE: usize, const OTHER: usize>(
    system: &System,
    each: &[f64],
    constraints: &[Places],
    diagonal: &mut [f64],
) -> bool {
    let mut soundness = Soundness::NONE;
    for places in constraints {
        let one: &[f64; ONE] = block(each, places.at[0]);
        let other: &[f64; OTHER] = block(each, places.at[1]);
        let compliance: &[f64; R] = block(&system.compliance, places.row);
        let j = &system.jacobian[places.block as usize..][..R * (ONE + OTHER)];
        let mut sums = *compliance;
        for r in 0..R {
            for n in 0..ONE {
                let own = j[r * ONE + n];
                sums[r] = add_product::<FUSED>(sums[r], one[n] * own, own);
            }
            for n in 0..OTHER {
                let its = j[R * ONE + r * OTHER + n];
                sums[r] = add_product::<FUSED>(sums[r], other[n] * its, its);
            }
        }
        soundness.add::<FUSED>(sums, *compliance);
        store(diagonal, places.row, sums);
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
    let is_pin = topology.is_pin(constraint);
    for row in 0..topology.constraint_dim(constraint) {
        let compliance = system.compliance[start + row];
        let [mut sum, mut cross] = [compliance, 0.0];
        for end in topology.ends(constraint) {
            let (dim, w) = (topology.body_dim(end.body), &w[topology.mass_offset(end.body)..]);
            let row_of = |row: usize| &system.jacobian[end.block + row * dim..][..dim];
            sum += product(row_of(row), w, row_of(row));
            if is_pin {
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
#[inline(always)]
fn product(one: &[f64], w: &[f64], other: &[f64]) -> f64 {
    // With a length that is known it takes a fraction of the time: rigid bodies that carry others.
    match one.len() {
        3 => sum_of(3, &one[..3], &w[..9], &other[..3]),
        dim => sum_of(dim, one, w, other),
    }
}

#[inline(always)]
fn sum_of(dim: usize, one: &[f64], w: &[f64], other: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..dim {
        for k in 0..dim {
            sum += one[i] * w[i * dim + k] * other[k];
        }
    }
    sum
}
