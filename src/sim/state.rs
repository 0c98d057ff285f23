//! Everything that evolves. A snapshot, a hash, a rewind or a fork copies just this.

use serde::{Deserialize, Serialize};

use crate::scene::{Integrator, Settings};

use super::contact::{Closed, ContactFigures, Pair, Point};

/// Work done on the parts since the start (J), by who did it. The energy less the sum of these is what
/// only an integration error can change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Work {
    /// By motors.
    pub drives: f64,
    /// By drag and dampers; never positive but for integration error.
    pub dissipation: f64,
    /// By the hand that drags, and by poses and edits made while the machine runs.
    pub hand: f64,
    /// By the constraints that do not drive: the feedback against drift.
    pub feedback: f64,
    /// By projection onto the constraints after a step.
    pub projection: f64,
    /// By soft steps: by drawing the pose together, and by rows that give; see [`super::Simulation::step`].
    pub soft: f64,
}

impl Work {
    /// Adds so many times what accelerations do.
    pub(super) fn add(&mut self, other: &Work, times: f64) {
        self.drives += times * other.drives;
        self.dissipation += times * other.dissipation;
        self.hand += times * other.hand;
        self.feedback += times * other.feedback;
    }

    /// Its entries, in the order in which files and tables have them (J).
    pub fn entries(&self) -> [f64; 6] {
        let Self {
            drives,
            dissipation,
            hand,
            feedback,
            projection,
            soft,
        } = *self;
        [drives, dissipation, hand, feedback, projection, soft]
    }

    /// The ledger of these entries.
    pub(super) fn of_entries([drives, dissipation, hand, feedback, projection, soft]: [f64; 6]) -> Self {
        Self {
            drives,
            dissipation,
            hand,
            feedback,
            projection,
            soft,
        }
    }

    /// All of it.
    pub fn total(&self) -> f64 {
        self.real() + self.feedback + self.projection + self.soft
    }

    /// That of real forces: the rest is what numerical methods put in.
    pub fn real(&self) -> f64 {
        self.drives + self.dissipation + self.hand
    }
}

/// Time as a count of equal steps, so that no sum of them gathers rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// When the present length of step came into use (s).
    pub start: f64,
    /// Steps since.
    pub count: u64,
    /// The length (s).
    pub length: f64,
}

impl Clock {
    /// Goes on by a step of `h` seconds from `now`; returns the time then.
    pub fn tick(&mut self, now: f64, h: f64) -> f64 {
        if h != self.length {
            *self = Self {
                start: now,
                count: 0,
                length: h,
            };
        }
        self.count += 1;
        self.start + self.count as f64 * h
    }
}

/// How steps are divided, and how often they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepControl {
    /// The next sub-step is the step halved as many times.
    pub level: u32,
    /// Sub-steps of the last step.
    pub sub_steps: u32,
    /// Shortest sub-step of the last step (s).
    pub shortest: f64,
    /// The last sub-step by impulses (s); 0 before there was one.
    #[serde(default)]
    pub length: f64,
    /// Sub-steps since the start.
    pub total: u64,
    /// Times a sub-step was refused and tried again shorter, since the start.
    pub refused: u64,
    /// Sub-steps since the start that stand though their error is over the tolerance.
    pub strained: u64,
    /// Times since the start that no exact way answered contacts to a residual of 1e-10, or that no set of limits that hold was found.
    pub unsettled: u64,
    /// Steps since the start that were divided.
    pub divided: u64,
    /// Length an adaptive integrator wants for its next sub-step (s); 0 before it has one.
    pub wanted: f64,
    /// Fastest transverse vibration of what is under load (rad/s).
    pub stiffness: f64,
    /// What the machine as it is joined makes of the bound of it, where that was too fast for a sub-step; 0 where that is not known. Where a step by
    /// impulses may be hit, 1 from the look at which it was first too fast until it is held or slow.
    #[serde(default)]
    pub eased: f64,
    /// Whether the last sub-step was soft.
    pub soft: bool,
    /// Hits of rows with limits and of points of contact where they act on accelerations, since the start.
    #[serde(default)]
    pub hits: u64,
    /// Error estimates of sub-steps that stand though they are over the tolerance, and of soft ones, added up since the start (m, rad).
    #[serde(default)]
    pub missed: f64,
    /// Sub-steps beyond those that steps may take on and on, which the next ones wear off.
    #[serde(default)]
    pub toil: u64,
    /// The same of what light parts take that vibrate under load, beyond what is afforded.
    #[serde(default)]
    pub pursued: u64,
    /// From when on light parts count as heavier (s), where some do.
    #[serde(default)]
    pub scaled_since: Option<f64>,
}

