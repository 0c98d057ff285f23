//! The awake part of a machine, with a state, a solver and a stepper of its own. Only its plans are kept from step to step.

use crate::scene::Method;
use crate::sim::contact::Pair;
use crate::sim::control::Stepper;
use crate::sim::integrators::{StepContext, StepError};
use crate::sim::{Dynamics, Grab, Model, SimState};
use crate::solver::Topology;

/// The awake part, valid for states in which the same bodies sleep at the same positions.
pub struct Awake {
    /// Topology of the whole machine.
    whole: Topology,
    asleep: Vec<bool>,
    /// Coordinates of the whole machine, of which those of sleeping bodies are compared.
    q: Vec<f64>,
    model: Model,
    before: SimState,
    state: SimState,
    dynamics: Dynamics,
    stepper: Stepper,
}

impl Awake {
    /// The awake part in a state: `kept` where that is valid, or made anew.
    pub fn of<'a>(kept: &'a mut Option<Box<Self>>, whole: &Model, state: &SimState) -> &'a mut Self {
        let old = kept.take();
        let new = match old {
            Some(own) if own.is_of(whole, state) => own,
            old => Box::new(Self::new(old, whole, state)),
        };
        kept.insert(new)
    }

    fn is_of(&self, whole: &Model, state: &SimState) -> bool {
        let sleepers = whole
            .bodies
            .iter()
            .zip(&state.asleep)
            .filter(|(_, asleep)| **asleep);
        self.whole.is_copy_of(&whole.topology)
            && self.model.settings == whole.settings
            && self.asleep == state.asleep
            && sleepers.into_iter().all(|(body, _)| {
                let range = body.offset..body.offset + body.motion.dim();
                self.q[range.clone()] == state.q[range]
            })
    }

    fn new(old: Option<Box<Self>>, whole: &Model, state: &SimState) -> Self {
        let model = whole.awake(state);
        let (mut dynamics, stepper, before, own) = match old {
            Some(old) => (old.dynamics, old.stepper, old.before, old.state),
            None => (
                Dynamics::new(Method::default()),
                Stepper::default(),
                SimState::default(),
                SimState::default(),
            ),
        };
        dynamics.prepare(&model);
        Self {
            whole: whole.topology.clone(),
            asleep: state.asleep.clone(),
            q: state.q.clone(),
            model,
            before,
            state: own,
            dynamics,
            stepper,
        }
    }

    /// The model, and the state at which its last step began.
    pub fn began(&self) -> (&Model, &SimState) {
        (&self.model, &self.before)
    }

    /// Takes one step of `h` seconds from `before` to `state`, both of the whole machine and equal at first; where nothing is awake there is
    /// nothing to solve.
    ///
    /// # Errors
    /// As the stepper's; `state` is then as it was.
    pub fn step(
        &mut self,
        context: &mut StepContext<'_>,
        before: &SimState,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), StepError> {
        if self.model.bodies.is_empty() {
            state.pass(h);
            self.state.pushed.clear();
            context.dynamics.clear_statistics();
            return Ok(());
        }
        self.take(context.model, before);
        self.before.clone_from(&self.state);
        self.dynamics.solver.copy_settings_from(&context.dynamics.solver);
        self.dynamics.guess.clone_from(&self.state.warm_start);
        let grab = context.grab.map(|grab| Grab {
            body: self.asleep[..grab.body].iter().filter(|asleep| !**asleep).count(),
            ..*grab
        });
        let mut own = StepContext {
            model: &self.model,
            dynamics: &mut self.dynamics,
            grab: grab.as_ref(),
        };
        self.stepper.step(&mut own, &mut self.state, h)?;
        self.dynamics.keep_guess_in(&self.model, &mut self.state);
        self.give(context.model, state);
        self.tell(context.model, context.dynamics);
        Ok(())
    }

    /// Sleeping bodies (dense indices of the whole machine) that were pushed in the last step.
    pub fn pushed(&self, whole: &Model) -> Vec<usize> {
        let list = whole.contact().map_or(&[][..], |it| &it.list);
        let pushed = self.state.pushed.iter();
        pushed.filter_map(|it| list[*it as usize].body).collect()
    }

    fn is_awake(&self, pair: Pair) -> bool {
        let (a, b) = pair;
        self.model.collider_moves(a.0 as usize) || self.model.collider_moves(b.0 as usize)
    }

    /// Copies the awake part of a state of the whole machine into its own state.
    fn take(&mut self, whole: &Model, from: &SimState) {
        let mut own = std::mem::take(&mut self.state);
        own.copy_totals(from);
        for list in [&mut own.q, &mut own.v, &mut own.memory, &mut own.warm_start] {
            list.clear();
        }
        for range in whole.awake_coordinates(&self.asleep) {
            own.q.extend_from_slice(&from.q[range.clone()]);
            own.v.extend_from_slice(&from.v[range]);
        }
        for link in whole.awake_links(&self.asleep) {
            let memory = link.memory_range();
            own.memory.extend_from_slice(&from.memory[memory]);
            let rows = from.warm_start.get(link.row_range());
            own.warm_start.extend_from_slice(rows.unwrap_or_default());
        }
        own.contacts.clear();
        own.contacts
            .extend(from.contacts.iter().filter(|it| self.is_awake(it.pair)));
        own.closed.clear();
        own.closed
            .extend(from.closed.iter().filter(|it| self.is_awake(it.key.pair)));
        own.scaled.clear();
        let factors = from.scaled.iter().zip(&self.asleep);
        own.scaled.extend(factors.filter(|it| !*it.1).map(|it| *it.0));
        own.contact_pairs.clone_from(&from.contact_pairs);
        own.pushed.clear();
        self.state = own;
    }

    /// Copies its own state back into a state of the whole machine.
    fn give(&self, whole: &Model, to: &mut SimState) {
        let own = &self.state;
        to.copy_totals(own);
        let mut at = 0;
        for range in whole.awake_coordinates(&self.asleep) {
            let own_range = at..at + range.len();
            at = own_range.end;
            to.q[range.clone()].copy_from_slice(&own.q[own_range.clone()]);
            to.v[range].copy_from_slice(&own.v[own_range]);
        }
        if own.warm_start.is_empty() {
            to.warm_start.clear();
        } else {
            to.warm_start.resize(whole.topology.rows(), 0.0);
        }
        for (link, part) in whole.awake_links(&self.asleep).zip(&self.model.links) {
            let memory = &own.memory[part.memory_range()];
            to.memory[link.memory_range()].copy_from_slice(memory);
            if !own.warm_start.is_empty() {
                let rows = part.row_range();
                to.warm_start[link.row_range()].copy_from_slice(&own.warm_start[rows]);
            }
        }
        to.contacts.retain(|it| !self.is_awake(it.pair));
        to.contacts.extend_from_slice(&own.contacts);
        to.contacts.sort_unstable_by_key(|it| (it.pair, it.index));
        to.closed.retain(|it| !self.is_awake(it.key.pair));
        to.closed.extend_from_slice(&own.closed);
        to.closed.sort_unstable_by_key(|it| it.key);
        if !own.scaled.is_empty() {
            to.scaled.resize(self.asleep.len(), [1.0; 2]);
            let awake = to.scaled.iter_mut().zip(&self.asleep).filter(|it| !*it.1);
            for ((to, _), own) in awake.zip(&own.scaled) {
                *to = *own;
            }
        }
        to.contact_pairs.clone_from(&own.contact_pairs);
    }

    /// Copies the solution of the step into the whole machine's `told`: sleeping bodies keep their multipliers and have no accelerations.
    fn tell(&mut self, whole: &Model, told: &mut Dynamics) {
        let (own, to) = (&self.dynamics.solution, &mut told.solution);
        to.lambda.resize(whole.topology.rows(), 0.0);
        for (link, part) in whole.awake_links(&self.asleep).zip(&self.model.links) {
            let rows = link.row_range();
            let own = own.lambda.get(part.row_range());
            if let Some(own) = own {
                to.lambda[rows].copy_from_slice(own);
            }
        }
        to.acceleration.clear();
        to.acceleration.resize(whole.topology.dofs(), 0.0);
        let mut at = 0;
        for range in whole.awake_coordinates(&self.asleep) {
            if let Some(own) = own.acceleration.get(at..at + range.len()) {
                to.acceleration[range.clone()].copy_from_slice(own);
            }
            at += range.len();
        }
        told.adopt_statistics(&mut self.dynamics);
    }
}
