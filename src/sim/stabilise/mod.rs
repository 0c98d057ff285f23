//! Projection: after a step, positions and velocities are put back on the constraints by the least change in the
//! metric of the mass.
//!
//! ```text
//! M Δq = J^T lambda,   J Δq = -C(q, t)               repeated until C vanishes
//! M Δv = J^T lambda,   J Δv = -Cdot(q, v, t)         likewise
//! ```
//! J is that of the factor the step has left, a little way off: Newton's method converges with it nearly as fast
//! as with its own, and costs no factorisation. Where it does not, a fresh factor is made; and for the velocities
//! after a step whose factor is from its beginning, for a projection along other constraints gains energy. A joint further open
//! than any drift is drawn together at a walking pace, as by feedback. Rows of velocity level have no position;
//! their rate is projected unless they are drives with a time constant of their own.
//!
//! The change of velocity is a projection, so it never adds kinetic energy where nothing is driven, however close
//! to singular J is. The change of position is held to the same walking pace.
//!
//! Within 1e-4 of a singular pose, by the smallest singular value of J over its rows' length, `M Δq = J^T lambda, J Δq + E lambda = -C`
//! with a little E is solved instead: a C of rounding there would be closed by a change 1/sigma times as large, and Cdot by one that is
//! 1/sigma² times as large, which decides on the branch that the machine takes.

mod newton;
mod nonholonomic;
mod ranges;
mod within_limits;

pub use self::nonholonomic::has_nonholonomic;

use self::ranges::Ranges;
use crate::math::worst;
use crate::scene::Integrator;
use crate::solver::{Solution, SolveError};

use super::dynamics::CLOSING_SPEED;
use super::{Dynamics, Energy, Model, SimState};

/// |C| that counts as closed (m, rad); what is left then is rounding.
pub const CLOSED: f64 = 1e-11;
/// Far below any rounding: there is nothing to do.
pub(super) const NOTHING: f64 = 1e-30;
/// |C| that a projection leaves only where constraints contradict each other (m, rad).
pub const TORN: f64 = 1e-6;

/// Where the factor that a step has left was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// Nowhere near, or with compliance: of no use.
    Elsewhere,
    /// Where the step began. Good for the positions; velocities brought to the new constraints along the old ones
    /// would gain energy at every step.
    Behind,
    /// All but where the step has ended.
    Here,
}

/// Workspace.
#[derive(Default)]
pub struct Projector {
    change: Solution,
    /// What C shall become: nothing, but for joints too far open for one step.
    aim: Vec<f64>,
    kept: Vec<f64>,
    /// J v, row by row.
    across: Vec<f64>,
    /// Work of drives and of limits as velocities are projected (J), where it is asked for.
    driven: Option<[f64; 2]>,
    ranges: Ranges,
}

impl Projector {
    /// How far the last projection of a step was to leave joints open, because they were too far open for one step (m, rad).
    pub fn out_of_reach(&self, model: &Model) -> f64 {
        // Points of contact come last, and what overlaps is no joint.
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

    /// Takes from velocities that an explicit step has led off the constraints half of what they have across them,
    /// before the pose moves on with them; along the new constraints the projection takes the other half. A point
    /// on a circle then keeps its speed to fourth order in the angle of a step, where it would gain to second.
    ///
    /// # Errors
    /// As the solver's.
    pub fn halve(
        &mut self,
        dynamics: &mut Dynamics,
        model: &Model,
        state: &mut SimState,
    ) -> Result<(), SolveError> {
        if !dynamics.solver.is_factored() {
            dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
            dynamics.factor(model)?;
        }
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
            for row in link.row..link.row + link.rows.len() {
                let moved = self.across[row] - 0.5 * dynamics.problem.c(row);
                state.work.drives += self.change.lambda[row] * moved;
            }
        }
        Ok(())
    }

    /// Projects a state after a step of `h` seconds, and books the work. Returns how far the constraints are from
    /// what was to become of them (m, rad).
    ///
    /// # Errors
    /// As the solver's.
    pub fn project(
        &mut self,
        dynamics: &mut Dynamics,
        model: &Model,
        state: &mut SimState,
        h: f64,
        factor: Factor,
    ) -> Result<f64, SolveError> {
        if model.links.is_empty() && model.touching.is_empty() {
            return Ok(0.0);
        }
        let begun = dynamics.begin();
        // With semi-implicit Euler projection takes back what the step along the old constraints gained: it is a part of the
        // integrator, and only what drives do by it is work.
        let own = model.settings.integrator == Integrator::SemiImplicitEuler;
        // After impulses it turns velocities along with the pose, and a drive holds its rate the while.
        let turns = own || model.settings.integrator == Integrator::Impulse;
        let acts = !model.passive || !model.bounded().is_empty();
        self.driven = (turns && acts).then_some([0.0; 2]);
        let before = if own {
            0.0
        } else {
            Energy::at_one_instant(model, state).total()
        };
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
        let limited = model.settings.integrator == Integrator::Impulse && !model.bounded().is_empty();
        if limited {
            self.ranges.before.clone_from(&state.q);
        }
        let left = self.newton(dynamics, model, state, factor != Factor::Elsewhere, Some(reach))?;
        if limited {
            self.keep_within_limits(dynamics, model, state, (reach, left))?;
        }
        self.newton(dynamics, model, state, factor == Factor::Here, None)?;
        dynamics.note_rest(begun);
        let [drives, limits] = self.driven.take().unwrap_or_default();
        state.work.drives += drives;
        if !own {
            state.work.dissipation += limits;
            state.work.projection += Energy::at_one_instant(model, state).total() - before - drives - limits;
        }
        Ok(left)
    }

    /// Takes from changes of pose and of velocities in a state what they have across the constraints.
    ///
    /// # Errors
    /// As the solver's.
    pub fn take_across(
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
