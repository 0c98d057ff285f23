//! Counter of the bytes that a program holds on its heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

static LIVE: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator with a counter. A program that uses [`live`] has to declare it as its global
/// allocator.
pub struct Counting;

// SAFETY: passes every call on to the system's allocator.
#[allow(unsafe_code, reason = "an allocator cannot be had without")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LIVE.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller fulfils the contract of the trait.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        LIVE.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LIVE.fetch_add(size, Ordering::Relaxed);
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Bytes held at present; 0 in a program without [`Counting`].
pub fn live() -> usize {
    LIVE.load(Ordering::Relaxed)
}

/// The result of `make`, and the bytes that it holds.
pub fn held<T>(make: impl FnOnce() -> T) -> (T, usize) {
    let before = live();
    let made = make();
    (made, live().saturating_sub(before))
}
