//! Open pairs: pairs of pieces that may touch within a stretch between events, and how far their open contact points are from closing.

use crate::sim::contact::{CollisionDetection, Feature, Key, Pair, Touch, fastest, touching};
use crate::sim::limits::tolerance;
use crate::sim::model::ContactRows;
use crate::sim::{Dynamics, Model, SimState};

use super::contacts::{POINTS, motion_at, motion_of};

/// A pair, as it is at the start of a stretch.
struct Open {
    pair: Pair,
    /// Distance (m).
    apart: f64,
    /// The features that are nearest to each other.
    nearest: [Option<[Feature; 2]>; POINTS],
    /// The smallest second derivative of a gap, at most 0 (m/s²).
    fall: f64,
}

/// The pairs of the current stretch.
#[derive(Default)]
pub struct OpenPairs {
    near: CollisionDetection,
    pairs: Vec<Open>,
    /// Distance up to which points are considered (m).
    margin: f64,
    /// By how much deeper each pair overlaps than at the start (m, negative).
    deeper: Vec<f64>,
    /// The smallest gap of each pair with its rate, and how far both pieces extend along its normal (m, m/s, m), at the start and at the end.
    least: [Vec<[f64; 3]>; 2],
}

impl OpenPairs {
    /// Finds the pairs that may touch within `h` seconds, by the accelerations of the last solve, which are those of the start.
    pub fn begin(&mut self, (model, dynamics): (&Model, &Dynamics), start: &SimState, h: f64) {
        self.pairs.clear();
        let Some(colliders) = model.contact() else { return };
        let speed = self.near.place((model, colliders), start);
        let gathers = fastest((model, colliders), &dynamics.solution.acceleration);
        self.margin = CollisionDetection::margin(speed, gathers, h);
        for number in 0..self.near.find_pairs(colliders, self.margin) {
            let pair = self.near.pair(number);
            let mut touches = [Touch::default(); POINTS];
            let count = self.near.points(pair, self.margin, &mut touches);
            let gaps = touches[..count].iter().map(|it| it.gap);
            let apart = gaps.fold(self.margin, f64::min);
            let nearest = std::array::from_fn(|k| (k < count).then_some(touches[k].features));
            let fall = touches[..count].iter().filter_map(|touch| {
                let features = touch.features;
                let it = touching(model, colliders, Key { pair, features })?;
                Some(dynamics.departure(model, &it, &start.q, &start.v)[0])
            });
            self.pairs.push(Open {
                pair,
                apart,
                nearest,
                fall: fall.fold(0.0, f64::min),
            });
        }
    }

    /// Estimated time of the work since the last call (ns).
    pub fn take_work(&mut self) -> f64 {
        self.near.take_work()
    }

