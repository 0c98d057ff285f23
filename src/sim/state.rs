//! State of a run: everything that evolves. A snapshot, a hash, a rewind or a fork copies just this.

use serde::{Deserialize, Serialize};

use crate::scene::MOST_NUMBERS;
use crate::scene::file::at_most;
use crate::scene::{Integrator, Settings};

use super::Work;
use super::contact::{Closed, ContactFigures, Pair, Point};

/// Time as a count of equal steps, so that no rounding accumulates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// Time at which the present length of step came into use (s).
    pub start: f64,
    /// Steps since then.
    pub count: u64,
    /// Length of a step (s).
    pub length: f64,
}

impl Clock {
    /// Advances by a step of `h` seconds from `now`; returns the time after it (s).
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
    /// Halvings of the step for the next sub-step.
    pub level: u32,
    /// Sub-steps of the last step.
    pub sub_steps: u32,
    /// Shortest sub-step of the last step (s).
    pub shortest: f64,
    /// Length of the last sub-step by impulses (s); 0 before there was one.
    #[serde(default)]
    pub length: f64,
    /// Sub-steps since the start.
    pub total: u64,
    /// Rejected sub-steps, tried again shorter, since the start.
    pub refused: u64,
    /// Accepted sub-steps since the start whose error is over the tolerance.
    #[serde(rename = "strained")]
    pub over_tolerance: u64,
    /// Times since the start that no exact method solved contacts to a residual of 1e-10, or that no active set of limits was found.
    #[serde(rename = "unsettled")]
    pub unsolved_contacts: u64,
    /// Steps since the start that were divided.
    pub divided: u64,
    /// Length that the adaptive step-size controller wants for its next sub-step (s); 0 before it has one.
    pub wanted: f64,
    /// Fastest transverse vibration of bodies under load (rad/s).
    #[serde(rename = "stiffness")]
    pub load_frequency: f64,
    /// Rate of the fastest mode of the whole machine over the bound `load_frequency`, where that bound was too fast for a sub-step; 0 where it is not
    /// known. In steps by impulses with limits or contacts, 1 from the look at which it was first too fast until it is held or slow.
    #[serde(default, rename = "eased")]
    pub fastest_mode_share: f64,
    /// Whether the last sub-step was soft.
    pub soft: bool,
    /// Impacts of limits and of points of contact where these act on accelerations, since the start.
    #[serde(default)]
    pub hits: u64,
    /// Sum since the start of the error estimates of accepted sub-steps over the tolerance, of soft sub-steps, and of turns by RATTLE (m, rad).
    #[serde(default, rename = "missed")]
    pub error_sum: f64,
    /// Sub-steps, refused ones included, beyond the number that steps may take on and on; steps that take fewer reduce it.
    #[serde(default, rename = "toil")]
    pub excess_sub_steps: u64,
    /// The same of steps in which light parts vibrate under load, beyond the number afforded to them: mass scaling begins at a bound of it.
    #[serde(default, rename = "pursued")]
    pub vibration_sub_steps: u64,
    /// Time since which the masses of light parts are scaled (s), where some are.
    #[serde(default)]
    pub scaled_since: Option<f64>,
    /// Largest kinetic energy since then (J).
    #[serde(default)]
    pub scaled_kinetic: f64,
}

impl StepControl {
    /// Most halvings of a step: a part lighter than its neighbours by a factor m/M is whipped round in a share m/M of the time in which they
    /// pass, so these halvings follow mass ratios up to some 1e8.
    pub(super) const DEEPEST: u32 = 30;
}

