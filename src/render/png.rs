//! A picture as PNG, rendered in software without a window, with the program's own font. It shows the same as the SVG of the same
//! list; both draw shapes by the same rules.

use super::draw_list::{Cap, Color, DrawList, Stroke};
use super::paths::{Painter, face, paint};
use crate::raster::{Image, encode};
use glam::DVec2;
use std::sync::Arc;
use tiny_skia::{
    FillRule, FilterQuality, IntSize, LineCap, LineJoin, Path, Pixmap, PixmapPaint, StrokeDash, Transform,
};

/// Why a PNG cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The width or height is zero or too large.
    #[error("a picture of {0} by {1} pixels cannot be made")]
    Size(f64, f64),
    /// The font in `assets` cannot be read.
    #[error("the font of the picture cannot be read: {0}")]
    Font(#[from] ttf_parser::FaceParsingError),
    /// The pixels cannot be encoded as PNG.
    #[error("the picture cannot be written: {0}")]
    Encoding(#[from] png::EncodingError),
}

/// Renders the picture, `size` points wide and high, with `scale` pixels per point.
///
/// # Errors
/// When a side has no pixel or more than 16384, or the font cannot be read.
pub fn pixels(list: &DrawList, size: DVec2, scale: f64) -> Result<Image, PngError> {
    let pixels = (size * scale).round();
    let fits = |x: f64| x.is_finite() && (1.0..=16384.0).contains(&x);
    if !fits(pixels.x) || !fits(pixels.y) {
        return Err(PngError::Size(pixels.x, pixels.y));
    }
    let pixmap = Pixmap::new(pixels.x as u32, pixels.y as u32).ok_or(PngError::Size(pixels.x, pixels.y))?;
    let mut canvas = Canvas {
        pixmap,
        transform: Transform::from_scale(scale as f32, scale as f32),
    };
    paint(list, &face()?, &mut canvas);
    Ok(Image {
        width: canvas.pixmap.width(),
        height: canvas.pixmap.height(),
        rgba: canvas.pixmap.take_demultiplied(),
    })
}

/// Renders the picture as a PNG file, `size` points wide and high, with `scale` pixels per point.
///
/// # Errors
/// As [`pixels`].
pub fn png(list: &DrawList, size: DVec2, scale: f64) -> Result<Vec<u8>, PngError> {
    Ok(encode(&pixels(list, size, scale)?)?)
}

/// The drawing surface.
struct Canvas {
    pixmap: Pixmap,
    /// Maps points to pixels.
    transform: Transform,
}

impl Painter for Canvas {
    fn fill(&mut self, path: &Path, color: Color) {
        self.pixmap
            .fill_path(path, &ink(color), FillRule::Winding, self.transform, None);
    }

    fn line(&mut self, path: &Path, stroke: &Stroke) {
        let dash = stroke
            .dash
            .and_then(|lengths| StrokeDash::new(lengths.map(|x| x as f32).to_vec(), 0.0));
        let pen = tiny_skia::Stroke {
            width: stroke.width as f32,
            line_cap: match stroke.cap {
                Cap::Butt => LineCap::Butt,
                Cap::Round => LineCap::Round,
            },
            line_join: LineJoin::Round,
            dash,
            ..tiny_skia::Stroke::default()
        };
        self.pixmap
            .stroke_path(path, &ink(stroke.color), &pen, self.transform, None);
    }

    fn image(&mut self, image: &Arc<Image>, onto: Transform, opacity: f64) {
        let share = |part: u8, of: u8| ((u16::from(part) * u16::from(of) + 127) / 255) as u8;
        let premultiplied = image.rgba.chunks_exact(4).flat_map(|it| {
            let [r, g, b, a] = [it[0], it[1], it[2], it[3]];
            [share(r, a), share(g, a), share(b, a), a]
        });
        let size = IntSize::from_wh(image.width, image.height);
        let source = size.and_then(|size| Pixmap::from_vec(premultiplied.collect(), size));
        if let Some(source) = source {
            let paint = PixmapPaint {
                opacity: opacity as f32,
                quality: FilterQuality::Bilinear,
                ..PixmapPaint::default()
            };
            let onto = onto.post_concat(self.transform);
            self.pixmap.draw_pixmap(0, 0, source.as_ref(), &paint, onto, None);
        }
    }
}

fn ink(color: Color) -> tiny_skia::Paint<'static> {
    let mut ink = tiny_skia::Paint::default();
    ink.set_color_rgba8(color.r, color.g, color.b, color.a);
    ink
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::render::draw_list::{Anchor, Color, Paint};
    use glam::dvec2;

    #[test]
    fn shapes_and_words_leave_ink_where_they_are() {
        let mut list = DrawList::new();
        list.rect(
            dvec2(50.0, 25.0),
            dvec2(50.0, 25.0),
            0.0,
            0.0,
            Paint::fill(Color::WHITE),
        );
        list.circle(dvec2(20.0, 25.0), 10.0, Paint::fill(Color::hex(0xD24B3E)));
        list.text(dvec2(70.0, 25.0), Anchor::CENTER, "Mm", 20.0, Color::BLACK);
        let bytes = png(&list, dvec2(100.0, 50.0), 2.0).unwrap();
        let mut reader = png::Decoder::new(bytes.as_slice()).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (200, 100));
        let pixel = |x: usize, y: usize| &pixels[4 * (200 * y + x)..][..4];
        assert_eq!(pixel(40, 50), [0xD2, 0x4B, 0x3E, 0xFF]);
        let dark = |x: std::ops::Range<usize>| {
            x.flat_map(|x| (0..100).map(move |y| (x, y)))
                .filter(|&(x, y)| pixel(x, y)[1] < 60)
                .map(|(_, y)| y)
                .collect::<Vec<usize>>()
        };
        let rows = dark(100..190);
        assert!(rows.len() > 200, "the words left {} dark pixels", rows.len());
        let (top, bottom) = (rows.iter().min().unwrap(), rows.iter().max().unwrap());
        assert!(
            (30..50).contains(top) && (50..70).contains(bottom),
            "{top} {bottom}"
        );
    }

    #[test]
    fn impossible_sizes_are_refused() {
        for size in [dvec2(0.0, 5.0), dvec2(1e9, 5.0), dvec2(f64::NAN, 5.0)] {
            assert!(matches!(
                png(&DrawList::new(), size, 1.0),
                Err(PngError::Size(..))
            ));
        }
    }
}
