//! Whether energy bursts in: what the feedback adds is kept in an account that is forgotten in time, and held against a share of what there is.
//!
//! ```text
//! account <- account (1 - h/MEMORY) + added        a burst where it exceeds SHARE (T + |work|) + ALWAYS m
//! ```

use super::super::{Energy, Model, SimState, Stake};

/// Share of the kinetic energy that the feedback may add within [`MEMORY`].
const SHARE: f64 = 0.05;
/// Energy per kilogram that it may always add (J/kg): millimetres a second from rest.
const ALWAYS: f64 = 1e-5;
/// How long what the feedback added is held against it (s).
const MEMORY: f64 = 0.2;
/// Most that is held against it, as a multiple of what it may add: it is forgotten within 2 s.
const MOST_HELD: f64 = 1e4;

/// Whether more energy came in between two states than work and an honest correction of drift account
/// for; keeps the account of it in `after`. What it is measured by is `stake`, or all there is. A share `(of the kinetic energy, J/kg)` of what came in unaccounted is
/// the integrator's own.
pub(super) fn is_burst(
    model: &Model,
    stake: Option<Stake>,
    (before, was): (&SimState, Energy),
    (after, is): (&mut SimState, Energy),
    h: f64,
    own: (f64, f64),
) -> bool {
    let all = || Stake {
        mass: model.mass(),
        kinetic: was.kinetic,
    };
    let Stake { mass, kinetic } = stake.unwrap_or_else(all);
    let (w0, w1) = (&before.work, &after.work);
    let done = (w1.drives - w0.drives) + (w1.hand - w0.hand);
    let allowed = ALWAYS * mass + SHARE * (kinetic + done.abs());
    // What the feedback says it put in, or what came in unaccounted because the step was too long for it.
    let gained = is.total() - was.total() - done - (w1.dissipation - w0.dissipation);
    let own = own.0 * was.kinetic.max(is.kinetic) + own.1 * model.mass();
    let added = ((w1.feedback - w0.feedback).max(gained) - own).max(0.0);
    let account = before.fed * (1.0 - h / MEMORY).max(0.0) + added;
    // Written so that NaN is a burst.
    after.fed = if account < MOST_HELD * allowed {
        account
    } else {
        MOST_HELD * allowed
    };
    !(added <= ALWAYS * mass * h || account <= allowed)
}
