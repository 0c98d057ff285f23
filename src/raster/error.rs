//! Errors of reading and storing pictures.

use super::limits::{LONGEST, MOST_FILE, MOST_PIXELS, MOST_SIDE};

/// Why a picture cannot be read or stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// The bytes are neither PNG nor JPEG.
    #[error("this is no PNG or JPEG picture; save it as one of them in another program")]
    Unknown,
    /// The bytes begin like a picture but are damaged.
    #[error("the picture is damaged: {0}")]
    Damaged(String),
    /// Too many pixels, or none.
    #[error("the picture has {0} by {1} pixels; those of 1 to {most} million are read", most = MOST_PIXELS / 1_000_000)]
    Size(u32, u32),
    /// Too many bytes.
    #[error("the file has more than {most} MB; make the picture smaller in another program", most = MOST_FILE >> 20)]
    Long,
    /// Larger than a scene allows.
    #[error("the picture has {0} by {1} pixels and {2} bytes; a scene keeps at most {side} a side and {long} MB", side = MOST_SIDE, long = LONGEST >> 20)]
    Unreduced(u32, u32, usize),
    /// It could not be written as PNG.
    #[error("the picture cannot be written: {0}")]
    Unwritten(String),
}
