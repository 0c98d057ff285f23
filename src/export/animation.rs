//! A film of a machine as an animated GIF or as numbered PNG files.

use gif::{Encoder, Frame, Repeat};

use super::film::{AnimationError, Clip, Film, RATE, frames};
use crate::lab::Progress;
use crate::raster::encode;
use crate::render::png::PngError;

/// Speed of the palette quantiser, 1 (best colours) to 30 (fastest).
const COLOURS: i32 = 10;

/// Encodes a film as an endlessly repeated GIF; `progress` reports the progress and can cancel it.
///
/// # Errors
/// See [`AnimationError`].
pub fn gif(clip: &Clip, film: Film<'_>, progress: &Progress) -> Result<Vec<u8>, AnimationError> {
    let mut bytes = Vec::new();
    let size = (clip.view.size * clip.scale).round();
    let mut encoder = Encoder::new(&mut bytes, side(size.x), side(size.y), &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    frames(clip, film, progress, |mut image| {
        let (width, height) = (side(f64::from(image.width)), side(f64::from(image.height)));
        let mut frame = Frame::from_rgba_speed(width, height, &mut image.rgba, COLOURS);
        frame.delay = (100.0 / RATE) as u16;
        Ok(encoder.write_frame(&frame)?)
    })?;
    drop(encoder);
    Ok(bytes)
}

/// Passes each picture to `take` as the bytes of a PNG, numbered from 1; `progress` reports the progress and can cancel it.
///
/// # Errors
/// See [`AnimationError`]; [`AnimationError::Refused`] with the error of `take`.
pub fn numbered(
    clip: &Clip,
    film: Film<'_>,
    progress: &Progress,
    mut take: impl FnMut(usize, &[u8]) -> Result<(), String>,
) -> Result<(), AnimationError> {
    let mut number = 0;
    frames(clip, film, progress, |image| {
        number += 1;
        take(number, &encode(&image).map_err(PngError::from)?).map_err(AnimationError::Refused)
    })
}

/// A width or height limited to the range of GIF.
fn side(pixels: f64) -> u16 {
    pixels.clamp(1.0, f64::from(u16::MAX)) as u16
}
