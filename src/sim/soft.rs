//! Soft (regularised) step, taken where an exact step bursts. Position correction and dynamics are separate.
//! First the pose is drawn towards the least violation of the rows, at 1 m/s at most and without giving the parts any
//! speed (see [`Dynamics::correct_positions`]). Then velocities are solved for instead of accelerations, every row with some
//! compliance; last, the velocities lose the part that the drawing has just opposed:
//!
//! ```text
//! M v' = M v + h F + J^T lambda,   J v' + E lambda = -C_t,   E = eps diag(J W J^T),   sqrt(eps) of a row that drives
//! ```
//! Taking J v towards zero this way never adds energy, whatever the rank of J, and moves nothing faster than `1/(2 sqrt(eps))` times the
//! violation of a row. So rows that contradict each other settle where the sum of `C² / A_ii` is least, and a pose in which J
//! loses rank is passed without a burst of speed. Its order is one. `docs/theory.md` derives it ("The soft step").

use crate::constraints::{Limits, Mode};
use crate::solver::SolveError;

use super::contact::Contacts;
use super::integrators::regulated_rate;
use super::limits::velocity_level::{Span, VelocityLimits};
use super::limits::{breaking, hold_violated, mode_of, set_mode};
use super::nearby::fastest;
use super::stiffness::Stiffness;
use super::{Dynamics, Energy, Grab, Model, SimState};

/// Compliance eps of a row, relative to its own diagonal of J W J^T. A row that drives has its square root: the joints that stop a drive are not
/// to open, and open by a share of sqrt(eps) of its rate.
const EPSILON: f64 = 1e-3;
/// Largest speed at which the pose is drawn (m/s).
const MAX_CORRECTION_SPEED: f64 = 1.0;
/// Most rounds of drawing the pose in a step, and the share of the sum of squares (`HELPS`): a round that leaves more is the last. A row of
/// parts that cannot give way is moved round by round, from its ends inwards.
const ROUNDS: usize = 8;
const HELPS: f64 = 0.5;
/// |C| (m, rad) above which constraints that drawing brings no closer contradict each other: more than the links of a long chain
/// pulled straight come apart.
const GAP: f64 = 0.05;
/// First damping mu of the drawing: parts that cannot give way are straightened until their rows change by the root of it.
const FIRST: f64 = 1e-9;

/// Advances positions and velocities by `h` seconds; time and count are the caller's. Bodies that vibrate under load faster than the step
/// resolves are held implicitly, with the bound of the stiffness K on the diagonal: `(M + k h K) v' = M v + h F + J^T lambda`,
/// where multipliers act for k seconds ([`Dynamics::begin_impulses`]).
/// Contacts and rows of limited force are solved in the same system, and joints that it overloads break.
pub fn step(
    model: &Model,
    dynamics: &mut Dynamics,
    state: &mut SimState,
    grab: Option<&Grab>,
    (stiff, limited, contacts): (Option<&Stiffness>, &mut VelocityLimits, &mut Contacts),
    h: f64,
) -> Result<(), SolveError> {
    hold_violated(model, state);
    let kick = dynamics.begin_impulses(model, state, grab, h);
    limited.gather_capped(model, state, kick);
    let before = Energy::of(model, state).total();
    let (drawn, stuck) = draw(model, dynamics, state, h)?;
    // Books the energy of the drawing, not the energy that is missing: the step's own error stays an error.
    state.work.soft += Energy::of(model, state).total() - before;
    limited.hold_capped(model, state);
    dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
    let power = dynamics.evaluate_forces(model, &state.q, &state.v, state.time, grab);
    dynamics.problem.add_momentum(model, &state.v, h);
    // Rows that contradict each other pull without bound at any pose; their stiffness is not to hold the bodies.
    let stiff = stiff.filter(|_| !(stuck && dynamics.gap(model) > GAP));
    if let Some(stiff) = stiff {
        dynamics.add_mass(model, stiff, h * kick);
    }
    dynamics.set_soft_rows(model, h);
    match model.contact() {
        // Joints have compliance, points of contact have none.
        Some(colliders) => contacts.solve(
            (model, colliders),
            dynamics,
            limited,
            state,
            Span::whole((h, kick)),
        )?,
        None if limited.is_empty() => dynamics.solve_here(model)?,
        None => limited.solve(model, dynamics, state)?,
    }
    let work = dynamics.work_of_soft_impulses(model, &state.v);
    state.work.drives += work.drives;
    state.work.dissipation += work.dissipation;
    state.work.soft += work.soft;
    if let Some(stiff) = stiff {
        state.work.soft -= stiff.work(model, &state.v, &dynamics.solution.acceleration, h * kick);
    }
    let_go(model, dynamics, state);
    state.v.copy_from_slice(&dynamics.solution.acceleration);
    for (q, v) in state.q.iter_mut().zip(&state.v) {
        *q += h * v;
    }
    let before = Energy::of(model, state).total();
    dynamics.remove_opposed_velocity(model, &mut state.v, &drawn, h);
    state.work.soft += Energy::of(model, state).total() - before;
    // The multipliers are impulses here; divided by the time for which they act they are forces.
    dynamics
        .solution
        .lambda
        .iter_mut()
        .for_each(|lambda| *lambda /= kick);
    while breaking::break_worst(model, state, &dynamics.solution.lambda) {}
    state.work.drives += h * power.drives;
    state.work.dissipation += h * power.dissipation;
    state.work.hand += h * power.hand;
    state.control.length = h;
    model.remember(state);
    Ok(())
}

