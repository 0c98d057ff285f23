//! Decimation of plot lines to the visible resolution, and tick positions of the axes.

use egui_plot::GridMark;

use super::plots::Point;

/// Lines with more points than this are decimated.
const DRAWN: usize = 600;
/// Minimum distance between grid lines of powers of ten (points).
const DECADE: f32 = 32.0;
/// One in this many values is ignored as an outlier at the lower end, and may lie below the plot.
const FEW: usize = 12;
/// Minimum number of decades that a plot spans.
const FEWEST: f64 = 3.0;
/// Width of a time label with its margin (points), and maximum number of time labels on an axis.
const TIME: f32 = 38.0;
const MOST_TIMES: f64 = 8.0;

/// Points of a decimated line, as (time, log10 of the value): the largest value of each group, since peaks are what matters.
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

/// Exponents of the grid lines of a plot with this height (points): they span the values except for the smallest few, and are sparse enough
/// to be read. Without a race they span at least `usual`; in a race only the values, since their differences matter. The smallest values
/// are left out because the first steps of a run have next to no error and would squeeze the rest against the top.
pub(super) fn decades(
    values: impl Iterator<Item = f64>,
    (usual, racing): ((f64, f64), bool),
    height: f32,
) -> Vec<f64> {
    let mut sizes: Vec<f64> = values.map(f64::log10).collect();
    let few = sizes.len() / FEW;
    let (mut low, mut high) = usual;
    if !sizes.is_empty() {
        if racing {
            (low, high) = (f64::INFINITY, f64::NEG_INFINITY);
        }
        high = sizes.iter().fold(high, |high, size| high.max(size.ceil()));
        low = low.min(sizes.select_nth_unstable_by(few, f64::total_cmp).1.floor());
        low = low.min(high - FEWEST);
    }
    let most = f64::from((height / DECADE).floor().max(1.0));
    let step = ((high - low) / most).ceil().max(1.0);
    let first = (low / step).floor() as i64;
    let last = (high / step).ceil() as i64;
    (first..=last).map(|k| k as f64 * step).collect()
}

/// Round times for grid lines on an axis with this width (points), as far apart as their labels need.
pub(super) fn times(start: f64, end: f64, width: f32) -> Vec<f64> {
    let most = f64::from(width / TIME).clamp(1.0, MOST_TIMES);
    let step = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0]
        .into_iter()
        .find(|step| (end - start) / step <= most)
        .unwrap_or(50.0);
    let first = (start / step).ceil() as i64;
    let last = ((end / step).floor() as i64).min(first + 50);
    (first..=last).map(|k| k as f64 * step).collect()
}

/// Grid marks at these values.
pub(super) fn marks(values: Vec<f64>) -> Vec<GridMark> {
    let mark = |value| GridMark {
        value,
        // egui fades labels of small steps; these values were chosen to be labelled.
        step_size: 1e3,
    };
    values.into_iter().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::{decades, times};

    #[test]
    fn times_are_as_far_apart_as_their_words_need() {
        assert_eq!(
            times(0.0, 14.0, 400.0),
            [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0]
        );
        assert_eq!(times(0.0, 14.0, 130.0), [0.0, 5.0, 10.0]);
        assert_eq!(times(3.0, 63.0, 130.0), [20.0, 40.0, 60.0]);
        assert_eq!(times(0.0, 2.0, 400.0).len(), 5);
        for width in [50.0, 90.0, 200.0, 1000.0_f32] {
            for span in [2.0, 7.3, 14.0, 33.0, 50.0] {
                let marked = times(0.0, span, width);
                let apart = marked
                    .windows(2)
                    .map(|it| (it[1] - it[0]) / span * f64::from(width));
                let least = apart.fold(f64::INFINITY, f64::min);
                assert!(least >= f64::from(super::TIME), "{width} {span}: {marked:?}");
            }
        }
    }

    /// A race shows the decades of its values, whatever the first steps began with; a single run at least the usual decades.
    #[test]
    fn plots_of_a_race_span_what_they_show() {
        let values = || {
            (0..600).map(|k| {
                if k < 20 {
                    1e-15
                } else {
                    2e-6 + 1e-5 * f64::from(k % 7)
                }
            })
        };
        let of_race = decades(values(), ((-15.0, -6.0), true), 92.0);
        assert!(of_race[0] >= -8.0 && of_race.contains(&-6.0), "{of_race:?}");
        let of_run = decades(values(), ((-15.0, -6.0), false), 92.0);
        assert!(
            of_run[0] <= -15.0 && of_run[of_run.len() - 1] >= -4.0,
            "{of_run:?}"
        );
        assert!(of_run.len() < 6, "{of_run:?}");
    }
}
