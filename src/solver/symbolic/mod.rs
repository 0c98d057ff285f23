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

/// A leaf body and the rows that hold it to its parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub(super) child: usize,
    /// [`NONE`] for the ground.
    pub(super) parent: usize,
    pub(super) rows: usize,
    pub(super) child_dim: usize,
    pub(super) parent_dim: usize,
    /// Where each row lies in c and lambda.
    pub(super) row: [usize; MAX_CONSTRAINT_DIM],
    /// Where each row's block of the child starts in the Jacobian.
    pub(super) child_j: [usize; MAX_CONSTRAINT_DIM],
    /// Where each row's block of the parent starts in the Jacobian.
    pub(super) parent_j: [usize; MAX_CONSTRAINT_DIM],
    /// Where its factor is stored.
    pub(super) store: usize,
}

impl Joint {
    /// Numbers stored for it (see `joint::Stored`).
    pub(super) fn stored(&self) -> usize {
        let triangle = |n: usize| n * (n + 1) / 2;
        triangle(self.child_dim) + triangle(self.rows) + self.rows * (self.child_dim + self.parent_dim)
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