/// Draws the pose towards the least violation of the rows, for a step of `h` seconds. Returns by how much each coordinate changed, and whether the rows
/// that are left contradict each other or cannot be drawn any closer.
fn draw(
    model: &Model,
    dynamics: &mut Dynamics,
    state: &mut SimState,
    h: f64,
) -> Result<(Vec<f64>, bool), SolveError> {
    let from = state.q.clone();
    let mut drawn = vec![0.0; from.len()];
    for _ in 0..ROUNDS {
        let most = h * MAX_CORRECTION_SPEED - fastest(model, &drawn, 0..model.bodies.len());
        if most <= 0.0 {
            break;
        }
        let remaining = dynamics.correct_positions(model, state, (1.0, most), FIRST)?;
        for (drawn, (q, from)) in drawn.iter_mut().zip(state.q.iter().zip(&from)) {
            *drawn = q - from;
        }
        if remaining > HELPS {
            return Ok((drawn, true));
        }
    }
    Ok((drawn, false))
}

/// Frees the rows with limits whose multiplier has come out on the wrong side of its bounds: they take no part in the next step.
fn let_go(model: &Model, dynamics: &Dynamics, state: &mut SimState) {
    for &index in model.bounded() {
        let link = &model.links[index];
        let mode = mode_of(link, state);
        let Some(limits @ (Limits::Range { .. } | Limits::OneWay)) =
            link.limits().filter(|it| it.holds(mode))
        else {
            continue;
        };
        let [low, high] = limits.bounds(mode);
        let lambda = dynamics.solution.lambda[link.row];
        if lambda < low || lambda > high {
            set_mode(link, state, Mode::Inside);
        }
    }
}

impl Stiffness {
    /// Stiffness against the k-th coordinate of a body (N/m, N m).
    fn against(&self, body: usize, k: usize) -> f64 {
        if k < 2 {
            self.moving[body]
        } else {
            self.turning[body]
        }
    }

    /// Work done against the stiffness from one velocity to the next (J), `k h K v' (v + v') / 2`, with `square` = `k h` in s².
    fn work(&self, model: &Model, v: &[f64], next: &[f64], square: f64) -> f64 {
        let done = |(index, body): (usize, &super::Body)| -> f64 {
            let coordinates = (0..body.motion.dim()).map(|k| (k, body.offset + k));
            coordinates
                .map(|(k, at)| self.against(index, k) * next[at] * 0.5 * (v[at] + next[at]))
                .sum()
        };
        square * model.bodies.iter().enumerate().map(done).sum::<f64>()
    }
}

impl Dynamics {
    /// Largest |C| of the position rows at the last evaluation (m, rad).
    fn gap(&self, model: &Model) -> f64 {
        let mut most = 0.0_f64;
        for link in &model.links {
            for k in (0..link.rows.len()).filter(|&k| link.holds_position(k)) {
                most = most.max(self.evaluation.value()[link.row + k].abs());
            }
        }
        most
    }

    /// Gives all rows their compliance, and the rates that they are to have at the end of a soft step of `h` seconds.
    fn set_soft_rows(&mut self, model: &Model, h: f64) {
        let mobility = self.problem.inverse_effective_mass(model);
        for (row, mobility) in mobility.iter().enumerate() {
            let link = &model.links[model.topology.constraint_of(row)];
            let give = if link.drive { EPSILON.sqrt() } else { EPSILON };
            let info = &link.rows[row - link.row];
            // A drive of limited force is not drawn, and closes within its time constant.
            let rate = match info.time_constant.filter(|_| link.is_regulated()) {
                Some(tau) => regulated_rate(&self.evaluation, (row, info.level), tau, h),
                None => 0.0,
            };
            self.problem.set_compliance(row, give * mobility);
            self.problem.set_c(row, self.evaluation.time_rate()[row] - rate);
        }
    }

    /// Adds the stiffness under load times `square` (s²) to the masses.
    fn add_mass(&mut self, model: &Model, stiff: &Stiffness, square: f64) {
        for index in 0..model.bodies.len() {
            self.problem
                .add_to_mass(model, index, |k| square * stiff.against(index, k));
        }
    }

    /// Removes from the velocity of each body the part that drawing the pose has just opposed, up to all that it moved: a body that is drawn
    /// back in every step as far as it fell is at rest. The share is that of least kinetic energy, so energy is never added.
    fn remove_opposed_velocity(&self, model: &Model, v: &mut [f64], drawn: &[f64], h: f64) {
        for (index, body) in model.bodies.iter().enumerate() {
            let dim = body.motion.dim();
            let own = body.offset..body.offset + dim;
            let (v, drawn) = (&mut v[own.clone()], &drawn[own]);
            let block = &self.problem.system().mass[model.topology.mass_offset(index)..][..dim * dim];
            let (mut across, mut square) = (0.0, 0.0);
            for i in 0..dim {
                let weighed: f64 = (0..dim).map(|k| block[i * dim + k] * drawn[k]).sum();
                across += v[i] * weighed;
                square += drawn[i] * weighed;
            }
            if across < 0.0 && square > 0.0 {
                let share = (-across * h / square).min(1.0);
                for (v, drawn) in v.iter_mut().zip(drawn) {
                    *v += share * drawn / h;
                }
            }
        }
    }
}
