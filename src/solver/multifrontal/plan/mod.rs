//! Where every number of a multifrontal factor goes: found once per topology, walked at each factorisation.
//!
//! Fronts are gathered in parts that have nothing to do with each other, subtrees of about a sixteenth of the work, and
//! a top to which all of them hand on. What goes into which part depends on the island alone.

mod entries;
mod gather;
mod planner;

pub(super) use self::planner::parts;

/// A dense piece of the factor.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Front {
    /// Its first pivot in the part.
    pub(super) first: usize,
    pub(super) width: usize,
    pub(super) size: usize,
    /// Where its panel starts.
    pub(super) panel: usize,
    /// Where the rows below start.
    pub(super) below: usize,
    /// Where what it hands on starts in the workspace.
    pub(super) update: usize,
    /// Its children, a range of those of the part.
    pub(super) children: (usize, usize),
    /// Those in other parts.
    pub(super) imports: (usize, usize),
    /// Bodies whose first row is a pivot here.
    pub(super) bodies: (usize, usize),
    /// Entries of kept bodies.
    pub(super) entries: (usize, usize),
}

impl Front {
    /// Rows below the pivots.
    pub(super) fn height(&self) -> usize {
        self.size - self.width
    }
}

/// A body whose `J W J^T` is assembled in a front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) body: u32,
    /// Its rows, a range of the touches of the part.
    pub(super) touches: (u32, u32),
}

/// One row on a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// Row of the front.
    pub(super) at: u32,
    /// Row of the part.
    pub(super) row: u32,
    /// Where the block starts in the Jacobian.
    pub(super) block: u32,
}

/// One number of a kept body: of the Jacobian, or of its mass, which is subtracted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Row and column of the front; the column is a pivot.
    pub(super) place: [u32; 2],
    /// The same as rows of the part.
    pub(super) rows: [u32; 2],
    pub(super) is_mass: bool,
    /// Where it is in the masses or in the Jacobian.
    pub(super) from: u32,
}

/// Fronts that nothing but the top waits for, or the top.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) fronts: Vec<Front>,
    pub(super) children: Vec<u32>,
    /// Part and front.
    pub(super) imports: Vec<(u32, u32)>,
    /// Rows under the pivots of each front, as rows of the part; and where they lie in the front above.
    pub(super) below: Vec<u32>,
    pub(super) into: Vec<u32>,
    pub(super) bodies: Vec<Body>,
    pub(super) touches: Vec<Touch>,
    pub(super) entries: Vec<Entry>,
    /// Unknowns (see [`Nodes::unknowns`](super::nodes::Nodes::unknowns)): those of its pivots, and then those of the top that
    /// its fronts reach.
    pub(super) rows: Vec<u32>,
    pub(super) pivots: usize,
    /// For those of the top, which they are there.
    pub(super) tail: Vec<u32>,
    pub(super) panels: usize,
    pub(super) workspace: usize,
}
