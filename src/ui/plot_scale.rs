//! Lines of the plots thinned to what can be seen, and where their axes are marked.

use egui_plot::GridMark;

use super::plots::Point;

/// Lines with more points than this are drawn with a part of them.
const DRAWN: usize = 600;
/// Height of a plot for each line of a power of ten (points).
const DECADE: f32 = 32.0;
/// One in so many values is so small that it may lie below the plot.
const FEW: usize = 12;
/// Powers of ten that a plot spans at least.
const FEWEST: f64 = 3.0;
/// Width of a time in words with what parts it from the next (points), and times on an axis at most.
const TIME: f32 = 38.0;
const MOST_TIMES: f64 = 8.0;

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

/// Powers of ten to draw lines at in a plot so high (points): round the values but for the few least ones, at least over `usual`, few enough to
/// read. Of those who race the differences are looked at, and there are no more than round the values. The first steps of a run err by next to
/// nothing, and would press all that is looked at against the top.
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

/// Round times to draw lines at, on an axis so many points wide: as far apart as their words need.
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

/// The marks of an axis at these values.
pub(super) fn marks(values: Vec<f64>) -> Vec<GridMark> {
    let mark = |value| GridMark {
        value,
        // Labels fade with small steps; these are chosen to be read.
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

    /// Of a race the decades in which there is something to see, whatever the first steps began with; of one run the usual ones at least.
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
