//! Time step by impulses with contacts.

use crate::sim::limits::Condition;
use crate::sim::limits::tolerance::TOUCHING;
use crate::sim::limits::velocity_level::{Hit, Part, REST, Span, VelocityLimits};
use crate::sim::{Dynamics, Model, SimState};
use crate::solver::{Side, Solution, SolveError};

use super::collider::Colliders;
use super::collision_detection::{CollisionDetection, STILL, fastest};
use super::contact_solver::{ContactSolution, ContactSolver};
use super::figures::{ContactMethod, EXACT};
use super::first_impact::FirstImpacts;
use super::method_choice::LOOK_AGAIN;
use super::point::Point;
use super::problem::{ContactProblem, PreviousStep};
use super::rows::{ContactSystem, MOST_ROWS};

/// Distance that a step may add to the distance given by the speeds before it, without another collision detection (m).
const FARTHER: f64 = 0.005;

/// Energy that the impulses of a step create in an island, by both measures of the module `restitution` (J), and its kinetic energy (J).
#[derive(Clone, Copy, Default)]
pub struct Created {
    pub over: f64,
    pub at_end: f64,
    pub kinetic: f64,
}

/// Data of the step before a law of restitution changes it, and workspace of that law.
#[derive(Default)]
pub struct Restitution {
    /// Rows that close and bounce.
    pub hits: Vec<Hit>,
    pub force: Vec<f64>,
    pub c: Vec<f64>,
    pub conditions: Vec<Condition>,
    /// Multipliers of the compression phase, row by row.
    pub total: Vec<f64>,
    /// Side of each condition at the end of the compression phase.
    pub sides: Vec<Side>,
    /// Energies, indexed by the root body of the island.
    pub energy: Vec<Created>,
}

/// Solver of steps by impulses with contacts, and its workspace.
#[derive(Default)]
pub struct Contacts {
    pub(super) rows: ContactSystem,
    pub(super) near: CollisionDetection,
    pub(super) conditions: Vec<Condition>,
    pub(super) contact_solver: ContactSolver,
    pub(super) solution: Solution,
    pub(super) restitution: Restitution,
    first_impacts: FirstImpacts,
    /// Rates of the rows of each active point before the step.
    before: Vec<[f64; MOST_ROWS]>,
    /// Index of each active point among the points that pushed in the previous step; `usize::MAX` where it did not push.
    known: Vec<usize>,
}

