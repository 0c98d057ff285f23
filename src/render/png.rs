//! A picture as PNG, drawn without a window or a graphics card, in a font of our own.

use super::draw_list::DrawList;
use super::svg::{FONT_FAMILY, svg};
use glam::DVec2;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

/// The font that pictures and panels are set in.
pub const FONT: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans.ttf");

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The width or height is nothing or too much.
    #[error("a picture of {0} by {1} pixels cannot be made")]
    Size(f64, f64),
    /// The SVG reader refused what was drawn.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
}

/// The picture as the bytes of a PNG file, `size` points wide and high, `scale` pixels to a point.
pub fn png(list: &DrawList, size: DVec2, scale: f64) -> Result<Vec<u8>, PngError> {
    let pixels = (size * scale).round();
    let fits = |x: f64| x.is_finite() && (1.0..=16384.0).contains(&x);
    if !fits(pixels.x) || !fits(pixels.y) {
        return Err(PngError::Size(pixels.x, pixels.y));
    }
    let mut options = usvg::Options {
        font_family: FONT_FAMILY.to_string(),
        ..usvg::Options::default()
    };
    options.fontdb_mut().load_font_data(FONT.to_vec());
    let tree = usvg::Tree::from_str(&svg(list, size), &options)
        .map_err(|error| PngError::Drawing(error.to_string()))?;
    let mut pixmap =
        Pixmap::new(pixels.x as u32, pixels.y as u32).ok_or(PngError::Size(pixels.x, pixels.y))?;
    resvg::render(
        &tree,
        Transform::from_scale(scale as f32, scale as f32),
        &mut pixmap.as_mut(),
    );
    pixmap
        .encode_png()
        .map_err(|error| PngError::Drawing(error.to_string()))
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
        let picture = Pixmap::decode_png(&bytes).unwrap();
        assert_eq!((picture.width(), picture.height()), (200, 100));
        let red = picture.pixel(40, 50).unwrap();
        assert_eq!((red.red(), red.green(), red.blue()), (0xD2, 0x4B, 0x3E));
        let dark = |x: std::ops::Range<u32>| {
            x.flat_map(|x| (0..100).map(move |y| (x, y)))
                .filter(|&(x, y)| picture.pixel(x, y).unwrap().green() < 60)
                .map(|(_, y)| y)
                .collect::<Vec<u32>>()
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
