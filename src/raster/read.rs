//! Decoding of PNG and JPEG files. The size is known and checked before any memory is allocated.

use std::panic::{AssertUnwindSafe, catch_unwind};

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::limits::{MOST_BESIDE, MOST_FILE, MOST_PIXELS};
use super::orientation::Orientation;
use super::{Image, ImageError};

/// The file formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Png,
    Jpeg,
}

fn format(bytes: &[u8]) -> Result<Format, ImageError> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Ok(Format::Png)
    } else if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
        Ok(Format::Jpeg)
    } else {
        Err(ImageError::Unknown)
    }
}

fn damaged(error: impl std::fmt::Display) -> ImageError {
    ImageError::Damaged(error.to_string())
}

/// Runs a decoder and turns a panic in it into an error.
fn guarded<T>(work: impl FnOnce() -> Result<T, ImageError>) -> Result<T, ImageError> {
    let broken = |_| Err(damaged("its decoder broke down over it"));
    // The unfinished result is dropped.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(broken)
}

/// Displayed width and height (pixels), according to the file's header.
pub(super) fn size(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    let size = guarded(|| stored_size(bytes))?;
    Ok(Orientation::seen(size, orientation(bytes)))
}

/// Orientation of a file's pixels.
pub(super) fn orientation(bytes: &[u8]) -> Orientation {
    let way = guarded(|| {
        if format(bytes)? != Format::Jpeg {
            return Ok(Orientation::UPRIGHT);
        }
        let mut decoder = jpeg_decoder(bytes);
        decoder.decode_headers().map_err(damaged)?;
        let exif = decoder.exif();
        Ok(exif.map_or(Orientation::UPRIGHT, |it| Orientation::of_exif(it)))
    });
    way.unwrap_or(Orientation::UPRIGHT)
}

fn stored_size(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    let size = match format(bytes)? {
        Format::Png => {
            let reader = png_decoder(bytes).read_info().map_err(damaged)?;
            [reader.info().width, reader.info().height]
        }
        Format::Jpeg => {
            let mut decoder = jpeg_decoder(bytes);
            decoder.decode_headers().map_err(damaged)?;
            let info = decoder.info().ok_or_else(|| damaged("it has no size"))?;
            [u32::from(info.width), u32::from(info.height)]
        }
    };
    let pixels = size[0] as usize * size[1] as usize;
    if pixels == 0 || pixels > MOST_PIXELS {
        return Err(ImageError::Size(size[0], size[1]));
    }
    Ok(size)
}

/// Decodes a file in display order.
pub(super) fn read(bytes: &[u8]) -> Result<Image, ImageError> {
    if bytes.len() > MOST_FILE {
        return Err(ImageError::Long);
    }
    let [width, height] = guarded(|| stored_size(bytes))?;
    let rgba = guarded(|| match format(bytes)? {
        Format::Png => read_png(bytes),
        Format::Jpeg => jpeg_decoder(bytes).decode().map_err(damaged),
    })?;
    if rgba.len() != 4 * width as usize * height as usize {
        return Err(damaged("it has another number of pixels than it says"));
    }
    Ok(orientation(bytes).upright(Image { width, height, rgba }))
}

fn jpeg_decoder(bytes: &[u8]) -> JpegDecoder<ZCursor<&[u8]>> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGBA);
    JpegDecoder::new_with_options(ZCursor::new(bytes), options)
}

fn png_decoder(bytes: &[u8]) -> png::Decoder<&[u8]> {
    let limits = png::Limits { bytes: MOST_BESIDE };
    let mut decoder = png::Decoder::new_with_limits(bytes, limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    // Text chunks are unused, and can expand to any size.
    decoder.set_ignore_text_chunk(true);
    decoder
}

fn read_png(bytes: &[u8]) -> Result<Vec<u8>, ImageError> {
    let mut reader = png_decoder(bytes).read_info().map_err(damaged)?;
    let mut samples = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut samples).map_err(damaged)?;
    samples.truncate(info.buffer_size());
    let opaque = |grey: u8| [grey, grey, grey, u8::MAX];
    Ok(match info.color_type {
        png::ColorType::Rgba => samples,
        png::ColorType::Rgb => samples
            .chunks_exact(3)
            .flat_map(|it| [it[0], it[1], it[2], u8::MAX])
            .collect(),
        png::ColorType::Grayscale => samples.into_iter().flat_map(opaque).collect(),
        png::ColorType::GrayscaleAlpha => samples
            .chunks_exact(2)
            .flat_map(|it| [it[0], it[0], it[0], it[1]])
            .collect(),
        // The decoder expands palettes to colours.
        png::ColorType::Indexed => return Err(damaged("its palette cannot be read")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decoder_that_breaks_down_gives_a_sentence() {
        let (numbers, beyond) = (vec![0_u8; 3], std::hint::black_box(4));
        let broken = guarded(|| Ok(numbers[beyond]));
        assert!(
            matches!(&broken, Err(ImageError::Damaged(why)) if why.contains("broke down")),
            "{broken:?}"
        );
    }
}
