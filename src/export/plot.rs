//! The numbers of a plot as CSV: a row a point, 17 significant digits, so that nothing is lost.

use std::fmt::Write;

use crate::render::plot::Plot;

/// The points of all lines, one line after the other, each with the name of its line.
pub fn plot_table(plot: &Plot) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let [x, y] = &plot.axes;
    let mut out = format!("line,{},{}\n", quoted(x), quoted(y));
    for line in &plot.lines {
        let name = quoted(&line.name);
        for [x, y] in &line.points {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{name},{x:.16e},{y:.16e}");
        }
    }
    out
}
