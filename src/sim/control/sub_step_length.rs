//! Lengths of sub-steps that follow the error estimate: the shortest ones, and the change from one to the next.

use super::super::{Model, SimState, vibration};
use super::{DEEPEST_FOR_POINTS, flyby, halved};

/// Fraction of the tolerance that the controller aims at.
const SAFETY: f64 = 0.6;
/// Factors by which the length of a sub-step may change.
const FACTORS: [f64; 10] = [5.0, 3.0, 2.0, 1.5, 1.2, 1.0, 0.8, 0.6, 0.4, 0.2];
/// Shortest sub-step, as a fraction of the step, where shortening does not reduce the error as it should.
pub(super) const SHORT: f64 = 1.0 / 16.0;
/// The same where shortening does, or where the energy bursts.
pub(super) const SHORTEST: f64 = 1.0 / 1024.0;
/// Angle of a vibration or a turn in a sub-step of [`SHORT`] above which a shorter one is of use (rad).
const SWIFT: f64 = 0.03;
/// Closest distance of an encounter, as a fraction of the path in the sub-step, below which the error estimate may miss the encounter.
const UNSEEN: f64 = 0.1;
/// Angle by which parts that attract each other turn in a sub-step at their closest (rad), above which they are close.
const CLOSE: f64 = 0.1;
/// The same, above which the error estimate says nothing about the encounter.
const AROUND: f64 = 1.0;
/// Power of the length by which the estimate must fall, at least, where shortening helps; the order of the estimate is 5.
const POWER: i32 = 4;
/// Shortest sub-step, as a fraction of the step, where the solver's answers are too inexact for the estimate to be that of the integration.
pub(super) const SHORTEST_LOOSE: f64 = 0.5;

/// Returns the shortest sub-step that is tried for the sake of an error above the tolerance (s). One of `sub` seconds from here, in a step of `h`,
/// had this `error` in units of the tolerance; `previous` is length and error of the attempt before it.
pub(super) fn shortest(
    (model, before): (&Model, &SimState),
    (error, loose): (f64, bool),
    (sub, h): (f64, f64),
    previous: Option<(f64, f64)>,
) -> f64 {
    if loose {
        return h * SHORTEST_LOOSE;
    }
    if let Some(smallest) = model.settings.smallest_step {
        return smallest.min(h);
    }
    if flyby::nears_attraction(model, before, (sub, CLOSE)) {
        return halved(h, DEEPEST_FOR_POINTS);
    }
    let helps = |previous| falls_with_length((sub, error), previous);
    if error.is_finite() && previous.is_none_or(helps) && swift(model, before, h) {
        h * SHORTEST
    } else {
        h * SHORT
    }
}

/// Whether the error of an attempt falls with its length, against a longer `previous` one from the same place, as the order says; each is given by its
/// length and error.
pub(super) fn falls_with_length((sub, error): (f64, f64), previous: (f64, f64)) -> bool {
    error <= previous.1 * (sub / previous.0).powi(POWER)
}

/// Whether a sub-step of `sub` seconds that stands with this error flew past an attracting part, or through a strut.
pub(super) fn flew_by(model: &Model, states: (&SimState, &SimState), sub: f64, error: f64) -> bool {
    // The estimate says nothing about an encounter in which parts turn far; but where the error is above the tolerance, no shorter sub-step is
    // left.
    let is_last = error > 1.0 && model.settings.smallest_step.is_none();
    let most = if is_last { CLOSE } else { AROUND };
    flyby::nears_attraction(model, states.0, (sub, most)) || flyby::is_missed(model, states, (sub, UNSEEN))
}

/// Returns the smallest sub-step that the scene allows in a step of `h` seconds; 0 where the scene does not say.
pub(super) fn smallest(model: &Model, h: f64) -> f64 {
    model.settings.smallest_step.map_or(0.0, |it| it.min(h))
}

/// Whether a part vibrates or turns too fast for a sub-step of [`SHORT`].
fn swift(model: &Model, state: &SimState, h: f64) -> bool {
    let spin = model.fastest_turn(state).map_or(0.0, |(_, rate)| rate);
    let forces = vibration::fastest(model, state).map_or(0.0, |(_, rate)| rate);
    spin.max(forces) * SHORT * h > SWIFT
}

/// Step-size controller: returns the factor from a sub-step with this error, in units of the tolerance, to the next one.
pub(super) fn factor(error: f64) -> f64 {
    let fits = |f: &&f64| {
        let square = *f * *f;
        error * square * square * *f <= SAFETY
    };
    FACTORS
        .iter()
        .find(fits)
        .copied()
        .unwrap_or(FACTORS[FACTORS.len() - 1])
}
