//! A picture as a PDF page for print: vector graphics, with text as glyph outlines, so that no font is embedded. It shows the same as the
//! PNG of the same list.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::DVec2;
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};
use tiny_skia::{Path, PathSegment, Point, Transform};
use ttf_parser::FaceParsingError;

use crate::raster::Image;

use super::draw_list::{Cap, Color, DrawList, Stroke};
use super::paths::{Painter, face, paint};

/// Compression level, 1 to 10.
const COMPRESSION: u8 = 6;

/// The picture as a PDF file with one page of `size` points.
///
/// # Errors
/// When the font in `assets` cannot be read.
pub fn pdf(list: &DrawList, size: DVec2) -> Result<Vec<u8>, FaceParsingError> {
    let (width, height) = (size.x as f32, size.y as f32);
    let mut page = Page {
        content: Content::new(),
        opacities: BTreeMap::new(),
        images: Vec::new(),
    };
    // From here on y points down, as in pictures.
    page.content.transform([1.0, 0.0, 0.0, -1.0, 0.0, height]);
    page.content.set_line_join(LineJoinStyle::RoundJoin);
    paint(list, &face()?, &mut page);
    let content = compress_to_vec_zlib(&page.content.finish(), COMPRESSION);

    let [catalog, pages, only, stream] = [1, 2, 3, 4].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([only]).count(1);
    let mut leaf = pdf.page(only);
    leaf.parent(pages);
    leaf.media_box(Rect::new(0.0, 0.0, width, height));
    leaf.contents(stream);
    let mut resources = leaf.resources();
    let mut states = resources.ext_g_states();
    for (opacity, name) in &page.opacities {
        let share = f32::from(*opacity) / 255.0;
        states
            .insert(Name(name.as_bytes()))
            .start::<pdf_writer::writers::ExtGraphicsState<'_>>()
            .stroking_alpha(share)
            .non_stroking_alpha(share);
    }
    states.finish();
    let mut objects = resources.x_objects();
    let refs = |k: usize| [0, 1].map(|part| Ref::new(5 + 2 * k as i32 + part));
    for k in 0..page.images.len() {
        objects.pair(Name(image_name(k).as_bytes()), refs(k)[0]);
    }
    objects.finish();
    resources.finish();
    leaf.finish();
    for (k, image) in page.images.iter().enumerate() {
        write_image(&mut pdf, refs(k), image);
    }
    pdf.stream(stream, &content).filter(Filter::FlateDecode);
    Ok(pdf.finish())
}

/// The content stream of a page, as it is written.
struct Page {
    content: Content,
    /// Names of the graphics states that set an opacity, by opacity.
    opacities: BTreeMap<u8, String>,
    /// The images used, in order.
    images: Vec<Arc<Image>>,
}

fn image_name(k: usize) -> String {
    format!("I{k}")
}

/// Writes an image as two objects: colours, and opacity as a mask.
fn write_image(pdf: &mut Pdf, [colors, mask]: [Ref; 2], image: &Image) {
    let (width, height) = (image.width as i32, image.height as i32);
    let pixels = || image.rgba.chunks_exact(4);
    let packed = |samples: Vec<u8>| compress_to_vec_zlib(&samples, COMPRESSION);
    let samples = packed(pixels().flat_map(|it| [it[0], it[1], it[2]]).collect());
    let mut object = pdf.image_xobject(colors, &samples);
    object.filter(Filter::FlateDecode);
    object.width(width).height(height);
    object.color_space().device_rgb();
    object.bits_per_component(8).s_mask(mask);
    object.finish();
    let samples = packed(pixels().map(|it| it[3]).collect());
    let mut object = pdf.image_xobject(mask, &samples);
    object.filter(Filter::FlateDecode);
    object.width(width).height(height).bits_per_component(8);
    object.color_space().device_gray();
}

impl Page {
    fn opacity(&mut self, color: Color) {
        let name = self.opacities.entry(color.a);
        let name = name.or_insert_with(|| format!("A{}", color.a));
        self.content.set_parameters(Name(name.as_bytes()));
    }

    fn draw(&mut self, path: &Path) {
        let mut at = Point::zero();
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.content.move_to(to.x, to.y);
                    at = to;
                }
                PathSegment::LineTo(to) => {
                    self.content.line_to(to.x, to.y);
                    at = to;
                }
                PathSegment::QuadTo(handle, to) => {
                    // Degree elevation to a cubic curve.
                    let towards = |end: f32, handle: f32| end + 2.0 / 3.0 * (handle - end);
                    let a = Point::from_xy(towards(at.x, handle.x), towards(at.y, handle.y));
                    let b = Point::from_xy(towards(to.x, handle.x), towards(to.y, handle.y));
                    self.content.cubic_to(a.x, a.y, b.x, b.y, to.x, to.y);
                    at = to;
                }
                PathSegment::CubicTo(a, b, to) => {
                    self.content.cubic_to(a.x, a.y, b.x, b.y, to.x, to.y);
                    at = to;
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }
}

