//! Batched evaluation of the most frequent constraints: many at a time, directly from coordinates to rows, without ports.
//!
//! ```text
//! plan, once per model:  the batch of each constraint, with the indices of its coordinates, rows and blocks
//! evaluation:            one flat loop per batch, then the constraints in no batch, one by one
//! ```
//! A batch gives bit for bit the results of the kind's own file, which a test verifies. It takes the constraints whose form it supports
//! ([`Batch::take`]) and leaves all others, such as a rod on an elastic body, to the next batch.

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
use self::turns::Rotations;

pub(super) use self::form::{Rows, length};

/// Assignment of a model's constraints to batches.
#[derive(Default)]
pub(super) struct Plan {
    /// Topology of the model for which the plan was made; `None` if it has to be made again.
    made_for: Option<Topology>,
    /// Generation counter of the bodies for which `weights` was computed.
    bodies: u64,
    /// Whether nothing was evaluated since the plan was made.
    new: bool,
    turns: Rotations,
    rods: Rods,
    anchored_rods: AnchoredRods,
    pins: Pins,
    /// Constraints (dense indices) in no batch, ascending.
    others: Vec<u32>,
    /// Rows with their own time constant, and their feedback gains.
    own_gains: Vec<(u32, Baumgarte)>,
    /// Whether all bodies are points or rigid: none has forces of its own, and weights act along coordinates.
    only_weights: bool,
    /// Weight of each body along its coordinates (N), computed for `gravity` (m/s²).
    weights: Vec<f64>,
    gravity: Option<Vec2>,
}

impl Plan {
    /// Makes the next evaluation plan again.
    pub(super) fn forget(&mut self) {
        self.made_for = None;
    }

    /// Tells the plan that the arrays of rows were last written for another model.
    pub(super) fn start_anew(&mut self) {
        self.new = true;
    }

    /// Plans for a model, unless that was done already.
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

    /// Evaluates all batches and writes their rows.
    pub(super) fn evaluate(&mut self, hardware: Hardware, q: &[f64], v: &[f64], rows: &mut Rows) {
        if std::mem::take(&mut self.new) {
            // C_t of batched constraints stays zero; all other constraints write theirs at each evaluation.
            rows.time_rate.fill(0.0);
        }
        self.turns.find(q);
        let turned = self.turns.turned();
        self.rods.evaluate(hardware, q, v, turned, rows);
        self.anchored_rods.evaluate(hardware, q, v, turned, rows);
        self.pins.evaluate(hardware, q, v, turned, rows);
    }

    /// Returns the number of constraints in no batch.
    pub(super) fn others(&self) -> usize {
        self.others.len()
    }

    /// Returns the k-th constraint in no batch (dense index).
    pub(super) fn other(&self, k: usize) -> usize {
        self.others[k] as usize
    }

    /// Returns the rows that do not use the ks and kd of the scene, with their own gains.
    pub(super) fn own_gains(&self) -> &[(u32, Baumgarte)] {
        &self.own_gains
    }

    /// Returns the weights of all bodies (N), one number per coordinate, or `None` if a body may have other forces of its own.
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
