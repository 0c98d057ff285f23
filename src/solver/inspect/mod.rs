//! Order of elimination and fill-in of a factorisation, reconstructed afterwards for views of the matrix and for tests. The
//! factorisation stores nothing for it.
//!
//! Every direct method is block elimination on H, and is presented as such: leaves with the rows that hold them, children first
//! (Baraff 1996, section 7); bodies of a core, whose W forms A; rows of A. The parent of a pivot in the elimination tree is the
//! first row below the diagonal of its column of L (Liu 1990).

mod builder;

use smallvec::SmallVec;

pub(crate) use self::builder::{Builder, Node};

/// Stage of the factorisation to which a pivot belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A body or rows as in H: of a tree, or a body that is kept beside the rows on it.
    Tree,
    /// A body of a core: its W enters A.
    InverseMass,
    /// Rows of A.
    Rows,
    /// Rows solved by their anticipated response: a dense matrix of these rows alone (Baraff 1996, section 8).
    Response,
}

/// Origin of a block of the factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A block of H.
    H,
    /// A block of A: two constraints share a body.
    A,
    /// Fill-in: a block of neither H nor A.
    Fill,
    /// A block of the matrix of anticipated responses.
    Response,
}

/// A pivot of the factorisation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pivot {
    /// Eliminated unknowns, in the natural order of H: coordinate k as k, row r as `dofs + r`. Coordinates of one body, or rows.
    pub unknowns: SmallVec<[u32; 4]>,
    /// Stage of the factorisation.
    pub stage: Stage,
}

/// The order of elimination and the pattern of the factor, block by block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elimination {
    /// Pivots in the order of elimination.
    pub pivots: Vec<Pivot>,
    /// Start of each column in `blocks`, and the end of the last column.
    start: Vec<u32>,
    /// Blocks below the diagonal, column by column, each ascending: the later pivot and the origin.
    blocks: Vec<(u32, Origin)>,
    /// Block products of the factorisation, counted as in [`crate::Report::block_updates`]: without the formation of A and without
    /// the anticipated responses.
    pub block_updates: usize,
}

impl Elimination {
    /// Blocks below the diagonal in the column of a pivot: the later pivot, ascending, and the origin.
    pub fn column(&self, pivot: usize) -> &[(u32, Origin)] {
        &self.blocks[self.start[pivot] as usize..self.start[pivot + 1] as usize]
    }

    /// Parent of a pivot in the elimination tree; `None` for a root. Rows with an anticipated response are in no tree.
    pub fn parent(&self, pivot: usize) -> Option<usize> {
        let (parent, origin) = self.column(pivot).first()?;
        (*origin != Origin::Response).then_some(*parent as usize)
    }

    /// Number of blocks of the factor below the diagonal with this origin.
    pub fn count(&self, origin: Origin) -> usize {
        self.blocks.iter().filter(|it| it.1 == origin).count()
    }

    /// Number of entries in the lower triangle of the factor, including the diagonal.
    pub fn nonzeros(&self) -> usize {
        let len = |pivot: usize| self.pivots[pivot].unknowns.len();
        let column = |pivot: usize| {
            let below: usize = self.column(pivot).iter().map(|it| len(it.0 as usize)).sum();
            len(pivot) * (len(pivot) + 1) / 2 + len(pivot) * below
        };
        (0..self.pivots.len()).map(column).sum()
    }
}
