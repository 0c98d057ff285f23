//! Batches: the constraints that machines are full of, many at a time, straight from coordinates to rows, without ports.
//!
//! ```text
//! plan, once a model:   which constraints are in which batch, where their coordinates, rows and blocks are
//! evaluation:           one flat loop a batch, then the constraints in none, one by one
//! ```
//! A batch gives the bits that the kind's own file gives, and a test holds it to that. It takes the constraints whose form it
//! knows ([`Batch::take`]) and leaves the rest, such as a rod on an elastic body, to the next.

mod anchored_rods;
mod form;
mod pins;
mod rods;
mod turns;

use crate::bodies::Motion;
use crate::math::Vec2;
use crate::sim::{Body, Model};
use crate::solver::{Hardware, Topology};

use super::baumgarte::Baumgarte;

use self::anchored_rods::AnchoredRods;
use self::form::Batch;
use self::pins::Pins;
use self::rods::Rods;
use self::turns::Turns;

pub(super) use self::form::{Rows, length};

/// Which constraints of a model are in which batch.
#[derive(Default)]
pub(super) struct Plan {
    /// Of the model it was made for; nothing where it has to be made anew.
    made_for: Option<Topology>,
    /// Stamp of the bodies it was made for, whose weights it knows.
    bodies: u64,
    /// Whether nothing was evaluated since.
    new: bool,
    turns: Turns,
    rods: Rods,
    anchored_rods: AnchoredRods,
    pins: Pins,
    /// Those (dense indices) in no batch, ascending.
    others: Vec<u32>,
    /// Rows with a time constant of their own.
    own_gains: Vec<(u32, Baumgarte)>,
    /// Whether no body has forces of its own, and all are pulled along their coordinates.
    only_weights: bool,
    /// The weight of each body along its coordinates (N), under this gravity (m/s²).
    weights: Vec<f64>,
    gravity: Option<Vec2>,
}

impl Plan {
    /// Lets the next evaluation plan anew.
    pub(super) fn forget(&mut self) {
        self.made_for = None;
    }

    /// What rows there are were not written for the model it was made for.
    pub(super) fn start_anew(&mut self) {
        self.new = true;
    }

    /// Plans for a model, unless that was done.
    #[inline]
    pub(super) fn follow(&mut self, model: &Model) {
        let known = self.made_for.as_ref();
        if !known.is_some_and(|made_for| made_for.is_copy_of(&model.topology)) {
            self.make(model);
        }
        if self.bodies != model.bodies.version() {
            self.bodies = model.bodies.version();
            self.gravity = None;
        }
    }

    #[cold]
    fn make(&mut self, model: &Model) {
        *self = Self {
            made_for: Some(model.topology.clone()),
            bodies: model.bodies.version(),
            new: true,
            ..Self::default()
        };
        for (index, link) in model.links.iter().enumerate() {
            let turns = &mut self.turns;
            let taken = self.rods.take(model, index, link, turns)
                || self.anchored_rods.take(model, index, link, turns)
                || self.pins.take(model, index, link, turns);
            if !taken {
                self.others.push(index as u32);
            }
            for (k, info) in link.rows.iter().enumerate() {
                let own = Baumgarte::of_row(info).map(|gains| ((link.row + k) as u32, gains));
                self.own_gains.extend(own);
            }
        }
        self.turns.have_all();
        self.rods.shrink_to_fit();
        self.anchored_rods.shrink_to_fit();
        self.pins.shrink_to_fit();
        self.others.shrink_to_fit();
        self.own_gains.shrink_to_fit();
        let plain = |body: &Body| matches!(body.motion, Motion::Point | Motion::Rigid);
        self.only_weights = model.bodies.iter().all(plain);
    }

    /// Writes the rows of all that are in a batch.
    pub(super) fn evaluate(&mut self, hardware: Hardware, q: &[f64], v: &[f64], rows: &mut Rows) {
        if std::mem::take(&mut self.new) {
            // In batches it stays zero; the others write theirs each time.
            rows.time_rate.fill(0.0);
        }
        self.turns.find(q);
        let turned = self.turns.turned();
        self.rods.evaluate(hardware, q, v, turned, rows);
        self.anchored_rods.evaluate(hardware, q, v, turned, rows);
        self.pins.evaluate(hardware, q, v, turned, rows);
    }

    /// How many are in none.
    pub(super) fn others(&self) -> usize {
        self.others.len()
    }

    /// One of those in none (dense index).
    pub(super) fn other(&self, k: usize) -> usize {
        self.others[k] as usize
    }

    /// Rows that do not follow the scene's ks and kd, with what they follow.
    pub(super) fn own_gains(&self) -> &[(u32, Baumgarte)] {
        &self.own_gains
    }

    /// The weights of all bodies (N), one number a coordinate, if no body can have other forces of its own.
    pub(super) fn weights(&mut self, model: &Model) -> Option<&[f64]> {
        if !self.only_weights {
            return None;
        }
        let gravity = model.settings.gravity;
        if self.gravity != Some(gravity) {
            self.weights.clear();
            self.weights.resize(model.topology.dofs(), 0.0);
            for body in &model.bodies {
                let weight = (body.mass.mass * gravity).to_array();
                self.weights[body.offset..][..2].copy_from_slice(&weight);
            }
            self.gravity = Some(gravity);
        }
        Some(&self.weights)
    }
}
