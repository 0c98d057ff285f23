//! RATTLE (Andersen 1983), order 2, symplectic while its steps are equal:
//!
//! ```text
//! v½ = v + h/2 W (F(q, v) + J(q)^T lambda),    q' = q + h v½,   C(q', t') = 0
//! v' = v½ + h/2 W (F(q', v') + J(q')^T mu),                     J(q') v' + C_t(t') = 0
//! ```
//! lambda is found by Newton's method with `J(q) W J(q)^T` in the place of `J(q') W J(q)^T`, so that one factor serves all iterations. Constraints
//! may be programmed in time. Rows of velocity level are met twice: in the middle of the step, as the mean of both ends, and at its end; the error
//! of a drive decays by its time constant. Forces that depend on the velocity take two rounds at the end. Where the iteration does not converge
//! fast, the step is too long, and the caller has to halve it.

use crate::constraints::Level;
use crate::sim::Dynamics;
use crate::sim::stabilise::{CLOSED, Factor, NOTHING, Projector, TORN};

use super::{Model, SimState, StepContext, StepError, Work};

/// Maximum number of Newton iterations.
const ITERATIONS: usize = 40;
/// Each iteration must leave less than this fraction of the largest |C|.
const CONTRACTION: f64 = 0.5;
/// |C| above which constraints are projected at the start of a step (m, rad).
const OPEN: f64 = 1e-10;

/// Workspace.
#[derive(Default)]
pub struct Scratch {
    /// C at the start of the step, which it is to have at the end.
    aim: Vec<f64>,
    /// Cdot at the start of the step, for rows of velocity level.
    rate: Vec<f64>,
    /// Impulses of the half step under way.
    impulse: Vec<f64>,
    /// J v at the start and at the end of the half step under way.
    first: Vec<f64>,
    second: Vec<f64>,
    /// v½.
    half: Vec<f64>,
    /// q'.
    q: Vec<f64>,
}

pub fn advance(
    context: &mut StepContext<'_>,
    scratch: &mut Scratch,
    projector: &mut Projector,
    state: &mut SimState,
    h: f64,
) -> Result<(), StepError> {
    let (model, dynamics) = (context.model, &mut *context.dynamics);
    if projector.open(dynamics, model, state) > OPEN {
        let left = projector.project(dynamics, model, state, h, Factor::Elsewhere)?;
        if (left.is_nan() || left > TORN) && !dynamics.approximates() {
            return Err(StepError::Closure(None));
        }
    }
    let begun = dynamics.begin();
    // The multipliers of the accelerations at the start are the first guess.
    let start = dynamics.evaluate(model, &state.q, &state.v, state.time, &state.memory, context.grab);
    dynamics.solve_here(model)?;
    scratch.set_aim(model, dynamics, h);
    let end = state.time + h;
    close(model, dynamics, scratch, state, end, h)?;
    // Work of the drives in the first half, at the mean of the velocities.
    dynamics.row_rates(model, &state.v, &mut scratch.first);
    dynamics.row_rates(model, &scratch.half, &mut scratch.second);
    book_drives(model, scratch, &mut state.work.drives);

    state.q.copy_from_slice(&scratch.q);
    state.time = end;
    let power = arrive(context, scratch, state, h)?;
    for rate in [start, power] {
        state.work.add(&rate, 0.5 * h);
    }
    // Converts the impulses of half a step to forces.
    let dynamics = &mut *context.dynamics;
    dynamics.note_rest(begun);
    dynamics
        .solution
        .lambda
        .iter_mut()
        .for_each(|lambda| *lambda *= 2.0 / h);
    dynamics.keep_guess(context.model, false);
    Ok(())
}

impl Scratch {
    /// Sets C, and the rates of rows of velocity level, that are to hold at the end of a step of `h` seconds.
    fn set_aim(&mut self, model: &Model, dynamics: &Dynamics, h: f64) {
        let at = &dynamics.evaluation;
        self.aim.clear();
        self.aim.extend_from_slice(at.value());
        self.rate.clear();
        self.rate.extend_from_slice(at.rate());
        // Rounding is not carried on from step to step; a joint too far open to be closed at once stays as open as it is.
        for aim in self.aim.iter_mut().filter(|aim| aim.abs() <= OPEN) {
            *aim = 0.0;
        }
        // A row held by a force elsewhere is closed within its time constant, C'' = -C/tau² - 2 C'/tau.
        for link in model.links.iter().filter(|link| link.forced) {
            for (k, info) in link.rows.iter().enumerate() {
                let row = link.row + k;
                if let Some(tau) = info.time_constant {
                    let (value, rate) = (at.value()[row], at.rate()[row]);
                    let towards = rate + value / tau;
                    self.aim[row] = (value + towards * h) * decay(h / tau);
                    self.rate[row] = (rate - towards * h / tau) * decay(h / tau);
                }
            }
        }
    }
}

