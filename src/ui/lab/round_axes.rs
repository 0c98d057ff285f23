//! Axis marks at round values, few enough to be readable in a plot of any size.

use egui::{TextStyle, Ui, Vec2};
use egui_plot::{GridMark, Plot};

use crate::ui::{format, style};

/// Minimum distance between marks, horizontally and vertically (points).
const APART: [f32; 2] = [70.0, 26.0];
/// Half the width of a typical number (points).
const EDGE: f32 = 14.0;
/// Minimum width of a vertical axis's numbers (points), and width of its label relative to the text height.
const NUMBERS: f32 = 36.0;
const WORDS: f32 = 1.4;
/// Nominal distance of marks (points): egui fades lines and numbers of close marks, and these were chosen to be readable.
const STRENGTH: f64 = 90.0;

/// Puts round marks with numbers on both axes of a plot of this width and height (points).
pub fn round(plot: Plot<'_>, size: Vec2) -> Plot<'_> {
    plot.x_grid_spacer(move |input| inside(marks(input.bounds, size.x, APART[0]), input.bounds, size.x))
        .y_grid_spacer(move |input| marks(input.bounds, size.y, APART[1]))
        .x_axis_formatter(|mark, _| format::exact(mark.value))
        .y_axis_formatter(|mark, _| format::exact(mark.value))
}

/// Width of a vertical axis with label and numbers (points), wide enough for each of these bounds in a plot of this height.
pub fn width_of_numbers(ui: &Ui, bounds: impl Iterator<Item = [f64; 2]>, height: f32) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    let marks = bounds.flat_map(|[low, high]| marks((low, high), height, APART[1]));
    let width = |mark: GridMark| style::text_width(ui, &format::exact(mark.value), font.clone());
    let numbers = marks.map(width).fold(NUMBERS, f32::max);
    numbers + WORDS * ui.text_style_height(&TextStyle::Body)
}

/// The marks whose numbers are not cut off at the right end of the axis.
fn inside(mut marks: Vec<GridMark>, (low, high): (f64, f64), points: f32) -> Vec<GridMark> {
    let end = high - (high - low) * f64::from(EDGE / points);
    marks.retain(|it| it.value <= end);
    marks
}

/// Multiples of the smallest step of 1, 2 or 5 times a power of ten whose marks are at least `apart` points apart.
fn marks((low, high): (f64, f64), points: f32, apart: f32) -> Vec<GridMark> {
    let (width, most) = (high - low, f64::from((points / apart).max(2.0)));
    if !(width > 0.0 && width.is_finite()) {
        return Vec::new();
    }
    let power = 10f64.powf((width / most).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|it| it * power);
    let step = steps.into_iter().find(|it| width / it <= most);
    let step = step.unwrap_or(10.0 * power);
    let mark = |k: i64| GridMark {
        value: k as f64 * step,
        step_size: width * STRENGTH / f64::from(points),
    };
    let first = (low / step).ceil() as i64;
    (first..=(high / step).floor() as i64)
        .take(40)
        .map(mark)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_few() {
        for (low, high, most) in [(0.0, 10.0, 8.0), (-8.2e-6, 4e-7, 2.3), (1e6, 1.3e6, 4.0_f32)] {
            let found = marks((low, high), 26.0 * most, 26.0);
            assert!((1..=most as usize + 1).contains(&found.len()), "{found:?}");
            for mark in &found {
                assert!((low..=high).contains(&mark.value));
                assert!(format::exact(mark.value).len() <= 8, "{}", mark.value);
            }
        }
    }

    #[test]
    fn no_number_is_cut_off_at_the_right_end() {
        let found = |high: f64| {
            let bounds = (0.0, high);
            inside(marks(bounds, 420.0, 70.0), bounds, 420.0)
        };
        assert_eq!(
            found(10.0).last().map(|it| it.value),
            Some(8.0),
            "10 is at the very end"
        );
        assert_eq!(found(10.5).last().map(|it| it.value), Some(10.0));
    }
}
