//! Block pattern of a matrix.

use std::collections::BTreeSet;

use super::Owner;
use crate::scene::Id;

/// Kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A mass, or a pivot of the factor.
    Diagonal,
    /// A block of J.
    Jacobian,
    /// A block of A: two constraints share a body.
    Product,
    /// A block of the dense matrix of anticipated responses.
    Response,
    /// Fill-in.
    Fill,
    /// Fill-in that did not exist before the last change of the machine.
    NewFill,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Diagonal,
        Self::Jacobian,
        Self::Product,
        Self::Response,
        Self::Fill,
        Self::NewFill,
    ];

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Diagonal => "mass or pivot",
            Self::Jacobian => "J",
            Self::Product => "J W Jᵀ",
            Self::Response => "response",
            Self::Fill => "fill-in",
            Self::NewFill => "new fill-in",
        }
    }
}

/// A rectangular block of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// First row and column.
    pub at: [u32; 2],
    /// Number of rows and columns.
    pub size: [u8; 2],
    /// Its kind.
    pub kind: Kind,
}

/// Block pattern of a matrix.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// Owner of each row.
    pub rows: Vec<Owner>,
    /// Owner of each column.
    pub columns: Vec<Owner>,
    /// Blocks, unordered and without overlap.
    pub blocks: Vec<Block>,
    /// Full lower triangles: first row and number of rows. Entries outside all blocks are fill-in; triangles are used where the
    /// blocks of fill-in would be too many.
    pub full: Vec<[u32; 2]>,
    /// Number of blocks of each kind, in the order of [`Kind::ALL`].
    counts: [usize; Kind::ALL.len()],
    /// Number of entries in all blocks.
    nonzeros: usize,
}

impl Pattern {
    pub(super) fn new(rows: Vec<Owner>, columns: Vec<Owner>, blocks: Vec<Block>) -> Self {
        let mut counts = [0; Kind::ALL.len()];
        blocks.iter().for_each(|block| counts[block.kind as usize] += 1);
        let size = |block: &Block| usize::from(block.size[0]) * usize::from(block.size[1]);
        Self {
            nonzeros: blocks.iter().map(size).sum(),
            counts,
            rows,
            columns,
            blocks,
            full: Vec::new(),
        }
    }

    /// The same with full triangles in ascending order, each given by its rows and its number of constraints.
    pub(super) fn with_full(mut self, triangles: &[([u32; 2], usize)]) -> Self {
        self.full = triangles.iter().map(|it| it.0).collect();
        for &([_, size], constraints) in triangles {
            let size = size as usize;
            self.nonzeros += size * (size + 1) / 2;
            self.counts[Kind::Fill as usize] += constraints * constraints.saturating_sub(1) / 2;
        }
        let inside = self.blocks.iter().filter(|it| self.is_in_full(it));
        let (numbers, meetings) = inside.fold((0, 0), |(numbers, meetings), block| {
            let own = usize::from(block.size[0]) * usize::from(block.size[1]);
            (numbers + own, meetings + usize::from(block.kind == Kind::Product))
        });
        self.nonzeros -= numbers;
        self.counts[Kind::Fill as usize] -= meetings;
        self
    }

    /// Whether a block is in a full triangle.
    pub(super) fn is_in_full(&self, block: &Block) -> bool {
        let triangle = |at: u32| {
            let next = self.full.partition_point(|it| it[0] <= at);
            let last = self.full.get(next.checked_sub(1)?)?;
            (at < last[0] + last[1]).then_some(next)
        };
        triangle(block.at[0]).is_some_and(|it| triangle(block.at[1]) == Some(it))
    }

    /// Number of entries in all blocks.
    pub fn nonzeros(&self) -> usize {
        self.nonzeros
    }

    /// Number of blocks of a kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.counts[kind as usize]
    }

    /// Row and column owners of the blocks of a kind, as pairs.
    pub(super) fn pairs(&self, kind: Kind) -> impl Iterator<Item = (Id, Id)> {
        let of = |block: &Block| self.pair(block);
        self.blocks.iter().filter(move |block| block.kind == kind).map(of)
    }

    /// The owners of a block, the smaller id first.
    fn pair(&self, block: &Block) -> (Id, Id) {
        let [row, column] = block.at.map(|it| it as usize);
        let (one, other) = (self.rows[row].id, self.columns[column].id);
        (one.min(other), one.max(other))
    }

    /// Marks fill-in between items that are not among the given pairs as new; returns the number of marked blocks.
    pub(super) fn mark_new(&mut self, before: &BTreeSet<(Id, Id)>) -> usize {
        let mut marked = 0;
        for index in 0..self.blocks.len() {
            let block = self.blocks[index];
            if block.kind == Kind::Fill && !before.contains(&self.pair(&block)) {
                self.blocks[index].kind = Kind::NewFill;
                marked += 1;
            }
        }
        self.counts[Kind::Fill as usize] -= marked;
        self.counts[Kind::NewFill as usize] += marked;
        marked
    }

    /// Kind of the entry in a row and column; `None` for a structural zero.
    pub fn kind_at(&self, row: usize, column: usize) -> Option<Kind> {
        let within = |block: &&Block| {
            let [r, c] = block.at.map(|it| it as usize);
            (r..r + usize::from(block.size[0])).contains(&row)
                && (c..c + usize::from(block.size[1])).contains(&column)
        };
        let block = self.blocks.iter().find(within);
        let fills = |&[first, size]: &[u32; 2]| {
            let rows = first as usize..(first + size) as usize;
            rows.contains(&row) && rows.contains(&column) && column <= row
        };
        let filled = || self.full.iter().any(fills).then_some(Kind::Fill);
        block.map(|it| it.kind).or_else(filled)
    }
}
