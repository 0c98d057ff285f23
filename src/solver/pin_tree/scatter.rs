//! An array shared by parallel sweeps that write to disjoint, non-contiguous elements.

use std::marker::PhantomData;
use std::ops::Range;

/// An array borrowed by sweeps that run in parallel; no sweep writes an element that another one reads or writes.
///
/// The plan guarantees this: each body and each row belongs to one joint, each joint to one piece, and elements that a piece reads
/// from outside were written before it began (see [`super::pieces`]).
pub(crate) struct Scatter<'a, T> {
    start: *mut T,
    len: usize,
    lent: PhantomData<&'a mut [T]>,
}

/// Output arrays of all sweeps.
pub(crate) struct Output<'a> {
    pub(crate) acceleration: Scatter<'a, f64>,
    pub(crate) lambda: Scatter<'a, f64>,
}

// SAFETY: `T: Send`, so elements may be written from any thread; the caller of `new` guarantees that accesses do not conflict.
#[allow(unsafe_code, reason = "pieces of a tree write to one array side by side")]
unsafe impl<T: Send> Sync for Scatter<'_, T> {}

#[allow(unsafe_code, reason = "as above")]
impl<'a, T: Copy> Scatter<'a, T> {
    /// # Safety
    /// While the value is in use, no thread may read or write an element that another thread writes, and parts borrowed at the same time
    /// must not overlap.
    pub(crate) unsafe fn new(items: &'a mut [T]) -> Self {
        Self {
            start: items.as_mut_ptr(),
            len: items.len(),
            lent: PhantomData,
        }
    }

    /// Returns the N items from index `at` on.
    ///
    /// # Panics
    /// If they extend beyond the end.
    #[inline(always)]
    pub(super) fn read<const N: usize>(&self, at: usize) -> [T; N] {
        assert!(at + N <= self.len, "beyond the end");
        // SAFETY: in bounds of the array borrowed for 'a, as just checked; an array of T has the alignment of T.
        unsafe { self.start.add(at).cast::<[T; N]>().read() }
    }

    /// Writes N items from index `at` on.
    ///
    /// # Panics
    /// If they extend beyond the end.
    #[inline(always)]
    pub(super) fn write<const N: usize>(&self, at: usize, items: [T; N]) {
        assert!(at + N <= self.len, "beyond the end");
        // SAFETY: as in `read`.
        unsafe { self.start.add(at).cast::<[T; N]>().write(items) }
    }

    /// Borrows a range of the array mutably.
    ///
    /// # Panics
    /// If the range is not within the array.
    #[allow(
        clippy::mut_from_ref,
        reason = "parts do not overlap, as was promised to `new`"
    )]
    pub(super) fn part(&self, range: Range<usize>) -> &'a mut [T] {
        assert!(
            range.start <= range.end && range.end <= self.len,
            "beyond the end"
        );
        // SAFETY: in bounds of the array borrowed for 'a; the caller of `new` guarantees that no overlapping part is in use.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(range.start), range.len()) }
    }
}
