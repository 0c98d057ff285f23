//! Diagonal of A, computed from the inverse mass W of each body.
//!
//! ```text
//! diag A = diag(J W J^T) + E      and, for a pin, the entry between its two rows: j_1 W j_2^T
//! ```

use super::super::arithmetic::add_product;
use super::super::system::{System, Topology};
use super::positivity::PositivityCheck;
use super::{DiagonalOfA, Form, Offsets, Products, block, of_form, simd_diagonal, store};
use crate::simd::in_lanes;
use crate::simd::{F64x4, Four};

in_lanes! {
    /// Computes the diagonal of A for a diagonal W (`each`: one number per coordinate), for all rows except those of
    /// [`Products::unbatched`]. Returns whether every entry is positive and finite and no compliance is negative.
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
    // The unchecked reads and writes below rely on these lengths.
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
            Form::Rods | Form::Pins if FUSED => {
                consecutive::<FUSED, F64x4>(system, each, (form, constraints), into)
            }
            Form::Rods | Form::Pins => {
                consecutive::<FUSED, [f64; 4]>(system, each, (form, constraints), into)
            }
            // Constraints of other forms are unbatched.
            form => of_form!(form, rows(system, each, constraints, into.diagonal), true),
        };
    }
    sound
}

/// Computes the entries of contiguous constraints: as many as fill SIMD registers, then the remainder one by one.
#[inline(always)]
fn consecutive<const FUSED: bool, F: Four>(
    system: &System,
    each: &[f64],
    (form, constraints): (Form, &[Offsets]),
    into: &mut DiagonalOfA<'_>,
) -> bool {
    if form == Form::Rods {
        let (fours, rest) = constraints.as_chunks();
        // SAFETY: the arrays have the lengths that the plan requires; fused code is compiled for, and run only on, processors
        // that support the instructions of `F`.
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

/// Pins on two bodies. Each body contributes 1/m, and the square of its point's velocity at unit angular velocity, divided by I.
#[inline(always)]
fn pins<const FUSED: bool>(
    system: &System,
    each: &[f64],
    constraints: &[Offsets],
    into: &mut DiagonalOfA<'_>,
) -> bool {
    let mut positivity = PositivityCheck::NONE;
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
        positivity.add::<FUSED>(sums, *compliance);
        store(into.diagonal, places.row, sums);
        store(into.cross, places.row, [cross; 2]);
    }
    positivity.is_positive()
}

/// Pins that hold a body to the world.
fn anchored_pins<const FUSED: bool>(
    system: &System,
    each: &[f64],
    constraints: &[Offsets],
    into: &mut DiagonalOfA<'_>,
) -> bool {
    for places in constraints {
        let j: &[f64; 6] = block(&system.jacobian, places.block);
        let w: &[f64; 3] = block(each, places.at[0]);
        store(into.cross, places.row, [w[2] * j[2] * j[5]; 2]);
    }
    rows::<FUSED, 2, 3, 0>(system, each, constraints, into.diagonal)
}

/// Constraints of R rows on bodies of `ONE` and `OTHER` coordinates (0: no second body).
#[inline(always)]
fn rows<const FUSED: bool, const R: usize, const ONE: usize, const OTHER: usize>(
    system: &System,
    each: &[f64],
    constraints: &[Offsets],
    diagonal: &mut [f64],
) -> bool {
    let mut positivity = PositivityCheck::NONE;
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
        positivity.add::<FUSED>(sums, *compliance);
        store(diagonal, places.row, sums);
    }
    positivity.is_positive()
}

/// Computes the diagonal of A for the rows of one constraint on any number of bodies, for any W; 1 if it acts on no body and has no
/// compliance. Returns whether every entry is positive and finite and no compliance is negative.
pub(in super::super) fn diagonal_of_one(
    topology: &Topology,
    system: &System,
    w: &[f64],
    constraint: usize,
    into: &mut DiagonalOfA<'_>,
) -> bool {
    let start = topology.row_offset(constraint);
    let mut positivity = PositivityCheck::NONE;
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
        positivity.add::<false>([sum], [compliance]);
        into.diagonal[start + row] = sum;
        into.cross[start + row] = cross;
    }
    positivity.is_positive()
}

/// Returns `j W k^T` for blocks of any size.
#[inline(always)]
fn product(one: &[f64], w: &[f64], other: &[f64]) -> f64 {
    // A constant length takes a fraction of the time; 3 is that of rigid bodies, 4 that of elastic ones.
    match one.len() {
        3 => sum_of(3, &one[..3], &w[..9], &other[..3]),
        4 => sum_of(4, &one[..4], &w[..16], &other[..4]),
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
