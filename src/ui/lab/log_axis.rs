//! Logarithmic plot axes: the plotted coordinates are base-10 logarithms.

use std::f64::consts::LOG10_2;

use egui_plot::{GridInput, GridMark, Plot};

/// Marks and labels of both axes; `x` and `y` format the values themselves, not their logarithms.
pub fn both<'a>(
    plot: Plot<'a>,
    x: impl Fn(f64) -> String + Copy + 'a,
    y: impl Fn(f64) -> String + Copy + 'a,
) -> Plot<'a> {
    plot.x_grid_spacer(|input| decades(input, BESIDE))
        .y_grid_spacer(vertical_marks)
        .x_axis_formatter(move |mark, _| x(10f64.powf(mark.value)))
        .y_axis_formatter(move |mark, _| y(10f64.powf(mark.value)))
        .y_axis_min_width(52.0)
        // Leaves room for the numbers at both ends.
        .set_margin_fraction(egui::vec2(MARGIN, 0.05))
}

/// Marks and labels of the vertical axis only, as in [`both`].
pub fn up<'a>(plot: Plot<'a>, y: impl Fn(f64) -> String + 'a) -> Plot<'a> {
    plot.y_grid_spacer(vertical_marks)
        .y_axis_formatter(move |mark, _| y(10f64.powf(mark.value)))
}

/// Minimum step size of marks, as a fraction of the axis: egui hides the numbers of marks with smaller steps.
const STRENGTH: f64 = 1.0 / 3.0;

/// Marks of the vertical axis, all with numbers however low the plot is.
fn vertical_marks(input: GridInput) -> Vec<GridMark> {
    let least = STRENGTH * (input.bounds.1 - input.bounds.0);
    let mut marks = decades(input, EDGE);
    for mark in &mut marks {
        mark.step_size = mark.step_size.max(least);
    }
    marks
}

/// Fraction of an axis left without marks at either end: of the vertical axis, and of the horizontal one, where numbers are wider.
const EDGE: f64 = 0.02;
const BESIDE: f64 = 0.07;
/// Margin beside the points at either side, as a fraction of the plot.
const MARGIN: f32 = 0.1;
/// Number of decades of an axis up to which 2 and 5 times each power of ten are marked as well.
const FEW: f64 = 1.7;

/// Marks at every power of ten, or every few.
fn decades(input: GridInput, edge: f64) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let step = ((high - low) / 8.0).ceil().max(1.0);
    let first = (low / step).floor() as i64;
    let count = (((high - low) / step).ceil() as i64 + 2).clamp(0, 40);
    let mark = |k: i64| GridMark {
        value: (first + k) as f64 * step,
        step_size: step,
    };
    // Numbers at the ends would cover what is beside the plot.
    let inside = (low + edge * (high - low))..=(high - edge * (high - low));
    // Where there are few decades, 2 and 5 times each power of ten as well.
    let parts: &[f64] = match high - low < FEW {
        true => &[0.0, LOG10_2, 1.0 - LOG10_2],
        false => &[0.0],
    };
    (0..count)
        .flat_map(|k| {
            let whole = mark(k);
            parts.iter().map(move |part| GridMark {
                value: whole.value + part,
                ..whole
            })
        })
        .filter(|mark| inside.contains(&mark.value))
        .collect()
}
