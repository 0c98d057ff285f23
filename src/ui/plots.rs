//! The history behind the plots: drift, solve time and other figures of the run so far, kept across changes of the method.

use std::ops::Range;

use crate::scene::Method;
use crate::sim::Quantity;
use crate::worker::Sample;

/// Maximum number of points; beyond it the older half is thinned.
const KEPT: usize = 4096;
/// Maximum number of marks of breaches; beyond it the oldest go.
const MARKS: usize = 100;
/// Times that differ by less are the same (s): copies with steps of another length accumulate them with other rounding.
const SAME: f64 = 1e-9;
/// Smallest |C| shown, about the rounding error (m, rad).
pub const LEAST_DRIFT: f64 = 1e-17;
/// Smallest energy error shown (J).
pub const LEAST_ENERGY: f64 = 1e-16;
/// Value at which zero iterations are drawn on the logarithmic scale.
pub const LEAST_ITERATIONS: f64 = 0.5;

/// The plotted quantities of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Largest |C| in metres or radians.
    pub drift: f64,
    /// Root mean square of C over the rows in metres (m).
    pub drift_rms: f64,
    /// Time of one solve (ns).
    pub solve_ns: f64,
    /// Time of a step (ns).
    pub step_ns: f64,
    /// Energy error, with its sign (J).
    pub energy_error: f64,
    /// Residual of the last solve.
    pub residual: f64,
    /// Iterations of the last solve.
    pub iterations: f64,
}

impl Figures {
    fn of(sample: &Sample) -> Self {
        Self {
            drift: sample.drift_m.max(sample.drift_rad),
            drift_rms: sample.drift_rms,
            solve_ns: sample.solve_ns as f64,
            step_ns: sample.step_ns as f64,
            energy_error: sample.energy_error,
            residual: sample.residual,
            iterations: sample.iterations as f64,
        }
    }

    /// The largest values since the sample before; of durations the last ones.
    fn worst(sample: &Sample) -> Self {
        let worst = &sample.worst;
        Self {
            drift: worst.drift.max_m.max(worst.drift.max_rad),
            drift_rms: worst.drift.rms_m,
            energy_error: worst.energy_error,
            residual: worst.residual,
            iterations: worst.iterations as f64,
            ..Self::of(sample)
        }
    }

    /// The larger of both values, quantity by quantity; the energy error by magnitude.
    fn larger(self, other: Self) -> Self {
        let energy_error = if other.energy_error.abs() > self.energy_error.abs() {
            other.energy_error
        } else {
            self.energy_error
        };
        Self {
            drift: self.drift.max(other.drift),
            drift_rms: self.drift_rms.max(other.drift_rms),
            solve_ns: self.solve_ns.max(other.solve_ns),
            step_ns: self.step_ns.max(other.step_ns),
            energy_error,
            residual: self.residual.max(other.residual),
            iterations: self.iterations.max(other.iterations),
        }
    }
}

/// One point of the plots. After thinning it stands for several samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Simulated time (s).
    pub time: f64,
    /// The method in use.
    pub method: Method,
    /// The largest value of each quantity over the samples.
    pub largest: Figures,
    /// The values of the sample at this time alone.
    pub sampled: Figures,
}

/// Drift and solve time over simulated time.
#[derive(Clone, Debug, Default)]
pub struct PlotHistory {
    points: Vec<Point>,
    /// The times at which the run left its limits, each with the quantity that did.
    breaches: Vec<(f64, Quantity)>,
}

impl PlotHistory {
    /// An empty history.
    pub fn new() -> PlotHistory {
        PlotHistory::default()
    }

    /// Adds a sample. When time goes back (a step back, a reset), later points and marks are dropped.
    pub fn push(&mut self, sample: &Sample) {
        self.mark_breach(sample);
        while self.points.last().is_some_and(|last| last.time >= sample.time) {
            self.points.pop();
        }
        let figures = Figures::of(sample);
        if !figures.drift.is_finite() || !figures.energy_error.is_finite() {
            return;
        }
        self.points.push(Point {
            time: sample.time,
            method: sample.method,
            largest: figures.larger(Figures::worst(sample)),
            sampled: figures,
        });
        if self.points.len() > KEPT {
            self.thin();
        }
    }

    /// Forgets everything; called when another machine is loaded.
    pub fn clear(&mut self) {
        self.points.clear();
        self.breaches.clear();
    }

    /// The times at which the run left its limits (s), each with the quantity that did. They remain when a change of settings ends the breach.
    pub fn breaches(&self) -> &[(f64, Quantity)] {
        &self.breaches
    }

    /// Marks the breach of a sample, unless it is marked already.
    fn mark_breach(&mut self, sample: &Sample) {
        if self.points.last().is_some_and(|last| sample.time < last.time) {
            self.breaches.retain(|(since, _)| *since < sample.time);
        }
        if let Some(breach) = sample.breach {
            let mark = (breach.since, breach.quantity);
            if !self.breaches.contains(&mark) {
                if self.breaches.len() == MARKS {
                    self.breaches.remove(0);
                }
                self.breaches.push(mark);
            }
        }
    }

    /// All points, in order of time.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The point at a time (s), if there is one. Values between points are unknown: there is no interpolation.
    pub fn at(&self, time: f64) -> Option<&Point> {
        let near = self.points.partition_point(|point| point.time < time - SAME);
        self.points.get(near).filter(|point| point.time <= time + SAME)
    }

    /// Ranges of [`PlotHistory::points`] computed by one method each.
    pub fn stretches(&self) -> Vec<(Method, Range<usize>)> {
        let mut stretches: Vec<(Method, Range<usize>)> = Vec::new();
        for (k, point) in self.points.iter().enumerate() {
            match stretches.last_mut() {
                Some((method, range)) if *method == point.method => range.end = k + 1,
                _ => stretches.push((point.method, k..k + 1)),
            }
        }
        stretches
    }

