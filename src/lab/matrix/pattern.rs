//! Where a matrix has numbers, block by block.

use std::collections::BTreeSet;

use super::Owner;
use crate::lab::Assembled;
use crate::scene::Id;
use crate::solver::inspect::{Elimination, Origin};

/// Pairs of constraints that meet at bodies, beyond which A is not drawn.
const MOST_PAIRS: usize = 1_000_000;

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
    fn new(rows: Vec<Owner>, columns: Vec<Owner>, blocks: Vec<Block>) -> Self {
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

    /// H, in the order of the scene or in that of elimination.
    pub(super) fn saddle(at: &Assembled, owners: &[Owner], ordered: bool) -> Self {
        let (topology, size) = (&at.model.topology, owners.len());
        let order = match &at.elimination {
            Some(it) if ordered => order_of(it, size),
            None if ordered => return Self::default(),
            _ => (0..size as u32).collect(),
        };
        let mut place = vec![0; size];
        for (new, &old) in (0..).zip(&order) {
            place[old as usize] = new;
        }
        let dofs = topology.dofs();
        let mut blocks = Vec::new();
        for body in 0..topology.bodies() {
            let (from, dim) = (topology.body_offset(body), topology.body_dim(body) as u8);
            blocks.push(Block {
                at: [place[from]; 2],
                size: [dim; 2],
                kind: Kind::Diagonal,
            });
        }
        for constraint in 0..topology.constraints() {
            for row in topology.row_offset(constraint)..topology.row_offset(constraint + 1) {
                if at.system.compliance[row] != 0.0 {
                    blocks.push(Block {
                        at: [place[dofs + row]; 2],
                        size: [1, 1],
                        kind: Kind::Diagonal,
                    });
                }
                let force_ends = match topology.is_workless(constraint) {
                    true => topology.ends(constraint),
                    false => topology.force_ends(constraint),
                };
                // The order may take the rows of a constraint apart.
                for (ends, lower) in [(topology.ends(constraint), true), (force_ends, false)] {
                    for end in ends {
                        let dim = topology.body_dim(end.body) as u8;
                        let (one, other) = (place[dofs + row], place[topology.body_offset(end.body)]);
                        let (at, size) = match lower {
                            true => ([one, other], [1, dim]),
                            false => ([other, one], [dim, 1]),
                        };
                        blocks.push(Block {
                            at,
                            size,
                            kind: Kind::Jacobian,
                        });
                    }
                }
            }
        }
        let listed: Vec<Owner> = order.iter().map(|&it| owners[it as usize]).collect();
        Self::new(listed.clone(), listed, blocks)
    }

    /// The lower triangle of the factor, its diagonal included, in the order of elimination; empty for methods that factor
    /// nothing.
    pub(super) fn factor(at: &Assembled, owners: &[Owner]) -> Self {
        let Some(it) = &at.elimination else {
            return Self::default();
        };
        let mut start = vec![0_u32];
        let mut listed = Vec::new();
        for pivot in &it.pivots {
            listed.extend(pivot.unknowns.iter().map(|&unknown| owners[unknown as usize]));
            start.push(listed.len() as u32);
        }
        let len = |pivot: usize| it.pivots[pivot].unknowns.len() as u8;
        let mut blocks = Vec::new();
        for column in 0..it.pivots.len() {
            let from = start[column];
            for k in 0..len(column) {
                blocks.push(Block {
                    at: [from + u32::from(k), from],
                    size: [1, k + 1],
                    kind: Kind::Diagonal,
                });
            }
            for &(row, origin) in it.column(column) {
                blocks.push(Block {
                    at: [start[row as usize], from],
                    size: [len(row as usize), len(column)],
                    kind: match origin {
                        Origin::H => Kind::Jacobian,
                        Origin::A => Kind::Product,
                        Origin::Response => Kind::Response,
                        Origin::Fill => Kind::Fill,
                    },
                });
            }
        }
        Self::new(listed.clone(), listed, blocks)
    }

    pub(super) fn jacobian(at: &Assembled, owners: &[Owner]) -> Self {
        let topology = &at.model.topology;
        let of = |constraint: usize| {
            let (row, count) = (
                topology.row_offset(constraint),
                topology.constraint_dim(constraint),
            );
            topology.ends(constraint).iter().map(move |end| Block {
                at: [row as u32, topology.body_offset(end.body) as u32],
                size: [count as u8, topology.body_dim(end.body) as u8],
                kind: Kind::Jacobian,
            })
        };
        Self::new(
            owners[topology.dofs()..].to_vec(),
            owners[..topology.dofs()].to_vec(),
            (0..topology.constraints()).flat_map(of).collect(),
        )
    }

    /// A, whose blocks are those of constraints that share a body; empty where they are too many to draw, as of a hub with thousands.
    pub(super) fn schur(at: &Assembled, owners: &[Owner]) -> Self {
        let topology = &at.model.topology;
        let (mut acts, mut pushed) = (
            vec![Vec::new(); topology.bodies()],
            vec![Vec::new(); topology.bodies()],
        );
        for constraint in 0..topology.constraints() {
            for end in topology.ends(constraint) {
                acts[end.body].push(constraint);
            }
            let pushes = match topology.is_workless(constraint) {
                true => topology.ends(constraint),
                false => topology.force_ends(constraint),
            };
            for end in pushes {
                pushed[end.body].push(constraint);
            }
        }
        let met = acts.iter().zip(&pushed);
        if met.map(|(acts, pushed)| acts.len() * pushed.len()).sum::<usize>() > MOST_PAIRS {
            return Self::default();
        }
        let mut pairs = BTreeSet::new();
        for (acts, pushed) in acts.iter().zip(&pushed) {
            pairs.extend(
                acts.iter()
                    .flat_map(|&row| pushed.iter().map(move |&it| (row, it))),
            );
        }
        let block = |&(row, column): &(usize, usize)| Block {
            at: [row, column].map(|it| topology.row_offset(it) as u32),
            size: [row, column].map(|it| topology.constraint_dim(it) as u8),
            kind: match row == column {
                true => Kind::Diagonal,
                false => Kind::Product,
            },
        };
        let rows = owners[topology.dofs()..].to_vec();
        Self::new(rows.clone(), rows, pairs.iter().map(block).collect())
    }
}

/// All unknowns in the order of elimination; behind them what nothing eliminates.
fn order_of(elimination: &Elimination, size: usize) -> Vec<u32> {
    let mut order: Vec<u32> = Vec::with_capacity(size);
    for pivot in &elimination.pivots {
        order.extend(&pivot.unknowns);
    }
    let mut seen = vec![false; size];
    order.iter().for_each(|&it| seen[it as usize] = true);
    order.extend((0..size as u32).filter(|&it| !seen[it as usize]));
    order
}
