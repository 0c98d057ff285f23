//! A picture as stored in a scene: the bytes of a PNG or JPEG file, decoded on first use.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::limits::{LONGEST, MOST_FILE, MOST_SIDE};
use super::orientation::Orientation;
use super::read::{orientation, read, size};
use super::write::encode_photograph;
use super::{Image, ImageError};

/// Factor by which the sides are reduced until the file is short enough.
const SMALLER: f64 = 0.8;

/// The bytes of a picture file. Two files with the same bytes are equal.
pub struct ImageFile {
    bytes: Vec<u8>,
    size: [u32; 2],
    image: OnceLock<Result<Arc<Image>, ImageError>>,
}

impl PartialEq for ImageFile {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}
// `Eq` lets two handles (`Arc`) of one file compare equal without comparing its bytes.
impl Eq for ImageFile {}

impl std::fmt::Debug for ImageFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [width, height] = self.size;
        write!(f, "ImageFile({width} x {height}, {} bytes)", self.bytes.len())
    }
}

impl ImageFile {
    /// A file as found in a scene. Only its header is read.
    ///
    /// # Errors
    /// When it is no picture, or larger than a scene allows.
    pub fn kept(bytes: Vec<u8>) -> Result<Self, ImageError> {
        let [width, height] = size(&bytes)?;
        if bytes.len() > LONGEST || width.max(height) > MOST_SIDE {
            return Err(ImageError::Unreduced(width, height, bytes.len()));
        }
        Ok(Self {
            bytes,
            size: [width, height],
            image: OnceLock::new(),
        })
    }

    /// Any picture file; one that is larger than a scene allows is reduced. The whole file is decoded, which takes a while.
    ///
    /// # Errors
    /// When it cannot be decoded as a picture.
    pub fn taken_in(bytes: Vec<u8>) -> Result<Self, ImageError> {
        if bytes.len() > MOST_FILE {
            return Err(ImageError::Long);
        }
        let image = read(&bytes)?;
        let small = bytes.len() <= LONGEST && image.width.max(image.height) <= MOST_SIDE;
        // Other programs that read the file may ignore the orientation in its header.
        if !small || orientation(&bytes) != Orientation::UPRIGHT {
            return Self::of_image(image);
        }
        Ok(Self {
            bytes,
            size: [image.width, image.height],
            image: OnceLock::from(Ok(Arc::new(image))),
        })
    }

    /// Encodes an image as a file that is short enough.
    ///
    /// # Errors
    /// When the number of pixel bytes does not match the size of the image.
    pub fn of_image(image: Image) -> Result<Self, ImageError> {
        let mut image = image.reduced(MOST_SIDE);
        loop {
            let bytes =
                encode_photograph(&image).map_err(|error| ImageError::Unwritten(error.to_string()))?;
            if bytes.len() <= LONGEST {
                return Ok(Self {
                    bytes,
                    size: [image.width, image.height],
                    image: OnceLock::from(Ok(Arc::new(image))),
                });
            }
            let side = f64::from(image.width.max(image.height)) * SMALLER;
            image = image.reduced(side as u32);
        }
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Width and height (pixels).
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The file with its pixels in upright order, for programs that ignore the orientation.
    pub fn upright(&self) -> Cow<'_, [u8]> {
        let lying = orientation(&self.bytes) != Orientation::UPRIGHT;
        let image = self.image().ok().filter(|_| lying);
        let turned = image.and_then(|image| encode_photograph(image).ok());
        turned.map_or(Cow::Borrowed(&self.bytes), Cow::Owned)
    }

