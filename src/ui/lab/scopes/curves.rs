//! Decimation of recorded signals for plotting: few points, and no peak lost.

use std::collections::VecDeque;
use std::ops::Range;

use crate::lab::scope::Recording;
use crate::render::theme::SERIES;

/// Number of columns to which a curve over time is decimated, each with its minimum and maximum.
const COLUMNS: usize = 500;
/// Maximum number of points of a curve against another signal.
const MOST_POINTS: usize = 4000;
/// Maximum number of newest values used for a spectrum, which is computed in each frame.
const MOST_VALUES: usize = 1 << 14;
/// Relative difference of step lengths that counts as rounding.
const SAME: f64 = 1e-3;

/// Whether the line of a signal is dashed: it shares its colour with another signal.
pub(super) fn is_dashed(index: usize) -> bool {
    index >= SERIES
}

/// The rows of a recording between two times (s).
pub(super) fn rows(recording: &Recording, from: f64, to: f64) -> Range<usize> {
    let time = recording.time();
    time.partition_point(|at| *at < from)..time.partition_point(|at| *at <= to)
}

/// A signal over time.
pub(super) fn over_time(recording: &Recording, text: &str, rows: Range<usize>) -> Vec<[f64; 2]> {
    let Some(values) = recording.values(text) else {
        return Vec::new();
    };
    let every = rows.len().div_ceil(COLUMNS).max(1);
    let mut points = Vec::with_capacity(2 * COLUMNS + 2);
    let mut column: Vec<[f64; 2]> = Vec::with_capacity(every);
    let mut pairs = recording.time().range(rows.clone()).zip(values.range(rows));
    loop {
        column.clear();
        column.extend(
            pairs
                .by_ref()
                .take(every)
                .map(|(time, value)| [*time, *value])
                .filter(|point| point[1].is_finite()),
        );
        let low = column.iter().min_by(|a, b| a[1].total_cmp(&b[1]));
        let high = column.iter().max_by(|a, b| a[1].total_cmp(&b[1]));
        match (low, high) {
            (Some(low), Some(high)) if low[0] < high[0] => points.extend([*low, *high]),
            (Some(low), Some(high)) if low[0] > high[0] => points.extend([*high, *low]),
            (Some(low), _) => points.push(*low),
            _ if pairs.len() == 0 => return points,
            _ => {}
        }
    }
}

/// A signal against another.
pub(super) fn against(recording: &Recording, text: &str, other: &str, rows: Range<usize>) -> Vec<[f64; 2]> {
    let (Some(x), Some(y)) = (recording.values(other), recording.values(text)) else {
        return Vec::new();
    };
    let every = rows.len().div_ceil(MOST_POINTS).max(1);
    let pairs = x.range(rows.clone()).zip(y.range(rows));
    let points = pairs.map(|(x, y)| [*x, *y]).step_by(every);
    points
        .filter(|point| point[0].is_finite() && point[1].is_finite())
        .collect()
}

/// The newest values of a signal, at most [`MOST_VALUES`], back to the first gap, and the time step (s); `None` where steps differ in
/// length.
pub(super) fn samples(recording: &Recording, text: &str, rows: Range<usize>) -> Option<(Vec<f64>, f64)> {
    let column: &VecDeque<f64> = recording.values(text)?;
    let most = rows.len().min(MOST_VALUES);
    let known = column
        .range(rows.clone())
        .rev()
        .take(most)
        .take_while(|it| it.is_finite());
    let rows = rows.end.saturating_sub(known.count())..rows.end;
    let time = recording.time();
    let (first, last) = (time.get(rows.start)?, time.get(rows.end.checked_sub(1)?)?);
    let dt = (last - first) / (rows.len().checked_sub(1)? as f64);
    let steps = time.range(rows.clone()).zip(time.range(rows.clone()).skip(1));
    let even = steps
        .map(|(a, b)| b - a)
        .all(|step| (step - dt).abs() <= SAME * dt);
    even.then(|| (column.range(rows).copied().collect(), dt))
}
