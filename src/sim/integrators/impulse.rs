//! Impulse stepping (velocity level), as in game engines, order 1:
//!
//! ```text
//! M v' = M v + h F + J^T lambda,   J v' = -C_t - rate C - h gamma/2,   q <- q + h v'        rate = ks/kd
//! ```
//! lambda is an impulse. With the Gauss-Seidel method this is the sequential impulses of game engines; the direct methods solve it exactly. The
//! error of a drive of velocity level decays by 1/(1 + h/tau) a step. v' is the velocity in the middle of the step, where it runs along the
//! constraints; the term `h gamma/2` expresses that at the start of the step. Without it each step would leave the path along a tangent, and a body
//! that turns at theta' would lose a fraction `(h theta')^2/2` of its energy. So where a step has another length than the one before, and weights are
//! all the forces there are, or attractions are among them, forces act from the middle of that step to the middle of this one (leapfrog with steps
//! of variable length).

use crate::constraints::Level;
use crate::sim::Link;
use crate::sim::contact::Contacts;
use crate::sim::dynamics::{CLOSING_SPEED, Evaluation};
use crate::sim::limits::velocity_level::{Part, Span, VelocityLimits};
use crate::sim::limits::{breaking, driven_beyond};
use crate::solver::SolveError;

use super::held_turning::HeldTurning;
use super::{Dynamics, Model, SimState, StepContext, StepError, Work};

/// Maximum number of further solves of a span for rows that cross from one limit to the other in it.
const MOST_CROSSINGS: usize = 40;

/// Workspace.
#[derive(Default)]
pub struct Scratch {
    /// J v at the start and at the end of the span.
    before: Vec<f64>,
    after: Vec<f64>,
    pub(super) limited: VelocityLimits,
    pub(super) contacts: Contacts,
    pub(super) held: HeldTurning,
    /// Whether rows still pass from one limit beyond the other in the last span, after all solves.
    pub(super) passes_limits: bool,
    /// State at the start of the span.
    begun: SimState,
}

pub fn advance(
    context: &mut StepContext<'_>,
    scratch: &mut Scratch,
    state: &mut SimState,
    (h, holds): (f64, bool),
) -> Result<(), StepError> {
    let kick = context
        .dynamics
        .begin_impulses(context.model, state, context.grab, h);
    let span = Span {
        locates: true,
        ..Span::whole((h, kick))
    };
    let mut applied = solve(context, scratch, state, (span, holds))?;
    take_over_velocities(context, scratch, state, h);
    if context.model.is_attracted(context.grab) {
        // Energy is that at the positions there, which move at these velocities.
        applied = context.dynamics.power_of_forces(context.model, state);
    }
    drift(state, h);
    scratch.limited.release(context.model, state);
    state.work.add(&applied, h);
    state.time += h;
    finish(context, scratch, state, (h, kick, holds));
    if context.model.contact().is_some() {
        scratch.contacts.shift_to_impacts(context.model, state);
    }
    Ok(())
}

/// Takes over the velocities just solved for, and books the work of the impulses at the mean of the rates before and after. Rows have turned with the
/// pose for `turned` seconds since the velocities before.
pub(super) fn take_over_velocities(
    context: &StepContext<'_>,
    scratch: &Scratch,
    state: &mut SimState,
    turned: f64,
) {
    scratch.book_rows(context.model, context.dynamics, &mut state.work, turned);
    state.v.copy_from_slice(&context.dynamics.solution.acceleration);
}

/// Moves positions on for some seconds at the velocities of a state.
pub(super) fn drift(state: &mut SimState, seconds: f64) {
    for (q, v) in state.q.iter_mut().zip(&state.v) {
        *q += seconds * v;
    }
}

/// Ends a step of `h` seconds, in which multipliers acted for `kick` seconds: converts them to forces.
pub(super) fn finish(
    context: &mut StepContext<'_>,
    scratch: &Scratch,
    state: &mut SimState,
    (h, kick, holds): (f64, f64, bool),
) {
    let (model, dynamics) = (context.model, &mut *context.dynamics);
    dynamics
        .solution
        .lambda
        .iter_mut()
        .for_each(|lambda| *lambda /= kick);
    dynamics.keep_guess(
        model,
        holds || !scratch.limited.is_empty() || model.contact().is_some(),
    );
    state.control.length = h;
    state.closed.clear();
}

/// Solves for the velocities at the end of a span, holding turning bodies implicitly if `holds`. Leaves velocities and impulses of the rows in the
/// solution, and the rates of the rows at both ends of the span in the workspace. Returns the power applied at its start. Joints that the mean force of
/// the span overloads break one after the other, each at its start.
///
/// # Errors
/// As the solver's, and where a drive pushes against a limit.
pub(super) fn solve(
    context: &mut StepContext<'_>,
    scratch: &mut Scratch,
    state: &mut SimState,
    (span, holds): (Span, bool),
) -> Result<Work, StepError> {
    let model = context.model;
    if span.part == Part::Whole && has_ranges(model) || !model.breakable().is_empty() {
        scratch.begun.clone_from(state);
    }
    scratch.limited.begin();
    let mut crossings = 0;
    loop {
        let applied = solve_once(context, scratch, state, (span, holds))?;
        let (limited, rates) = (&mut scratch.limited, &scratch.after);
        scratch.passes_limits = limited.pass(model, context.dynamics, rates, span);
        let impulses = &context.dynamics.solution.lambda;
        if scratch.passes_limits && crossings < MOST_CROSSINGS {
            crossings += 1;
            limited.change_over();
        } else if breaking::break_worst_by_impulses(model, &mut scratch.begun, impulses, span.kick) {
            crossings = 0;
            limited.begin();
        } else {
            return Ok(applied);
        }
        state.clone_from(&scratch.begun);
    }
}

