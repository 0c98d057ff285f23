//! Overlap correction: parts that overlap after a step by impulses are moved apart.

use crate::constraints::Level;
use crate::sim::limits::Condition;
use crate::sim::{Dynamics, Energy, Model, SimState};
use crate::solver::{Side, SolveError};

use super::bodies::speed;
use super::collider::Colliders;
use super::figures::ContactMethod;
use super::method_choice::{LARGE, LEAST_SQUARES_SWEPT};
use super::problem::PreviousStep;
use super::step::Contacts;

/// Overlap from which a correction is made (m).
const OVERLAP: f64 = 1e-9;
/// The same for a heap that is large enough to be solved by sweeps only (m).
const OVERLAP_OF_LARGE: f64 = 1e-5;
/// Largest speed of correction (m/s).
const PACE: f64 = 3.0;
/// Corrections in a step at most, and the overlap or joint opening that may remain (m): corrections turn parts, which opens joints.
const ROUNDS: usize = 3;
const LEFT: f64 = 1e-6;
/// Limits of a valid correction: a point moves by at most `LEVERAGE` times the sum of all overlaps and joint openings, which the levers of a
/// machine multiply, and a part turns by at most `TURN` (rad), since a first-order correction is wrong for larger turns. Larger corrections come
/// from contradictory rows, which rounding alone meets, far away.
const LEVERAGE: f64 = 100.0;
const TURN: f64 = 0.5;
/// Residual from which the overlaps count as contradictory: they cannot all be removed.
const CONTRADICTORY: f64 = 1e-6;

impl Contacts {
    /// Moves overlapping parts apart after a step of `h` seconds, by the least change of positions that keeps the joints; books the change of
    /// energy as work of projection, and notes the remaining overlap. As parts turn, corners meet other edges, so a first-order correction may
    /// leave overlap; further corrections follow.
    ///
    /// # Errors
    /// As the solver's.
    pub fn separate_overlaps(
        &mut self,
        (model, colliders): (&Model, &Colliders),
        dynamics: &mut Dynamics,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), SolveError> {
        let most = PACE * h;
        let is_exact = model.settings.method.is_exact();
        let is_swept = is_exact && state.contact.way == ContactMethod::Sweeps;
        let (mut deep, mut settled) = (false, true);
        for round in 0..=ROUNDS {
            self.near
                .look((model, colliders), state, (0.0, 0.0), &mut self.rows);
            dynamics
                .solver
                .work_budget()
                .charge_strictly(self.near.take_work())?;
            let overlap = self
                .near
                .active
                .iter()
                .map(|it| -it.touch.gap)
                .fold(0.0, f64::max);
            // A large heap gets one correction only, to bound the time.
            let is_large = is_swept && 2 * self.near.active.len() >= LARGE;
            let rounds = if is_exact && !is_large { ROUNDS } else { 1 };
            let done = match round {
                0 => overlap <= if is_large { OVERLAP_OF_LARGE } else { OVERLAP },
                // Overlap deeper than one correction may remove is removed over several steps.
                _ if round >= rounds || deep => true,
                _ => overlap.max(dynamics.drift(model, state).max_m) <= LEFT,
            };
            if done {
                state.contact.note_penetration(overlap);
                // The remaining overlap decides, whatever the residuals of the corrections were.
                settled |= overlap <= LEFT;
                break;
            }
            deep = overlap > most;
            let was = Energy::of(model, state).total();
            self.set_overlaps((model, colliders), dynamics, state, most);
            let answer = self.answer((model, dynamics), true, PreviousStep::Nothing)?;
            let is_small = self.is_small((model, colliders), most, 0.0)
                || self.is_small((model, colliders), most, dynamics.drift(model, state).max_m);
            // Written so that NaN is not settled.
            let left = match answer.way {
                ContactMethod::Sweeps => LEAST_SQUARES_SWEPT,
                _ => CONTRADICTORY,
            };
            settled &= is_small && answer.residual <= left || !is_exact;
            if !is_small {
                state.contact.note_penetration(overlap);
                settled |= overlap <= LEFT;
                break;
            }
            for (q, change) in state.q.iter_mut().zip(&self.solution.acceleration) {
                *q += change;
            }
            state.work.projection += Energy::of(model, state).total() - was;
        }
        state.control.unsolved_contacts += u64::from(!settled);
        Ok(())
    }

    /// Sets the rows of all overlapping or near points, each corrected by `most` at most (m), and of the joints.
    fn set_overlaps(
        &mut self,
        (model, colliders): (&Model, &Colliders),
        dynamics: &mut Dynamics,
        state: &SimState,
        most: f64,
    ) {
        dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        dynamics.problem.clear_force();
        dynamics.problem.copy_c(dynamics.evaluation.value());
        dynamics.problem.disable_rows(model, |link, k| {
            !link.drive && link.rows[k].level == Level::Position
        });
        self.rows.begin(model, dynamics);
        self.write_rows((model, colliders), state);
        self.conditions.clear();
        for it in &self.near.active {
            let row = self.rows.row(it.slot, it.point);
            self.rows.system.c[row] = it.touch.gap.max(-most);
            let constraint = self.rows.constraint(it.slot, it.point);
            let side = if it.touch.gap < 0.0 { Side::Held } else { Side::Low };
            self.conditions.push(Condition::one_sided(constraint, 0, side));
            for k in 1..self.rows.rows_of(it.slot, it.point) {
                self.conditions.push(Condition::given(constraint, k, 0.0));
            }
        }
        self.solution.lambda.clear();
        self.solution.lambda.resize(self.rows.topology.rows(), 0.0);
    }

    /// Whether the change of positions just found is in proportion to the overlaps, each counted up to `most` (m), and to the opening `open` of the
    /// joints (m).
    fn is_small(&self, (model, colliders): (&Model, &Colliders), most: f64, open: f64) -> bool {
        let overlaps = self.near.active.iter().map(|it| (-it.touch.gap).clamp(0.0, most));
        let farthest = LEVERAGE * (overlaps.sum::<f64>() + open);
        colliders.list.iter().all(|it| {
            let Some(body) = it.body.map(|index| &model.bodies[index]) else {
                return true;
            };
            let change = &self.solution.acceleration[body.offset..];
            let turns = body.motion.dim() < 3 || change[2].abs() <= TURN;
            turns && speed(change, body.motion.dim(), it.reach) <= farthest
        })
    }
}
