//! The first event of a step, by the Illinois method on the length of the step.

use crate::constraints::Mode;
use crate::sim::SimState;
use crate::sim::integrators::{self, StepContext, StepError, Workspace};
use crate::sim::limits::{mode_of, nearest};

use super::Events;
use super::open::dip;

/// Time to which an event is located (s).
pub const ON_TIME: f64 = 1e-11;
/// Trials at most: enough for bisection alone.
const TRIALS: usize = 64;
/// Every so many trials the interval is halved.
const HALVE: usize = 4;

impl Events {
    /// Brings `state`, which the integrator has led `h` seconds on from `self.start`, back to the first event on the way; returns after
    /// how long that is (s). Nothing where there is none. `error` becomes the estimate of the way to there: what lies beyond the event is not
    /// gone. Where modes were `settled` at the start already, what seems to end there is muted.
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
                // Where a row came near and went away it may have been beyond in between.
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

    /// Finds the times at which a free row or an open pair may have been beyond its limit in between, ascending: of a row, where its gap,
    /// as a cubic with its values and rates at both ends, is least and below nothing.
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

/// The earliest zero of the lines through margins at both ends that change their sign, inside the interval. Where the lower one is nothing,
/// others may be that lie beside it, by rounding: `level` is how often that was so, and the trials go ever further from it.
fn estimate((lo, hi): (f64, f64), (low, high): (&[f64], &[f64]), level: &mut i32) -> f64 {
    let mut share = 1.0_f64;
    for (a, b) in low.iter().zip(high) {
        if *b < 0.0 && *a >= 0.0 {
            share = share.min(a / (a - b));
        }
    }
    // Not at an end itself, where nothing would be learnt.
    let mut least = 0.25 * ON_TIME / (hi - lo);
    if share == 0.0 {
        least = (least * 4.0_f64.powi(*level)).min(0.5);
        *level += 1;
    }
    lo + (hi - lo) * share.clamp(least, 1.0 - least)
}
