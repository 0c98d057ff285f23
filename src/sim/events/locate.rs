//! Event location: finds the first event of a step, by the Illinois method on the length of the step.

use crate::constraints::Mode;
use crate::sim::SimState;
use crate::sim::integrators::{self, StepContext, StepError, Workspace};
use crate::sim::limits::{mode_of, nearest};

use super::Events;
use super::open_points::dip;

/// Tolerance of the time of an event (s).
pub const ON_TIME: f64 = 1e-11;
/// Maximum number of trials: enough for bisection alone.
const TRIALS: usize = 64;
/// Number of trials after which the interval is bisected once.
const HALVE: usize = 4;

impl Events {
    /// Takes `state`, which the integrator has moved on by `h` seconds from `self.start`, back to the first event on the way. Returns the time from
    /// the start to the event (s); `None` where there is none. `error` becomes the error estimate up to the event, as the rest of the step does not
    /// take place. Where modes were `settled` at the start already, margins that are negative there are muted.
    ///
    /// # Errors
    /// As the integrator.
    pub(super) fn locate(
        &mut self,
        context: &mut StepContext<'_>,
        work: &mut Workspace,
        state: &mut SimState,
        (h, error): (f64, &mut f64),
        settled: bool,
    ) -> Result<Option<f64>, StepError> {
        let mut margins = std::mem::take(&mut self.margins);
        let [low, high, trial] = &mut margins;
        let found = (|| {
            let mut hi = h;
            high.find(context, (&self.start, state), h, &self.muted, &mut self.open)?;
            if !high.any_ended() {
                // A row that came near its limit and left again may have been beyond it in between.
                self.find_dips(context, state, h);
                for number in 0..self.dips.len() {
                    hi = self.dips[number];
                    *error = self.again(context, work, state, hi)?;
                    high.find(context, (&self.start, state), hi, &self.muted, &mut self.open)?;
                    if high.any_ended() {
                        break;
                    }
                }
                if !high.any_ended() {
                    if !self.dips.is_empty() {
                        *error = self.again(context, work, state, h)?;
                    }
                    return Ok(None);
                }
            }
            if work.looks_either_side() {
                // The caller discards a result with an event, wherever that is.
                return Ok(Some(hi));
            }
            let both = (&self.start, &self.start);
            low.find(context, both, 0.0, &self.muted, &mut self.open)?;
            if low.any_ended() {
                if settled {
                    self.muted.add(context.model, low, &self.open);
                }
                state.clone_from(&self.start);
                *error = 0.0;
                return Ok(Some(0.0));
            }
            let (mut lo, mut at, mut side, mut level) = (0.0, hi, 0, 0);
            for count in 1..=TRIALS {
                if hi - lo <= ON_TIME {
                    break;
                }
                at = if count % HALVE == 0 {
                    0.5 * (lo + hi)
                } else {
                    estimate((lo, hi), (&low.values, &high.values), &mut level)
                };
                *error = self.again(context, work, state, at)?;
                trial.find(context, (&self.start, state), at, &self.muted, &mut self.open)?;
                if trial.any_ended() {
                    hi = at;
                    std::mem::swap(high, trial);
                    if side == 1 {
                        low.values.iter_mut().for_each(|margin| *margin *= 0.5);
                    }
                    side = 1;
                } else {
                    lo = at;
                    std::mem::swap(low, trial);
                    if side == -1 {
                        high.values.iter_mut().for_each(|margin| *margin *= 0.5);
                    }
                    side = -1;
                }
            }
            if at != hi {
                *error = self.again(context, work, state, hi)?;
            }
            Ok(Some(hi))
        })();
        self.margins = margins;
        found
    }

    /// Integrates `h` seconds from the start of the step; returns the error estimate.
    fn again(
        &self,
        context: &mut StepContext<'_>,
        work: &mut Workspace,
        state: &mut SimState,
        h: f64,
    ) -> Result<f64, StepError> {
        state.clone_from(&self.start);
        integrators::advance(context, work, state, h)
    }

    /// Finds the times, in ascending order, at which a free row or an open pair may have been beyond its limit within the step. For a row: where
    /// its gap, as a cubic with its values and rates at both ends, is smallest and negative.
    fn find_dips(&mut self, context: &StepContext<'_>, state: &SimState, h: f64) {
        let model = context.model;
        self.dips.clear();
        for &index in model.bounded() {
            let link = &model.links[index];
            let is_range = link.is_range();
            if !is_range || mode_of(link, state) != Mode::Inside {
                continue;
            }
            let (was, is) = (nearest(model, link, &self.start), nearest(model, link, state));
            if was.mode != is.mode {
                continue;
            }
            self.dips.extend(dip([was.gap, was.rate], [is.gap, is.rate], h));
        }
        self.open.dips(model, (&self.start, state), h, &mut self.dips);
        self.dips.sort_unstable_by(f64::total_cmp);
    }
}

/// Returns the earliest zero, by linear interpolation, of the margins that change their sign in the interval; never one of its ends. Where a lower
/// margin is zero, there may be others close to it, by rounding: `level` counts these cases, and each trial lies further from the lower end.
fn estimate((lo, hi): (f64, f64), (low, high): (&[f64], &[f64]), level: &mut i32) -> f64 {
    let mut share = 1.0_f64;
    for (a, b) in low.iter().zip(high) {
        if *b < 0.0 && *a >= 0.0 {
            share = share.min(a / (a - b));
        }
    }
    // A trial at an end of the interval would bring nothing new.
    let mut least = 0.25 * ON_TIME / (hi - lo);
    if share == 0.0 {
        least = (least * 4.0_f64.powi(*level)).min(0.5);
        *level += 1;
    }
    lo + (hi - lo) * share.clamp(least, 1.0 - least)
}
