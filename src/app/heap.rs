//! What malloc of the C library keeps: OpenGL drawn without a graphics card allocates some megabytes a frame.
//!
//! By itself malloc trims the top of the heap after each frame and grows it again in the next: two thousand page faults a frame, which took
//! two thirds of the window's own thread in a chain of 200 links.

/// Free memory at the top of the heap from which it is trimmed, by how much it grows beyond what is asked for, and the size from which a
/// block is mapped for itself (bytes).
const TRIM_THRESHOLD: i32 = 64 << 20;
const TOP_PAD: i32 = 4 << 20;
const MMAP_THRESHOLD: i32 = 32 << 20;

/// Lets malloc keep what a frame has freed. To be called before the window is opened.
pub fn keep_freed() {
    #[allow(unsafe_code)]
    // SAFETY: mallopt takes two numbers and may be called at any time; numbers it does not know change nothing.
    unsafe {
        libc::mallopt(libc::M_TRIM_THRESHOLD, TRIM_THRESHOLD);
        libc::mallopt(libc::M_TOP_PAD, TOP_PAD);
        libc::mallopt(libc::M_MMAP_THRESHOLD, MMAP_THRESHOLD);
    }
}
