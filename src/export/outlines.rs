//! Outlines as SVG in true scale: a user unit is a millimetre.

use std::fmt::Write;

use super::contour::{Contour, Cutout, arc_of};
use crate::math::Vec2;

/// Millimetres per metre.
const MM: f64 = 1e3;
/// Margin around the sheet (mm).
const MARGIN: f64 = 2.0;

/// The file's text.
pub fn outlines(parts: &[Cutout]) -> String {
    let contours = || parts.iter().flat_map(|part| &part.contours);
    let high = contours()
        .map(Contour::bounds)
        .fold(Vec2::ZERO, |high, (_, b)| high.max(b));
    let size = MM * high + 2.0 * MARGIN;
    // y points up on the sheet, and down in the file.
    let place = |p: Vec2| Vec2::new(MM * p.x + MARGIN, size.y - MM * p.y - MARGIN);
    let (w, h) = (number(size.x), number(size.y));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}mm\" height=\"{h}mm\" viewBox=\"0 0 {w} {h}\" fill=\"none\" stroke=\"red\" stroke-width=\"0.1\">\n"
    );
    // Writing to a string cannot fail.
    for contour in contours() {
        let _ = match contour {
            Contour::Circle { center, radius } => {
                let at = place(*center);
                let (x, y, r) = (number(at.x), number(at.y), number(MM * radius));
                writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>")
            }
            Contour::Polyline(corners) => writeln!(out, "<path d=\"{}\"/>", path(corners, place)),
        };
    }
    out.push_str("</svg>\n");
    out
}

/// The attribute `d` of a closed path.
fn path(corners: &[(Vec2, f64)], place: impl Fn(Vec2) -> Vec2) -> String {
    let mut d = String::new();
    let point = |p: Vec2| {
        let p = place(p);
        format!("{} {}", number(p.x), number(p.y))
    };
    for k in 0..corners.len() {
        let ((a, bulge), (b, _)) = (corners[k], corners[(k + 1) % corners.len()]);
        if k == 0 {
            let _ = write!(d, "M{}", point(a));
        }
        let _ = match arc_of(a, b, bulge) {
            Some((_, radius, _, sweep)) => {
                let r = number(MM * radius);
                let large = u8::from(sweep.abs() > std::f64::consts::PI);
                let clockwise = u8::from(sweep < 0.0);
                write!(d, "A{r} {r} 0 {large} {clockwise} {}", point(b))
            }
            None => write!(d, "L{}", point(b)),
        };
    }
    d.push('Z');
    d
}

/// A number, to a tenth of a micrometre.
fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
