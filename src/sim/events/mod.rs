//! Events of unilateral constraints (ropes, stops, dry friction, caps, one-way clutches, contacts) under the integrators that work with
//! accelerations: modes are fixed while a step is integrated, and change at events, which are located inside the step.
//!
//! ```text
//! free row      gap >= 0          touches       impact, then held or bounced
//! held row      lambda >= 0       lets go       free
//! stuck row     |lambda| <= most  slips         pushes with most, against the motion
//! slipping row  rate against it   sticks        held
//! joint         |lambda| <= load  breaks        gone
//! open point    gap >= 0          touches       impact, then closed or bounced
//! closed point  lambda_n >= 0     lifts off     open
//! it sticks     |lambda_t| <= mu lambda_n       slides
//! it slides     u_t against it    stops         sticks
//! ```
//! An event is located by integrating again from the start of the step over different lengths, until its time is known to
//! [`ON_TIME`](locate::ON_TIME). Then an impulse makes the velocities consistent, and the complementarity problem of the accelerations gives the
//! modes.

mod contacts;
mod impact;
mod locate;
mod margins;
mod modes;
mod open_points;
mod phase;

use crate::math::worst;
use crate::scene::Integrator;

use super::contact::{ContactModel, ContactProblem, ContactSolver, EXACT, PreviousStep, RowLayout};
use super::integrators::{self, StepContext, StepError, Workspace};
use super::limits::{ActiveSet, Condition, breaking};
use super::{Model, SimState};
use crate::solver::{Side, System};

use self::contacts::Candidates;
use self::margins::{Margins, Muted};
use self::open_points::OpenPairs;
use self::phase::Phase;

/// Maximum number of events in a sub-step. With more the sub-step counts as not settled, and its rest is integrated without events.
const MOST: usize = 256;
/// The same for iterative methods that stop short of the answer: their impulses leave rows closing that were just hit, again and again.
const MOST_ITERATED: usize = 64;
/// Maximum number of events at one instant for each row.
const MOST_AT_ONCE: usize = 4;

/// Event location and handling, with its workspace.
#[derive(Default)]
pub struct Events {
    start: SimState,
    /// Number of events in the last advance.
    count: usize,
    /// Whether the last advance had more events than are followed.
    ran_out: bool,
    margins: [Margins; 3],
    /// Rows whose mode seems to have ended at the instant at which it was chosen: that is due to rounding, and they are ignored until time has
    /// advanced.
    muted: Muted,
    active: ActiveSet,
    /// Rows at their limits, those that take impulses first, with the link (dense index) of each.
    conditions: Vec<Condition>,
    links: Vec<usize>,
    /// Whether each of these rows held before: its rate is rounding, and it does not bounce.
    held: Vec<bool>,
    /// Rows that open after an impact, kept in a separate list.
    flying: Vec<(usize, Condition)>,
    /// Velocities before an impact, and rates of all rows before and after it.
    before: Vec<f64>,
    rates: [Vec<f64>; 2],
    /// Impulses of all rows in an impact, where joints may break.
    blow: Vec<f64>,
    /// The model with the closed contact points, and with those whose modes are to be found.
    contact_model: ContactModel,
    asked: ContactModel,
    candidates: Candidates,
    open: OpenPairs,
    /// Times at which a row may have been beyond its limit within a stretch (s).
    dips: Vec<f64>,
    contact_solver: ContactSolver,
    system: System,
    /// Conditions of limits and contacts, and the side of its bounds on which each ended.
    all: Vec<Condition>,
    sides: Vec<Side>,
    /// Coefficients of restitution of the conditions of an impact, and the smallest impulses that they allow in its expansion.
    restitutions: Vec<f64>,
    floors: Vec<f64>,
    /// Residual of the last solve with contacts.
    residual: f64,
}

/// Whether there are no events to look for.
fn is_idle(context: &StepContext<'_>) -> bool {
    !context.model.has_events() || context.model.settings.integrator == Integrator::Impulse
}

/// Breaks the joints that carry more than their load, one after the other: each broken joint changes the forces of the others.
fn break_overloaded(context: &mut StepContext<'_>, state: &mut SimState) -> Result<(), StepError> {
    let (model, dynamics) = (context.model, &mut *context.dynamics);
    for _ in model.breakable() {
        let SimState {
            q, v, time, memory, ..
        } = &*state;
        dynamics.accelerations_by_rows(model, q, v, *time, memory, context.grab)?;
        if !breaking::break_worst(model, state, &dynamics.solution.lambda) {
            break;
        }
    }
    Ok(())
}

