//! Symbolic phase of the sparse method: everything about the factor that depends on the topology alone.
//!
//! Leaves of the forest become [`LeafPivot`]s: a body and its group of rows are eliminated together. The remaining core is factored as
//! the Schur complement A of the mass blocks in H, a matrix over the rows (`supernodal`); an island for which that is too much work gets a
//! multifrontal factor (`multifrontal`).
//! [`selection`] chooses the method for each island. All positions are computed here, so the numeric phase only walks flat arrays.

mod loops;
mod selection;

use super::blocks::triangle;
use super::multifrontal::Multifrontal;
use super::supernodal::Supernodal;
use super::system::MAX_CONSTRAINT_DIM;
use super::topology::narrow;

/// Parent of a joint to the ground: no body.
pub(super) const NONE: usize = usize::MAX;

/// [`NONE`] as stored in [`LeafPivot`].
const NOBODY: u32 = u32::MAX;

/// A leaf body and the rows that hold it to its parent. Kept as small as possible: with thousands of leaves memory access dominates.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeafPivot {
    child: u32,
    parent: u32,
    store: u32,
    row: [u32; MAX_CONSTRAINT_DIM],
    child_j: [u32; MAX_CONSTRAINT_DIM],
    parent_j: [u32; MAX_CONSTRAINT_DIM],
    rows: u8,
    child_dim: u8,
    parent_dim: u8,
}

impl LeafPivot {
    /// Creates a pivot without rows from a body and its parent ([`NONE`] for the ground), each with its number of coordinates, and the
    /// start of its stored factor.
    fn new((child, child_dim): (usize, usize), (parent, parent_dim): (usize, usize), store: usize) -> Self {
        Self {
            child: narrow(child),
            parent: if parent == NONE { NOBODY } else { narrow(parent) },
            store: narrow(store),
            row: [0; MAX_CONSTRAINT_DIM],
            child_j: [0; MAX_CONSTRAINT_DIM],
            parent_j: [0; MAX_CONSTRAINT_DIM],
            rows: 0,
            child_dim: child_dim as u8,
            parent_dim: parent_dim as u8,
        }
    }

    /// Adds a row: its index in c and lambda, and the starts of its blocks on child and parent in the Jacobian.
    fn add_row(&mut self, row: usize, child_j: usize, parent_j: usize) {
        let r = self.rows();
        (self.row[r], self.child_j[r], self.parent_j[r]) = (narrow(row), narrow(child_j), narrow(parent_j));
        self.rows += 1;
    }

    /// Dense index of the leaf.
    pub(super) fn child(&self) -> usize {
        self.child as usize
    }

    /// Dense index of its parent, [`NONE`] for the ground.
    pub(super) fn parent(&self) -> usize {
        match self.parent {
            NOBODY => NONE,
            parent => parent as usize,
        }
    }

    pub(super) fn rows(&self) -> usize {
        usize::from(self.rows)
    }

    pub(super) fn child_dim(&self) -> usize {
        usize::from(self.child_dim)
    }

    pub(super) fn parent_dim(&self) -> usize {
        usize::from(self.parent_dim)
    }

    /// Index of row r in c and lambda.
    pub(super) fn row(&self, r: usize) -> usize {
        self.row[r] as usize
    }

    /// Start of the block of row r on the child in the Jacobian.
    pub(super) fn child_j(&self, r: usize) -> usize {
        self.child_j[r] as usize
    }

    /// Start of the block of row r on the parent in the Jacobian.
    pub(super) fn parent_j(&self, r: usize) -> usize {
        self.parent_j[r] as usize
    }

    /// Start of its stored factor.
    pub(super) fn store(&self) -> usize {
        self.store as usize
    }

    /// Length of its stored factor (see `leaf_elimination::Stored`).
    pub(super) fn stored(&self) -> usize {
        let (child, rows, parent) = (self.child_dim(), self.rows(), self.parent_dim());
        triangle(child) + triangle(rows) + rows * (child + parent)
    }
}

/// How one island is factored.
pub(super) struct IslandPlan {
    /// Its leaves, a range of [`Plan::joints`].
    pub(super) joints: (usize, usize),
    /// Factor of the core that remains without the leaves. Boxed, because there may be hundreds of thousands of islands of a single free
    /// body, which have none.
    pub(super) core: Option<Box<dyn Supernodal>>,
    /// Factor of the whole island, where it has no core factor, or once that has lost its pivots for the first time. An island without rows
    /// has neither.
    pub(super) multifrontal: Option<Box<Multifrontal>>,
}

/// Symbolic factor of a run of islands.
#[derive(Default)]
pub(super) struct Plan {
    /// One plan an island.
    pub(super) islands: Vec<IslandPlan>,
    pub(super) joints: Vec<LeafPivot>,
    /// Length of the stored factors of all joints.
    pub(super) joint_len: usize,
}

/// Time of a leaf, and of a product of blocks including its share of planning and refinement (ns).
const OF_LEAF: f64 = 60.0;
const OF_PRODUCT: f64 = 2.5;

impl Plan {
    /// Estimated time of a factorisation (ns). The time of each island is rounded to an integer, so that the sum does not depend on how
    /// islands are distributed over threads.
    pub(super) fn work(&self) -> f64 {
        let of = |island: &IslandPlan| match (&island.core, &island.multifrontal) {
            (_, Some(it)) => it.work.max(OF_PRODUCT * it.updates as f64),
            (Some(core), None) => core.cost(),
            (None, None) => 0.0,
        };
        OF_LEAF * self.joints.len() as f64 + self.islands.iter().map(|it| of(it).round()).sum::<f64>()
    }
}
