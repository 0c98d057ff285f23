//! Where a matrix has numbers, block by block.

use std::collections::BTreeSet;

use super::Owner;
use crate::scene::Id;

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A mass, or a pivot of the factor.
    Diagonal,
    /// Of J.
    Jacobian,
    /// Of A: two constraints meet at a body.
    Product,
    /// Of the dense matrix of anticipated responses.
    Response,
    /// Fill-in.
    Fill,
    /// Fill-in that was none before the last change of the machine.
    NewFill,
}

impl Kind {
    /// All of them.
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

/// A rectangle of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// First row and column.
    pub at: [u32; 2],
    /// Rows and columns.
    pub size: [u8; 2],
    /// What it is.
    pub kind: Kind,
}

/// Where a matrix has numbers.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// What each row belongs to.
    pub rows: Vec<Owner>,
    /// What each column belongs to.
    pub columns: Vec<Owner>,
    /// In no particular order; blocks do not overlap.
    pub blocks: Vec<Block>,
    /// How many there are of each kind, in the order of [`Kind::ALL`].
    counts: [usize; Kind::ALL.len()],
    /// Numbers in all blocks.
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
        }
    }

    /// Numbers in all blocks.
    pub fn nonzeros(&self) -> usize {
        self.nonzeros
    }

    /// Blocks of a kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.counts[kind as usize]
    }

    /// Pairs of items, of row and column, of the blocks of a kind.
    pub(super) fn pairs(&self, kind: Kind) -> impl Iterator<Item = (Id, Id)> {
        let of = |block: &Block| self.pair(block);
        self.blocks.iter().filter(move |block| block.kind == kind).map(of)
    }

    /// The items of a block, the lower one first, whichever is the row.
    fn pair(&self, block: &Block) -> (Id, Id) {
        let [row, column] = block.at.map(|it| it as usize);
        let (one, other) = (self.rows[row].id, self.columns[column].id);
        (one.min(other), one.max(other))
    }

    /// Marks fill-in between items that these pairs do not have; returns how many blocks.
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

    /// The block that has a row and column.
    pub fn block_at(&self, row: usize, column: usize) -> Option<&Block> {
        let within = |block: &&Block| {
            let [r, c] = block.at.map(|it| it as usize);
            (r..r + usize::from(block.size[0])).contains(&row)
                && (c..c + usize::from(block.size[1])).contains(&column)
        };
        self.blocks.iter().find(within)
    }
}
