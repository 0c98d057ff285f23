//! Where H, its factor, J and A have their blocks, from the topology and the order of elimination.

use std::collections::BTreeSet;

use super::Owner;
use super::pattern::{Block, Kind, Pattern};
use crate::lab::Assembled;
use crate::solver::inspect::{Elimination, Origin};

/// Pairs of constraints that meet at bodies, beyond which A is not drawn.
const MOST_PAIRS: usize = 1_000_000;

impl Pattern {
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
