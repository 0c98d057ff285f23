//! Reading and writing where a plan says. The walks of the solver look up a few numbers here and a few there, at places
//! laid down per topology: checking each anew takes as long as the arithmetic. So whoever makes a plan knows how long the
//! arrays have to be for all of its places, and that is checked once, before the plan is walked.

#![allow(unsafe_code, reason = "places are checked all at once, see above")]

/// N of these, from here on.
///
/// # Safety
/// They are there: `at + N <= all.len()`.
#[inline(always)]
pub unsafe fn array_at_unchecked<T, const N: usize>(all: &[T], at: u32) -> &[T; N] {
    debug_assert!(at as usize + N <= all.len());
    // SAFETY: as the caller says.
    unsafe { &*all.as_ptr().add(at as usize).cast() }
}

/// The same to be changed.
///
/// # Safety
/// They are there: `at + N <= all.len()`.
#[inline(always)]
pub unsafe fn array_at_unchecked_mut<T, const N: usize>(all: &mut [T], at: u32) -> &mut [T; N] {
    debug_assert!(at as usize + N <= all.len());
    // SAFETY: as the caller says.
    unsafe { &mut *all.as_mut_ptr().add(at as usize).cast() }
}

/// How long arrays have to be for all places of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequiredLengths {
    /// Numbers of J.
    pub jacobian: usize,
    /// Numbers of M or W.
    pub mass: usize,
    /// Scalar rows.
    pub rows: usize,
    /// Coordinates of all bodies.
    pub coordinates: usize,
    /// Of a factor.
    pub blocks: usize,
}

impl RequiredLengths {
    /// Makes room for so many numbers from a place on.
    pub fn add(need: &mut usize, at: u32, len: usize) {
        *need = (*need).max(at as usize + len);
    }
}
