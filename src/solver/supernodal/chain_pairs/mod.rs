//! Two independent chains of columns factored together, one in each half of a register: both ends of a truss or of a long loop.
//!
//! ```text
//! columns   k, k+2, k+4, ... of one chain and k+1, k+3, ... of the other
//! below     the next columns of the chain, as many as the height of a column
//! ```
//! The only results that wait for a column are its updates of the next ones, and these stay in registers. Both chains go through the
//! same operations, in the two halves of 512-bit registers, so their blocks lie side by side in memory, too.

#![allow(unsafe_code, reason = "registers that not every processor has")]

#[cfg(target_arch = "x86_64")]
mod backward;
pub(super) mod detect;
#[cfg(target_arch = "x86_64")]
mod factor;
#[cfg(target_arch = "x86_64")]
mod pivots;

#[cfg(target_arch = "x86_64")]
use super::{block::PivotMargin, panels::Panel, panels::Panels};

/// Factors columns of two chains, as [`super::factor::factor`] does.
///
/// # Safety
/// The processor has 512-bit registers; panels and targets lie within the values.
#[cfg(target_arch = "x86_64")]
pub(super) unsafe fn factor(
    panels: &Panels,
    diagonal: (&[[f64; 2]], f64),
    values: &mut [f64],
    x: &mut [f64],
    run: &[Panel],
) -> PivotMargin {
    // SAFETY: as the caller says.
    unsafe {
        match run[0].height {
            1 => factor::factor::<1>(panels, diagonal, values, x, run),
            2 => factor::factor::<2>(panels, diagonal, values, x, run),
            _ => factor::factor::<3>(panels, diagonal, values, x, run),
        }
    }
}

/// Back substitution, `x <- L^-T x`, for columns of two chains.
///
/// # Safety
/// As for the factorisation above.
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

#[cfg(test)]
mod tests;
