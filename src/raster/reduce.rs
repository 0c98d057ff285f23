//! Reduction of pictures by averaging.

use super::Image;

impl Image {
    /// The picture with at most `most_side` pixels per side; unchanged where it is no larger.
    pub fn reduced(self, most_side: u32) -> Image {
        let longest = self.width.max(self.height);
        if longest <= most_side {
            return self;
        }
        let share = |side: u32| {
            let wanted = u64::from(side) * u64::from(most_side) / u64::from(longest);
            u32::try_from(wanted).unwrap_or(most_side).max(1)
        };
        let (width, height) = (share(self.width), share(self.height));
        let mut rgba = Vec::with_capacity(4 * width as usize * height as usize);
        for y in 0..height {
            let rows = covered(y, height, self.height);
            for x in 0..width {
                let columns = covered(x, width, self.width);
                rgba.extend(self.mean(columns, rows.clone()));
            }
        }
        Image { width, height, rgba }
    }

    /// The mean colour of a rectangle, weighted by opacity.
    fn mean(&self, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>) -> [u8; 4] {
        let mut sums = [0u64; 3];
        let mut opacity = 0u64;
        let count = (columns.len() * rows.len()) as u64;
        for y in rows {
            let row = 4 * y * self.width as usize;
            for pixel in self.rgba[row + 4 * columns.start..row + 4 * columns.end].chunks_exact(4) {
                let weight = u64::from(pixel[3]);
                opacity += weight;
                for (sum, part) in sums.iter_mut().zip(pixel) {
                    *sum += weight * u64::from(*part);
                }
            }
        }
        let part = |sum: u64| u8::try_from((sum + opacity / 2) / opacity.max(1)).unwrap_or(u8::MAX);
        let mean = u8::try_from((opacity + count / 2) / count.max(1)).unwrap_or(u8::MAX);
        [part(sums[0]), part(sums[1]), part(sums[2]), mean]
    }
}

/// The range of pixels on a side of length `from` covered by pixel `at` on a side of length `to`; at least one pixel.
fn covered(at: u32, to: u32, from: u32) -> std::ops::Range<usize> {
    let place = |at: u32| (u64::from(at) * u64::from(from) / u64::from(to)) as usize;
    place(at)..place(at + 1).max(place(at) + 1)
}
