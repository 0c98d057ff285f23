//! A picture as an SVG document.

use super::draw_list::{Align, Anchor, Cap, Color, DrawList, Paint, Picture, Shape, Stroke, trail_pieces};
use crate::raster::{ImageFile, base64};
use glam::DVec2;
use std::f64::consts::TAU;
use std::fmt::Write;

/// Name of the font of texts, the one in `assets`.
pub const FONT_FAMILY: &str = "DejaVu Sans";
/// Ascent of the font as a fraction of its size.
pub(super) const ASCENT: f64 = 0.928;
/// Descent of the font as a fraction of its size.
pub(super) const DESCENT: f64 = 0.236;

/// The picture as an SVG document of `size` points.
pub fn svg(list: &DrawList, size: DVec2) -> String {
    let (w, h) = (number(size.x), number(size.y));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n"
    );
    for shape in &list.shapes {
        write_shape(shape, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

/// A number with at most three decimals. Non-finite numbers become 0, so that one bad shape
/// does not make the whole document unreadable.
fn number(x: f64) -> String {
    if !x.is_finite() {
        return "0".to_string();
    }
    let text = format!("{x:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_string()
    } else {
        text.to_string()
    }
}

fn write_shape(shape: &Shape, out: &mut String) {
    match shape {
        Shape::Circle {
            center,
            radius,
            paint,
        } => element(
            out,
            &format!(
                "circle cx=\"{}\" cy=\"{}\" r=\"{}\"",
                number(center.x),
                number(center.y),
                number(radius.max(0.0))
            ),
            &paint_attributes(paint),
        ),
        Shape::Polygon { points, paint } => {
            element(
                out,
                &format!("polygon points=\"{}\"", coordinates(points)),
                &paint_attributes(paint),
            );
        }
        Shape::Line { ends, stroke } => write_line(ends, stroke, out),
        Shape::Polyline { points, stroke } => write_line(points, stroke, out),
        Shape::Trail {
            points,
            width,
            from,
            to,
        } => {
            // SVG has no gradient along a line.
            for (ends, stroke) in trail_pieces(points, *width, *from, *to) {
                write_line(ends, &stroke, out);
            }
        }
        Shape::Rect {
            center,
            half,
            angle,
            corner,
            paint,
        } => write_rect(*center, half.abs(), *angle, *corner, paint, out),
        Shape::Arc {
            center,
            radius,
            start,
            sweep,
            stroke,
        } => {
            write_arc(*center, *radius, *start, *sweep, stroke, out);
        }
        Shape::Image(picture) => write_image(picture, out),
        Shape::Nested(list) => list.shapes.iter().for_each(|it| write_shape(it, out)),
        Shape::Text {
            position,
            anchor,
            text,
            size,
            color,
        } => {
            write_text(*position, *anchor, text, *size, *color, out);
        }
    }
}

/// Attributes of a rectangle rotated about its centre; `more` is inserted before the rotation.
fn place_attributes(center: DVec2, half: DVec2, angle: f64, more: &str) -> String {
    let turn = if angle == 0.0 {
        String::new()
    } else {
        format!(
            " transform=\"rotate({} {} {})\"",
            number(angle.to_degrees()),
            number(center.x),
            number(center.y)
        )
    };
    format!(
        "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{more}{turn}",
        number(center.x - half.x),
        number(center.y - half.y),
        number(2.0 * half.x),
        number(2.0 * half.y)
    )
}

fn write_line(points: &[DVec2], stroke: &Stroke, out: &mut String) {
    element(
        out,
        &format!("polyline points=\"{}\"", coordinates(points)),
        &paint_attributes(&Paint::stroke(*stroke)),
    );
}

fn write_rect(center: DVec2, half: DVec2, angle: f64, corner: f64, paint: &Paint, out: &mut String) {
    let corner = format!(" rx=\"{}\"", number(corner.clamp(0.0, half.min_element())));
    element(
        out,
        &format!("rect {}", place_attributes(center, half, angle, &corner)),
        &paint_attributes(paint),
    );
}

/// Embeds the image file, unchanged unless it must be turned upright.
fn write_image(picture: &Picture, out: &mut String) {
    let bytes = picture.file.upright();
    let attributes = format!(
        " opacity=\"{}\" preserveAspectRatio=\"none\" href=\"data:{};base64,{}\"",
        number(picture.opacity),
        ImageFile::media_type(&bytes),
        base64::encode(&bytes)
    );
    element(
        out,
        &format!(
            "image {}",
            place_attributes(picture.center, picture.half, picture.angle, "")
        ),
        &attributes,
    );
}

fn element(out: &mut String, head: &str, attributes: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "<{head}{attributes}/>");
}

fn coordinates(points: &[DVec2]) -> String {
    let pairs: Vec<String> = points
        .iter()
        .map(|p| format!("{},{}", number(p.x), number(p.y)))
        .collect();
    pairs.join(" ")
}

/// `name="#rrggbb"`, and `name-opacity` where the colour is translucent.
fn color_attributes(name: &str, color: Color) -> String {
    let mut text = format!(" {name}=\"#{:02x}{:02x}{:02x}\"", color.r, color.g, color.b);
    if color.a < 255 {
        let _ = write!(text, " {name}-opacity=\"{}\"", number(f64::from(color.a) / 255.0));
    }
    text
}

fn paint_attributes(paint: &Paint) -> String {
    let mut text = match paint.fill {
        Some(color) => color_attributes("fill", color),
        None => " fill=\"none\"".to_string(),
    };
    if let Some(stroke) = &paint.stroke {
        text.push_str(&color_attributes("stroke", stroke.color));
        let _ = write!(
            text,
            " stroke-width=\"{}\" stroke-linejoin=\"round\"",
            number(stroke.width)
        );
        if stroke.cap == Cap::Round {
            text.push_str(" stroke-linecap=\"round\"");
        }
        if let Some([dash, gap]) = stroke.dash {
            let _ = write!(text, " stroke-dasharray=\"{} {}\"", number(dash), number(gap));
        }
    }
    text
}

fn write_arc(center: DVec2, radius: f64, start: f64, sweep: f64, stroke: &Stroke, out: &mut String) {
    let radius = radius.max(0.0);
    let sweep = sweep.clamp(-TAU, TAU);
    if sweep.abs() >= TAU - 1e-9 {
        let paint = Paint::stroke(*stroke);
        return write_shape(
            &Shape::Circle {
                center,
                radius,
                paint,
            },
            out,
        );
    }
    let at = |angle: f64| center + radius * DVec2::from_angle(angle);
    let (a, b) = (at(start), at(start + sweep));
    let large = u8::from(sweep.abs() > 0.5 * TAU);
    let clockwise = u8::from(sweep > 0.0);
    let r = number(radius);
    element(
        out,
        &format!(
            "path d=\"M{} {}A{r} {r} 0 {large} {clockwise} {} {}\"",
            number(a.x),
            number(a.y),
            number(b.x),
            number(b.y)
        ),
        &paint_attributes(&Paint::stroke(*stroke)),
    );
}

fn write_text(position: DVec2, anchor: Anchor, text: &str, size: f64, color: Color, out: &mut String) {
    let align = match anchor.x {
        Align::Start => "start",
        Align::Middle => "middle",
        Align::End => "end",
    };
    let base = position.y + size * (ASCENT - (ASCENT + DESCENT) * anchor.y.share());
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-family=\"{FONT_FAMILY}, sans-serif\" font-size=\"{}\" text-anchor=\"{align}\"{}>{}</text>",
        number(position.x),
        number(base),
        number(size),
        color_attributes("fill", color),
        escaped(text)
    );
}

/// Escapes text for XML; invalid characters are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() && c != '\t' => {}
            '\u{FFFE}' | '\u{FFFF}' => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
#[path = "svg_tests.rs"]
mod tests;
