//! Orientation of photographs: cameras store the pixels in sensor order, along with the rotation or reflection needed for display
//! (Exif 2.32, tag 0x0112).

use super::Image;

/// The orientation of a file's pixels: one of the eight values of Exif, with 1 for upright.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Orientation(u8);

impl Orientation {
    /// Pixels in display order.
    pub const UPRIGHT: Orientation = Orientation(1);

    /// Reads the orientation from a file's Exif block, which begins with the byte order mark; upright where it cannot be read.
    pub fn of_exif(exif: &[u8]) -> Orientation {
        orientation(exif)
            .filter(|it| (1..=8).contains(it))
            .map_or(Self::UPRIGHT, |it| Orientation(it as u8))
    }

    /// Whether rows and columns are exchanged.
    fn is_across(self) -> bool {
        self.0 >= 5
    }

    /// Width and height as displayed.
    pub fn seen([width, height]: [u32; 2], way: Orientation) -> [u32; 2] {
        if way.is_across() {
            [height, width]
        } else {
            [width, height]
        }
    }

    /// The picture in display order.
    pub fn upright(self, image: Image) -> Image {
        if self == Self::UPRIGHT {
            return image;
        }
        let [width, height] = Self::seen([image.width, image.height], self);
        let (right, bottom) = (image.width - 1, image.height - 1);
        let mut rgba = Vec::with_capacity(image.rgba.len());
        for y in 0..height {
            for x in 0..width {
                // Position of the pixel in the file.
                let (column, row) = match self.0 {
                    2 => (right - x, y),
                    3 => (right - x, bottom - y),
                    4 => (x, bottom - y),
                    5 => (y, x),
                    6 => (y, bottom - x),
                    7 => (right - y, bottom - x),
                    _ => (right - y, x),
                };
                let at = 4 * (row as usize * image.width as usize + column as usize);
                rgba.extend_from_slice(&image.rgba[at..at + 4]);
            }
        }
        Image { width, height, rgba }
    }
}

/// The value of the tag in the first directory.
fn orientation(exif: &[u8]) -> Option<u16> {
    let little = match exif.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let bytes: [u8; 2] = exif.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if little {
            u16::from_le_bytes(bytes)
        } else {
            u16::from_be_bytes(bytes)
        })
    };
    let bytes: [u8; 4] = exif.get(4..8)?.try_into().ok()?;
    let directory = if little {
        u32::from_le_bytes(bytes)
    } else {
        u32::from_be_bytes(bytes)
    } as usize;
    let entries = usize::from(short(directory)?);
    // Each entry has twelve bytes: tag, type, count and value.
    (0..entries)
        .map_while(|k| directory.checked_add(2 + 12 * k))
        .find(|at| short(*at) == Some(0x0112))
        .and_then(|at| short(at + 8))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// An Exif block with one entry before the tag.
    pub fn exif(way: u16, little: bool) -> Vec<u8> {
        let short = |it: u16| {
            if little {
                it.to_le_bytes()
            } else {
                it.to_be_bytes()
            }
        };
        let mut block = if little {
            b"II*\0\x08\0\0\0".to_vec()
        } else {
            b"MM\0*\0\0\0\x08".to_vec()
        };
        block.extend(short(2));
        for (tag, value) in [(0x010F, 7), (0x0112, way)] {
            block.extend([short(tag), short(3)].concat());
            block.extend(if little { [1, 0, 0, 0] } else { [0, 0, 0, 1] });
            block.extend([short(value), [0, 0]].concat());
        }
        block
    }

    #[test]
    fn the_tag_is_read_in_either_order_of_bytes_and_never_beyond_the_end() {
        for way in 1..=8 {
            for little in [true, false] {
                assert_eq!(Orientation::of_exif(&exif(way, little)), Orientation(way as u8));
            }
        }
        assert_eq!(Orientation::of_exif(&exif(9, true)), Orientation::UPRIGHT);
        assert_eq!(Orientation::of_exif(&exif(0, true)), Orientation::UPRIGHT);
        let whole = exif(6, true);
        for cut in 0..whole.len() {
            let _ = Orientation::of_exif(&whole[..cut]);
        }
        assert_eq!(
            Orientation::of_exif(b"II*\0\xFF\xFF\xFF\xFF"),
            Orientation::UPRIGHT
        );
    }

    /// A picture of 3 by 2 pixels with distinct values: in each orientation it turns upright to the same picture.
    #[test]
    fn every_way_of_lying_is_turned_upright() {
        let image = |width: u32, names: &[u8]| Image {
            width,
            height: names.len() as u32 / width,
            rgba: names.iter().flat_map(|it| [*it; 4]).collect(),
        };
        let upright = image(3, b"abcdef");
        let lying: [(u32, &[u8]); 8] = [
            (3, b"abcdef"),
            (3, b"cbafed"),
            (3, b"fedcba"),
            (3, b"defabc"),
            (2, b"adbecf"),
            (2, b"cfbead"),
            (2, b"fcebda"),
            (2, b"daebfc"),
        ];
        for (k, (width, names)) in lying.into_iter().enumerate() {
            let way = Orientation(k as u8 + 1);
            assert_eq!(way.upright(image(width, names)).rgba, upright.rgba, "{way:?}");
        }
    }
}
