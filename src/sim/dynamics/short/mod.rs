//! Short ways: constraints of one form, many at a time, straight from coordinates to rows, without the ports.
//!
//! ```text
//! plan, once a model:   which constraints go which way, where their coordinates, rows and blocks are
//! evaluation:           one flat loop a way, then the constraints that have none, one by one
//! ```
//! What a kind says of itself in its file is the law: a short way gives the same bits, and a test holds it to that. A way
//! takes what it knows the form of ([`Way::take`]) and leaves the rest, such as rods on a body that turns, to the next.

mod pins;
mod rods;

use crate::bodies::Motion;
use crate::sim::{Body, Link, Model};
use crate::solver::{Hardware, Topology};

use super::feedback::Pace;

use self::pins::Pins;
use self::rods::Rods;

/// Constraints of one form.
trait Way: Default {
    /// Adds a constraint (dense index), if it is of this form.
    fn take(&mut self, model: &Model, index: usize, link: &Link) -> bool;

    /// Writes the rows and blocks of all that were taken.
    fn evaluate(&mut self, hardware: Hardware, q: &[f64], v: &[f64], rows: &mut Rows);
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
    rods: Rods,
    pins: Pins,
    /// Those (dense indices) that have no short way, ascending.
    others: Vec<u32>,
    /// Rows with a time constant of their own.
    own_paces: Vec<(u32, Pace)>,
    /// Where the coordinates of each body start, and its mass (kg); nothing where a body has forces of its own, or is not
    /// pulled along its coordinates.
    weights: Option<Vec<(u32, f64)>>,
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
        if !known.is_some_and(|made_for| made_for.is_copy_of(&model.topology)) {
            self.make(model);
        }
    }

    #[cold]
    fn make(&mut self, model: &Model) {
        *self = Self {
            made_for: Some(model.topology.clone()),
            ..Self::default()
        };
        for (index, link) in model.links.iter().enumerate() {
            if !self.rods.take(model, index, link) && !self.pins.take(model, index, link) {
                self.others.push(index as u32);
            }
            for (k, info) in link.rows.iter().enumerate() {
                let own = Pace::own(info).map(|pace| ((link.row + k) as u32, pace));
                self.own_paces.extend(own);
            }
        }
        self.pins.have_all();
        let weight = |body: &Body| {
            let plain = matches!(body.motion, Motion::Point | Motion::Rigid);
            plain.then_some((body.offset as u32, body.mass.mass))
        };
        self.weights = model.bodies.iter().map(weight).collect();
    }

    /// Writes the rows of all that have a short way.
    pub(super) fn evaluate(&mut self, hardware: Hardware, q: &[f64], v: &[f64], rows: &mut Rows) {
        self.rods.evaluate(hardware, q, v, rows);
        self.pins.evaluate(hardware, q, v, rows);
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

    /// Where the weight of each body acts, and its mass, if no body can have other forces of its own.
    pub(super) fn weights(&self) -> Option<&[(u32, f64)]> {
        self.weights.as_deref()
    }
}
