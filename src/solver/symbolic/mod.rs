//! The symbolic phase of the sparse method: everything about the factor that depends on the topology alone.
//!
//! Leaves of the forest become [`LeafPivot`]s, a body and its group taken out in one go. What is left goes by its rows alone
//! (`supernodal`); an island for which that is too much work has a multifrontal factor of its own (`multifrontal`). Which way an island goes is
//! decided in [`selection`]. All positions are worked out here, so the numeric phase only walks flat arrays.

mod loops;
mod selection;

use super::multifrontal::Multifrontal;
use super::supernodal::Supernodal;
use super::system::MAX_CONSTRAINT_DIM;

/// Stands for "no body": a joint to the ground.
pub(super) const NONE: usize = usize::MAX;

/// Stands for "no body" in a joint.
const NOBODY: u32 = u32::MAX;

/// A leaf body and the rows that hold it to its parent. As small as can be: with thousands of them memory is what is waited for.
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

/// Beyond what can be counted comes out beyond the end of any array.
fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

impl LeafPivot {
    /// A body and its parent, [`NONE`] for the ground, each with its number of coordinates, and where the factor is stored.
    fn new((child, child_dim): (usize, usize), (parent, parent_dim): (usize, usize), store: usize) -> Self {
        Self {
            child: narrow(child),
            parent: narrow(parent),
            store: narrow(store),
            row: [0; MAX_CONSTRAINT_DIM],
            child_j: [0; MAX_CONSTRAINT_DIM],
            parent_j: [0; MAX_CONSTRAINT_DIM],
            rows: 0,
            child_dim: child_dim as u8,
            parent_dim: parent_dim as u8,
        }
    }

    /// Adds a row, with where it lies in c and lambda and where its blocks of child and parent start in the Jacobian.
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

    /// Where row r lies in c and lambda.
    pub(super) fn row(&self, r: usize) -> usize {
        self.row[r] as usize
    }

    /// Where the block of the child starts in the Jacobian, in row r.
    pub(super) fn child_j(&self, r: usize) -> usize {
        self.child_j[r] as usize
    }

    /// The same of the parent.
    pub(super) fn parent_j(&self, r: usize) -> usize {
        self.parent_j[r] as usize
    }

    /// Where its factor is stored.
    pub(super) fn store(&self) -> usize {
        self.store as usize
    }

    /// Numbers stored for it (see `leaf_elimination::Stored`).
    pub(super) fn stored(&self) -> usize {
        let triangle = |n: usize| n * (n + 1) / 2;
        let (child, rows, parent) = (self.child_dim(), self.rows(), self.parent_dim());
        triangle(child) + triangle(rows) + rows * (child + parent)
    }
}

/// How one island is factored.
pub(super) struct IslandPlan {
    /// Its leaves, a range of [`Plan::joints`].
    pub(super) joints: (usize, usize),
    /// What its leaves leave, by its rows alone. Elsewhere: of bodies that nothing holds there may be hundreds of thousands.
    pub(super) core: Option<Box<Supernodal>>,
    /// All of it, where there is no such core, or since that has lost its pivots for the first time; neither where there are no rows.
    pub(super) multifrontal: Option<Box<Multifrontal>>,
}

/// The whole symbolic factor.
#[derive(Default)]
pub(super) struct Plan {
    /// One an island.
    pub(super) islands: Vec<IslandPlan>,
    pub(super) joints: Vec<LeafPivot>,
    /// Numbers the joints store.
    pub(super) joint_len: usize,
}

/// Time of a leaf, and of a product of blocks with all that is planned and corrected for it (ns).
const OF_LEAF: f64 = 60.0;
const OF_PRODUCT: f64 = 2.5;

impl Plan {
    /// About what a factorisation takes (ns): whole numbers, whose sum is the same however islands are shared out.
    pub(super) fn work(&self) -> f64 {
        let of = |island: &IslandPlan| match (&island.core, &island.multifrontal) {
            (_, Some(it)) => it.work().max(OF_PRODUCT * it.updates() as f64),
            (Some(core), None) => core.cost(),
            (None, None) => 0.0,
        };
        OF_LEAF * self.joints.len() as f64 + self.islands.iter().map(|it| of(it).round()).sum::<f64>()
    }
}
