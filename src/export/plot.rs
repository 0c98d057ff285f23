//! The data of a diagram as CSV, with 17 significant digits, which preserve each number exactly.

use std::fmt::Write;

use crate::render::plot::{Diagram, Map, Plot, Stack};

/// One row per point of a plot, with the name of its line; per step or frequency of a scope; or per cell of a map.
pub fn diagram_table(diagram: &Diagram) -> String {
    match diagram {
        Diagram::Plot(plot) => of_plot(plot),
        Diagram::Stack(stack) => of_stack(stack),
        Diagram::Map(map) => of_map(map),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A number; empty where it is missing or not finite.
fn number(x: Option<f64>) -> String {
    x.filter(|x| x.is_finite())
        .map_or_else(String::new, |x| format!("{x:.16e}"))
}

/// The points of all lines, one line after another.
fn of_plot(plot: &Plot) -> String {
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

fn of_stack(stack: &Stack) -> String {
    let names: Vec<String> = stack.columns.iter().map(|it| quoted(&it.name)).collect();
    let mut out = names.join(",");
    out.push('\n');
    let rows = stack.columns.iter().map(|it| it.values.len()).max();
    for row in 0..rows.unwrap_or(0) {
        for (k, column) in stack.columns.iter().enumerate() {
            let comma = if k > 0 { "," } else { "" };
            let _ = write!(out, "{comma}{}", number(column.values.get(row).copied()));
        }
        out.push('\n');
    }
    out
}

/// Rows of horizontal coordinate, vertical coordinate, value.
fn of_map(map: &Map) -> String {
    let [x, y] = &map.axes;
    let mut out = format!("{},{},{}\n", quoted(x), quoted(y), quoted(&map.quantity));
    let [columns, rows] = &map.values;
    let places = rows.iter().flat_map(|y| columns.iter().map(move |x| (x, y)));
    for ((x, y), value) in places.zip(&map.cells) {
        let _ = writeln!(out, "{x:.16e},{y:.16e},{}", number(*value));
    }
    out
}
