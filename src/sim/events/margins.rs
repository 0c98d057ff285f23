//! Event functions (margins): how far each row with limits and each contact point is from the end of its mode.

use crate::constraints::{Limits, Mode};
use crate::sim::contact::{Key, Pair};
use crate::sim::integrators::StepContext;
use crate::sim::limits::{breaking, mode_of, nearest, row_in, tolerance};
use crate::sim::model::ContactRows;
use crate::sim::{Dynamics, Link, Model, SimState};
use crate::solver::SolveError;

use super::open_points::OpenPairs;

/// Multiplier of the wrong sign that is rounding, relative to the largest force and multiplier.
const ROUNDING: f64 = 1e-11;

/// Margins of all rows with limits, closed points and open pairs in a state: negative where the mode has ended.
#[derive(Default)]
pub struct Margins {
    pub values: Vec<f64>,
}

/// Further overlap above which a muted pair counts again (m).
const DEEP: f64 = 1e-7;

/// Margins that are ignored, because rounding makes them negative.
#[derive(Default)]
pub struct Muted {
    /// Of rows with limits and of breakable joints, by number; of contact points, by their features and the number of the margin.
    rows: Vec<usize>,
    points: Vec<(Key, usize)>,
    pairs: Vec<Pair>,
}

/// Number of margins of a closed point.
const OF_A_POINT: usize = 3;

impl Muted {
    /// Mutes nothing.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.points.clear();
        self.pairs.clear();
    }

    /// Mutes the margins that are negative.
    pub fn add(&mut self, model: &Model, margins: &Margins, open: &OpenPairs) {
        let mut ended = margins.values.iter().map(|margin| *margin < 0.0);
        for number in 0..model.bounded().len() + model.breakable().len() {
            if ended.next() == Some(true) {
                self.rows.push(number);
            }
        }
        for it in &model.touching {
            for number in 0..OF_A_POINT {
                if ended.next() == Some(true) {
                    self.points.push((it.closed.key, number));
                }
            }
        }
        for (pair, ended) in open.pairs().zip(ended) {
            if ended {
                self.pairs.push(pair);
            }
        }
    }

    fn silence(&self, model: &Model, values: &mut [f64], open: &OpenPairs) {
        for &number in &self.rows {
            values[number] = f64::INFINITY;
        }
        let first = model.bounded().len() + model.breakable().len();
        for &(key, number) in &self.points {
            if let Some(at) = model.touching.iter().position(|it| it.closed.key == key) {
                values[first + OF_A_POINT * at + number] = f64::INFINITY;
            }
        }
        let first = first + OF_A_POINT * model.touching.len();
        for pair in &self.pairs {
            if let Some(at) = open.pairs().position(|it| it == *pair) {
                // A pair that overlaps deeper than at the start, by more than rounding, counts.
                values[first + at] = open.deeper(at) + DEEP;
            }
        }
    }
}

impl Margins {
    /// Finds the margins of a state, `elapsed` seconds after `start`, where all modes began; muted ones become infinite.
    ///
    /// # Errors
    /// As the solver's.
    pub fn find(
        &mut self,
        context: &mut StepContext<'_>,
        (start, state): (&SimState, &SimState),
        elapsed: f64,
        muted: &Muted,
        open: &mut OpenPairs,
    ) -> Result<(), SolveError> {
        let model = context.model;
        let is_asked = |&index: &usize| {
            let link = &model.links[index];
            let holds = |limits: Limits| limits.holds(mode_of(link, state));
            link.limits().is_some_and(holds) || link.is_regulated()
        };
        let mut scale = 0.0;
        let contact = !model.touching.is_empty();
        if contact || model.bounded().iter().any(is_asked) || !model.breakable().is_empty() {
            let SimState {
                q, v, time, memory, ..
            } = state;
            let dynamics = &mut *context.dynamics;
            dynamics.accelerations_by_rows(model, q, v, *time, memory, context.grab)?;
            let all = dynamics.solution.lambda.iter().chain(&dynamics.system().force);
            scale = all.fold(0.0_f64, |most, x| most.max(x.abs()));
        }
        self.values.clear();
        for &index in model.bounded() {
            let link = &model.links[index];
            self.values
                .push(margin(context, link, state, (start, elapsed), ROUNDING * scale));
        }
        let lambda = &context.dynamics.solution.lambda;
        for &index in model.breakable() {
            let left = breaking::margin(&model.links[index], state, lambda);
            self.values.push(left);
        }
        for it in &model.touching {
            self.values
                .extend(margins_of(model, it, state, lambda, ROUNDING * scale));
        }
        open.find(model, (start, state), elapsed, &mut self.values);
        muted.silence(model, &mut self.values, open);
        Ok(())
    }

    /// Whether any mode has ended.
    pub fn any_ended(&self) -> bool {
        // Written so that NaN counts as an end.
        !self.values.iter().all(|margin| *margin >= 0.0)
    }
}

/// Margins of a closed point: to lifting off, to sliding or stopping, and to the end of the features that touch.
fn margins_of(
    model: &Model,
    it: &ContactRows,
    state: &SimState,
    lambda: &[f64],
    noise: f64,
) -> [f64; OF_A_POINT] {
    let ends = model.ports_of(it, &state.q, &state.v);
    let push = lambda[it.row];
    let slip = it.closed.slip.sign();
    let slides = if it.slides() {
        // Friction opposes the sliding until that ends.
        tolerance::stopped(state) - slip * it.evaluate(&ends).rows[1].rate(&ends)
    } else if it.has_friction_row() {
        it.friction * push - lambda[it.row + 1].abs() + noise
    } else {
        f64::INFINITY
    };
    [push + noise, slides, it.margin(&ends)]
}

/// Returns how far a row is from the end of its mode, in units of the quantity that ends it.
fn margin(
    context: &StepContext<'_>,
    link: &Link,
    state: &SimState,
    (start, elapsed): (&SimState, f64),
    noise: f64,
) -> f64 {
    let (model, mode) = (context.model, mode_of(link, state));
    let still = tolerance::still(state);
    let lambda = context
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
                    // The row has just left its limit, or nearly touches it: the margin is the rate at which its gap has grown since the start.
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
            _ if link.is_regulated() => regulated(context, link, state, mode),
            // Friction opposes the slipping until that ends.
            _ => still - mode.number() * nearest(model, link, state).rate,
        },
    }
}

/// Margin of a drive at its cap: by how much it lags behind the row that it would follow without the cap.
fn regulated(context: &StepContext<'_>, link: &Link, state: &SimState, mode: Mode) -> f64 {
    let model = context.model;
    let at = (&state.q[..], &state.v[..], state.time, &state.memory[..]);
    let (row, ends) = row_in(model, link, at, Mode::Inside);
    let ends = &ends[..link.ends.len()];
    let c = Dynamics::feedback_of(model, link, &row, ends);
    let miss = context.dynamics.miss_of(model, link, (&row, ends), c);
    // Noise no smaller than the rounding allowed for in the choice of modes, which would otherwise be made without effect.
    let noise = ROUNDING * (c.abs() + (miss - c).abs());
    noise - mode.number() * miss
}