/// Second half of the step: finds v' at q', which the state has reached, with v½ in the scratch. Books the work of the drives in that half and
/// returns the power of the forces at its end.
fn arrive(
    context: &mut StepContext<'_>,
    scratch: &mut Scratch,
    state: &mut SimState,
    h: f64,
) -> Result<Work, StepError> {
    let (model, dynamics) = (context.model, &mut *context.dynamics);
    // Velocity at the end to first order, for the evaluation of forces.
    for k in 0..state.v.len() {
        state.v[k] = 2.0 * scratch.half[k] - state.v[k];
    }
    dynamics.evaluate_constraints(model, &state.q, &scratch.half, state.time, &state.memory);
    dynamics.row_rates(model, &scratch.half, &mut scratch.first);
    for link in &model.links {
        for (k, info) in link.rows.iter().enumerate() {
            let row = link.row + k;
            let wanted = match (info.level, info.time_constant) {
                (Level::Velocity, Some(tau)) => scratch.rate[row] * decay(h / tau),
                (Level::Position, Some(_)) if link.forced => scratch.rate[row],
                _ => 0.0,
            };
            dynamics
                .problem
                .set_c(row, dynamics.evaluation.time_rate()[row] - wanted);
        }
    }
    dynamics.factor(model)?;
    let mut power = Work::default();
    for _ in 0..2 {
        power = dynamics.evaluate_forces(model, &state.q, &state.v, state.time, context.grab);
        dynamics.problem.add_momentum(model, &scratch.half, 0.5 * h);
        dynamics.solve(model)?;
        state.v.copy_from_slice(&dynamics.solution.acceleration);
        if power == Work::default() {
            break;
        }
    }
    dynamics.row_rates(model, &state.v, &mut scratch.second);
    scratch.impulse.clone_from(&dynamics.solution.lambda);
    book_drives(model, scratch, &mut state.work.drives);
    Ok(power)
}

/// First half of the step: finds v½ and q' such that C(q', t') is as [`Scratch::set_aim`] asks.
fn close(
    model: &Model,
    dynamics: &mut Dynamics,
    scratch: &mut Scratch,
    state: &SimState,
    end: f64,
    h: f64,
) -> Result<(), StepError> {
    scratch.half.clone_from(&state.v);
    for (v, a) in scratch.half.iter_mut().zip(&dynamics.solution.acceleration) {
        *v += 0.5 * h * a;
    }
    scratch.impulse.clone_from(&dynamics.solution.lambda);
    scratch.impulse.iter_mut().for_each(|lambda| *lambda *= 0.5 * h);
    dynamics.problem.clear_force();
    let mut open = f64::INFINITY;
    for iteration in 1..=ITERATIONS {
        scratch.q.clone_from(&state.q);
        for (q, v) in scratch.q.iter_mut().zip(&scratch.half) {
            *q += h * v;
        }
        dynamics.evaluate_values(model, &scratch.q, &scratch.half, end, &state.memory);
        dynamics.row_rates(model, &scratch.half, &mut scratch.second);
        let at = &dynamics.evaluation;
        let (mut now, mut worst) = (0.0, None);
        for (index, link) in model.links.iter().enumerate() {
            for (k, info) in link.rows.iter().enumerate() {
                let row = link.row + k;
                let miss = match info.level {
                    Level::Position => at.value()[row] - scratch.aim[row],
                    Level::Velocity => {
                        let wanted = info.time_constant.map_or(0.0, |tau| decay(0.5 * h / tau));
                        let rate = 0.5 * (scratch.second[row] + at.time_rate()[row] + at.rate()[row]);
                        h * (rate - wanted * scratch.rate[row])
                    }
                };
                dynamics.problem.set_c(row, miss);
                // Written so that NaN counts as never closed.
                if miss.is_nan() || miss.abs() > now {
                    (now, worst) = (miss.abs(), Some(index));
                }
            }
        }
        let stalled = now.is_nan() || now > CONTRACTION * open;
        let last = stalled || iteration == ITERATIONS;
        if now <= CLOSED && last || now <= NOTHING {
            return Ok(());
        }
        if stalled {
            return Err(StepError::Closure(worst));
        }
        open = now;
        dynamics.solve(model)?;
        if dynamics.approximates() {
            return Err(StepError::Loose(worst));
        }
        for (v, change) in scratch.half.iter_mut().zip(&dynamics.solution.acceleration) {
            *v += change / h;
        }
        for (impulse, change) in scratch.impulse.iter_mut().zip(&dynamics.solution.lambda) {
            *impulse += change / h;
        }
    }
    Err(StepError::Closure(None))
}

/// Returns e^-x to second order; its size never exceeds 1 for x >= 0.
fn decay(x: f64) -> f64 {
    (1.0 - 0.5 * x) / (1.0 + 0.5 * x)
}

/// Books the work of the drives: impulses work at the mean of the velocities before and after.
fn book_drives(model: &Model, scratch: &Scratch, drives: &mut f64) {
    for link in model.links.iter().filter(|link| link.drive) {
        for row in link.row_range() {
            *drives += scratch.impulse[row] * 0.5 * (scratch.first[row] + scratch.second[row]);
        }
    }
}
