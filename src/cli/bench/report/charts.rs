//! Charts of the measurements, with logarithmic axes.

use crate::bench::{Row, Shape};
use crate::render::plot::{Line, Plot, Scale};

/// The charts of the page, with their file names.
pub(super) fn of(rows: &[Row]) -> Vec<(&'static str, Plot)> {
    let curve = |shape: Shape, method: &str, name: String| {
        let points = rows
            .iter()
            .filter(|row| row.shape == shape.id() && row.method == method && row.threads == 1)
            .map(|row| [row.n as f64, row.total_ns as f64 * 1e-3])
            .collect();
        Line {
            name,
            points,
            marks: true,
            dashed: method.starts_with("faer"),
            ..Line::default()
        }
    };
    let chart = |title: &str, lines: Vec<Line>| Plot {
        title: title.to_owned(),
        axes: ["n".to_owned(), "microseconds".to_owned()],
        scales: [Scale::Decimal; 2],
        lines: lines.into_iter().filter(|line| !line.points.is_empty()).collect(),
        ..Plot::default()
    };
    let methods = |shape: Shape, names: &[&str]| {
        names
            .iter()
            .map(|name| curve(shape, name, (*name).to_owned()))
            .collect()
    };
    vec![
        (
            "performance-chain.svg",
            chart(
                "A chain, by method",
                methods(
                    Shape::Chain,
                    &["sparse", "dense", "cg", "faer-sparse", "faer-dense"],
                ),
            ),
        ),
        (
            "performance-shapes.svg",
            chart(
                "The sparse method, by shape",
                [
                    Shape::Chain,
                    Shape::Tree,
                    Shape::Star,
                    Shape::Truss,
                    Shape::Lattice,
                ]
                .into_iter()
                .map(|shape| curve(shape, "sparse", shape.id().to_owned()))
                .collect(),
            ),
        ),
        (
            "performance-lattice.svg",
            chart(
                "A lattice of particles",
                methods(Shape::Lattice, &["sparse", "faer-sparse", "cg"]),
            ),
        ),
    ]
}
