//! How large pictures may be.

/// Endings of files that are read.
pub const ENDINGS: &[&str] = &["png", "jpg", "jpeg"];
/// Most pixels that are read: those of the cameras of telephones.
pub const MOST_PIXELS: usize = 50_000_000;
/// Bytes that reading a PNG may ask for besides its pixels: colour profiles are compressed, to any size.
pub const MOST_BESIDE: usize = 32 << 20;
/// Longest file that is read (bytes).
pub const MOST_FILE: usize = 64 << 20;
/// Most pixels of a side that a scene keeps: what graphics cards take at once.
pub const MOST_SIDE: u32 = 2048;
/// Most bytes that a scene keeps of a picture.
pub const LONGEST: usize = 4 << 20;
