//! The table of before and after.

use std::fmt::Write as _;

use super::{find, per};
use crate::bench::{Row, Shape};
use crate::cli::bench::before::PreviousRow;

/// Method name of the library's rows.
const LIBRARY: &str = "faer-sparse";

/// Rows for all shapes and sizes that both builds measured; empty without another build.
pub(super) fn table(rows: &[Row], earlier: &[PreviousRow]) -> String {
    if earlier.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "\n## Before and after\n\n\
         Another build, run shape by shape in turns with this one. What a machine does besides shows in the library's times, which\n\
         should be the same.\n\n\
         | shape | n | before, ns per n | now, ns per n | now / before | library, before and now | times faster, before and now |\n\
         |---|---|---|---|---|---|---|\n",
    );
    let then = |now: &Row, method: &str| {
        let mut all = earlier.iter();
        all.find(|row| row.shape == now.shape && row.n == now.n && row.method == method)
    };
    for now in rows
        .iter()
        .filter(|row| row.method == "sparse" && row.threads == 1)
    {
        let Some(before) = then(now, "sparse") else {
            continue;
        };
        let _ = write!(
            text,
            "| {} | {} | {:.1} | {:.1} | {:.2} |",
            now.shape,
            now.n,
            per(before.total_ns, now.n),
            per(now.total_ns, now.n),
            now.total_ns as f64 / before.total_ns as f64
        );
        let shape = Shape::ALL.into_iter().find(|shape| shape.id() == now.shape);
        let library = shape
            .and_then(|shape| find(rows, shape, now.n, LIBRARY))
            .zip(then(now, LIBRARY));
        let _ = match library {
            Some((library, library_before)) => writeln!(
                text,
                " {:.1}, {:.1} | {:.2}, {:.2} |",
                per(library_before.total_ns, now.n),
                per(library.total_ns, now.n),
                library_before.total_ns as f64 / before.total_ns as f64,
                library.total_ns as f64 / now.total_ns as f64
            ),
            None => writeln!(text, " – | – |"),
        };
    }
    text
}
