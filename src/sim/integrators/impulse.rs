//! Impulse stepping, as game engines do it, order 1:
//!
//! ```text
//! M v' = M v + h F + J^T lambda,   J v' = -C_t - rate C - h gamma/2,   q <- q + h v'        rate = ks/kd
//! ```
//! lambda is an impulse. With the Gauss-Seidel method this is their sequential impulses; the direct methods
//! solve it exactly. A drive of velocity level lets its error decay by 1/(1 + h/tau) a step. v' is the velocity of the middle of the step: there
//! it runs along the constraints, which `h gamma/2` says at its start. Without that each step would run off along a tangent and lose
//! `(h theta')^2/2` of the energy of what turns at theta'. So where a step is of another length than the one before, weights act from the middle of that
//! to the middle of this (leapfrog with steps of variable length).

use crate::constraints::Level;
use crate::sim::contact::Contacts;
use crate::sim::dynamics::CLOSING_SPEED;
use crate::sim::limits::velocity_level::Limited;
use crate::sim::limits::{breaking, driven_beyond};
use crate::solver::SolveError;

use super::held_turning::HeldTurning;
use super::{Dynamics, Model, Power, SimState, StepContext, StepError, book};

/// Workspace.
#[derive(Default)]
pub struct Scratch {
    /// J v before and after.
    before: Vec<f64>,
    after: Vec<f64>,
    limited: Limited,
    pub(super) contacts: Contacts,
    pub(super) held: HeldTurning,
}

pub fn advance(
    context: &mut StepContext<'_>,
    scratch: &mut Scratch,
    state: &mut SimState,
    (h, holds): (f64, bool),
) -> Result<(), StepError> {
    let (model, dynamics) = (context.model, &mut *context.dynamics);
    let begun = dynamics.solver.now();
    let kick = dynamics.begin_impulses(model, state, context.grab, h);
    scratch.limited.aim(model, &dynamics.guess, state, (h, kick));
    dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
    let applied = dynamics.evaluate_forces(model, &state.q, &state.v, state.time, context.grab);
    dynamics.row_rates(model, &state.v, &mut scratch.before);
    dynamics.problem.add_momentum(model, &state.v, h);
    scratch.held.let_go();
    if holds {
        scratch.held.hold(model, dynamics, state, (h, kick));
    }
    aim(model, dynamics, h);
    scratch.limited.set_c(model, dynamics, (h, kick));
    let evaluated = dynamics.note_evaluation(begun);
    if let Some(colliders) = model.contact() {
        let (limited, with) = (&mut scratch.limited, (model, colliders));
        scratch
            .contacts
            .solve(with, dynamics, limited, state, (h, kick))?;
        dynamics.note_solve_of_contacts(evaluated);
    } else if scratch.limited.is_empty() {
        dynamics.solve_from_guess(model, kick)?;
    } else {
        scratch.limited.solve(model, dynamics, state)?;
    }
    let held = scratch.limited.held(model, state);
    if let Some(against) = driven_beyond(model, dynamics, held, &mut scratch.after) {
        return Err(StepError::Against(against));
    }
    let after = &dynamics.solution.acceleration;
    dynamics.row_rates(model, after, &mut scratch.after);
    state.v.copy_from_slice(after);
    for (q, v) in state.q.iter_mut().zip(after) {
        *q += h * v;
    }
    scratch.limited.release(model, state);
    // Impulses work at the mean of the velocities before and after.
    for link in &model.links {
        let entry = if link.drive {
            &mut state.work.drives
        } else if link.limits().is_some() {
            &mut state.work.dissipation
        } else {
            &mut state.work.feedback
        };
        for row in link.row..link.row + link.rows.len() {
            *entry += dynamics.solution.lambda[row] * 0.5 * (scratch.before[row] + scratch.after[row]);
        }
    }
    book(&mut state.work, &Power { rate: applied }, h);
    dynamics
        .solution
        .lambda
        .iter_mut()
        .for_each(|lambda| *lambda /= kick);
    dynamics.keep_guess(holds || !scratch.limited.is_empty() || model.contact().is_some());
    // All that this step overloads: no instant within it tells which comes first.
    while breaking::break_worst(model, state, &dynamics.solution.lambda) {}
    state.time += h;
    state.control.length = h;
    state.closed.clear();
    Ok(())
}

/// Right-hand sides of the rows: the rates that each is to have at the end of the step, less those that time prescribes.
fn aim(model: &Model, dynamics: &mut Dynamics, h: f64) {
    let Dynamics {
        evaluation: at,
        problem,
        ..
    } = dynamics;
    for link in &model.links {
        // What is held by a force elsewhere, or by one of limited size, closes within its time constant and not at once.
        let gradual = link.forced || link.is_regulated();
        for (k, info) in link.rows.iter().enumerate() {
            let row = link.row + k;
            // What turns by radians a step has no middle to speak of.
            let bend = (0.5 * h * at.gamma()[row]).clamp(-CLOSING_SPEED, CLOSING_SPEED);
            let wanted = match (info.level, info.time_constant) {
                // C'' = -C/tau² - 2 C'/tau, of which gamma comes by itself as the pose moves on.
                (Level::Position, Some(tau)) if gradual => {
                    let far = 2.0 * tau * CLOSING_SPEED;
                    let (value, rate) = (at.value()[row].clamp(-far, far), at.rate()[row]);
                    (rate - value * h / (tau * tau)) / (1.0 + 2.0 * h / tau) - h * at.gamma()[row]
                }
                (Level::Position, tau) => {
                    let rate = tau.map_or_else(|| model.settings.feedback_rate(), |tau| 0.5 / tau);
                    -(rate * at.value()[row]).clamp(-CLOSING_SPEED, CLOSING_SPEED) - bend
                }
                (Level::Velocity, Some(tau)) => at.rate()[row] / (1.0 + h / tau) - bend,
                (Level::Velocity, None) => -bend,
            };
            problem.set_c(row, at.time_rate()[row] - wanted);
        }
    }
}

/// Puts apart what overlaps after a step of `h` seconds.
///
/// # Errors
/// As the solver's.
pub fn part(
    context: &mut StepContext<'_>,
    scratch: &mut Scratch,
    state: &mut SimState,
    h: f64,
) -> Result<(), SolveError> {
    let model = context.model;
    let Some(colliders) = model.contact() else {
        return Ok(());
    };
    scratch
        .contacts
        .part((model, colliders), context.dynamics, state, h)
}