/// Whether any row has a range of positions whose limits it may cross.
fn has_ranges(model: &Model) -> bool {
    model.bounded().iter().any(|&index| model.links[index].is_range())
}

/// The same once, with each range held at no more than one of its limits.
fn solve_once(
    context: &mut StepContext<'_>,
    scratch: &mut Scratch,
    state: &mut SimState,
    (span, holds): (Span, bool),
) -> Result<Work, StepError> {
    let (model, dynamics) = (context.model, &mut *context.dynamics);
    let kick = span.kick;
    let begun = dynamics.solver.now();
    scratch
        .limited
        .gather_conditions(model, &dynamics.guess, state, span);
    dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
    let applied = dynamics.evaluate_forces(model, &state.q, &state.v, state.time, context.grab);
    dynamics.row_rates(model, &state.v, &mut scratch.before);
    dynamics.problem.add_momentum(model, &state.v, span.acting());
    scratch.held.let_go();
    if holds {
        scratch.held.hold(model, dynamics, state, (span.closing, kick));
    }
    aim(model, dynamics, span);
    scratch.limited.set_c(model, dynamics, span);
    let evaluated = dynamics.note_evaluation(begun);
    if let Some(colliders) = model.contact() {
        let (limited, with) = (&mut scratch.limited, (model, colliders));
        scratch.contacts.solve(with, dynamics, limited, state, span)?;
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
    dynamics.row_rates(model, &dynamics.solution.acceleration, &mut scratch.after);
    Ok(applied)
}

impl Scratch {
    /// Books the work of the impulses of the rows just solved for, at the mean of their rates before and after. A limit that holds is a joint: its impact
    /// alone dissipates.
    fn book_rows(&self, model: &Model, dynamics: &Dynamics, work: &mut Work, turned: f64) {
        for link in &model.links {
            for row in link.row_range() {
                let lambda = dynamics.solution.lambda[row];
                let dissipates = match link.is_range() {
                    true => dynamics
                        .evaluation
                        .is_impact(row, lambda, self.before[row], turned),
                    false => link.limits().is_some(),
                };
                let entry = match (link.drive, dissipates) {
                    (true, _) => &mut work.drives,
                    (false, true) => &mut work.dissipation,
                    (false, false) => &mut work.feedback,
                };
                *entry += lambda * 0.5 * (self.before[row] + self.after[row]);
            }
        }
    }
}

/// Sets the right-hand sides of the rows: the rate that each is to have at the end of the span, less the prescribed time derivative. In an impact
/// only rows that take impulses take part.
fn aim(model: &Model, dynamics: &mut Dynamics, span: Span) {
    match span.part {
        Part::Whole => aim_at_end(model, dynamics, span.closing),
        Part::Impact => {
            let Dynamics {
                evaluation, problem, ..
            } = dynamics;
            problem.copy_c(evaluation.time_rate());
            problem.disable_rows(model, Link::takes_impulses);
        }
        Part::Smooth => {
            aim_at_end(model, dynamics, span.kick);
            turn_round(model, dynamics);
        }
    }
}

/// Rows that hold motion keep the mean of their rates before and after at zero.
fn turn_round(model: &Model, dynamics: &mut Dynamics) {
    let Dynamics {
        evaluation: at,
        problem,
        ..
    } = dynamics;
    for link in &model.links {
        for row in (0..link.rows.len()).filter(|&k| link.takes_impulses(k)) {
            let row = link.row + row;
            problem.set_c(row, at.time_rate()[row] + at.rate()[row]);
        }
    }
}

/// Sets the right-hand sides for a whole step of `h` seconds.
fn aim_at_end(model: &Model, dynamics: &mut Dynamics, h: f64) {
    let Dynamics {
        evaluation: at,
        problem,
        ..
    } = dynamics;
    for link in &model.links {
        // A row held by a force elsewhere, or by a force of limited size, closes within its time constant and not at once.
        let gradual = link.forced || link.is_regulated();
        for (k, info) in link.rows.iter().enumerate() {
            let row = link.row + k;
            let bend = at.bend(row, h);
            let wanted = match (info.level, info.time_constant) {
                (Level::Position, Some(tau)) if gradual => regulated_rate(at, (row, info.level), tau, h),
                (Level::Position, tau) => {
                    let rate = tau.map_or_else(|| model.settings.feedback_rate(), |tau| 0.5 / tau);
                    -(rate * at.value()[row]).clamp(-CLOSING_SPEED, CLOSING_SPEED) - bend
                }
                (Level::Velocity, Some(tau)) => regulated_rate(at, (row, info.level), tau, h),
                (Level::Velocity, None) => -bend,
            };
            problem.set_c(row, at.time_rate()[row] - wanted);
        }
    }
}

/// Rate at the end of a step of `h` seconds of a row whose error decays within the time constant `tau` (s).
pub(in crate::sim) fn regulated_rate(at: &Evaluation, (row, level): (usize, Level), tau: f64, h: f64) -> f64 {
    let bend = at.bend(row, h);
    match level {
        // C'' = -C/tau² - 2 C'/tau. The pose has turned since the middle of the step before, and turns until that of this one.
        Level::Position => {
            let far = 2.0 * tau * CLOSING_SPEED;
            let (value, rate) = (at.value()[row].clamp(-far, far), at.rate()[row] - bend);
            (rate - value * h / (tau * tau)) / (1.0 + 2.0 * h / tau) - bend
        }
        Level::Velocity => (at.rate()[row] - bend) / (1.0 + h / tau) - bend,
    }
}

/// Separates overlapping parts after a step of `h` seconds.
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
        .separate_overlaps((model, colliders), context.dynamics, state, h)
}
