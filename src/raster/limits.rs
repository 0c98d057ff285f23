//! Size limits of pictures.

/// Extensions of the files that are read.
pub const ENDINGS: &[&str] = &["png", "jpg", "jpeg"];
/// Maximum number of pixels that is read: that of phone cameras.
pub const MOST_PIXELS: usize = 50_000_000;
/// Memory limit of the PNG decoder besides the pixels (bytes): compressed colour profiles can expand to any size.
pub const MOST_BESIDE: usize = 32 << 20;
/// Maximum length of a file that is read (bytes).
pub const MOST_FILE: usize = 64 << 20;
/// Maximum side length that a scene stores (pixels): a size that all graphics cards accept as one texture.
pub const MOST_SIDE: u32 = 2048;
/// Maximum length of a picture file that a scene stores (bytes).
pub const LONGEST: usize = 4 << 20;
