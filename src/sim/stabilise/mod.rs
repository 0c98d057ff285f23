//! Projection: after a step, positions and velocities are put back on the constraints by the least change in the
//! metric of the mass.
//!
//! ```text
//! M Δq = J^T lambda,   J Δq = -C(q, t)               repeated until C vanishes
//! M Δv = J^T lambda,   J Δv = -Cdot(q, v, t)         likewise
//! ```
//! J is that of the factor the step has left, at a state a little way off: Newton's method converges with it nearly as fast
//! as with its own, and costs no factorisation. A fresh factor is made where it does not converge, and for the velocities
//! where the factor is from the beginning of the step: projection along those constraints gains energy. A joint further open
//! than any drift is drawn together at 4 m/s at most, as by feedback. Rows of velocity level have no position;
//! their rate is projected unless they are drives with a time constant of their own.
//!
//! The change of velocity is a projection, so it never adds kinetic energy where nothing is driven, however close
//! to singular J is. The change of position is limited to the same 4 m/s.
//!
//! Within 1e-4 of a singular pose, by the smallest singular value sigma of J over its rows' length, `M Δq = J^T lambda, J Δq + E lambda = -C`
//! with a little E is solved instead: without it a C of rounding would be closed by a change 1/sigma times as large, and Cdot by one
//! 1/sigma² times as large, and rounding would decide on the branch that the machine takes.

mod forces;
mod newton;
mod nonholonomic;
mod ranges;
mod within_bounds;
mod within_limits;

pub use self::nonholonomic::has_nonholonomic;

use self::forces::Forces;
use self::ranges::Ranges;
use crate::math::worst;
use crate::scene::Integrator;
use crate::solver::{Solution, SolveError};

use super::dynamics::CLOSING_SPEED;
use super::{Dynamics, Energy, Model, SimState};

/// |C| that counts as closed (m, rad); the rest is rounding.
pub const CLOSED: f64 = 1e-11;
/// |C| or |Cdot| far below any rounding: nothing to project.
pub(super) const NOTHING: f64 = 1e-30;
/// |C| that a projection exceeds only where constraints contradict each other (m, rad).
pub const TORN: f64 = 1e-6;

/// State at which the factor left by a step was made.
#[derive(Clone, Copy)]
pub enum Factor<'a> {
    /// Far from the present state, or with compliance: of no use.
    Elsewhere,
    /// At the beginning of the step. Good for positions; velocities brought to the new constraints along the old ones
    /// would gain energy at every step.
    Behind,
    /// At this state, the beginning of the step, but of no use: to be computed again there.
    BehindLost(&'a SimState),
    /// Nearly at the end of the step.
    Here,
}

/// Workspace.
#[derive(Default)]
pub struct Projector {
    change: Solution,
    /// Target value of C: 0, except for joints too far open for one step (m, rad).
    aim: Vec<f64>,
    kept: Vec<f64>,
    /// Coordinates before the projection.
    begun: Vec<f64>,
    /// J v, row by row.
    across: Vec<f64>,
    /// Multipliers of the change of positions, row by row.
    pushes: Vec<f64>,
    /// Work by the projection of velocities, where it is booked.
    driven: Option<Driven>,
    /// Work of drives and limits before the projection of velocities (J).
    booked: (f64, f64),
    forces: Forces,
    ranges: Ranges,
}

/// Makes the factor at a state that an explicit step has led to, where the step has left none: bounds, contacts and forces elsewhere have solvers
/// of their own.
///
/// # Errors
/// As the solver's.
fn factor_if_lost(dynamics: &mut Dynamics, model: &Model, state: &SimState) -> Result<(), SolveError> {
    if dynamics.solver.is_factored() {
        return Ok(());
    }
    dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
    dynamics.factor(model)
}

/// Work of drives and of limits that are hit, by a projection of velocities.
#[derive(Clone, Copy, Default)]
struct Driven {
    /// J
    drives: f64,
    limits: f64,
    /// Time for which rows have turned with the pose (s).
    turned: f64,
}

