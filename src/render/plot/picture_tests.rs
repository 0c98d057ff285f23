//! Plots as pictures.

use super::*;
use crate::render::draw_list::Shape;

#[test]
fn the_picture_has_a_line_and_a_name_for_each_series() {
    let line = |name: &str| Line {
        name: name.into(),
        points: vec![[1.0, 1.0], [2.0, f64::NAN], [3.0, 4.0]],
        marks: true,
        ..Line::default()
    };
    let plot = Plot {
        title: "Title".into(),
        axes: ["x".into(), "y".into()],
        scales: [Scale::Linear, Scale::Decimal],
        lines: vec![line("one"), line("two")],
        ..Plot::default()
    };
    let svg = plot.svg();
    for word in ["one", "two", "Title"] {
        assert!(svg.contains(word), "{word}");
    }
    assert!(!svg.contains("NaN"));
}

/// Only the visible part of a line is drawn, clipped where it leaves the view.
#[test]
fn what_is_out_of_view_is_not_drawn() {
    let line = Line {
        points: vec![[0.0, 0.0], [10.0, 10.0]],
        ..Line::default()
    };
    let plot = Plot {
        lines: vec![line],
        view: [Some([0.0, 10.0]), Some([0.0, 5.0])],
        ..Plot::default()
    };
    let (list, _) = plot.picture();
    let drawn = list.shapes.iter().find_map(|shape| match shape {
        Shape::Polyline { points, .. } => Some(points.clone()),
        _ => None,
    });
    let drawn = drawn.unwrap_or_default();
    let width = SIZE.x - MARGIN[0] - MARGIN[1];
    assert!((drawn[0].x - MARGIN[0]).abs() < 1e-9, "{drawn:?}");
    assert!(
        (drawn[1].x - MARGIN[0] - width / 2.0).abs() < 2.0,
        "half of it: {drawn:?}"
    );
    assert!((drawn[1].y - MARGIN[2]).abs() <= SLACK + 1e-9, "{drawn:?}");
}

/// The paper is as wide as the longest name requires; a longer name is truncated with an ellipsis.
#[test]
fn names_are_not_cut() {
    let of = |name: String| {
        let line = Line {
            name,
            points: vec![[0.0, 0.0], [1.0, 1.0]],
            ..Line::default()
        };
        let plot = Plot {
            lines: vec![line],
            ..Plot::default()
        };
        let (list, size) = plot.picture();
        let text = list.shapes.iter().rev().find_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text.to_string()),
            _ => None,
        });
        (text.unwrap_or_default(), size.x)
    };
    assert_eq!(of("one".into()), ("one".into(), SIZE.x));
    let name = "Sparse, Dormand-Prince 5(4), Projection";
    let (shown, width) = of(name.into());
    assert_eq!(shown, name);
    assert!(
        width - (SIZE.x - MARGIN[1]) > NAME + 6.5 * name.len() as f64,
        "{width}"
    );
    assert!(of("x".repeat(500)).0.ends_with("x…"));
}
