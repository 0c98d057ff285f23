//! How short and how long sub-steps by error may be.

use super::super::{Model, SimState, vibration};
use super::{DEEPEST_FOR_POINTS, flyby};

/// Share of the tolerance aimed at.
const SAFETY: f64 = 0.6;
/// Factors by which a sub-step chosen by error changes.
const FACTORS: [f64; 10] = [5.0, 3.0, 2.0, 1.5, 1.2, 1.0, 0.8, 0.6, 0.4, 0.2];
/// Shortest sub-step by error, as a share of the step: where shortening does not help, and where it does or the numbers burst.
pub(super) const SHORT: f64 = 1.0 / 16.0;
pub(super) const SHORTEST: f64 = 1.0 / 1024.0;
/// Angle of a vibration or a turn in the shortest of ordinary sub-steps from which a shorter one is of use (rad).
const SWIFT: f64 = 0.03;
/// Closest distance of an encounter, as a share of the way in the sub-step, that the error estimate may not know of.
const UNSEEN: f64 = 0.1;
/// Angles by which parts that attract each other turn in a sub-step where they are closest (rad): from which they are close, and from which an
/// error estimate knows nothing of it.
const CLOSE: f64 = 0.1;
const AROUND: f64 = 1.0;
/// Power of the length with which the estimate falls at least where shortening helps; the order of the estimate is 5.
pub(super) const POWER: i32 = 4;
/// The same where the solver's answers are too loose for the estimate to be of the integration.
pub(super) const SHORTEST_LOOSE: f64 = 0.5;

/// The shortest sub-step that is tried for the sake of an error above the tolerance (s), where one of `sub` seconds from here, in a step of `h`, has this
/// error in units of the tolerance, and the one that was tried before it had such a length and error.
pub(super) fn shortest(
    (model, before): (&Model, &SimState),
    (error, loose): (f64, bool),
    (sub, h): (f64, f64),
    tried: Option<(f64, f64)>,
) -> f64 {
    if loose {
        return h * SHORTEST_LOOSE;
    }
    if let Some(smallest) = model.settings.smallest_step {
        return smallest.min(h);
    }
    if flyby::nears_attraction(model, before, (sub, CLOSE)) {
        return h / f64::from(1u32 << DEEPEST_FOR_POINTS);
    }
    let helps = |(length, before): (f64, f64)| error <= before * (sub / length).powi(POWER);
    if error.is_finite() && tried.is_none_or(helps) && swift(model, before, h) {
        h * SHORTEST
    } else {
        h * SHORT
    }
}

/// Whether a sub-step of `sub` seconds that stands with this error flew by what attracts a part, or through a strut.
pub(super) fn flew_by(model: &Model, states: (&SimState, &SimState), sub: f64, error: f64) -> bool {
    // Of what turns by much the estimate knows nothing; what stands with a larger error has none shorter.
    let is_last = error > 1.0 && model.settings.smallest_step.is_none();
    let most = if is_last { CLOSE } else { AROUND };
    flyby::nears_attraction(model, states.0, (sub, most)) || flyby::is_missed(model, states, (sub, UNSEEN))
}

/// The smallest sub-step that the scene allows in a step of `h` seconds; 0 where it leaves that open.
pub(super) fn smallest(model: &Model, h: f64) -> f64 {
    model.settings.smallest_step.map_or(0.0, |it| it.min(h))
}

/// Whether something vibrates or turns too fast for the shortest of ordinary sub-steps.
fn swift(model: &Model, state: &SimState, h: f64) -> bool {
    let spin = model.fastest_turn(state).map_or(0.0, |(_, rate)| rate);
    let forces = vibration::fastest(model, state).map_or(0.0, |(_, rate)| rate);
    spin.max(forces) * SHORT * h > SWIFT
}

/// By how much a sub-step may change whose error was so many times the tolerance.
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
