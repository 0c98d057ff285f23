//! Unchecked reads and writes at the indices of a plan. The solver gathers a few numbers each from many places that are fixed per topology;
//! bounds checks would take as long as the arithmetic. Instead, a plan records the array lengths that all its indices require, and these
//! are checked once, before the plan is executed.

#![allow(unsafe_code, reason = "places are checked all at once, see above")]

/// Returns the N elements of `all` from `at` on.
///
/// # Safety
/// `at + N <= all.len()`.
#[inline(always)]
pub unsafe fn array_at_unchecked<T, const N: usize>(all: &[T], at: u32) -> &[T; N] {
    debug_assert!(at as usize + N <= all.len());
    // SAFETY: as the caller says.
    unsafe { &*all.as_ptr().add(at as usize).cast() }
}

/// Returns the N elements of `all` from `at` on, mutable.
///
/// # Safety
/// `at + N <= all.len()`.
#[inline(always)]
pub unsafe fn array_at_unchecked_mut<T, const N: usize>(all: &mut [T], at: u32) -> &mut [T; N] {
    debug_assert!(at as usize + N <= all.len());
    // SAFETY: as the caller says.
    unsafe { &mut *all.as_mut_ptr().add(at as usize).cast() }
}

/// Array lengths required by the indices of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequiredLengths {
    /// Length of J.
    pub jacobian: usize,
    /// Length of M or W.
    pub mass: usize,
    /// Number of scalar rows.
    pub rows: usize,
    /// Number of coordinates of all bodies.
    pub coordinates: usize,
    /// Number of blocks of a factor.
    pub blocks: usize,
}

impl RequiredLengths {
    /// Raises a required length to hold `len` elements from `at` on.
    pub fn add(need: &mut usize, at: u32, len: usize) {
        *need = (*need).max(at as usize + len);
    }
}
