//! The symbolic phase of the sparse method: everything about the factor that depends on the topology alone.
//!
//! Leaves of the forest become [`Joint`]s, a body and its group taken out in one go. The core becomes
//! [`Front`]s: small dense matrices that gather a few neighbouring pivots, their part of H and what their
//! children left over (the multifrontal form of LDL^T). Where less work is in the rows alone, the core has a plan by them
//! (`schur`) instead; its fronts are planned when a pose close to singular first asks for them. Which way an island goes is
//! decided in [`ways`]. All positions are worked out here, so the numeric phase only walks flat arrays.

mod ways;

use super::net::Net;
use super::schur::Schur;
use super::system::MAX_CONSTRAINT_DIM;

/// Stands for "no body": a joint to the ground.
pub(super) const NONE: usize = usize::MAX;

/// Stands for "no body" in a joint.
const NOBODY: u32 = u32::MAX;

/// A leaf body and the rows that hold it to its parent. As small as can be: with thousands of them memory is what is waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
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

impl Joint {
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

    /// Numbers stored for it (see `joint::Stored`).
    pub(super) fn stored(&self) -> usize {
        let triangle = |n: usize| n * (n + 1) / 2;
        let (child, rows, parent) = (self.child_dim(), self.rows(), self.parent_dim());
        triangle(child) + triangle(rows) + rows * (child + parent)
    }
}

/// A piece of H that goes into a front.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// Mass block of a body, at this column of the front.
    Mass { body: usize, at: usize },
    /// One row of E.
    Compliance { row: usize, at: usize },
    /// One row of a Jacobian block; `row_at` and `body_at` are positions in the front.
    Jacobian {
        start: usize,
        dim: usize,
        row_at: usize,
        body_at: usize,
    },
}

/// A dense piece of the factor: `width` pivots and `height` numbers below them.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    /// First pivot, counted over all scalars of all cores.
    pub(super) first: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    /// Where its columns start in the factor.
    pub(super) panel: usize,
    /// Range of `Plan::pieces`.
    pub(super) pieces: (usize, usize),
    /// Start in `Plan::below`: the scalars under the pivots, `height` of them.
    pub(super) below: usize,
    /// Start in `Plan::into`: where each of them lies in the parent's front.
    pub(super) into: usize,
    /// Range of `Plan::children`: the fronts whose left-over goes in here, top of the stack first.
    pub(super) children: (usize, usize),
}

impl Front {
    pub(super) fn size(&self) -> usize {
        self.width + self.height
    }

    /// About what it takes (ns on a machine of today): only to choose between two ways.
    fn cost(&self) -> f64 {
        let (width, size) = (self.width as f64, self.size() as f64);
        60.0 + 0.5 * size * size + 0.15 * width * size * size
    }
}

/// What a scalar of the core is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scalar {
    /// A coordinate of a body: index into forces and accelerations.
    Coordinate(usize),
    /// A row: index into c and lambda.
    Row(usize),
}

/// The part of one island.
#[derive(Clone, Debug, Default)]
pub(super) struct Span {
    pub(super) joints: (usize, usize),
    /// Empty for a core by its rows, until they are needed after all.
    pub(super) fronts: (usize, usize),
    pub(super) scalars: (usize, usize),
    /// Index into [`Plan::nets`], where the island is one; it has no joints, fronts and scalars then.
    pub(super) net: Option<usize>,
    /// Blocks of L that are not blocks of H, and block updates, in the fronts.
    pub(super) fill_blocks: usize,
    pub(super) block_updates: usize,
}

/// The whole symbolic factor.
#[derive(Default)]
pub(super) struct Plan {
    /// One span an island.
    pub(super) spans: Vec<Span>,
    /// One an island: its core by the rows alone, where that is less work than its fronts.
    pub(super) cores: Vec<Option<Schur>>,
    pub(super) joints: Vec<Joint>,
    pub(super) fronts: Vec<Front>,
    pub(super) pieces: Vec<Piece>,
    pub(super) children: Vec<usize>,
    pub(super) below: Vec<usize>,
    pub(super) into: Vec<usize>,
    pub(super) scalars: Vec<Scalar>,
    /// Islands with too many loops for fronts.
    pub(super) nets: Vec<Net>,
    /// Numbers the joints store.
    pub(super) joint_len: usize,
    /// Numbers the panels of all fronts store.
    pub(super) panel_len: usize,
    /// Largest front, in numbers.
    pub(super) front_len: usize,
    /// Deepest stack of left-over matrices, in numbers.
    pub(super) stack_len: usize,
    /// Blocks of L that are not blocks of H.
    pub(super) fill_blocks: usize,
    /// Block updates of one factorisation.
    pub(super) block_updates: usize,
}
