//! Two strips of columns, eaten side by side: a truss from both of its ends, a long loop, two of them.
//!
//! ```text
//! columns   k, k+2, k+4, ... of one strip and k+1, k+3, ... of the other
//! below     the next columns of the strip, as many as it is high
//! ```
//! What a column leaves of the next ones is all that waits for it, and never leaves the registers; the same is done to both
//! strips, in the two halves of registers of 512 bits. So their blocks lie side by side, too.

#![allow(unsafe_code, reason = "registers that not every processor has")]

#[cfg(target_arch = "x86_64")]
mod backward;
#[cfg(target_arch = "x86_64")]
mod factor;
#[cfg(target_arch = "x86_64")]
mod pivots;

use super::super::csr::Csr;
#[cfg(target_arch = "x86_64")]
use super::{block::Left, panels::Panel, panels::Panels};

/// Columns of both from which on it pays.
const LEAST: usize = 8;

/// Ranges of columns that are two strips, in turns, each with so many rows below at most. Given are the rows below each column,
/// ascending.
pub(super) fn strips(below: &Csr, most: usize) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut first = 0;
    while first + LEAST <= below.len() {
        let mut end = first;
        if are_apart(below, first, most) {
            end += 2;
            while end + 2 <= below.len() && go_on(below, end - 2, most) {
                end += 2;
            }
        }
        if end - first >= LEAST {
            found.push(first..end);
            first = end;
        } else {
            first += 1;
        }
    }
    found
}

/// Whether two neighbouring columns of the same height have nothing to do with each other.
fn are_apart(below: &Csr, column: usize, most: usize) -> bool {
    let [one, other] = [column, column + 1].map(|column| below.row(column as u32));
    (1..=most).contains(&one.len())
        && one.len() == other.len()
        && !one.contains(&(column as u32 + 1))
        && !meet(one, other)
}

/// Whether the two columns after these two go on with their strips.
fn go_on(below: &Csr, column: usize, most: usize) -> bool {
    let of = |k: usize| below.row((column + k) as u32);
    let follows = |k: usize| {
        let (now, next) = (of(k), of(k + 2));
        now[0] as usize == column + k + 2 && now.len() == next.len() && now[1..] == next[..next.len() - 1]
    };
    // What one strip still holds is nothing that the other one reads.
    follows(0)
        && follows(1)
        && are_apart(below, column + 2, most)
        && !meet(of(0), of(3))
        && !meet(of(1), of(2))
}

/// Factors columns of two strips, as [`super::factor::factor`] has it.
///
/// # Safety
/// The processor has registers of 512 bits; panels and targets lie within the numbers.
#[cfg(target_arch = "x86_64")]
pub(super) unsafe fn factor(
    panels: &Panels,
    diagonal: (&[[f64; 2]], f64),
    values: &mut [f64],
    x: &mut [f64],
    run: &[Panel],
) -> Left {
    // SAFETY: as the caller says.
    unsafe {
        match run[0].height {
            1 => factor::factor::<1>(panels, diagonal, values, x, run),
            2 => factor::factor::<2>(panels, diagonal, values, x, run),
            _ => factor::factor::<3>(panels, diagonal, values, x, run),
        }
    }
}

/// `x <- L^-T x` of columns of two strips.
///
/// # Safety
/// As above.
#[cfg(target_arch = "x86_64")]
pub(super) unsafe fn backward(panels: &Panels, values: &[f64], x: &mut [f64], run: &[Panel]) {
    // SAFETY: as the caller says.
    unsafe {
        match run[0].height {
            1 => backward::backward::<1>(panels, values, x, run),
            2 => backward::backward::<2>(panels, values, x, run),
            _ => backward::backward::<3>(panels, values, x, run),
        }
    }
}

fn meet(one: &[u32], other: &[u32]) -> bool {
    one.iter().any(|row| other.contains(row))
}

#[cfg(test)]
mod tests;