impl Painter for Page {
    fn fill(&mut self, path: &Path, color: Color) {
        let [r, g, b] = shares(color);
        self.opacity(color);
        self.content.set_fill_rgb(r, g, b);
        self.draw(path);
        self.content.fill_nonzero();
    }

    fn line(&mut self, path: &Path, stroke: &Stroke) {
        let [r, g, b] = shares(stroke.color);
        self.opacity(stroke.color);
        self.content.set_stroke_rgb(r, g, b);
        self.content.set_line_width(stroke.width as f32);
        self.content.set_line_cap(match stroke.cap {
            Cap::Butt => LineCapStyle::ButtCap,
            Cap::Round => LineCapStyle::RoundCap,
        });
        // Invalid or zero-length dashes give a solid line.
        let dash = stroke.dash.filter(|lengths| {
            let whole: f64 = lengths.iter().sum();
            lengths.iter().all(|x| *x >= 0.0) && whole > 0.0 && whole.is_finite()
        });
        let lengths = dash.map(|lengths| lengths.map(|x| x as f32));
        self.content
            .set_dash_pattern(lengths.iter().flatten().copied(), 0.0);
        self.draw(path);
        self.content.stroke();
    }

    fn image(&mut self, image: &Arc<Image>, onto: Transform, opacity: f64) {
        // In PDF an image fills the unit square, its first row at the top.
        let (width, height) = (image.width as f32, image.height as f32);
        let it = onto.pre_concat(Transform::from_row(width, 0.0, 0.0, -height, 0.0, height));
        let name = image_name(self.images.len());
        self.images.push(Arc::clone(image));
        self.opacity(Color::BLACK.opacity(opacity));
        self.content.save_state();
        self.content.transform([it.sx, it.ky, it.kx, it.sy, it.tx, it.ty]);
        self.content.x_object(Name(name.as_bytes()));
        self.content.restore_state();
    }
}

/// Red, green and blue, 0 to 1.
fn shares(color: Color) -> [f32; 3] {
    [color.r, color.g, color.b].map(|part| f32::from(part) / 255.0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::render::draw_list::{Anchor, Paint};
    use glam::dvec2;
    use miniz_oxide::inflate::decompress_to_vec_zlib;

    /// The content stream of the only page.
    fn content(bytes: &[u8]) -> String {
        let find = |what: &[u8], from: usize| {
            let at = bytes[from..].windows(what.len()).position(|it| it == what);
            from + at.unwrap()
        };
        let start = find(b"stream\n", 0) + 7;
        let end = find(b"endstream", start);
        String::from_utf8(decompress_to_vec_zlib(&bytes[start..end]).unwrap()).unwrap()
    }

    #[test]
    fn a_page_has_the_size_the_shapes_and_their_colours() {
        let mut list = DrawList::new();
        let stroke = Stroke::new(3.0, Color::BLACK.opacity(0.5)).dashed(4.0, 2.0);
        list.line(dvec2(10.0, 20.0), dvec2(30.0, 40.0), stroke);
        list.polygon(
            vec![dvec2(0.0, 0.0), dvec2(8.0, 0.0), dvec2(0.0, 8.0)],
            Paint::fill(Color::hex(0xFF0000)),
        );
        list.text(dvec2(50.0, 25.0), Anchor::CENTER, "Mm", 20.0, Color::BLACK);
        list.circle(dvec2(f64::NAN, 0.0), 5.0, Paint::fill(Color::BLACK));
        let bytes = pdf(&list, dvec2(100.0, 50.0)).unwrap();
        assert!(bytes.starts_with(b"%PDF-1.7"));
        let plain = String::from_utf8_lossy(&bytes);
        assert!(plain.contains("/MediaBox [0 0 100 50]"), "{plain}");
        assert!(plain.contains("/A128") && plain.contains("/A255"), "{plain}");
        let drawn = content(&bytes);
        assert!(drawn.starts_with("1 0 0 -1 0 50 cm"), "{drawn}");
        assert!(
            drawn.contains("3 w\n0 J\n[4 2] 0 d\n10 20 m\n30 40 l\nS"),
            "{drawn}"
        );
        assert!(drawn.contains("1 0 0 rg\n0 0 m\n8 0 l\n0 8 l\nh\nf"), "{drawn}");
        // Straight and curved strokes of two letters.
        assert!(drawn.matches(" c\n").count() > 4 && drawn.matches(" l\n").count() > 20);
        assert!(!drawn.contains("NaN"), "{drawn}");
    }
}