impl Events {
    /// Moves `state` on by `h` seconds with the integrator of the scene, through all events on the way. Returns the largest error estimate of the
    /// stretches between events.
    ///
    /// # Errors
    /// As the integrator. On error the state may be anything.
    pub fn advance(
        &mut self,
        context: &mut StepContext<'_>,
        work: &mut Workspace,
        state: &mut SimState,
        h: f64,
    ) -> Result<f64, StepError> {
        self.forget();
        if is_idle(context) {
            return integrators::advance(context, work, state, h);
        }
        let mut extension = std::mem::take(&mut self.contact_model);
        let advanced = self.advance_through(context, (work, &mut extension), state, h);
        self.contact_model = extension;
        advanced
    }

    /// The same in a scene with events, with the model of the closed contact points.
    fn advance_through(
        &mut self,
        context: &mut StepContext<'_>,
        (work, extension): (&mut Workspace, &mut ContactModel),
        state: &mut SimState,
        h: f64,
    ) -> Result<f64, StepError> {
        let rows = context.model.bounded().len() + context.model.breakable().len();
        let (mut remaining, mut largest, mut at_once) = (h, 0.0, 0);
        let iterates = context.model.settings.method.iterates();
        let most = if iterates { MOST_ITERATED } else { MOST };
        let settings = &context.model.settings;
        let divides = context.model.contact().is_some() && settings.divides();
        for round in 1..=most {
            let mut stretch = StepContext {
                model: extension.of(context.model, &state.closed, RowLayout::ByMode),
                dynamics: &mut *context.dynamics,
                grab: context.grab,
            };
            let most_at_once = MOST_AT_ONCE * (rows + 2 * state.closed.len() + 1);
            if at_once == 0 {
                self.muted.clear();
            }
            self.start.clone_from(state);
            if let (
                Some(_),
                SimState {
                    q, v, time, memory, ..
                },
            ) = (stretch.model.contact(), &*state)
            {
                let dynamics = &mut *stretch.dynamics;
                dynamics.accelerations_by_rows(stretch.model, q, v, *time, memory, stretch.grab)?;
                self.open.begin((stretch.model, dynamics), state, remaining);
            }
            let looked = self.open.take_work() + self.candidates.take_work();
            stretch.dynamics.solver.work_budget().charge_strictly(looked)?;
            let mut error = integrators::advance(&mut stretch, work, state, remaining)?;
            if at_once > most_at_once || round == most {
                // With an iterative method the residual tells how good the answer is.
                self.ran_out = !iterates;
                state.control.unsolved_contacts += u64::from(self.ran_out);
                largest = worst(largest, error);
                break;
            }
            let event = self.locate(&mut stretch, work, state, (remaining, &mut error), at_once > 0)?;
            largest = worst(largest, error);
            let Some(taken) = event else { break };
            self.count = round;
            if work.looks_either_side() {
                // States on either side of an event belong to different motions: the caller discards the result.
                break;
            }
            at_once = if taken > locate::ON_TIME { 0 } else { at_once + 1 };
            remaining -= taken;
            let unsettled = state.control.unsolved_contacts;
            self.handle_event(context, state, round)?;
            // Where steps are divided, a sub-step with an event that is not settled is rejected, so the rest of it need not be integrated.
            let refused = divides && state.control.unsolved_contacts > unsettled;
            if refused || remaining <= locate::ON_TIME {
                break;
            }
        }
        Ok(largest)
    }

    /// Forgets the events of the last advance.
    pub fn forget(&mut self) {
        (self.count, self.ran_out) = (0, false);
    }

    /// Number of events in the last advance.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether the last advance had more events than are followed.
    pub fn ran_out(&self) -> bool {
        self.ran_out
    }

    /// Returns the model with the contact points that are closed in a state; the model itself where there are none.
    pub fn with_contacts<'a>(&'a mut self, model: &'a Model, state: &SimState) -> &'a Model {
        self.contact_model.of(model, &state.closed, RowLayout::ByMode)
    }

    /// Records the forces at the contact points that are closed at the end of a step.
    ///
    /// # Errors
    /// As the solver's.
    pub fn note_contacts(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
    ) -> Result<(), StepError> {
        // A soft step has recorded its own.
        let noted = state.control.soft && state.closed.is_empty();
        if context.model.contact().is_none() || is_idle(context) || noted {
            return Ok(());
        }
        let model = self
            .contact_model
            .of(context.model, &state.closed, RowLayout::ByMode);
        if !model.touching.is_empty() {
            let SimState {
                q, v, time, memory, ..
            } = &*state;
            let dynamics = &mut *context.dynamics;
            dynamics.accelerations_by_rows(model, q, v, *time, memory, context.grab)?;
        }
        contacts::note(model, &context.dynamics.solution.lambda, state);
        let overlap = self.candidates.overlap(model, state);
        state.contact.note_penetration(overlap);
        Ok(())
    }

