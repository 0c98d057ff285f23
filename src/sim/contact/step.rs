//! The step by impulses with contacts.

use crate::constraints::Level;
use crate::sim::limits::Condition;
use crate::sim::limits::velocity_level::{Limited, REST};
use crate::sim::{Dynamics, Energy, Model, SimState};
use crate::solver::{Side, Solution, SolveError};

use super::bodies::speed;
use super::collider::Colliders;
use super::contact_solver::{ContactSolution, ContactSolver};
use super::figures::EXACT;
use super::near::{Near, fastest};
use super::point::Point;
use super::problem::ContactProblem;
use super::rows::{ContactSystem, MOST_ROWS};

/// Overlap that is put right (m), and the speed at which it is at most (m/s).
const OVERLAP: f64 = 1e-9;
const PACE: f64 = 3.0;
/// By how many times all overlaps together, and what the joints are open by, the levers of a machine may move a point to put them right, and
/// how far they may turn a part (rad): a correction of first order says nothing of larger turns. What is beyond comes of rows that contradict each other, which
/// rounding alone meets, from afar.
const LEVERAGE: f64 = 100.0;
const TURN: f64 = 0.5;
/// Way that a step may add to what the speeds before it go, without another look at what is near (m).
const FARTHER: f64 = 0.005;
/// Residual from which overlaps count as such that cannot all be put right.
const CONTRADICTORY: f64 = 1e-6;

/// Workspace.
#[derive(Default)]
pub struct Contacts {
    rows: ContactSystem,
    near: Near,
    conditions: Vec<Condition>,
    contact_solver: ContactSolver,
    solution: Solution,
    /// Rates of the rows of the points before the step.
    before: Vec<[f64; MOST_ROWS]>,
}

impl Contacts {
    /// Solves a step by impulses of a model whose problem is set up for one, with its contacts: leaves the velocities after it in the
    /// solution of `dynamics`, notes the points in `state`, and books what they dissipate.
    ///
    /// # Errors
    /// As the solver's.
    pub fn solve(
        &mut self,
        (model, colliders): (&Model, &Colliders),
        dynamics: &mut Dynamics,
        limited: &mut Limited,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), SolveError> {
        let before = fastest((model, colliders), &state.v);
        let mut reach = 0.0;
        let answer = loop {
            self.near
                .look((model, colliders), state, (h, reach), &mut self.rows);
            self.rows.begin(model, dynamics);
            self.write_rows((model, colliders), state);
            self.set_conditions(model, limited.conditions(), state, h);
            self.begin_from(dynamics, state, h);
            let answer = self.answer((model, dynamics), false)?;
            let gathered = h * (fastest((model, colliders), &self.solution.acceleration) - before);
            // Written so that NaN ends it.
            let is_far = gathered > FARTHER && reach == 0.0;
            if !is_far {
                break answer;
            }
            // What gathers so much speed may meet what was too far off to be looked at.
            reach = gathered;
        };
        // Written so that NaN is not exact.
        let settled = answer.residual <= EXACT || !model.settings.method.is_exact();
        state.control.unsettled += u64::from(!settled);
        let figures = &mut state.contact;
        (figures.way, figures.points) = (answer.way, self.near.active.len() as u32);
        figures.iterations = answer.iterations as u32;
        let held = self
            .contact_solver
            .sides()
            .iter()
            .filter(|side| **side == Side::Held);
        figures.held = held.count() as u32;
        figures.note_residual(answer.residual);
        limited.keep(model, state, self.contact_solver.sides());
        self.note(colliders, state, h);
        let rows = model.topology.rows();
        dynamics
            .solution
            .acceleration
            .clone_from(&self.solution.acceleration);
        dynamics.solution.lambda.clear();
        dynamics
            .solution
            .lambda
            .extend_from_slice(&self.solution.lambda[..rows]);
        Ok(())
    }

    /// Puts apart what overlaps after a step of `h` seconds, by the least change of positions that keeps the joints; books it.
    ///
    /// # Errors
    /// As the solver's.
    pub fn part(
        &mut self,
        (model, colliders): (&Model, &Colliders),
        dynamics: &mut Dynamics,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), SolveError> {
        self.near
            .look((model, colliders), state, (0.0, 0.0), &mut self.rows);
        let overlap = self
            .near
            .active
            .iter()
            .map(|it| -it.touch.gap)
            .fold(0.0, f64::max);
        state.contact.note_penetration(overlap);
        if overlap <= OVERLAP {
            return Ok(());
        }
        let was = Energy::of(model, state).total();
        dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        dynamics.problem.clear_force();
        dynamics.problem.copy_c(dynamics.evaluation.value());
        dynamics.problem.free_rows(model, |link, k| {
            !link.drive && link.rows[k].level == Level::Position
        });
        self.rows.begin(model, dynamics);
        self.write_rows((model, colliders), state);
        self.conditions.clear();
        for it in &self.near.active {
            let row = self.rows.row(it.slot, it.point);
            self.rows.system.c[row] = it.touch.gap.max(-PACE * h);
            let constraint = self.rows.constraint(it.slot, it.point);
            let side = if it.touch.gap < 0.0 { Side::Held } else { Side::Low };
            self.conditions.push(Condition::one_sided(constraint, 0, side));
            for k in 1..self.rows.rows_of(it.slot, it.point) {
                self.conditions.push(Condition::given(constraint, k, 0.0));
            }
        }
        self.solution.lambda.clear();
        self.solution.lambda.resize(self.rows.topology.rows(), 0.0);
        let answer = self.answer((model, dynamics), true)?;
        let most = PACE * h;
        let is_small = self.is_small((model, colliders), most, 0.0)
            || self.is_small((model, colliders), most, dynamics.drift(model, state).max_m);
        // Written so that NaN is not settled.
        let settled = is_small && answer.residual <= CONTRADICTORY || !model.settings.method.is_exact();
        state.control.unsettled += u64::from(!settled);
        if !is_small {
            return Ok(());
        }
        for (q, change) in state.q.iter_mut().zip(&self.solution.acceleration) {
            *q += change;
        }
        state.work.projection += Energy::of(model, state).total() - was;
        Ok(())
    }

