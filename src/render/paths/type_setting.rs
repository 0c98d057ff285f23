//! Typesetting: a line of text as one path, from the outlines of its glyphs, with the font's own kerning.

use crate::render::draw_list::{Align, Anchor};
use crate::render::svg::{ASCENT, DESCENT};
use glam::{DVec2, dvec2};
use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The outline of `text` in `size` points with its anchor at `position`; `None` where nothing is visible.
pub(super) fn outline(
    face: &Face<'_>,
    position: DVec2,
    anchor: Anchor,
    text: &str,
    size: f64,
) -> Option<Path> {
    let scale = size / f64::from(face.units_per_em());
    let (glyphs, width) = set(face, text);
    let start = match anchor.x {
        Align::Start => 0.0,
        Align::Middle => 0.5 * width,
        Align::End => width,
    };
    let base = position.y + size * (ASCENT - (ASCENT + DESCENT) * anchor.y.share());
    let mut pen = Pen {
        path: PathBuilder::new(),
        origin: DVec2::ZERO,
        scale,
    };
    for (glyph, x) in glyphs {
        pen.origin = dvec2(position.x + (x - start) * scale, base);
        // A glyph without an outline, such as a space, draws nothing.
        let _ = face.outline_glyph(glyph, &mut pen);
    }
    pen.path.finish()
}

/// The glyphs of a line with their positions, and the line's width, in font units.
fn set(face: &Face<'_>, text: &str) -> (Vec<(GlyphId, f64)>, f64) {
    let (mut glyphs, mut x) = (Vec::new(), 0.0);
    let mut last = None;
    for c in text.chars().filter(|&c| !c.is_control() || c == '\t') {
        let c = if c == '\t' { ' ' } else { c };
        // Missing characters get the font's replacement glyph.
        let glyph = face.glyph_index(c).unwrap_or_default();
        x += last.map_or(0.0, |last| kerning(face, last, glyph));
        glyphs.push((glyph, x));
        x += face.glyph_hor_advance(glyph).map_or(0.0, f64::from);
        last = Some(glyph);
    }
    (glyphs, x)
}

fn kerning(face: &Face<'_>, left: GlyphId, right: GlyphId) -> f64 {
    let tables = face.tables().kern.iter().flat_map(|kern| kern.subtables);
    tables
        .filter(|table| table.horizontal && !table.variable)
        .find_map(|table| table.glyphs_kerning(left, right))
        .map_or(0.0, f64::from)
}

/// Writes glyph outlines to a path, converting from font units, y up, to points, y down.
struct Pen {
    path: PathBuilder,
    /// Start of the base line, in points.
    origin: DVec2,
    scale: f64,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        let p = self.origin + self.scale * dvec2(f64::from(x), -f64::from(y));
        (p.x as f32, p.y as f32)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::render::paths::FONT;

    fn across(anchor: Anchor, text: &str) -> [f64; 2] {
        let face = Face::parse(FONT, 0).unwrap();
        let path = outline(&face, dvec2(100.0, 50.0), anchor, text, 20.0).unwrap();
        [path.bounds().left(), path.bounds().right()].map(f64::from)
    }

    #[test]
    fn text_stands_where_its_anchor_says() {
        let [left, right] = across(Anchor::LEFT, "HxH");
        let bearing = left - 100.0;
        assert!((0.0..3.0).contains(&bearing), "{left}");
        let [middle_left, middle_right] = across(Anchor::CENTER, "HxH");
        assert!((middle_left + middle_right - 200.0).abs() < 0.1);
        let [_, end] = across(Anchor::RIGHT, "HxH");
        assert!((100.0 - end - bearing).abs() < 0.1, "{end}");
        assert!(((right - left) - (middle_right - middle_left)).abs() < 1e-3);
    }

    #[test]
    fn pairs_are_kerned() {
        let width = |text: &str| across(Anchor::LEFT, text)[1];
        let alone = |text: &str| {
            let face = Face::parse(FONT, 0).unwrap();
            set(&face, text).1
        };
        assert!(alone("AV") < alone("A") + alone("V") - 50.0);
        assert!(width("AV") < width("AVV"));
    }

    #[test]
    fn what_cannot_be_seen_is_left_out() {
        let face = Face::parse(FONT, 0).unwrap();
        assert!(outline(&face, DVec2::ZERO, Anchor::LEFT, " \u{7}", 12.0).is_none());
        assert_eq!(set(&face, "a\u{7}b").1, set(&face, "ab").1);
    }
}
