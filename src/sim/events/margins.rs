//! How far each row with limits is from where its mode ends.

use crate::constraints::{Limits, Mode};
use crate::sim::integrators::Moving;
use crate::sim::limits::{breaking, mode_of, nearest, row_in, tolerance};
use crate::sim::{Dynamics, Link, SimState};
use crate::solver::SolveError;

/// Multiplier of the wrong sign that is rounding, against the largest force and multiplier.
const ROUNDING: f64 = 1e-11;

/// Margins of all rows with limits in a state: negative where the mode has ended.
#[derive(Default)]
pub struct Margins {
    pub values: Vec<f64>,
}

impl Margins {
    /// Those of a state, `elapsed` seconds after `start`, where all modes began; infinite of rows that are `muted`.
    ///
    /// # Errors
    /// As the solver's.
    pub fn find(
        &mut self,
        moving: &mut Moving<'_>,
        state: &SimState,
        start: &SimState,
        elapsed: f64,
        muted: &[bool],
    ) -> Result<(), SolveError> {
        let model = moving.model;
        let is_asked = |&index: &usize| {
            let link = &model.links[index];
            let holds = |limits: Limits| limits.holds(mode_of(link, state));
            link.limits().is_some_and(holds) || link.is_regulated()
        };
        let mut scale = 0.0;
        if model.bounded().iter().any(is_asked) || !model.breakable().is_empty() {
            let SimState {
                q, v, time, memory, ..
            } = state;
            let dynamics = &mut *moving.dynamics;
            dynamics.accelerations_by_rows(model, q, v, *time, memory, moving.grab)?;
            let all = dynamics.solution.lambda.iter().chain(&dynamics.system().force);
            scale = all.fold(0.0_f64, |most, x| most.max(x.abs()));
        }
        self.values.clear();
        let (muted, muted_breaks) = muted.split_at(model.bounded().len().min(muted.len()));
        for (&index, muted) in model.bounded().iter().zip(muted) {
            let link = &model.links[index];
            self.values.push(if *muted {
                f64::INFINITY
            } else {
                margin(moving, link, state, (start, elapsed), ROUNDING * scale)
            });
        }
        for (&index, muted) in model.breakable().iter().zip(muted_breaks) {
            let lambda = &moving.dynamics.solution.lambda;
            let left = breaking::margin(&model.links[index], state, lambda);
            self.values.push(if *muted { f64::INFINITY } else { left });
        }
        Ok(())
    }

    /// Whether any mode has ended.
    pub fn any_ended(&self) -> bool {
        // Written so that NaN is an end.
        !self.values.iter().all(|margin| *margin >= 0.0)
    }
}

/// How far a row is from where its mode ends: in units of what ends it.
fn margin(
    moving: &Moving<'_>,
    link: &Link,
    state: &SimState,
    (start, elapsed): (&SimState, f64),
    noise: f64,
) -> f64 {
    let (model, mode) = (moving.model, mode_of(link, state));
    let still = tolerance::still(state);
    let lambda = moving
        .dynamics
        .solution
        .lambda
        .get(link.row)
        .copied()
        .unwrap_or(0.0);
    match link.limits() {
        None => f64::INFINITY,
        Some(Limits::Range { .. }) => match mode {
            Mode::Low => lambda + noise,
            Mode::High => noise - lambda,
            Mode::Inside => {
                let (was, is) = (nearest(model, link, start), nearest(model, link, state));
                if was.mode != is.mode || was.gap > tolerance::TOUCHING * (1.0 + was.rate.abs()) {
                    is.gap
                } else if elapsed > 0.0 {
                    // It has just left, or all but touches: what counts is whether it comes nearer than it was.
                    (is.gap - was.gap) / elapsed + still
                } else {
                    is.rate + still
                }
            }
        },
        Some(Limits::OneWay) => match mode {
            Mode::Inside => nearest(model, link, state).rate + still,
            _ => lambda + noise,
        },
        Some(Limits::Capped { most }) => match mode {
            Mode::Inside => most - lambda.abs() + noise,
            _ if link.is_regulated() => regulated(moving, link, state, mode),
            // Friction is against the motion until that ends.
            _ => still - mode.number() * nearest(model, link, state).rate,
        },
    }
}

/// By how much a capped drive misses what it would do without the cap, in the sense of the cap.
fn regulated(moving: &Moving<'_>, link: &Link, state: &SimState, mode: Mode) -> f64 {
    let model = moving.model;
    let at = (&state.q[..], &state.v[..], state.time, &state.memory[..]);
    let (row, ends) = row_in(model, link, at, Mode::Inside);
    let ends = &ends[..link.ends.len()];
    let c = Dynamics::feedback_of(model, link, &row, ends);
    let miss = moving.dynamics.miss_of(model, link, (&row, ends), c);
    // No less than what the choice of modes takes for rounding, or it would be called upon for nothing.
    let noise = ROUNDING * (c.abs() + (miss - c).abs());
    noise - mode.number() * miss
}
