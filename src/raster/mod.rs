//! Raster images: reading and writing picture files.

pub mod base64;
mod error;
mod file;
mod image;
mod limits;
mod orientation;
mod read;
mod reduce;
mod write;

pub use self::error::ImageError;
pub use self::file::ImageFile;
pub use self::image::Image;
pub use self::limits::{ENDINGS, LONGEST, MOST_FILE, MOST_PIXELS, MOST_SIDE};
pub use self::write::encode;
