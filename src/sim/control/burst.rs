//! Energy bursts: the energy added by the feedback is kept in an account that decays in time, and is compared with a fraction of the energy at
//! stake.
//!
//! ```text
//! account <- account (1 - h/MEMORY) + added        a burst where it exceeds SHARE (T + |work|) + ALWAYS m
//! T       <- max(T, T_before (1 - h/MEMORY))       as parts turn round, the energy that they had a moment ago is at stake
//! ```

use super::super::{Energy, Model, SimState, Stake};

/// Fraction of the energy of all parts that is rounding.
pub(super) const ROUNDING: f64 = 1e-15;
/// Fraction of the kinetic energy that the feedback may add within [`MEMORY`].
const SHARE: f64 = 0.05;
/// Energy per kilogram that the feedback may always add (J/kg): some millimetres per second from rest.
const ALWAYS: f64 = 1e-5;
/// Time constant with which the account decays (s).
const MEMORY: f64 = 0.2;
/// Upper bound of the account, as a multiple of the allowed energy: even this decays below the allowed energy within 2 s.
const MOST_HELD: f64 = 1e4;

/// Energy that may be added to a mass (kg) of which this much energy is kinetic or was done as work (J).
pub(super) fn allowed(mass: f64, kinetic: f64) -> f64 {
    ALWAYS * mass + SHARE * kinetic
}

/// Whether more energy was added between two states than work and a legitimate correction of drift account for; keeps the account in `after`. The
/// allowed energy is measured by `stake`, or by the whole machine where that is `None`. `own` is the unaccounted energy that the integrator itself
/// explains: (fraction of the kinetic energy, J/kg); `explained` is what else explains it (J), asked for where more was gained than that.
pub(super) fn is_burst(
    model: &Model,
    stake: Option<Stake>,
    (before, was): (&SimState, Energy),
    (after, is): (&mut SimState, Energy),
    h: f64,
    own: (f64, f64),
    explained: impl FnOnce(&SimState) -> f64,
) -> bool {
    let all = || Stake {
        mass: model.mass(),
        kinetic: was.kinetic,
    };
    let Stake { mass, kinetic } = stake.unwrap_or_else(all);
    let (w0, w1) = (&before.work, &after.work);
    let done = (w1.drives - w0.drives) + (w1.hand - w0.hand);
    let decay = (1.0 - h / MEMORY).max(0.0);
    // Written so that NaN does not stay.
    let recent = before.recent_kinetic * decay;
    after.recent_kinetic = if kinetic >= recent { kinetic } else { recent };
    let allowed = allowed(mass, after.recent_kinetic + done.abs());
    // The energy that the feedback claims to have added, or the unaccounted gain of a step that was too long, whichever is more.
    let gained = is.total() - was.total() - done - (w1.dissipation - w0.dissipation);
    let own = own.0 * was.kinetic.max(is.kinetic) + own.1 * model.mass();
    let mut added = ((w1.feedback - w0.feedback).max(gained) - own).max(0.0);
    if added > 0.0 {
        added = (added - explained(after)).max(0.0);
    }
    let account = before.energy_burst * decay + added;
    let is_little = added <= ALWAYS * mass * h + ROUNDING * (was.kinetic + was.potential.abs());
    // Written so that NaN is a burst.
    after.energy_burst = if account < MOST_HELD * allowed {
        account
    } else {
        MOST_HELD * allowed
    };
    !(is_little || account <= allowed)
}
