//! An array in which several sweeps at once write what is not next to each other.

use std::marker::PhantomData;
use std::ops::Range;

/// An array lent to sweeps that run beside each other, none of which writes where another reads or writes.
///
/// What keeps them apart is the plan they follow: each body and each row belongs to one joint, each joint to one piece, and
/// what a piece reads of others was written before it began (see [`super::pieces`]).
pub(crate) struct Scatter<'a, T> {
    start: *mut T,
    len: usize,
    lent: PhantomData<&'a mut [T]>,
}

/// Where all sweeps write what they come to.
pub(crate) struct Output<'a> {
    pub(crate) acceleration: Scatter<'a, f64>,
    pub(crate) lambda: Scatter<'a, f64>,
}

// SAFETY: what is in it may be written from any thread; that no two meet is promised to `new`.
#[allow(unsafe_code, reason = "pieces of a tree write to one array side by side")]
unsafe impl<T: Send> Sync for Scatter<'_, T> {}

#[allow(unsafe_code, reason = "as above")]
impl<'a, T: Copy> Scatter<'a, T> {
    /// # Safety
    /// While it is in use, what one thread writes no other thread may read or write, and parts that are borrowed at the
    /// same time may not overlap.
    pub(crate) unsafe fn new(items: &'a mut [T]) -> Self {
        Self {
            start: items.as_mut_ptr(),
            len: items.len(),
            lent: PhantomData,
        }
    }

    /// The items from `at` on.
    #[inline(always)]
    pub(super) fn read<const N: usize>(&self, at: usize) -> [T; N] {
        assert!(at + N <= self.len, "beyond the end");
        // SAFETY: within the array that is lent for 'a, as was just seen; an array of items is aligned as they are.
        unsafe { self.start.add(at).cast::<[T; N]>().read() }
    }

    /// Writes them.
    #[inline(always)]
    pub(super) fn write<const N: usize>(&self, at: usize, items: [T; N]) {
        assert!(at + N <= self.len, "beyond the end");
        // SAFETY: as above.
        unsafe { self.start.add(at).cast::<[T; N]>().write(items) }
    }

    /// A part of them.
    #[allow(
        clippy::mut_from_ref,
        reason = "parts do not overlap, as was promised to `new`"
    )]
    pub(super) fn part(&self, range: Range<usize>) -> &'a mut [T] {
        assert!(
            range.start <= range.end && range.end <= self.len,
            "beyond the end"
        );
        // SAFETY: within the array that is lent for 'a, and nobody else has this part, as was promised to `new`.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(range.start), range.len()) }
    }
}
