//! Plots of which both axes are logarithmic: the numbers plotted are powers of ten.

use std::f64::consts::LOG10_2;

use egui_plot::{GridInput, GridMark, Plot};

/// Marks and words of both axes; the words are of what is plotted, not of its logarithm.
pub fn both<'a>(
    plot: Plot<'a>,
    x: impl Fn(f64) -> String + Copy + 'a,
    y: impl Fn(f64) -> String + Copy + 'a,
) -> Plot<'a> {
    plot.x_grid_spacer(|input| decades(input, BESIDE))
        .y_grid_spacer(upwards)
        .x_axis_formatter(move |mark, _| x(10f64.powf(mark.value)))
        .y_axis_formatter(move |mark, _| y(10f64.powf(mark.value)))
        .y_axis_min_width(52.0)
        // Room for the numbers at both ends.
        .set_margin_fraction(egui::vec2(MARGIN, 0.05))
}

/// Marks and words of the vertical axis alone, as [`both`].
pub fn up<'a>(plot: Plot<'a>, y: impl Fn(f64) -> String + 'a) -> Plot<'a> {
    plot.y_grid_spacer(upwards)
        .y_axis_formatter(move |mark, _| y(10f64.powf(mark.value)))
}

/// Step of a mark at least, as a share of the axis: the plot leaves out the numbers of marks of smaller steps.
const STRENGTH: f64 = 1.0 / 3.0;

/// The same marks up an axis, all with their numbers however low the plot is.
fn upwards(input: GridInput) -> Vec<GridMark> {
    let least = STRENGTH * (input.bounds.1 - input.bounds.0);
    let mut marks = decades(input, EDGE);
    for mark in &mut marks {
        mark.step_size = mark.step_size.max(least);
    }
    marks
}

/// Share of an axis at either end without marks: of one upwards, and of one to the right, where half a number is wider than high.
const EDGE: f64 = 0.02;
const BESIDE: f64 = 0.07;
/// What is left free beside the points at either side, as a share of the plot.
const MARGIN: f32 = 0.1;
/// Powers of ten of an axis up to which twice and five times each are marked as well.
const FEW: f64 = 1.7;

/// Every power of ten, or every few of them.
fn decades(input: GridInput, edge: f64) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let step = ((high - low) / 8.0).ceil().max(1.0);
    let first = (low / step).floor() as i64;
    let count = (((high - low) / step).ceil() as i64 + 2).clamp(0, 40);
    let mark = |k: i64| GridMark {
        value: (first + k) as f64 * step,
        step_size: step,
    };
    // Words at an edge would stand over what is beside the plot.
    let inside = (low + edge * (high - low))..=(high - edge * (high - low));
    // Beside each power of ten, where there are few, twice and five times that.
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