impl Contacts {
    /// Solves a span of a step by impulses with contacts, for a model whose problem is set up for such a step: leaves the velocities at its end in
    /// the solution of `dynamics`, notes the points in `state`, and books the work that their impulses dissipate.
    ///
    /// # Errors
    /// As the solver's.
    pub fn solve(
        &mut self,
        (model, colliders): (&Model, &Colliders),
        dynamics: &mut Dynamics,
        limited: &mut VelocityLimits,
        state: &mut SimState,
        span: Span,
    ) -> Result<(), SolveError> {
        let (h, kick) = (span.closing, span.kick);
        let before = fastest((model, colliders), &state.v);
        let mut reach = 0.0;
        let answer = loop {
            self.near
                .look((model, colliders), state, (h, reach), &mut self.rows);
            dynamics
                .solver
                .work_budget()
                .charge_strictly(self.near.take_work())?;
            self.rows.begin(model, dynamics);
            self.write_rows((model, colliders), state);
            self.find_known(&state.contacts);
            self.set_conditions(model, limited.conditions(), state, span);
            self.restitution.hits.extend_from_slice(limited.hits());
            self.begin_from(dynamics, state, kick);
            let looks = state.step.is_multiple_of(LOOK_AGAIN);
            let known = match state.contact.way {
                // Parts whose active set was found to the last digits come to a standstill within a few more steps.
                way if before * h <= STILL => PreviousStep::Stands {
                    way,
                    looks: looks || way == ContactMethod::ActiveSet,
                },
                ContactMethod::Sweeps if !looks => PreviousStep::Cycled { swept: true },
                ContactMethod::InteriorPoint if !looks => PreviousStep::Cycled { swept: false },
                _ => PreviousStep::Nothing,
            };
            let answer = self.answer((model, dynamics), false, known)?;
            let gathered = h * (fastest((model, colliders), &self.solution.acceleration) - before);
            // Written so that NaN ends the loop.
            let is_far = gathered > FARTHER && reach == 0.0;
            if !is_far {
                break answer;
            }
            // Parts that gain so much speed may meet others that were beyond the margin.
            reach = gathered;
        };
        let answer = self.limit_restitution_energy((model, dynamics), state, answer)?;
        // Written so that NaN is not exact.
        let settled = answer.residual <= EXACT || !model.settings.method.is_exact();
        state.control.unsolved_contacts += u64::from(!settled);
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
        self.first_impacts
            .note_shift(model, [&state.v, &self.solution.acceleration]);
        limited.keep(model, state, self.contact_solver.sides());
        self.note(colliders, state, kick);
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

    /// Moves bodies at the end of a step by impulses to where the first impacts of the last solve lead them.
    pub fn shift_to_impacts(&self, model: &Model, state: &mut SimState) {
        self.first_impacts.shift(model, state);
    }

    pub(super) fn write_rows(&mut self, (model, colliders): (&Model, &Colliders), state: &SimState) {
        if std::mem::replace(&mut self.rows.written, true) {
            return;
        }
        for it in &self.near.active {
            let (_, b) = self.rows.slots[it.slot];
            let body = colliders.list[b.0 as usize].body;
            let place = (it.slot, it.point);
            self.rows.write(model, &state.q, place, &it.touch, body);
        }
    }

    /// Sets the conditions of the limits, then those of each contact point, and c of the contact rows.
    fn set_conditions(&mut self, model: &Model, limits: &[Condition], state: &SimState, span: Span) {
        let (h, kick) = (span.closing, span.kick);
        let bounces = span.part != Part::Smooth;
        // A part at rest may have fallen since the middle of a longer step.
        let rest = REST.max(2.0 * kick * model.settings.gravity.length());
        self.conditions.clear();
        self.conditions.extend_from_slice(limits);
        self.restitution.hits.clear();
        self.before.clear();
        self.first_impacts.clear();
        if span.locates {
            let active = (&self.near.active[..], limits);
            self.first_impacts
                .find((model, &self.rows), active, state, (h, rest));
        }
        for (it, known) in self.near.active.iter().zip(&self.known) {
            let (place, gap) = ((it.slot, it.point), it.touch.gap);
            let rates = self.rows.rates(place, &state.v);
            self.before.push(rates);
            let (friction, restitution) = it.material;
            let hits = bounces && restitution > 0.0 && -rates[0] > rest && gap + h * rates[0] < 0.0;
            let row = self.rows.row(it.slot, it.point);
            let constraint = self.rows.constraint(it.slot, it.point);
            self.rows.system.c[row] = if hits {
                restitution * rates[0]
            } else {
                let time = self.first_impacts.time_at(&self.rows, constraint);
                span.closes_after(time, gap, rates[0])
            };
            let normal = self.conditions.len();
            if hits {
                self.restitution.hits.push(Hit {
                    condition: normal,
                    row,
                    restitution,
                    closed: 0.0,
                });
            }
            let before = state.contacts.get(*known).filter(|_| !hits);
            let falls = if state.contacts.is_empty() {
                h * model.settings.gravity.length()
            } else {
                0.0
            };
            let closes = before.is_some() || gap + h * (rates[0] - falls) < -TOUCHING;
            let side = if closes { Side::Held } else { Side::Low };
            self.conditions.push(Condition::one_sided(constraint, 0, side));
            let slides = rates[1].abs() > rest;
            let side = match (before, closes && friction > 0.0 && !slides) {
                (Some(point), _) => side_within(point.force[1], friction * point.force[0]),
                (None, true) => Side::Held,
                (None, false) if rates[1] > 0.0 => Side::Low,
                (None, false) => Side::High,
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

    /// Finds each active point among the points of the previous step, which are in the same order.
    fn find_known(&mut self, before: &[Point]) {
        self.known.clear();
        let mut next = 0;
        for it in &self.near.active {
            let key = (self.rows.slots[it.slot], it.point as u32);
            let is_before = |it: &&Point| (it.pair, it.index) < key;
            next += before[next..].iter().take_while(is_before).count();
            let is_same = |it: &Point| (it.pair, it.index) == key;
            self.known.push(if before.get(next).is_some_and(is_same) {
                next
            } else {
                usize::MAX
            });
        }
    }

    /// Sets the start multipliers (warm start): the forces of the previous step as impulses.
    fn begin_from(&mut self, dynamics: &Dynamics, state: &SimState, kick: f64) {
        self.solution.lambda.clear();
        self.solution.lambda.resize(self.rows.topology.rows(), 0.0);
        for (it, known) in self.near.active.iter().zip(&self.known) {
            if let Some(point) = state.contacts.get(*known) {
                let row = self.rows.row(it.slot, it.point);
                for k in 0..2 {
                    self.solution.lambda[row + k] = kick * point.force[k];
                }
                if self.rows.rows_of(it.slot, it.point) > 2 {
                    self.solution.lambda[row + 2] = kick * point.torque;
                }
            }
        }
        for (row, guess) in dynamics.guess.iter().enumerate() {
            self.solution.lambda[row] = kick * guess;
        }
    }

    pub(super) fn answer(
        &mut self,
        (model, dynamics): (&Model, &Dynamics),
        takes_least_squares: bool,
        before: PreviousStep,
    ) -> Result<ContactSolution, SolveError> {
        let problem = ContactProblem {
            topology: &self.rows.topology,
            joints: model.topology.constraints(),
            base: &model.topology,
            system: &mut self.rows.system,
            conditions: &self.conditions,
            takes_least_squares,
            least_size: 0.0,
            before,
        };
        self.contact_solver
            .solve((&model.settings, &dynamics.solver), problem, &mut self.solution)
    }

    /// Stores the points and their forces in the state, and books the work of their impulses, which act at the mean of the velocities before and
    /// after.
    fn note(&mut self, colliders: &Colliders, state: &mut SimState, kick: f64) {
        state.contacts.clear();
        for (it, before) in self.near.active.iter().zip(&self.before) {
            let place = (it.slot, it.point);
            let row = self.rows.row(it.slot, it.point);
            let mut found = [0.0; MOST_ROWS];
            let after = self.rows.rates(place, &self.solution.acceleration);
            for k in 0..self.rows.rows_of(it.slot, it.point) {
                let impulse = self.solution.lambda[row + k];
                state.work.dissipation += 0.5 * impulse * (before[k] + after[k]);
                found[k] = impulse / kick;
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

/// Side of a friction force whose bound is `most`.
fn side_within(force: f64, most: f64) -> Side {
    /// Relative rounding: forces have been divided by the step and multiplied by the coefficient.
    const ROUNDING: f64 = 1e-12;
    match force {
        _ if force.abs() < (1.0 - ROUNDING) * most => Side::Held,
        _ if force < 0.0 => Side::Low,
        _ => Side::High,
    }
}