    /// Whether the change of positions just solved for is one that overlaps ask for, each of them by `most` (m) at most, and joints that are
    /// open by so much (m).
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

    fn write_rows(&mut self, (model, colliders): (&Model, &Colliders), state: &SimState) {
        for it in &self.near.active {
            let (_, b) = self.rows.slots[it.slot];
            let body = colliders.list[b.0 as usize].body;
            let place = (it.slot, it.point);
            self.rows.write(model, &state.q, place, &it.touch, body);
        }
    }

    /// The conditions of the limits, then those of each point, with c of their rows.
    fn set_conditions(&mut self, model: &Model, limits: &[Condition], state: &SimState, h: f64) {
        let rest = REST.max(2.0 * h * model.settings.gravity.length());
        self.conditions.clear();
        self.conditions.extend_from_slice(limits);
        self.before.clear();
        for it in &self.near.active {
            let (place, gap) = ((it.slot, it.point), it.touch.gap);
            let rates = self.rows.rates(place, &state.v);
            self.before.push(rates);
            let (friction, restitution) = it.material;
            let hits = restitution > 0.0 && -rates[0] > rest && gap + h * rates[0] < 0.0;
            let row = self.rows.row(it.slot, it.point);
            self.rows.system.c[row] = if hits {
                restitution * rates[0]
            } else {
                gap.max(0.0) / h
            };
            let constraint = self.rows.constraint(it.slot, it.point);
            let normal = self.conditions.len();
            let closes = gap + h * (rates[0] - h * model.settings.gravity.length()) <= 0.0;
            let side = if closes { Side::Held } else { Side::Low };
            self.conditions.push(Condition::one_sided(constraint, 0, side));
            let slides = rates[1].abs() > rest;
            let side = match (closes && friction > 0.0, slides, rates[1] > 0.0) {
                (true, false, _) => Side::Held,
                (_, _, true) => Side::Low,
                _ => Side::High,
            };
            self.conditions
                .push(Condition::friction(constraint, 1, (normal, friction), side));
            if self.rows.rows_of(it.slot, it.point) > 2 {
                let side = match rates[2] {
                    rate if rate > REST => Side::Low,
                    rate if rate < -REST => Side::High,
                    _ if closes => Side::Held,
                    _ => Side::Low,
                };
                self.conditions
                    .push(Condition::friction(constraint, 2, (normal, it.rolling), side));
            }
        }
    }

    /// The multipliers of the step before, so that sweeps begin where they ended.
    fn begin_from(&mut self, dynamics: &Dynamics, state: &SimState, h: f64) {
        self.solution.lambda.clear();
        self.solution.lambda.resize(self.rows.topology.rows(), 0.0);
        for it in &self.near.active {
            let key = (self.rows.slots[it.slot], it.point as u32);
            let found = state
                .contacts
                .binary_search_by(|point| (point.pair, point.index).cmp(&key));
            if let Ok(found) = found {
                let row = self.rows.row(it.slot, it.point);
                let point = &state.contacts[found];
                for k in 0..2 {
                    self.solution.lambda[row + k] = h * point.force[k];
                }
                if self.rows.rows_of(it.slot, it.point) > 2 {
                    self.solution.lambda[row + 2] = h * point.torque;
                }
            }
        }
        for (row, guess) in dynamics.guess.iter().enumerate() {
            self.solution.lambda[row] = h * guess;
        }
    }

    fn answer(
        &mut self,
        (model, dynamics): (&Model, &Dynamics),
        takes_least_squares: bool,
    ) -> Result<ContactSolution, SolveError> {
        let problem = ContactProblem {
            topology: &self.rows.topology,
            joints: model.topology.constraints(),
            system: &mut self.rows.system,
            conditions: &self.conditions,
            takes_least_squares,
        };
        self.contact_solver
            .solve((model, dynamics), problem, &mut self.solution)
    }

    /// Notes the points and their forces, and books the work of their impulses, which act at the mean of the velocities.
    fn note(&mut self, colliders: &Colliders, state: &mut SimState, h: f64) {
        state.contacts.clear();
        for (it, before) in self.near.active.iter().zip(&self.before) {
            let place = (it.slot, it.point);
            let row = self.rows.row(it.slot, it.point);
            let mut found = [0.0; MOST_ROWS];
            let after = self.rows.rates(place, &self.solution.acceleration);
            for k in 0..self.rows.rows_of(it.slot, it.point) {
                let impulse = self.solution.lambda[row + k];
                state.work.dissipation += 0.5 * impulse * (before[k] + after[k]);
                found[k] = impulse / h;
            }
            let [push, across, torque] = found;
            if [push, across] != [0.0; 2] {
                colliders.note_pushed(self.rows.slots[it.slot], &mut state.pushed);
                state.contacts.push(Point {
                    pair: self.rows.slots[it.slot],
                    index: it.point as u32,
                    at: it.touch.at,
                    normal: it.touch.normal,
                    force: [push, across],
                    torque,
                });
            }
        }
    }
}