impl Driven {
    /// Books the work of these impulses in a change of velocities that is evaluated, at the mean of the rates before and after; `before` gives the
    /// rate of a row before, from its index and its rate after.
    fn book(
        &mut self,
        dynamics: &Dynamics,
        model: &Model,
        impulses: &[f64],
        before: impl Fn(usize, f64) -> f64,
    ) {
        let at = &dynamics.evaluation;
        let links = model.links.iter();
        for link in links.filter(|link| link.drive || link.limits().is_some()) {
            for row in link.row_range() {
                let (impulse, after) = (impulses[row], at.rate()[row] - at.time_rate()[row]);
                let before = before(row, after);
                let work = impulse * 0.5 * (before + after);
                if link.drive {
                    self.drives += work;
                } else if !link.is_range() || at.is_impact(row, impulse, before, self.turned) {
                    self.limits += work;
                }
            }
        }
    }
}

impl Projector {
    /// Largest |C| that the last projection of a step aimed at, of joints too far open to close in one step (m, rad).
    pub fn out_of_reach(&self, model: &Model) -> f64 {
        // Rows of contact come last, and an overlap is no open joint.
        let joints = self.aim.iter().take(model.topology.rows());
        joints.fold(0.0, |most, aim| worst(most, aim.abs()))
    }

    /// Largest |C| of a state (m, rad).
    pub fn open(&mut self, dynamics: &mut Dynamics, model: &Model, state: &SimState) -> f64 {
        dynamics.evaluate_values(model, &state.q, &state.v, state.time, &state.memory);
        self.aim.clear();
        self.aim.resize(model.topology.rows(), 0.0);
        self.miss(dynamics, model, false)
    }

    /// Books the work of drives in the change of velocities by `h` seconds of the last accelerations, beyond that at the rates before: their impulses work
    /// at the mean of the rates before and after.
    pub fn book_kick(&mut self, dynamics: &Dynamics, model: &Model, state: &mut SimState, h: f64) {
        if model.passive {
            return;
        }
        dynamics.row_rates(model, &dynamics.solution.acceleration, &mut self.across);
        for link in model.links.iter().filter(|link| link.drive) {
            for row in link.row_range() {
                state.work.drives += 0.5 * h * h * dynamics.solution.lambda[row] * self.across[row];
            }
        }
    }

    /// Removes half of the component across the constraints from velocities that an explicit step has led off them,
    /// before the pose moves on; the projection removes the other half along the new constraints. A point
    /// on a circle then keeps its speed to fourth order in the angle of a step, where it would gain to second.
    ///
    /// # Errors
    /// As the solver's.
    pub fn remove_half_across(
        &mut self,
        dynamics: &mut Dynamics,
        model: &Model,
        state: &mut SimState,
    ) -> Result<(), SolveError> {
        factor_if_lost(dynamics, model, state)?;
        dynamics.row_rates(model, &state.v, &mut self.across);
        dynamics.problem.clear_force();
        model.projected_rows().for_each(|(row, _, holds_motion)| {
            let across = if holds_motion {
                self.across[row] + dynamics.evaluation.time_rate()[row]
            } else {
                0.0
            };
            dynamics.problem.set_c(row, 0.5 * across);
        });
        dynamics.solve_into(model, &mut self.change)?;
        for (v, change) in state.v.iter_mut().zip(&self.change.acceleration) {
            *v += change;
        }
        // Impulses work at the mean of the rates before and after.
        for link in model.links.iter().filter(|link| link.drive) {
            for row in link.row_range() {
                let moved = self.across[row] - 0.5 * dynamics.problem.c(row);
                state.work.drives += self.change.lambda[row] * moved;
            }
        }
        Ok(())
    }

