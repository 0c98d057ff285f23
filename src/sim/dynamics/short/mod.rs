//! Short ways: constraints of one form, many at a time, straight from coordinates to rows, without the ports.
//!
//! ```text
//! plan, once a model:   which constraints go which way, where their coordinates, rows and blocks are
//! evaluation:           one flat loop a way, then the constraints that have none, one by one
//! ```
//! What a kind says of itself in its file is the law: a short way gives the same bits, and a test holds it to that. A way
//! takes what it knows the form of ([`Way::take`]) and leaves the rest, such as a rod on an elastic body, to the next.

mod anchored_rods;
mod pins;
mod rods;
mod turns;

use crate::bodies::Motion;
use crate::constraints::ConstraintKind;
use crate::math::Vec2;
use crate::sim::{Body, Link, Model};
use crate::solver::{Hardware, Topology};

use super::feedback::Pace;

use self::anchored_rods::AnchoredRods;
use self::pins::Pins;
use self::rods::Rods;
use self::turns::Turns;

/// Constraints of one form.
trait Way: Default {
    /// Adds a constraint (dense index), if it is of this form.
    fn take(&mut self, model: &Model, index: usize, link: &Link, turns: &mut Turns) -> bool;

    /// Gives back what was set aside for more.
    fn shrink_to_fit(&mut self);

    /// Writes the rows and blocks of all that were taken, once it was found how bodies are turned.
    fn evaluate(&self, hardware: Hardware, q: &[f64], v: &[f64], turned: &[[f64; 2]], rows: &mut Rows);
}

/// Where rows are written, all of a machine.
pub(super) struct Rows<'a> {
    /// C
    pub(super) value: &'a mut [f64],
    /// Cdot
    pub(super) rate: &'a mut [f64],
    /// C_t
    pub(super) time_rate: &'a mut [f64],
    pub(super) gamma: &'a mut [f64],
    pub(super) jacobian: &'a mut [f64],
}

/// Constraints whose rows and blocks follow each other.
#[derive(Clone, Copy)]
struct Run {
    /// Row of the first.
    row: u32,
    /// Where the first one's blocks start.
    block: u32,
    /// How many there are.
    len: u32,
}

/// The length that a constraint keeps two points apart, be it a rod or a round wire.
fn length(link: &Link) -> Option<f64> {
    match &*link.kind {
        ConstraintKind::Distance(rod) => Some(rod.length),
        ConstraintKind::Ring(ring) => Some(ring.radius),
        _ => None,
    }
}

/// Adds one whose rows and blocks are so long to the last run, or starts another.
fn add_to_runs(runs: &mut Vec<Run>, row: usize, rows: usize, block: usize, blocks: usize) {
    if let Some(run) = runs.last_mut()
        && run.row as usize + rows * run.len as usize == row
        && run.block as usize + blocks * run.len as usize == block
    {
        run.len += 1;
        return;
    }
    let (row, block) = (row as u32, block as u32);
    runs.push(Run { row, block, len: 1 });
}

/// Which constraints of a model go which way.
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
    /// Those (dense indices) that have no short way, ascending.
    others: Vec<u32>,
    /// Rows with a time constant of their own.
    own_paces: Vec<(u32, Pace)>,
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

    /// Plans for a model, unless that was done.
    #[inline]
    pub(super) fn follow(&mut self, model: &Model) {
        let known = self.made_for.as_ref();
        let bodies = model.bodies.stamp();
        if !known.is_some_and(|made_for| made_for.is_copy_of(&model.topology)) || self.bodies != bodies {
            self.make(model);
        }
    }

    #[cold]
    fn make(&mut self, model: &Model) {
        *self = Self {
            made_for: Some(model.topology.clone()),
            bodies: model.bodies.stamp(),
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
                let own = Pace::own(info).map(|pace| ((link.row + k) as u32, pace));
                self.own_paces.extend(own);
            }
        }
        self.turns.have_all();
        self.rods.shrink_to_fit();
        self.anchored_rods.shrink_to_fit();
        self.pins.shrink_to_fit();
        self.others.shrink_to_fit();
        self.own_paces.shrink_to_fit();
        let plain = |body: &Body| matches!(body.motion, Motion::Point | Motion::Rigid);
        self.only_weights = model.bodies.iter().all(plain);
    }

    /// Writes the rows of all that have a short way.
    pub(super) fn evaluate(&mut self, hardware: Hardware, q: &[f64], v: &[f64], rows: &mut Rows) {
        if std::mem::take(&mut self.new) {
            // Of what has a short way it stays zero; others write theirs each time.
            rows.time_rate.fill(0.0);
        }
        self.turns.find(q);
        let turned = self.turns.turned();
        self.rods.evaluate(hardware, q, v, turned, rows);
        self.anchored_rods.evaluate(hardware, q, v, turned, rows);
        self.pins.evaluate(hardware, q, v, turned, rows);
    }

    /// How many have none.
    pub(super) fn others(&self) -> usize {
        self.others.len()
    }

    /// One of those that have none.
    pub(super) fn other(&self, k: usize) -> usize {
        self.others[k] as usize
    }

    /// Rows that do not follow the scene's ks and kd, with what they follow.
    pub(super) fn own_paces(&self) -> &[(u32, Pace)] {
        &self.own_paces
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
