//! The heap of the C library, from which OpenGL drawn without a graphics card takes some megabytes a frame.
//!
//! By itself that heap gives the system back what is free at its end, and asks for it again in the next frame: two thousand page faults
//! a frame, which took two thirds of the window's own thread in a chain of 200 links.

/// Free memory at the end of the heap that is kept, what is asked for at once, and the size from which a block is mapped alone (bytes).
const KEPT: i32 = 64 << 20;
const AT_ONCE: i32 = 4 << 20;
const MAPPED: i32 = 32 << 20;

/// Lets the heap keep what a frame has freed. To be called before the window is opened.
pub fn keep_freed() {
    #[allow(unsafe_code)]
    // SAFETY: mallopt takes two numbers and may be called at any time; numbers it does not know change nothing.
    unsafe {
        libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
        libc::mallopt(libc::M_TOP_PAD, AT_ONCE);
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
    }
}