impl StepControl {
    /// Times that a step is halved at most: a part that is so many times lighter than what it is between is whipped round in a part as small of
    /// the time in which that passes.
    pub(super) const DEEPEST: u32 = 30;
}

/// The state of a run.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SimState {
    /// Steps since the start.
    pub step: u64,
    /// s
    pub time: f64,
    /// Coordinates, body after body.
    pub q: Vec<f64>,
    /// Velocities, as `q`.
    pub v: Vec<f64>,
    /// What constraints remember, link after link.
    pub memory: Vec<f64>,
    /// Multipliers that an iterative method starts from, and the set of limits and contacts in a step by impulses, one a row; empty for a cold start
    /// and where nothing starts from them.
    pub guess: Vec<f64>,
    /// Where parts touched in the last step, sorted by pair.
    pub contacts: Vec<Point>,
    /// What they came to.
    pub contact: ContactFigures,
    /// Pairs of pieces that have rows in the system of a step, sorted. Pairs are added and dropped many at a time, so which they are follows
    /// from the steps before, and with them the order of elimination and the last digits.
    #[serde(default)]
    pub rows_of: Vec<Pair>,
    /// Points of contact that are closed, by what touches, where contact acts on accelerations.
    #[serde(default)]
    pub closed: Vec<Closed>,
    /// For how long each body has been at rest (s), as far as that counts; empty where none may sleep.
    #[serde(default)]
    pub rest: Vec<f64>,
    /// Which bodies sleep; empty where none may.
    #[serde(default)]
    pub asleep: Vec<bool>,
    /// How many times its mass and its moment of inertia each body counts as; empty where all count as they are.
    #[serde(default)]
    pub scaled: Vec<[f64; 2]>,
    /// Colliders that sleep and were pushed in the step under way.
    #[serde(skip)]
    pub pushed: Vec<u32>,
    /// Steps that were taken softly; see [`super::Simulation::step`].
    pub softened: u64,
    /// Energy that the feedback added lately (J); decides on soft steps.
    pub fed: f64,
    /// Work ledger.
    pub work: Work,
    /// What `time` is counted by.
    pub clock: Clock,
    /// How steps are divided.
    pub control: StepControl,
}

impl Clone for SimState {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    // Once a sub-step at least, into a state that has the room already: derived, it would ask for it anew each time.
    fn clone_from(&mut self, source: &Self) {
        let Self {
            step: _,
            time: _,
            q,
            v,
            memory,
            guess,
            contacts,
            contact: _,
            rows_of,
            closed,
            rest,
            asleep,
            scaled,
            pushed,
            softened: _,
            fed: _,
            work: _,
            clock: _,
            control: _,
        } = source;
        self.q.clone_from(q);
        self.v.clone_from(v);
        self.memory.clone_from(memory);
        self.guess.clone_from(guess);
        self.contacts.clone_from(contacts);
        self.rows_of.clone_from(rows_of);
        self.closed.clone_from(closed);
        self.rest.clone_from(rest);
        self.asleep.clone_from(asleep);
        self.scaled.clone_from(scaled);
        self.pushed.clone_from(pushed);
        self.copy_totals(source);
    }
}

impl SimState {
    /// Copies all that is not of single bodies, constraints or points of contact.
    pub(super) fn copy_totals(&mut self, from: &Self) {
        (self.step, self.time, self.softened, self.fed) = (from.step, from.time, from.softened, from.fed);
        (self.work, self.clock, self.control) = (from.work, from.clock, from.control);
        self.contact = from.contact;
    }

    /// By how much places are ahead of velocities (s). By impulses places are those of the end of a sub-step, and velocities those of its middle; a
    /// run begins as if a step of the usual length had led there.
    pub(super) fn ahead(&self, settings: &Settings) -> f64 {
        match settings.integrator {
            Integrator::Impulse if self.control.length > 0.0 => 0.5 * self.control.length,
            Integrator::Impulse => 0.5 * settings.dt,
            _ => 0.0,
        }
    }

    /// How many bodies sleep.
    pub fn sleeping(&self) -> usize {
        self.asleep.iter().filter(|asleep| **asleep).count()
    }

    /// Lets `h` seconds pass in which nothing moves.
    pub(super) fn pass(&mut self, h: f64) {
        self.time = self.clock.tick(self.time, h);
        self.step += 1;
        (self.control.sub_steps, self.control.soft) = (0, false);
        self.contact.find_none();
    }

    /// Has all bodies count as they are.
    pub(super) fn forget_scaling(&mut self) {
        self.scaled.clear();
        (self.control.scaled_since, self.control.pursued) = (None, 0);
    }

    /// Has all bodies awake, and counts their rest anew.
    pub(super) fn wake_all(&mut self) {
        self.rest.fill(0.0);
        self.asleep.fill(false);
    }
}
