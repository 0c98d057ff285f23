//! Settings of the C library's malloc: software OpenGL allocates some megabytes per frame.
//!
//! By default malloc trims the top of the heap after each frame and grows it again in the next: two thousand page faults per frame, which
//! took two thirds of the window thread's time in a chain of 200 links.

/// Free memory at the top of the heap above which it is trimmed, amount by which the heap grows beyond a request, and size from which a
/// block is mapped separately (bytes).
const TRIM_THRESHOLD: i32 = 64 << 20;
const TOP_PAD: i32 = 4 << 20;
const MMAP_THRESHOLD: i32 = 32 << 20;

/// Lets malloc keep the memory freed by a frame. To be called before the window is opened.
pub fn keep_freed() {
    #[allow(unsafe_code, reason = "mallopt is a C function")]
    // SAFETY: mallopt takes two numbers and may be called at any time; numbers it does not know change nothing.
    unsafe {
        libc::mallopt(libc::M_TRIM_THRESHOLD, TRIM_THRESHOLD);
        libc::mallopt(libc::M_TOP_PAD, TOP_PAD);
        libc::mallopt(libc::M_MMAP_THRESHOLD, MMAP_THRESHOLD);
    }
}
