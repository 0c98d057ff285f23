//! One step of a given length. Both integrate q' = v, v' = a(q, v, t) and the ledger's w' = power.

use crate::scene::Integrator;
use crate::solver::SolveError;

use super::dynamics::{Dynamics, Power};
use super::{Grab, Model, SimState, Work, soft};

/// Workspaces of the integrators.
#[derive(Default)]
pub struct Workspace {
    q: Vec<f64>,
    v: Vec<f64>,
    sum_q: Vec<f64>,
    sum_v: Vec<f64>,
    before: SimState,
}

/// Advances `state` by `h` seconds. On error the state may be anything.
///
/// Where the constraints put in more energy than any honest correction of drift, at a pose in which they
/// contradict each other or all but do, the step is taken [softly](super::soft) instead.
pub fn step(
    model: &Model,
    dynamics: &mut Dynamics,
    work: &mut Workspace,
    state: &mut SimState,
    grab: Option<&Grab>,
    h: f64,
) -> Result<(), SolveError> {
    work.before.clone_from(state);
    let result = match model.settings.integrator {
        Integrator::SemiImplicitEuler => semi_implicit_euler(model, dynamics, state, grab, h),
        Integrator::Rk4 => rk4(model, dynamics, work, state, grab, h),
    };
    let burst = match result {
        Ok(()) => soft::is_burst(model, &work.before, state, h),
        Err(SolveError::Numerical { .. }) => true,
        Err(error) => return Err(error),
    };
    if burst {
        let fed = state.fed;
        state.clone_from(&work.before);
        state.fed = fed;
        soft::step(model, dynamics, state, grab, h)?;
        state.softened += 1;
    }
    state.step += 1;
    state.time += h;
    Ok(())
}

fn add(ledger: &mut Work, power: &Power, weight: f64) {
    ledger.drives += weight * power.rate.drives;
    ledger.dissipation += weight * power.rate.dissipation;
    ledger.hand += weight * power.rate.hand;
    ledger.feedback += weight * power.rate.feedback;
}

fn semi_implicit_euler(
    model: &Model,
    dynamics: &mut Dynamics,
    state: &mut SimState,
    grab: Option<&Grab>,
    h: f64,
) -> Result<(), SolveError> {
    let power = dynamics.accelerations(model, &state.q, &state.v, state.time, &state.memory, grab)?;
    let a = &dynamics.solution.acceleration;
    for k in 0..state.q.len() {
        state.v[k] += h * a[k];
        state.q[k] += h * state.v[k];
    }
    add(&mut state.work, &power, h);
    Ok(())
}

fn rk4(
    model: &Model,
    dynamics: &mut Dynamics,
    work: &mut Workspace,
    state: &mut SimState,
    grab: Option<&Grab>,
    h: f64,
) -> Result<(), SolveError> {
    let n = state.q.len();
    for list in [&mut work.q, &mut work.v, &mut work.sum_q, &mut work.sum_v] {
        list.resize(n, 0.0);
    }
    work.q.copy_from_slice(&state.q);
    work.v.copy_from_slice(&state.v);
    work.sum_q.fill(0.0);
    work.sum_v.fill(0.0);
    let mut ledger = state.work;
    // (where the next stage lies, weight of this one), both in units of h
    for (stage, (next, weight)) in [
        (0.5, 1.0 / 6.0),
        (0.5, 1.0 / 3.0),
        (1.0, 1.0 / 3.0),
        (0.0, 1.0 / 6.0),
    ]
    .into_iter()
    .enumerate()
    {
        let time = state.time + [0.0, 0.5, 0.5, 1.0][stage] * h;
        let power = dynamics.accelerations(model, &work.q, &work.v, time, &state.memory, grab)?;
        let a = &dynamics.solution.acceleration;
        add(&mut ledger, &power, weight * h);
        for k in 0..n {
            work.sum_q[k] += weight * work.v[k];
            work.sum_v[k] += weight * a[k];
            let v = work.v[k];
            work.q[k] = state.q[k] + next * h * v;
            work.v[k] = state.v[k] + next * h * a[k];
        }
    }
    for k in 0..n {
        state.q[k] += h * work.sum_q[k];
        state.v[k] += h * work.sum_v[k];
    }
    state.work = ledger;
    Ok(())
}