    /// Times at which the method changed, each with the new method.
    pub fn switches(&self) -> Vec<(f64, Method)> {
        let starts = self.stretches().into_iter().skip(1);
        starts
            .map(|(method, range)| (self.points[range.start].time, method))
            .collect()
    }

    /// Merges neighbouring points of the older half in pairs, never across a change of the method, keeping the larger values.
    fn thin(&mut self) {
        let newer = self.points.split_off(KEPT / 2);
        let mut older: Vec<Point> = Vec::with_capacity(KEPT / 4);
        let mut single = false;
        for point in self.points.drain(..) {
            match older.last_mut() {
                Some(last) if single && last.method == point.method => {
                    let largest = last.largest.larger(point.largest);
                    *last = Point { largest, ..point };
                    single = false;
                }
                _ => {
                    older.push(point);
                    single = true;
                }
            }
        }
        older.extend(newer);
        self.points = older;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Worst;

    fn sample(time: f64, drift: f64, method: Method) -> Sample {
        Sample {
            time,
            drift_m: drift,
            drift_rad: 0.0,
            drift_rms: 0.0,
            solve_ns: 1000,
            step_ns: 2000,
            energy: 0.0,
            energy_error: 0.0,
            residual: 0.0,
            iterations: 0,
            method,
            worst: Worst::default(),
            breach: None,
        }
    }

    #[test]
    fn a_switch_is_marked_and_keeps_the_history() {
        let mut history = PlotHistory::new();
        for k in 0..10 {
            let method = if k < 6 { Method::Sparse } else { Method::Dense };
            history.push(&sample(f64::from(k), 1e-9, method));
        }
        assert_eq!(history.points().len(), 10);
        assert_eq!(history.switches(), [(6.0, Method::Dense)]);
        assert_eq!(
            history.stretches(),
            [(Method::Sparse, 0..6), (Method::Dense, 6..10)]
        );
        assert_eq!(history.at(4.0 + 1e-12).map(|point| point.time), Some(4.0));
        assert_eq!(history.at(4.5), None, "nothing is known so far from any point");
        history.push(&sample(3.0, 1e-9, Method::Dense));
        assert_eq!(history.points().len(), 4, "what lay after a reset is gone");
    }

    /// The mark of a breach outlives its cure, but not a step back to before it.
    #[test]
    fn a_breach_stays_marked_after_its_cure() {
        let breach = |since: f64, quantity| crate::sim::Breach {
            since,
            item: None,
            quantity,
            value: 1.0,
            limit: 1e-3,
            built: 0.0,
            approximate_solve: false,
            heap: false,
        };
        let mut history = PlotHistory::new();
        for k in 0..10 {
            let breach = match k {
                3..6 => Some(breach(3.0, Quantity::Drift)),
                8.. => Some(breach(7.5, Quantity::Energy)),
                _ => None,
            };
            history.push(&Sample {
                breach,
                ..sample(f64::from(k), 1e-9, Method::Sparse)
            });
        }
        let both = [(3.0, Quantity::Drift), (7.5, Quantity::Energy)];
        assert_eq!(history.breaches(), both);
        history.push(&sample(9.0, 1e-9, Method::Sparse));
        assert_eq!(history.breaches(), both);
        history.push(&sample(5.0, 1e-9, Method::Sparse));
        assert_eq!(history.breaches(), &both[..1]);
        history.push(&sample(0.0, 1e-9, Method::Sparse));
        assert!(history.breaches().is_empty());
    }

    /// A point stands for samples at or before its time, however often it was merged.
    #[test]
    fn thinned_points_tell_of_the_time_before_them() {
        let mut history = PlotHistory::new();
        for k in 0..3 * KEPT {
            history.push(&sample(k as f64, k as f64, Method::Sparse));
        }
        let mut from = -1.0;
        for point in history.points() {
            assert_eq!(point.largest.drift, point.time);
            assert!(from < point.time);
            from = point.time;
        }
    }

    /// Equal runs that were sampled at different times and thinned differently show zero difference wherever both have points.
    #[test]
    fn equal_runs_differ_by_nothing() {
        let drift = |k: u32| f64::from(k * 7919 % 1000);
        let [mut one, mut other] = [PlotHistory::new(), PlotHistory::new()];
        for k in 0..20_000_u32 {
            let sample = sample(0.01 * f64::from(k), drift(k), Method::Sparse);
            if k % 4 == 0 {
                one.push(&sample);
            }
            if k % 3 == 0 {
                other.push(&sample);
            }
        }
        let both = other
            .points()
            .iter()
            .filter_map(|point| Some((point.sampled, one.at(point.time)?.sampled)));
        let differences: Vec<f64> = both.map(|(point, of_run)| point.drift - of_run.drift).collect();
        assert!(differences.len() > 200, "{}", differences.len());
        assert!(differences.iter().all(|difference| *difference == 0.0));
        assert_eq!(one.at(0.015), None, "between two samples");
    }

    #[test]
    fn thinning_bounds_it_and_keeps_peaks() {
        let mut history = PlotHistory::new();
        for k in 0..30_000 {
            let drift = if k == 777 { 1.0 } else { 1e-9 };
            history.push(&sample(f64::from(k), drift, Method::Sparse));
        }
        assert!(history.points().len() <= KEPT);
        assert!(history.points().iter().any(|point| point.largest.drift == 1.0));
        assert!(
            history
                .points()
                .windows(2)
                .all(|pair| pair[0].time < pair[1].time)
        );
        assert_eq!(history.points().last().map(|point| point.time), Some(29_999.0));
    }
}