    /// The pairs, in the order of their margins.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> {
        self.pairs.iter().map(|it| it.pair)
    }

    /// By how much deeper a pair, by its number, overlaps than at the start, by the margins found last (m, negative).
    pub fn deeper(&self, number: usize) -> f64 {
        self.deeper[number]
    }

    /// Appends the margin of each pair in a state, `elapsed` seconds after `start`: negative where one of its open points has closed.
    pub fn find(
        &mut self,
        model: &Model,
        (start, state): (&SimState, &SimState),
        elapsed: f64,
        values: &mut Vec<f64>,
    ) {
        let still = tolerance::still(state);
        let first = values.len();
        values.resize(first + self.pairs.len(), self.margin);
        let mut deeper = std::mem::take(&mut self.deeper);
        deeper.clear();
        deeper.resize(self.pairs.len(), 0.0);
        self.each(model, state, |pair, (it, [gap, rate, _]), (separation, _)| {
            let [mut was, was_rate, _] = motion_of(model, it, start);
            if let Some(separation) = separation {
                // Other features of the pair were nearest at the start.
                was = was.max(separation);
            }
            deeper[pair] = deeper[pair].min(gap - was.min(0.0));
            // A part that has gone into another as far as beyond its middle opens there, at the far side.
            let is_inside = separation.is_some() && gap < -tolerance::TOUCHING * (1.0 + rate.abs());
            let margin = if is_inside || was > tolerance::TOUCHING * (1.0 + was_rate.abs()) {
                gap
            } else if elapsed > 0.0 {
                // The point has just opened, or nearly touches: the margin is the rate at which its gap has grown since the start, beyond rounding.
                let nearer = (gap - was) / elapsed + if was_rate > still { 0.0 } else { still };
                nearer.max(rate + still)
            } else {
                rate + still
            };
            // Written so that NaN counts as an end.
            if margin.is_nan() || margin < values[first + pair] {
                values[first + pair] = margin;
            }
        });
        self.deeper = deeper;
    }

    /// Appends the times within `h` seconds at which a pair may have overlapped although it does so at neither end: where its gap, as a cubic with
    /// its values and rates at both ends, is smallest and negative; and where both pieces, at the closing rate of the start, would be in the middle
    /// of passing through each other.
    pub fn dips(
        &mut self,
        model: &Model,
        (start, state): (&SimState, &SimState),
        h: f64,
        times: &mut Vec<f64>,
    ) {
        let mut least = std::mem::take(&mut self.least);
        for (found, at) in least.iter_mut().zip([start, state]) {
            found.clear();
            found.resize(self.pairs.len(), [f64::INFINITY, 0.0, 0.0]);
            self.each(model, at, |pair, (_, [gap, rate, _]), (_, extent)| {
                if gap < found[pair][0] {
                    found[pair] = [gap, rate, extent];
                }
            });
        }
        let both = self.pairs.iter().zip(least[0].iter().zip(&least[1]));
        for (open, (&[was, was_rate, extent], &[is, is_rate, _])) in both {
            times.extend(dip([was, was_rate], [is, is_rate], h));
            let through = falls(was + 0.5 * extent, was_rate, open.fall);
            times.extend(through.filter(|time| *time < h));
        }
        self.least = least;
    }

    /// Calls `see` with every open point of the pairs in a state: the number of the pair, the point and its motion, the distance of the pair at the
    /// start (m) if other features were nearest then, and how far both pieces extend along the normal (m).
    fn each(
        &mut self,
        model: &Model,
        state: &SimState,
        mut see: impl FnMut(usize, (&ContactRows, [f64; 3]), (Option<f64>, f64)),
    ) {
        let Some(colliders) = model.contact().filter(|_| !self.pairs.is_empty()) else {
            return;
        };
        self.near.place((model, colliders), state);
        for (
            number,
            &Open {
                pair, apart, nearest, ..
            },
        ) in self.pairs.iter().enumerate()
        {
            let mut touches = [Touch::default(); POINTS];
            let count = self.near.points(pair, self.margin, &mut touches);
            for touch in &touches[..count] {
                let features = touch.features;
                let key = Key { pair, features };
                if model.touching.iter().any(|it| it.closed.key == key) {
                    continue;
                }
                let Some(it) = touching(model, colliders, key) else {
                    continue;
                };
                let ends = model.ports_of(&it, &state.q, &state.v);
                if !it.is_gap_invalid(&ends) {
                    let otherwise = (!nearest.contains(&Some(features))).then_some(apart);
                    let extent = self.near.extent(pair, touch.normal);
                    see(number, (&it, motion_at(&it, &ends)), (otherwise, extent));
                }
            }
        }
    }
}

/// Returns the time at which `gap + rate t + fall t²/2` reaches 0, if it closes; `fall` is not positive.
fn falls(gap: f64, rate: f64, fall: f64) -> Option<f64> {
    let speed = (rate * rate - 2.0 * fall * gap).sqrt() - rate;
    let time = 2.0 * gap / speed;
    // Written so that NaN gives `None`.
    (speed > 0.0 && time > 0.0).then_some(time)
}

/// Returns the time at which a gap, as a cubic with its values and rates at both ends of `h` seconds, is smallest, if it is negative there.
pub fn dip([was, was_rate]: [f64; 2], [is, is_rate]: [f64; 2], h: f64) -> Option<f64> {
    // Written so that NaN gives `None`.
    if !(was_rate < 0.0 && is_rate > 0.0 && was.is_finite() && is.is_finite()) {
        return None;
    }
    // g(s) = g0 + b s + c s² + d s³ with s from 0 to 1.
    let (b, rise) = (was_rate * h, is - was);
    let c = 3.0 * rise - 2.0 * b - is_rate * h;
    let d = is_rate * h + b - 2.0 * rise;
    let root = (c * c - 3.0 * b * d).max(0.0).sqrt();
    let s = -b / (c + root);
    let least = was + s * (b + s * (c + s * d));
    ((0.0..1.0).contains(&s) && least < 0.0).then_some(s * h)
}
