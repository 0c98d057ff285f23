//! Assembly plan of a multifrontal factor: the place of every number, found once per topology and used at each factorisation.
//!
//! Fronts are grouped into independent parts (subtrees of about a sixteenth of the work) and a top, which receives the update matrices of
//! all parts. The grouping depends on the island alone.

mod entries;
mod gather;
mod planner;

pub(super) use self::planner::parts;

/// A front: the dense frontal matrix of a supernode. The first `width` of its `size` rows are pivots; the others form the update matrix
/// that is added to the parent front.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Front {
    /// Index of its first pivot in the part.
    pub(super) first: usize,
    pub(super) width: usize,
    pub(super) size: usize,
    /// Where its panel (the pivot columns) starts.
    pub(super) panel: usize,
    /// Where its rows below the pivots start in `Part::below` and `Part::into`.
    pub(super) below: usize,
    /// Where its update matrix starts in the workspace.
    pub(super) update: usize,
    /// Its children in the same part: a range of `Part::children`.
    pub(super) children: (usize, usize),
    /// Its children in other parts: a range of `Part::imports`.
    pub(super) imports: (usize, usize),
    /// Bodies whose first row is a pivot of this front: a range of `Part::bodies`.
    pub(super) bodies: (usize, usize),
    /// Entries of hubs: a range of `Part::entries`.
    pub(super) entries: (usize, usize),
}

impl Front {
    /// Number of rows below the pivots: the order of the update matrix.
    pub(super) fn height(&self) -> usize {
        self.size - self.width
    }
}

/// A body whose `J W J^T` is assembled in a front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) body: u32,
    /// Its rows: a range of `Part::touches`.
    pub(super) touches: (u32, u32),
}

/// One row that acts on a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyRow {
    /// Index of the row in the front.
    pub(super) at: u32,
    /// Index of the row in the part.
    pub(super) row: u32,
    /// Where the block starts in the Jacobian.
    pub(super) block: u32,
}

/// One matrix entry of a hub: from the Jacobian, or from its mass block with a minus sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Row and column of the front; the column is a pivot.
    pub(super) place: [u32; 2],
    /// The same row and column as indices in the part.
    pub(super) rows: [u32; 2],
    pub(super) is_mass: bool,
    /// Its index in the masses or in the Jacobian.
    pub(super) from: u32,
}

/// A set of subtrees on which only the top depends, or the top itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) fronts: Vec<Front>,
    pub(super) children: Vec<u32>,
    /// Children in other parts: part and front.
    pub(super) imports: Vec<(u32, u32)>,
    /// Rows below the pivots of each front, as indices in the part; `into` holds the index of each in the parent front.
    pub(super) below: Vec<u32>,
    pub(super) into: Vec<u32>,
    pub(super) bodies: Vec<Body>,
    pub(super) touches: Vec<BodyRow>,
    pub(super) entries: Vec<Entry>,
    /// Unknowns (see [`Nodes::unknowns`](super::nodes::Nodes::unknowns)): the pivots of the part, then the unknowns of the top that occur
    /// in its fronts.
    pub(super) rows: Vec<u32>,
    pub(super) pivots: usize,
    /// For each unknown behind the pivots, its index in the top.
    pub(super) tail: Vec<u32>,
    pub(super) panels: usize,
    pub(super) workspace: usize,
}
