//! Outlines as DXF release 12 in ASCII, in millimetres, with one layer per part: a form that every laser cutter reads.
//! AutoCAD DXF Reference, groups 0, 2, 8, 10, 20, 40, 42, 66 and 70.

use std::fmt::Write;

use super::contour::{Contour, Cutout};

/// Millimetres per metre.
const MM: f64 = 1e3;

/// The file's text.
pub fn dxf(parts: &[Cutout]) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let mut group = |code: u32, value: &str| {
        let _ = writeln!(out, "{code}\n{value}");
    };
    group(999, "millimetres");
    for (code, value) in [
        (0, "SECTION"),
        (2, "HEADER"),
        (9, "$ACADVER"),
        (1, "AC1009"),
        (9, "$INSUNITS"),
        (70, "4"),
    ] {
        group(code, value);
    }
    group(0, "ENDSEC");
    group(0, "SECTION");
    group(2, "ENTITIES");
    for part in parts {
        let layer = layer(&part.name);
        for contour in &part.contours {
            match contour {
                Contour::Circle { center, radius } => {
                    group(0, "CIRCLE");
                    group(8, &layer);
                    group(10, &number(MM * center.x));
                    group(20, &number(MM * center.y));
                    group(30, "0");
                    group(40, &number(MM * radius));
                }
                Contour::Polyline(corners) => {
                    group(0, "POLYLINE");
                    group(8, &layer);
                    // Vertices follow; the polyline is closed.
                    group(66, "1");
                    group(70, "1");
                    for (p, bulge) in corners {
                        group(0, "VERTEX");
                        group(8, &layer);
                        group(10, &number(MM * p.x));
                        group(20, &number(MM * p.y));
                        group(30, "0");
                        if *bulge != 0.0 {
                            group(42, &number(*bulge));
                        }
                    }
                    group(0, "SEQEND");
                    group(8, &layer);
                }
            }
        }
    }
    group(0, "ENDSEC");
    group(0, "EOF");
    out
}

/// A layer name valid in release 12: capitals, digits, `-` and `_`, at most 31 characters.
fn layer(name: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_uppercase()
        } else {
            '_'
        }
    };
    name.chars().map(plain).take(31).collect()
}

/// A number, to the nanometre.
fn number(value: f64) -> String {
    format!("{value:.9}")
}
