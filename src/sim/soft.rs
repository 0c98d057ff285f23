//! The soft step: what is done where an exact one would fling the machine apart. Feedback and dynamics go apart.
//! First the pose is drawn towards where the rows miss least, at a walking pace and without giving the parts any
//! speed (see [`Dynamics::draw`]). Then the velocities are solved for instead of accelerations, every row giving a
//! little:
//!
//! ```text
//! M v' = M v + h F + J^T lambda,   J v' + E lambda = -C_t,   E = share of diag(J W J^T)
//! ```
//! Taking J v towards zero this way never adds energy, whatever the rank of J. So rows that contradict each other
//! settle where the sum of `C² / A_ii` is least, and a pose in which J loses rank is passed without a burst of
//! speed. Its order is one.

use crate::solver::SolveError;

use super::{Dynamics, Energy, Grab, Model, SimState, Stake};

/// Compliance of a row relative to its own diagonal of J W J^T.
const GIVE: f64 = 1e-3;
/// Time constant at which the pose is drawn (s), and the speed it never exceeds (m/s).
const PULL: (f64, f64) = (0.05, 1.0);
/// Share of the kinetic energy that the feedback may add within [`MEMORY`].
const SHARE: f64 = 0.05;
/// Energy per kilogram that it may always add (J/kg): millimetres a second from rest.
const ALWAYS: f64 = 1e-5;
/// How long what the feedback added is held against it (s).
const MEMORY: f64 = 0.2;
/// Most that is held against it, as a multiple of what it may add: 2 s of soft steps.
const GRUDGE: f64 = 1e4;

/// Whether more energy came in between two states than work and an honest correction of drift account
/// for; keeps the account of it in `after`. What it is measured by is `stake`, or all there is. A share `(of the kinetic energy, J/kg)` of what came in unaccounted is
/// the integrator's own.
pub fn is_burst(
    model: &Model,
    stake: Option<Stake>,
    before: &SimState,
    after: &mut SimState,
    h: f64,
    own: (f64, f64),
) -> bool {
    let (was, is) = (Energy::of(model, before), Energy::of(model, after));
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
    after.fed = if account < GRUDGE * allowed {
        account
    } else {
        GRUDGE * allowed
    };
    !(added <= ALWAYS * mass * h || account <= allowed)
}

/// Advances positions and velocities by `h` seconds; time and count are the caller's.
pub fn step(
    model: &Model,
    dynamics: &mut Dynamics,
    state: &mut SimState,
    grab: Option<&Grab>,
    h: f64,
) -> Result<(), SolveError> {
    let before = Energy::of(model, state).total();
    dynamics.draw(model, state, (h / PULL.0).min(1.0), h * PULL.1)?;
    // Booked for what was done, not for what is missing: what the step itself gets wrong stays an error.
    state.work.soft += Energy::of(model, state).total() - before;
    dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
    let power = dynamics.evaluate_forces(model, &state.q, &state.v, state.time, grab);
    dynamics.add_momentum(model, &state.v, h);
    let mobility = dynamics.row_mobility(model);
    for (row, mobility) in mobility.iter().enumerate() {
        dynamics.system.compliance[row] = GIVE * mobility;
        dynamics.system.c[row] = dynamics.time_rate[row];
    }
    dynamics.solve_here(model)?;
    let (drives, given) = dynamics.work_of_impulses(model, &state.v);
    state.work.drives += drives;
    state.work.soft += given;
    state.v.copy_from_slice(&dynamics.solution.acceleration);
    for (q, v) in state.q.iter_mut().zip(&state.v) {
        *q += h * v;
    }
    // The multipliers are impulses here; a second later they must read as forces again.
    dynamics
        .solution
        .lambda
        .iter_mut()
        .for_each(|lambda| *lambda /= h);
    state.work.drives += h * power.drives;
    state.work.dissipation += h * power.dissipation;
    state.work.hand += h * power.hand;
    model.remember(state);
    Ok(())
}
