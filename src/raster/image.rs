//! A decoded picture.

/// A decoded picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// Number of pixels in a row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Red, green, blue and opacity of each pixel, row by row from the top.
    pub rgba: Vec<u8>,
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image({} x {})", self.width, self.height)
    }
}
