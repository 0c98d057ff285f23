//! What a factorisation eliminated, in which order, and where that filled: read after the fact, for views of the matrix and for
//! tests. Nothing is stored for it beforehand.
//!
//! ```text
//! H = [M -J^T; -J -E]        A = J W J^T + E, the Schur complement of M in H
//! ```
//! Every way of the solver is block elimination on H, which is how it is told here: leaves with the rows that hold them, children
//! first (Baraff 1996, section 7); bodies of a core, whose W forms A; rows of A. The parent of a pivot in the elimination tree is
//! the first row below the diagonal of its column of L (Liu 1990).

mod builder;

use smallvec::SmallVec;

pub(crate) use self::builder::{Builder, Node};

/// How a pivot comes into the factorisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A body or rows as they stand in H: of a tree, or a body that is kept beside the rows on it.
    Tree,
    /// A body of a core: its W goes into A.
    InverseMass,
    /// Rows of A.
    Rows,
    /// Rows answered by their anticipated response: a dense matrix of their own (Baraff 1996, section 8).
    Response,
}

/// Why a block of the factor is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is a block of H.
    H,
    /// It is a block of A: two constraints meet at a body.
    A,
    /// Fill-in: a block of neither.
    Fill,
    /// It is a block of the matrix of anticipated responses.
    Response,
}

/// A pivot of the factorisation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pivot {
    /// What it eliminates, in the natural order of H: coordinate k as k, row r as `dofs + r`. Coordinates of one body, or rows.
    pub unknowns: SmallVec<[u32; 4]>,
    /// How it comes into the factorisation.
    pub stage: Stage,
}

/// The order of elimination and the pattern of the factor, block by block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elimination {
    /// In the order of elimination.
    pub pivots: Vec<Pivot>,
    /// Where each column starts in `blocks`, and where the last one ends.
    start: Vec<u32>,
    /// Blocks below the diagonal, column by column, ascending.
    blocks: Vec<(u32, Origin)>,
    /// Products of blocks while factoring, counted as [`crate::Report::block_updates`] counts them: what forms A is not among
    /// them, nor is what anticipated responses take.
    pub block_updates: usize,
}

impl Elimination {
    /// Blocks below the diagonal in the column of a pivot: the later pivot, ascending, and why the block is there.
    pub fn column(&self, pivot: usize) -> &[(u32, Origin)] {
        &self.blocks[self.start[pivot] as usize..self.start[pivot + 1] as usize]
    }

    /// The parent of a pivot in the elimination tree; none for a root. Rows with an anticipated response are in no tree.
    pub fn parent(&self, pivot: usize) -> Option<usize> {
        let (parent, origin) = self.column(pivot).first()?;
        (*origin != Origin::Response).then_some(*parent as usize)
    }

    /// Blocks of the factor below the diagonal that come from here.
    pub fn count(&self, origin: Origin) -> usize {
        self.blocks.iter().filter(|it| it.1 == origin).count()
    }

    /// Numbers in the lower triangle of the factor, the diagonal included.
    pub fn nonzeros(&self) -> usize {
        let len = |pivot: usize| self.pivots[pivot].unknowns.len();
        let column = |pivot: usize| {
            let below: usize = self.column(pivot).iter().map(|it| len(it.0 as usize)).sum();
            len(pivot) * (len(pivot) + 1) / 2 + len(pivot) * below
        };
        (0..self.pivots.len()).map(column).sum()
    }
}