    /// Projects a state after a step of `h` seconds, and books the work. Returns the largest distance of the constraints from
    /// their targets (m, rad).
    ///
    /// # Errors
    /// As the solver's.
    pub fn project(
        &mut self,
        dynamics: &mut Dynamics,
        model: &Model,
        state: &mut SimState,
        h: f64,
        factor: Factor<'_>,
    ) -> Result<f64, SolveError> {
        if model.links.is_empty() && model.touching.is_empty() {
            return Ok(0.0);
        }
        let begun = dynamics.begin();
        // With semi-implicit Euler projection takes back what the step along the old constraints gained: it is a part of the
        // integrator, and only the work of drives in it is booked.
        let own = model.settings.integrator == Integrator::SemiImplicitEuler;
        // After impulses it turns velocities along with the pose, while drives hold their rates.
        let turns = own || model.settings.integrator == Integrator::Impulse;
        let acts = !model.passive || !model.bounded().is_empty();
        self.driven = (turns && acts).then_some(Driven {
            turned: h,
            ..Driven::default()
        });
        let before = if own {
            0.0
        } else {
            Energy::at_one_instant(model, state).total()
        };
        if let Factor::BehindLost(start) = factor {
            dynamics.evaluate_constraints(model, &start.q, &start.v, start.time, &state.memory);
            dynamics.factor(model)?;
        }
        let reach = CLOSING_SPEED * h;
        dynamics.evaluate_values(model, &state.q, &state.v, state.time, &state.memory);
        self.aim.clear();
        self.aim.resize(model.topology.rows(), 0.0);
        model.projected_rows().for_each(|(row, closes, _)| {
            if closes {
                let c = dynamics.evaluation.value()[row];
                self.aim[row] = c - c.clamp(-reach, reach);
            }
        });
        let impulses = model.settings.integrator == Integrator::Impulse;
        self.forces.begin(model, impulses);
        if impulses {
            self.begun.clone_from(&state.q);
            self.pushes.clear();
            self.pushes.resize(model.topology.rows(), 0.0);
        }
        let left = self.newton(
            dynamics,
            model,
            state,
            !matches!(factor, Factor::Elsewhere),
            Some(reach),
        )?;
        if impulses && left <= CLOSED && self.out_of_reach(model) == 0.0 {
            self.take_along_velocities(dynamics, model, state, h);
            dynamics.evaluate_values(model, &state.q, &state.v, state.time, &state.memory);
        } else {
            self.pushes.fill(0.0);
        }
        if impulses && !model.bounded().is_empty() {
            self.keep_within_limits(dynamics, model, state, (reach, left))?;
        }
        self.forces.keep(&state.v);
        self.forces.take_pushes(&self.pushes, h);
        self.booked = self.driven.map_or((0.0, 0.0), |it| (it.drives, it.limits));
        self.newton(dynamics, model, state, matches!(factor, Factor::Here), None)?;
        self.limit_forces(dynamics, model, state, h)?;
        dynamics.note_rest(begun);
        let Driven { drives, limits, .. } = self.driven.take().unwrap_or_default();
        state.work.drives += drives;
        if !own {
            state.work.dissipation += limits;
            state.work.projection += Energy::at_one_instant(model, state).total() - before - drives - limits;
        }
        Ok(left)
    }

    /// Changes velocities by the change of positions in a step of `h` seconds that a projection has made: `v = (q' - q)/h` remains, as in SHAKE (Ryckaert,
    /// Ciccotti and Berendsen 1977). The change acts along the constraints at the start of the step, like the impulses, so that angular momentum stays as
    /// it is, and with the projection of velocities that follows, along the constraints at its end, the step is that of RATTLE.
    fn take_along_velocities(&mut self, dynamics: &Dynamics, model: &Model, state: &mut SimState, h: f64) {
        let half = |v: &mut [f64], q: &[f64]| {
            for ((v, q), before) in v.iter_mut().zip(q).zip(&self.begun) {
                *v += 0.5 * (q - before) / h;
            }
        };
        half(&mut state.v, &state.q);
        if let Some(Driven { drives, .. }) = &mut self.driven {
            // At the mean of the rates before and after.
            dynamics.row_rates(model, &state.v, &mut self.across);
            for link in model.links.iter().filter(|link| link.drive) {
                for row in link.row_range() {
                    *drives += self.pushes[row] / h * self.across[row];
                }
            }
        }
        half(&mut state.v, &state.q);
    }

    /// Removes the components across the constraints from a change of pose and a change of velocities at a state.
    ///
    /// # Errors
    /// As the solver's.
    pub fn project_out(
        &mut self,
        dynamics: &mut Dynamics,
        model: &Model,
        state: &SimState,
        changes: [&mut [f64]; 2],
    ) -> Result<(), SolveError> {
        dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        dynamics.factor(model)?;
        for (change, rates) in changes.into_iter().zip([false, true]) {
            dynamics.row_rates(model, change, &mut self.across);
            dynamics.problem.clear_force();
            model.projected_rows().for_each(|(row, closes, holds_motion)| {
                let projected = if rates { holds_motion } else { closes };
                let across = if projected { self.across[row] } else { 0.0 };
                dynamics.problem.set_c(row, across);
            });
            dynamics.solve_into(model, &mut self.change)?;
            for (x, taken) in change.iter_mut().zip(&self.change.acceleration) {
                *x += taken;
            }
        }
        Ok(())
    }
}
