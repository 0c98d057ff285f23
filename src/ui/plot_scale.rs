//! Lines of the plots thinned to what can be seen, and where their axes are marked.

use egui_plot::GridMark;

use super::plots::Point;

/// Lines with more points than this are drawn with a part of them.
const DRAWN: usize = 600;

/// The line of a stretch: of each group of points the largest, for peaks are what one looks for.
pub(super) fn curve(stretch: &[Point], value: impl Fn(&Point) -> Option<f64>) -> Vec<[f64; 2]> {
    let every = stretch.len().div_ceil(DRAWN).max(1);
    stretch
        .chunks(every)
        .filter_map(|group| {
            let peak = group.iter().filter_map(&value).fold(0.0, f64::max);
            (peak > 0.0).then(|| [group[0].time, peak.log10()])
        })
        .collect()
}

/// Powers of ten to draw lines at: round the values, at least over `least`, few enough to read.
pub(super) fn decades(values: impl Iterator<Item = f64>, least: (f64, f64)) -> Vec<f64> {
    let (low, high) = values.fold(least, |(low, high), value| {
        (low.min(value.log10().floor()), high.max(value.log10().ceil()))
    });
    let step = ((high - low) / 4.0).ceil().max(1.0);
    let first = (low / step).floor() as i64;
    let last = (high / step).ceil() as i64;
    (first..=last).map(|k| k as f64 * step).collect()
}

/// Round times to draw lines at.
pub(super) fn times(start: f64, end: f64) -> Vec<f64> {
    let step = [0.5, 1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|step| (end - start) / step <= 8.0)
        .unwrap_or(20.0);
    let first = (start / step).ceil() as i64;
    let last = ((end / step).floor() as i64).min(first + 50);
    (first..=last).map(|k| k as f64 * step).collect()
}

/// The marks of an axis at these values.
pub(super) fn marks(values: Vec<f64>) -> Vec<GridMark> {
    let mark = |value| GridMark {
        value,
        // Labels fade with small steps; these are chosen to be read.
        step_size: 1e3,
    };
    values.into_iter().map(mark).collect()
}
