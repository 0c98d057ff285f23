//! Whether drives make the motion blow up in finite time: at a pose that stops them the exact answer grows beyond bounds, and all the
//! work for it is honest work of theirs.
//!
//! ```text
//! dT > T (QUICK + rate'^2/rate^2 - 1)       speed gained at their cost that their own rate does not explain
//! d max|C| > CLOSING_SPEED sub              or what they tear open
//! ```
//! A drive that runs at a steady rate towards a pose it cannot pass gives energy as `1/(t* - t)`: at last it doubles from sub-step
//! to sub-step, whatever their length. Winding a machine up raises its own rate as well; a crank that carries a slider through its dead point
//! never gives more than the slider's share. After a soft step even little counts: what is stopped starts again from rest. What drives give in
//! an impact is over at once, and so is the whip of a light part, which is followed as deep as the ratio of masses asks for.

use crate::constraints::Mode;
use crate::scene::Integrator;
use crate::sim::dynamics::CLOSING_SPEED;
use crate::sim::limits::velocity_level::REST;
use crate::sim::limits::{nearest, row_in};

use super::super::integrators::StepContext;
use super::super::{Dynamics, Model, SimState};
use super::{DEEPEST, DEEPEST_FOR_DRIVES, DRIFTED, Stepper};

/// Share of the kinetic energy that drives may add by the geometry alone in the shortest sub-step tried for it.
const QUICK: f64 = 0.5;
/// The same after a soft step.
const AGAIN: f64 = 0.05;
/// Growth of the square of a drive's rate from which it was at rest.
const FROM_REST: f64 = 1e6;
/// Energy per kilogram that they may always add (J/kg).
const ALWAYS: f64 = 1e-5;
/// Way of a drive in a sub-step that is short enough to be judged by (m, rad).
const WAY: f64 = 0.02;

/// Levels of halving by which the root of a ratio of masses is more than one from which the lighter part is light; and those that a whip takes beside it.
const LIGHT: f64 = 2.0;
const WHIPPED: u32 = 12;

/// Workspace: rates of the rows that drive (m/s, rad/s), before.
#[derive(Default)]
pub(super) struct Drives {
    rates: Vec<f64>,
}

impl Stepper {
    /// Where a sub-step is one of a finite-time blow-up that drives pay for: down to which level of halving shorter ones are tried.
    pub(super) fn drives_blow_up(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        sub: f64,
        h: f64,
    ) -> Option<u32> {
        let model = context.model;
        if model.passive {
            return None;
        }
        let (w0, w1) = (&self.before.work, &state.work);
        let drives = w1.drives - w0.drives;
        let others = (w1.feedback - w0.feedback) + (w1.projection - w0.projection);
        let [was, is] = self.energies(context, state).map(|(energy, _)| energy.kinetic);
        let gained = (is - was).min(drives + others);
        let little = ALWAYS * model.mass() + AGAIN * was;
        // Written so that NaN is not little.
        if drives.abs() + others.abs() <= little || bounded(model) {
            return None;
        }
        let rates = &mut self.drives.rates;
        rates.clear();
        let open = look(context.dynamics, model, &self.before, |rate| rates.push(rate));
        let (mut growth, mut row) = (1.0_f64, 0);
        let now = look(context.dynamics, model, state, |rate| {
            let ratio = rate / rates[row];
            growth = growth.max(ratio * ratio);
            row += 1;
        });
        let fastest = rates.iter().fold(0.0, |most: f64, rate| most.max(rate.abs()));
        let [mut deepest, most] = DEEPEST_FOR_DRIVES;
        while deepest < most && fastest * h > WAY * f64::from(1u32 << deepest) {
            deepest += 1;
        }
        deepest = deepest.max(deepest_for_whips(model));
        let torn = now - open > CLOSING_SPEED * sub;
        // Over a sub-step shorter yet, so much the less.
        let share = QUICK * (sub / (h / f64::from(1u32 << deepest))).min(1.0);
        let is_hit =
            state.control.hits > self.before.control.hits || is_caught(model, &self.before, state, sub);
        let honest = if self.before.control.soft {
            0.0
        } else if growth > FROM_REST || is_hit {
            // There was no speed that could grow beyond bounds, or it has grown at once.
            f64::INFINITY
        } else {
            was * (share + growth - 1.0)
        };
        (torn || gained > little + honest).then_some(deepest)
    }

    /// Whether a step by impulses that is taken because shorter ones blow up has torn joints open beside drives.
    pub(super) fn drives_tear(&self, context: &mut StepContext<'_>, state: &SimState) -> bool {
        let model = context.model;
        if model.passive || bounded(model) {
            return false;
        }
        let [open, now] = [&self.before, state].map(|at| look(context.dynamics, model, at, |_| {}));
        let opened = now - open;
        opened.is_nan() || opened > DRIFTED
    }
}

/// Levels of halving at which a drive that whips the lightest part round is followed: it turns as many times as fast as the heaviest moves as the root of
/// their masses is large. Where no part is light what grows beyond bounds is cut short.
pub(super) fn deepest_for_whips(model: &Model) -> u32 {
    let levels = -0.5 * model.lightest().log2();
    match levels > LIGHT {
        true => (WHIPPED + levels as u32).min(DEEPEST),
        false => 0,
    }
}

/// Whether a step of `sub` seconds by impulses kept from its limit what would have passed it.
fn is_caught(model: &Model, before: &SimState, state: &SimState, sub: f64) -> bool {
    let caught = |&index: &usize| {
        let link = &model.links[index];
        let [was, is] = [before, state].map(|at| nearest(model, link, at));
        let is_range = link.is_range();
        is_range && was.rate < -REST && was.gap + sub * was.rate < 0.0 && is.rate > 0.5 * was.rate
    };
    model.settings.integrator == Integrator::Impulse && model.bounded().iter().any(caught)
}

/// Whether no drive can push beyond a cap: then none blows up.
fn bounded(model: &Model) -> bool {
    let mut drives = model.links.iter().filter(|link| link.drive);
    drives.all(|link| link.limits().is_some())
}

/// The largest |C| of joints in a state; hands out the rates of the rows that drive.
fn look(dynamics: &mut Dynamics, model: &Model, state: &SimState, mut each: impl FnMut(f64)) -> f64 {
    dynamics.evaluate_values(model, &state.q, &state.v, state.time, &state.memory);
    let mut most = 0.0_f64;
    for link in &model.links {
        // At its cap a drive has no row to tell.
        let capped = link.drive && link.limits().is_some();
        if capped {
            let at = (&state.q[..], &state.v[..], state.time, &state.memory[..]);
            let (row, ends) = row_in(model, link, at, Mode::Inside);
            each(row.rate(&ends[..link.ends.len()]) - row.time_rate);
        }
        for k in 0..link.rows.len() {
            let row = link.row + k;
            if link.drive && !capped {
                each(dynamics.evaluation.rate()[row] - dynamics.evaluation.time_rate()[row]);
            }
            // What a capped drive has not closed yet is none of its joints', and it has a row or none from one instant to the next.
            if link.holds_position(k) && !capped {
                most = most.max(dynamics.evaluation.value()[row].abs());
            }
        }
    }
    most
}
