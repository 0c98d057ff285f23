//! SVG output of every shape.

use super::*;
use glam::dvec2;

#[test]
fn numbers_are_short_and_always_readable() {
    assert_eq!(number(1.0), "1");
    assert_eq!(number(-0.0001), "0");
    assert_eq!(number(2.5), "2.5");
    assert_eq!(number(100.0), "100");
    assert_eq!(number(f64::NAN), "0");
}

#[test]
fn every_shape_has_its_element() {
    let mut list = DrawList::new();
    let ink = Color::hex(0x2B2D33);
    list.circle(
        dvec2(1.0, 2.0),
        3.0,
        Paint::both(ink, Stroke::new(1.5, ink.opacity(0.5))),
    );
    list.polygon(vec![DVec2::ZERO, DVec2::X, DVec2::Y], Paint::fill(ink));
    list.line(DVec2::ZERO, DVec2::X, Stroke::new(1.0, ink).dashed(4.0, 2.0));
    list.trail(
        vec![DVec2::ZERO, DVec2::X, DVec2::Y],
        2.0,
        ink,
        Color::TRANSPARENT,
    );
    list.rect(DVec2::ONE, DVec2::ONE, 0.5, 0.2, Paint::fill(ink));
    list.arc(DVec2::ZERO, 5.0, 0.0, 4.0, Stroke::new(1.0, ink));
    list.text(DVec2::ONE, Anchor::CENTER, "a < b & \"c\"\u{1}", 14.0, ink);
    let text = svg(&list, dvec2(64.0, 48.0));
    for part in [
        "width=\"64\" height=\"48\"",
        "<circle cx=\"1\" cy=\"2\" r=\"3\" fill=\"#2b2d33\" stroke=\"#2b2d33\" stroke-opacity=\"0.502\"",
        "<polygon points=\"0,0 1,0 0,1\"",
        "stroke-dasharray=\"4 2\"",
        "<rect x=\"0\" y=\"0\" width=\"2\" height=\"2\" rx=\"0.2\" transform=\"rotate(28.648 1 1)\"",
        "A5 5 0 1 1 ",
        ">a &lt; b &amp; &quot;c&quot;</text>",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    assert_eq!(text.matches("<polyline").count(), 3);
}
