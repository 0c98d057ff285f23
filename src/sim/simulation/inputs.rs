//! Inputs to a run from outside: the hand, settings, poses and edits. None of them is an error of integration, so the
//! ledger of work books the energy that they change.

use crate::math::Pose;
use crate::scene::{Id, Integrator, Scene};
use crate::sim::trust::Watch;
use crate::sim::{Grab, Hand, Input, Link, Model, SimState, Stop, inherit};

use super::Simulation;

/// |C| below which a joint counts as closed (m, rad).
const CLOSED: f64 = 1e-9;

impl Simulation {
    /// Moves the assembly of a part while paused, so that its point comes to the hand, and records the drag. At the built pose
    /// the caller makes an edit of it; later it poses the run. Velocities of the bodies that moved become zero.
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn drag(&mut self, hand: Hand) -> Result<(), Stop> {
        self.pose(hand)?;
        self.note(Input::Drag(hand));
        Ok(())
    }

    fn pose(&mut self, hand: Hand) -> Result<(), Stop> {
        let Some(body) = self.model.body(hand.part) else {
            return Ok(());
        };
        self.state.wake_all();
        self.before.clone_from(&self.state);
        let energy = self.energy().total();
        let (model, state) = (&self.model, &mut self.state);
        let dragged = self
            .dynamics
            .exactly(|it| it.drag(model, state, body, hand.at, hand.target));
        if let Err(error) = dragged {
            let stop = self.explain(&error.into());
            self.state.clone_from(&self.before);
            return Err(stop);
        }
        for body in &self.model.bodies {
            let range = body.offset..body.offset + body.motion.dim();
            if self.state.q[range.clone()] != self.before.q[range.clone()] {
                self.state.v[range].fill(0.0);
            }
        }
        self.model.remember(&mut self.state);
        self.rebase_drives(|state, _, link| link.drives(state));
        self.project_start_velocities();
        self.state.work.hand += self.energy().total() - energy;
        self.watch = Watch::default();
        Ok(())
    }

    pub(in crate::sim) fn carry_out(&mut self, input: &Input) {
        match input {
            Input::Hand(hand) => {
                self.hand = *hand;
                self.attach_grab();
                if let Some(grab) = &self.grab {
                    self.sleep.wake(&self.model, &mut self.state, &[grab.body]);
                }
            }
            Input::Settings(settings) => {
                let energy = self.energies();
                self.model.settings = *settings;
                self.state.wake_all();
                self.state.forget_scaling();
                self.choose_method();
                if !settings.method.iterates() {
                    self.state.warm_start.clear();
                }
                self.dynamics.prepare(&self.model);
                self.book_edit(energy);
                self.watch = Watch::default();
            }
            // A pose that cannot be reached leaves the state as it was.
            Input::Drag(hand) => {
                let _ = self.pose(*hand);
            }
            Input::Scene(scene, poses) => self.patch(scene, poses),
            Input::Assemble => self.close_joints(),
            Input::Adopt(state) => self.adopt(state),
        }
    }

    /// Takes over a state; a state of another machine is refused. The count of steps stays, because the record is indexed by it.
    fn adopt(&mut self, state: &SimState) {
        let lengths = |it: &SimState| [it.q.len(), it.v.len(), it.memory.len()];
        let guessed = state.warm_start.is_empty() || state.warm_start.len() == self.model.topology.rows();
        let slept = state.asleep.is_empty() || state.asleep.len() == self.model.bodies.len();
        let slept = slept && state.rest.len() == state.asleep.len();
        let scaled = state.scaled.is_empty() || state.scaled.len() == self.model.bodies.len();
        if lengths(state) != lengths(&self.state) || !guessed || !slept || !scaled {
            return;
        }
        let step = self.state.step;
        self.state.clone_from(state);
        self.state.step = step;
        self.state.reset_impossible_totals();
        self.state.keep_existing_contacts(&self.model);
        // Steps by impulses start from multipliers with a direct method as well: with limits, with contacts, and where they hold turning bodies.
        let settings = &self.model.settings;
        if !settings.method.iterates() && settings.integrator != Integrator::Impulse {
            self.state.warm_start.clear();
        }
        if let Some(grab) = &self.grab {
            self.sleep.wake(&self.model, &mut self.state, &[grab.body]);
        }
        self.watch = Watch::default();
    }