    /// Media type of a file: `image/png` or `image/jpeg`.
    pub fn media_type(bytes: &[u8]) -> &'static str {
        if bytes.starts_with(&[0xFF]) {
            "image/jpeg"
        } else {
            "image/png"
        }
    }

    /// The decoded image; the first call decodes it.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn image(&self) -> Result<&Arc<Image>, &ImageError> {
        let read = || read(&self.bytes).map(Arc::new);
        self.image.get_or_init(read).as_ref()
    }

    /// The decoded image, or the error, if it was decoded already.
    pub fn image_if_read(&self) -> Option<Result<&Arc<Image>, &ImageError>> {
        self.image.get().map(Result::as_ref)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Noise, which does not compress: random pixels.
    fn noise(width: u32, height: u32) -> Image {
        let mut seed = 1u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        };
        let pixels = width as usize * height as usize;
        let rgba = (0..pixels).flat_map(|_| [next(), next(), next(), 255]).collect();
        Image { width, height, rgba }
    }

    #[test]
    fn a_small_file_is_kept_byte_for_byte_and_a_large_one_is_made_smaller() {
        let small = super::super::encode(&noise(30, 20)).unwrap();
        let file = ImageFile::taken_in(small.clone()).unwrap();
        assert_eq!((file.bytes(), file.size()), (small.as_slice(), [30, 20]));
        assert_eq!(**file.image().unwrap(), noise(30, 20));

        let large = super::super::encode(&noise(2500, 1000)).unwrap();
        assert!(matches!(
            ImageFile::kept(large.clone()),
            Err(ImageError::Unreduced(2500, 1000, _))
        ));
        let file = ImageFile::taken_in(large).unwrap();
        let [width, height] = file.size();
        assert!(file.bytes().len() <= LONGEST && width <= MOST_SIDE);
        assert!((f64::from(width) / f64::from(height) - 2.5).abs() < 0.01);
        assert_eq!(
            ImageFile::kept(file.bytes().to_vec()).unwrap().size(),
            file.size()
        );
    }

    #[test]
    fn the_mean_of_pixels_counts_their_opacity() {
        let rgba = vec![200, 0, 0, 255, 0, 100, 0, 0, 0, 0, 60, 255, 9, 9, 9, 0];
        let image = Image {
            width: 2,
            height: 2,
            rgba,
        };
        assert_eq!(image.reduced(1).rgba, [100, 0, 30, 128]);
    }

    #[test]
    fn hostile_files_are_refused_before_they_ask_for_memory() {
        assert_eq!(ImageFile::kept(Vec::new()).unwrap_err(), ImageError::Unknown);
        assert_eq!(
            ImageFile::taken_in(b"GIF89a".to_vec()).unwrap_err(),
            ImageError::Unknown
        );
        let mut bytes = super::super::encode(&noise(4, 4)).unwrap();
        // A header with the size 65535 x 65535 and a correct checksum.
        bytes[16..24].copy_from_slice(&[0, 0, 255, 255, 0, 0, 255, 255]);
        let sum = check_sum(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&sum.to_be_bytes());
        assert_eq!(
            ImageFile::taken_in(bytes).unwrap_err(),
            ImageError::Size(65535, 65535)
        );
    }

    /// A JPEG of one grey block of 8 by 16 pixels with an Exif orientation.
    fn photograph(way: u8) -> Vec<u8> {
        let segment = |marker: u8, content: &[u8]| {
            let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
            [&[0xFF, marker], &length[..], content].concat()
        };
        let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
        exif.extend([way, 0, 0, 0, 0, 0, 0]);
        // One component, Huffman tables with one code each: zero differences, and end of block.
        let table = |class: u8| {
            let mut counts = [0; 16];
            counts[0] = 1;
            [&[class], &counts[..], &[0]].concat()
        };
        [
            vec![0xFF, 0xD8],
            segment(0xE1, &exif),
            segment(0xDB, &[&[0][..], &[1; 64]].concat()),
            segment(0xC0, &[8, 0, 16, 0, 8, 1, 1, 0x11, 0]),
            segment(0xC4, &table(0x00)),
            segment(0xC4, &table(0x10)),
            segment(0xDA, &[1, 1, 0, 0, 63, 0]),
            vec![0x0F, 0xFF, 0xD9],
        ]
        .concat()
    }

    #[test]
    fn a_photograph_that_lies_on_its_side_is_upright_wherever_it_goes() {
        for (way, size) in [(1, [8, 16]), (3, [8, 16]), (6, [16, 8])] {
            // As an external program may have put it into a scene.
            let kept = ImageFile::kept(photograph(way)).unwrap();
            assert_eq!(kept.size(), size, "{way}");
            let image = kept.image().unwrap();
            assert_eq!([image.width, image.height], size, "{way}");
            let taken = ImageFile::taken_in(photograph(way)).unwrap();
            assert_eq!(taken.size(), size, "{way}");
            for bytes in [kept.upright(), taken.upright(), Cow::Borrowed(taken.bytes())] {
                assert_eq!(orientation(&bytes), Orientation::UPRIGHT);
                let again = ImageFile::kept(bytes.to_vec()).unwrap();
                assert_eq!(again.image().unwrap().rgba, image.rgba, "{way}");
            }
            assert_eq!(kept.upright().starts_with(&[0xFF]), way == 1);
        }
    }

    /// CRC-32, as in PNG.
    fn check_sum(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
                sum >> 1 ^ (0xEDB8_8320 & (sum & 1).wrapping_neg())
            })
        })
    }

    #[test]
    fn damaged_files_give_a_sentence() {
        let whole = super::super::encode(&noise(16, 16)).unwrap();
        // Truncation after the pixel data is not detected.
        for cut in (8..whole.len() - 40).step_by(7) {
            let file = ImageFile::taken_in(whole[..cut].to_vec());
            assert!(matches!(file, Err(ImageError::Damaged(_))), "{cut}: {file:?}");
        }
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            // Some bytes are never read; none may cause a panic.
            let _ = ImageFile::taken_in(bytes);
        }
    }
}
