//! Finite-time blow-up by drives: at a pose that stops a drive the exact solution grows without bound, and all the energy for that is legitimate
//! work of the drive.
//!
//! ```text
//! dT > T (QUICK + rate'^2/rate^2 - 1)       energy gained from drives that their own rate does not explain
//! d max|C| > CLOSING_SPEED sub              or joints that they tear open
//! ```
//! A drive that runs at a steady rate towards a pose it cannot pass delivers energy as `1/(t* - t)`; close to `t*` the energy doubles from sub-step
//! to sub-step, whatever their length. Two harmless cases differ from that: winding a machine up raises the drive's own rate as well, and a crank
//! that carries a slider through its dead centre never delivers more than the slider's share. After a soft step even a small gain counts, as a
//! stopped machine starts again from rest. Energy that drives deliver in an impact arrives at once and does not grow. Nor does that of a whip (a
//! light part flung round its dead centre); it is followed by as many halvings as the mass ratio requires.

use crate::constraints::Mode;
use crate::scene::Integrator;
use crate::sim::dynamics::CLOSING_SPEED;
use crate::sim::limits::velocity_level::REST;
use crate::sim::limits::{nearest, row_in};

use super::super::integrators::StepContext;
use super::super::{Dynamics, Model, SimState};
use super::{DEEPEST, DEEPEST_FOR_DRIVES, DRIFTED, Stepper};

/// Fraction of the kinetic energy that drives may add, beyond what their rates explain, in the shortest sub-step tried for them.
const QUICK: f64 = 0.5;
/// The same after a soft step.
const AGAIN: f64 = 0.05;
/// Growth of the square of a drive's rate above which the drive started from rest.
const FROM_REST: f64 = 1e6;
/// Energy per kilogram that drives may always add (J/kg).
const ALWAYS: f64 = 1e-5;
/// Largest travel of a drive in a sub-step that is short enough to judge the drive by (m, rad).
const WAY: f64 = 0.02;

/// Value of `log2 sqrt(M/m)` above which the lightest part, of mass m, is light beside the heaviest, of mass M.
const LIGHT: f64 = 2.0;
/// Levels of halving that a whip takes in addition to `log2 sqrt(M/m)`.
const WHIPPED: u32 = 12;

/// Workspace: rates of the driving rows at the start of the sub-step (m/s, rad/s).
#[derive(Default)]
pub(super) struct Drives {
    rates: Vec<f64>,
}

impl Stepper {
    /// Returns the maximum number of halvings for a sub-step that is part of a finite-time blow-up paid for by drives; `None` for any other.
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
        // A sub-step shorter than that may gain proportionally less.
        let share = QUICK * (sub / (h / f64::from(1u32 << deepest))).min(1.0);
        let is_hit =
            state.control.hits > self.before.control.hits || is_caught(model, &self.before, state, sub);
        let honest = if self.before.control.soft {
            0.0
        } else if growth > FROM_REST || is_hit {
            // Either the drive started from rest, so that there was no speed to grow without bound, or an impact raised the speed at once.
            f64::INFINITY
        } else {
            was * (share + growth - 1.0)
        };
        (torn || gained > little + honest).then_some(deepest)
    }

    /// Whether a step by impulses, taken because shorter sub-steps blow up, has torn joints open in a machine with drives.
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

/// Levels of halving to which a drive is followed that whips the lightest part round: the part turns faster than the heaviest one moves by the root
/// of their mass ratio. 0 where no part is light: the blow-up is then ended early, by a soft step.
pub(super) fn deepest_for_whips(model: &Model) -> u32 {
    let levels = -0.5 * model.lightest().log2();
    match levels > LIGHT {
        true => (WHIPPED + levels as u32).min(DEEPEST),
        false => 0,
    }
}

/// Whether a step of `sub` seconds by impulses stopped a row at its limit that would have passed it.
fn is_caught(model: &Model, before: &SimState, state: &SimState, sub: f64) -> bool {
    let caught = |&index: &usize| {
        let link = &model.links[index];
        let [was, is] = [before, state].map(|at| nearest(model, link, at));
        let is_range = link.is_range();
        is_range && was.rate < -REST && was.gap + sub * was.rate < 0.0 && is.rate > 0.5 * was.rate
    };
    model.settings.integrator == Integrator::Impulse && model.bounded().iter().any(caught)
}

/// Whether every drive has a largest force: then none blows up.
fn bounded(model: &Model) -> bool {
    let mut drives = model.links.iter().filter(|link| link.drive);
    drives.all(|link| link.limits().is_some())
}

/// Returns the largest |C| of joints in a state, and passes the rates of the driving rows to `each`.
fn look(dynamics: &mut Dynamics, model: &Model, state: &SimState, mut each: impl FnMut(f64)) -> f64 {
    dynamics.evaluate_values(model, &state.q, &state.v, state.time, &state.memory);
    let mut most = 0.0_f64;
    for link in &model.links {
        // A drive at its largest force has no row in the evaluation; its row is evaluated apart.
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
            // The remaining error of a drive of limited force is not an open joint; moreover, its row may come and go from one instant to the next.
            if link.holds_position(k) && !capped {
                most = most.max(dynamics.evaluation.value()[row].abs());
            }
        }
    }
    most
}