    /// Settles velocities and modes in a state that may have events due: a touching row that closes takes an impulse, and rows at their limits hold
    /// or let go as the accelerations require. `events` is their number so far in the step; the more there are, the longer are the flights after a
    /// bounce that are suppressed.
    ///
    /// # Errors
    /// As the solver's.
    pub fn handle_event(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        events: usize,
    ) -> Result<(), StepError> {
        if is_idle(context) {
            return Ok(());
        }
        let mut asked = std::mem::take(&mut self.asked);
        let arrived = self.arrive_as(context, &mut asked, state, modes::shortest_flight(events));
        self.asked = asked;
        arrived
    }

    fn arrive_as(
        &mut self,
        context: &mut StepContext<'_>,
        asked: &mut ContactModel,
        state: &mut SimState,
        shortest: f64,
    ) -> Result<(), StepError> {
        if !context.model.breakable().is_empty() {
            let model = asked.of(context.model, &state.closed, RowLayout::ByMode);
            break_overloaded(&mut context.with(model), state)?;
        }
        self.gather(context.model, state);
        self.candidates.gather(context.model, state);
        let looked = self.candidates.take_work();
        context.dynamics.solver.work_budget().charge_strictly(looked)?;
        let with = asked.of(context.model, &self.candidates.points, RowLayout::Full);
        if self.is_hit(with, state) && self.hit(&mut context.with(with), state, Phase::Newton(1.0))? {
            return self.arrive_as(context, asked, state, shortest);
        }
        self.set_aside_moving(context.model, state);
        let mut with = asked.of(context.model, &self.candidates.points, RowLayout::Full);
        let mut settled = self.choose(&mut context.with(with), state)?;
        if self.take_back_short_flights(context, state, shortest) {
            with = asked.of(context.model, &self.candidates.points, RowLayout::Full);
            self.hit(&mut context.with(with), state, Phase::Landing)?;
            settled = self.choose(&mut context.with(with), state)?;
        }
        if !settled && !with.touching.is_empty() {
            // No force keeps the parts from penetrating (Painlevé): an impulse does.
            let SimState {
                q, v, time, memory, ..
            } = &*state;
            let (model, dynamics) = (context.model, &mut *context.dynamics);
            dynamics.accelerations_by_rows(model, q, v, *time, memory, context.grab)?;
            self.candidates.measure_gathering((with, dynamics), state);
            if self.hit(&mut context.with(with), state, Phase::Jam)? {
                return self.arrive_as(context, asked, state, shortest);
            }
            settled = self.choose(&mut context.with(with), state)?;
            state.contact.jams += 1;
        }
        state.control.unsolved_contacts += u64::from(!settled);
        if !with.touching.is_empty() {
            state.contact.note_residual(self.residual);
        }
        Ok(())
    }

    /// Solves the problem, whose rows are all equations, under the conditions in `all`; leaves the side on which each ended in `sides`. Returns
    /// whether the answer is settled: an exact method found one, or the method is not exact anyway.
    ///
    /// # Errors
    /// As the solver's.
    fn solve(&mut self, context: &mut StepContext<'_>, state: &mut SimState) -> Result<bool, StepError> {
        let (model, dynamics) = (context.model, &mut *context.dynamics);
        if model.touching.is_empty() {
            let unsettled = dynamics.solve_bounded(model, &mut self.active, &self.all)?;
            self.sides.clear();
            self.sides.extend_from_slice(self.active.sides());
            return Ok(!unsettled);
        }
        self.system.clone_from(dynamics.system());
        let asked = ContactProblem {
            topology: &model.topology,
            joints: model.links.len(),
            base: &model.topology,
            system: &mut self.system,
            conditions: &self.all,
            takes_least_squares: false,
            least_size: 0.0,
            before: PreviousStep::Nothing,
        };
        let mut found = std::mem::take(&mut dynamics.solution);
        found.lambda.clear();
        found.lambda.resize(model.topology.rows(), 0.0);
        let answer = self
            .contact_solver
            .solve((&model.settings, &dynamics.solver), asked, &mut found);
        dynamics.solution = found;
        let answer = answer?;
        self.sides.clear();
        self.sides.extend_from_slice(self.contact_solver.sides());
        let figures = &mut state.contact;
        (figures.way, figures.points) = (answer.way, model.touching.len() as u32);
        figures.iterations = answer.iterations as u32;
        let held = self.sides.iter().filter(|side| **side == Side::Held);
        figures.held = held.count() as u32;
        self.residual = answer.residual;
        Ok(answer.residual <= EXACT || !model.settings.method.is_exact())
    }
}