    /// Moves parts so that every joint is closed. Where not all joints can be closed, nothing moves: feedback draws them together.
    fn close_joints(&mut self) {
        if self.state.step == 0 {
            return;
        }
        self.state.wake_all();
        self.before.clone_from(&self.state);
        let energy = self.energies();
        let (model, state) = (&self.model, &mut self.state);
        let left = self.dynamics.exactly(|it| it.assemble(model, state));
        if !left.is_ok_and(|open| open <= CLOSED) {
            self.state.clone_from(&self.before);
            return;
        }
        self.model.remember(&mut self.state);
        self.project_start_velocities();
        self.book_edit(energy);
        self.watch = Watch::default();
        self.attach_grab();
    }

    fn patch(&mut self, scene: &Scene, poses: &[(Id, Pose)]) {
        let energy = self.energies();
        let model = Model::compile(scene);
        let edited = model != self.model;
        if poses.is_empty() && !edited && self.state.step > 0 {
            // Only names, colours or texts changed: the run goes on to the bit.
            return;
        }
        let at_start = self.state.step == 0;
        let before = self.state.clone();
        self.state = if at_start {
            model.start.clone()
        } else {
            model.carry_over(&self.model, &self.state)
        };
        let earlier = std::mem::replace(&mut self.model, model);
        self.model.forget_contacts(&mut self.state, poses);
        // Before the first step all parts are as built.
        if !at_start {
            let edited = edited.then_some((&earlier, &before));
            inherit::put(edited, (&self.model, &mut self.state), poses);
            if let Some(was) = edited {
                inherit::keep_speeds(was, (&self.model, &mut self.state));
            }
            inherit::inherit_motion((&earlier, &before), (&self.model, &mut self.state), poses);
            self.model.remember_anew(&earlier, &mut self.state);
            // A programme that is new or changed goes on from where the machine is, without a jump; a new joint
            // has all its time to close.
            self.rebase_drives(|_, model, link| model.unchanged(link, &earlier).is_none());
        }
        self.choose_method();
        self.dynamics.prepare(&self.model);
        let violated = self.project_start_velocities();
        // A run on its way is no longer that of the velocities as built.
        self.start_velocity_violation = violated.filter(|_| at_start);
        self.book_edit(energy);
        self.watch = Watch::default();
        self.attach_grab();
    }

    /// Books the energy that an edit changes: as the hand's work, or before the first step as the energy of the start.
    fn book_edit(&mut self, before: [f64; 2]) {
        let [now, instant] = self.energies();
        if self.state.step == 0 {
            self.energy_start = instant;
        } else {
            let done = now - before[0];
            self.state.work.hand += done;
            // The lead of positions over velocities is a matter of the integrator, and no work.
            let lead = instant - before[1] - done;
            if lead != 0.0 {
                self.earlier_energy_starts
                    .push((self.state.step, self.energy_start));
                self.energy_start += lead;
            }
        }
    }

    /// Energy of the state as it stands, and with positions and velocities of one instant (J).
    fn energies(&self) -> [f64; 2] {
        [self.energy(), self.energy_at_one_instant()].map(|it| it.total())
    }

    fn rebase_drives(&mut self, which: impl Fn(&SimState, &Model, &Link) -> bool) {
        let model = &self.model;
        for link in &model.links {
            if !link.drive || !which(&self.state, model, link) {
                continue;
            }
            let ends = model.end_ports(&link.ends, &self.state.q, &self.state.v);
            let memory = &mut self.state.memory[link.memory_range()];
            link.kind
                .rebase(&ends[..link.ends.len()], self.state.time, memory);
        }
    }

    pub(super) fn attach_grab(&mut self) {
        let held = self
            .hand
            .and_then(|hand| self.model.body(hand.part).map(|body| (hand, body)));
        self.grab = held.map(|(hand, body)| Grab::new(body, hand.at, hand.target));
    }
}
