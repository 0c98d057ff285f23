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

/// Of a line that leaves the view only what is in it is drawn, cut where it leaves.
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