/// The state of a run.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename = "state")]
pub struct SimState {
    /// Steps since the start.
    pub step: u64,
    /// s
    pub time: f64,
    /// Coordinates, body after body.
    #[serde(deserialize_with = "at_most::<_, _, MOST_NUMBERS>")]
    pub q: Vec<f64>,
    /// Velocities, as `q`.
    #[serde(deserialize_with = "at_most::<_, _, MOST_NUMBERS>")]
    pub v: Vec<f64>,
    /// Memory of the constraints, link after link.
    #[serde(deserialize_with = "at_most::<_, _, MOST_NUMBERS>")]
    pub memory: Vec<f64>,
    /// Warm start, one multiplier a row: for an iterative method, and in a step by impulses for the active set of limits and contacts and as the loads
    /// of turning bodies that are held; empty for a cold start and where nothing starts from it.
    #[serde(rename = "guess", deserialize_with = "at_most::<_, _, MOST_NUMBERS>")]
    pub warm_start: Vec<f64>,
    /// Where parts touched in the last step, sorted by pair.
    #[serde(deserialize_with = "at_most::<_, _, MOST_NUMBERS>")]
    pub contacts: Vec<Point>,
    /// Figures of the contact solve of that step.
    pub contact: ContactFigures,
    /// Pairs of pieces that have rows in the system of a step, sorted. Pairs are added and dropped many at a time, so which they are follows
    /// from the steps before, and with them the order of elimination and the last digits.
    #[serde(
        default,
        rename = "rows_of",
        deserialize_with = "at_most::<_, _, MOST_NUMBERS>"
    )]
    pub contact_pairs: Vec<Pair>,
    /// Closed points of contact, sorted by the features that touch, where contact acts on accelerations.
    #[serde(default, deserialize_with = "at_most::<_, _, MOST_NUMBERS>")]
    pub closed: Vec<Closed>,
    /// Time for which each body has been at rest (s), counted up to the time after which it may sleep; empty where none may.
    #[serde(default, deserialize_with = "at_most::<_, _, MOST_NUMBERS>")]
    pub rest: Vec<f64>,
    /// Whether each body sleeps; empty where none may.
    #[serde(default, deserialize_with = "at_most::<_, _, MOST_NUMBERS>")]
    pub asleep: Vec<bool>,
    /// Factors by which mass scaling multiplies the mass and the moment of inertia of each body; empty where no mass is scaled.
    #[serde(default, deserialize_with = "at_most::<_, _, MOST_NUMBERS>")]
    pub scaled: Vec<[f64; 2]>,
    /// Sleeping colliders that were pushed in the step under way.
    #[serde(skip)]
    pub pushed: Vec<u32>,
    /// Soft sub-steps since the start; see `docs/theory.md` ("The soft step").
    #[serde(rename = "softened")]
    pub soft_sub_steps: u64,
    /// Account of the energy that feedback or an unexplained gain added lately (J), with a time constant of 0.2 s; beyond its bound a sub-step is soft.
    #[serde(rename = "fed")]
    pub energy_burst: f64,
    /// Largest kinetic energy of late (J), with the same time constant: where parts turn round, it is what that account is compared with.
    #[serde(default)]
    pub recent_kinetic: f64,
    /// Work ledger.
    pub work: Work,
    /// Count of steps from which `time` is computed.
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

    // Called once a sub-step at least, into a state that has the room already: the derived one would allocate each time.
    fn clone_from(&mut self, source: &Self) {
        let Self {
            step: _,
            time: _,
            q,
            v,
            memory,
            warm_start,
            contacts,
            contact: _,
            contact_pairs,
            closed,
            rest,
            asleep,
            scaled,
            pushed,
            soft_sub_steps: _,
            energy_burst: _,
            recent_kinetic: _,
            work: _,
            clock: _,
            control: _,
        } = source;
        self.q.clone_from(q);
        self.v.clone_from(v);
        self.memory.clone_from(memory);
        self.warm_start.clone_from(warm_start);
        self.contacts.clone_from(contacts);
        self.contact_pairs.clone_from(contact_pairs);
        self.closed.clone_from(closed);
        self.rest.clone_from(rest);
        self.asleep.clone_from(asleep);
        self.scaled.clone_from(scaled);
        self.pushed.clone_from(pushed);
        self.copy_totals(source);
    }
}

impl SimState {
    /// Copies the fields that do not belong to single bodies, constraints or points of contact.
    pub(super) fn copy_totals(&mut self, from: &Self) {
        (self.step, self.time, self.soft_sub_steps, self.energy_burst) =
            (from.step, from.time, from.soft_sub_steps, from.energy_burst);
        self.recent_kinetic = from.recent_kinetic;
        (self.work, self.clock, self.control) = (from.work, from.clock, from.control);
        self.contact = from.contact;
    }

    /// Time by which positions are ahead of velocities (s). With impulses positions are those of the end of a sub-step, and velocities those of
    /// its middle; a run begins as if a sub-step of the length of its first one had led there, and before that one as if one of the usual length had.
    pub(super) fn ahead(&self, settings: &Settings) -> f64 {
        match settings.integrator {
            Integrator::Impulse if self.control.length > 0.0 => 0.5 * self.control.length,
            Integrator::Impulse => 0.5 * settings.dt,
            _ => 0.0,
        }
    }

    /// Number of sleeping bodies.
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

    /// Gives all bodies their own masses again.
    pub(super) fn forget_scaling(&mut self) {
        self.scaled.clear();
        (self.control.scaled_since, self.control.vibration_sub_steps) = (None, 0);
    }

    /// Wakes all bodies and restarts their time at rest.
    pub(super) fn wake_all(&mut self) {
        self.rest.fill(0.0);
        self.asleep.fill(false);
    }
}
