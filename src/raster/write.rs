//! Encoding of PNG files.

use png::EncodingError;

use super::Image;

/// Encodes an image as a PNG file.
///
/// # Errors
/// When the number of pixel bytes does not match the size of the image.
pub fn encode(image: &Image) -> Result<Vec<u8>, EncodingError> {
    written(
        image,
        png::ColorType::Rgba,
        png::AdaptiveFilterType::NonAdaptive,
        &image.rgba,
    )
}

/// The same with adaptive filters, which give shorter files for photographs; without an alpha channel where all pixels are opaque.
pub(super) fn encode_photograph(image: &Image) -> Result<Vec<u8>, EncodingError> {
    let adaptive = png::AdaptiveFilterType::Adaptive;
    if image.rgba.chunks_exact(4).any(|pixel| pixel[3] != u8::MAX) {
        return written(image, png::ColorType::Rgba, adaptive, &image.rgba);
    }
    let opaque: Vec<u8> = image
        .rgba
        .chunks_exact(4)
        .flat_map(|it| [it[0], it[1], it[2]])
        .collect();
    written(image, png::ColorType::Rgb, adaptive, &opaque)
}

fn written(
    image: &Image,
    color: png::ColorType,
    filter: png::AdaptiveFilterType,
    samples: &[u8],
) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width, image.height);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_adaptive_filter(filter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(samples)?;
    writer.finish()?;
    Ok(bytes)
}
