//! Block patterns of H, its factor, J and A, from the topology and the elimination order.

use std::collections::BTreeSet;

use super::Owner;
use super::pattern::{Block, Kind, Pattern};
use crate::lab::Assembled;
use crate::solver::graph::Graph;
use crate::solver::inspect::{Elimination, Origin};

/// Number of pairs of constraints that share a body above which A is not drawn.
const MOST_PAIRS: usize = 1_000_000;
/// Number of rows of a dense factor above which it is not drawn.
const MOST_ROWS: usize = 10_000;

impl Pattern {
    /// H, with its unknowns in this order.
    pub(super) fn saddle(at: &Assembled, owners: &[Owner], order: &[u32]) -> Self {
        let (topology, size) = (&at.model.topology, owners.len());
        let mut place = vec![0; size];
        for (new, &old) in (0..).zip(order) {
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
                // Row by row, as the order may separate the rows of a constraint.
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

    /// The lower triangle of the factor with its diagonal, in elimination order; empty for methods that factor
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
            blocks.extend(triangle(from, len(column).into()));
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

    /// A, which has a block for each pair of constraints that share a body; empty if there are too many to draw, as with a hub of thousands of joints.
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

/// The factor of the dense method, with its elimination order: bodies first, then all rows. Fill-in is stored as a full triangle per island, not as
/// blocks. `None` if there are too many rows or pairs of constraints, or if rows are solved by anticipated response.
pub(super) fn dense(at: &Assembled, owners: &[Owner]) -> Option<(Pattern, Vec<u32>)> {
    let topology = &at.model.topology;
    if topology.rows() > MOST_ROWS || at.report.anticipated > 0 {
        return None;
    }
    let (mut order, mut blocks, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
    let mut first_of_row = vec![0; topology.constraints()];
    let mut pairs = 0;
    for island in Graph::new(topology).islands {
        let mut acting: Vec<(u32, u8, Vec<usize>)> = Vec::new();
        for &body in &island.bodies {
            let (from, dim) = (order.len() as u32, topology.body_dim(body));
            order.extend((0..dim).map(|k| (topology.body_offset(body) + k) as u32));
            blocks.extend(triangle(from, dim));
            acting.push((from, dim as u8, Vec::new()));
        }
        let first = order.len() as u32;
        for &constraint in &island.constraints {
            let (from, dim) = (order.len() as u32, topology.constraint_dim(constraint));
            let row = topology.dofs() + topology.row_offset(constraint);
            order.extend((0..dim).map(|k| (row + k) as u32));
            blocks.extend(triangle(from, dim));
            first_of_row[constraint] = from;
            for end in topology.ends(constraint) {
                if let Ok(body) = island.bodies.binary_search(&end.body)
                    && acting[body].2.last() != Some(&constraint)
                {
                    acting[body].2.push(constraint);
                }
            }
        }
        triangles.push(([first, order.len() as u32 - first], island.constraints.len()));
        pairs += acting.iter().map(|it| it.2.len() * it.2.len()).sum::<usize>();
        if pairs > MOST_PAIRS {
            return None;
        }
        let mut meeting = BTreeSet::new();
        for (body, dim, on) in &acting {
            for (k, &one) in on.iter().enumerate() {
                blocks.push(Block {
                    at: [first_of_row[one], *body],
                    size: [topology.constraint_dim(one) as u8, *dim],
                    kind: Kind::Jacobian,
                });
                meeting.extend(on[k + 1..].iter().map(|&other| (other, one)));
            }
        }
        blocks.extend(meeting.into_iter().map(|(row, column)| Block {
            at: [row, column].map(|it| first_of_row[it]),
            size: [row, column].map(|it| topology.constraint_dim(it) as u8),
            kind: Kind::Product,
        }));
    }
    let listed: Vec<Owner> = order.iter().map(|&it| owners[it as usize]).collect();
    let pattern = Pattern::new(listed.clone(), listed, blocks);
    Some((pattern.with_full(&triangles), order))
}

/// The diagonal block of a pivot with `dim` unknowns: its lower triangle, row by row.
fn triangle(from: u32, dim: usize) -> impl Iterator<Item = Block> {
    (0..dim).map(move |k| Block {
        at: [from + k as u32, from],
        size: [1, k as u8 + 1],
        kind: Kind::Diagonal,
    })
}

/// All unknowns in elimination order, followed by those that are not eliminated.
pub(super) fn order_of(elimination: &Elimination, size: usize) -> Vec<u32> {
    let mut order: Vec<u32> = Vec::with_capacity(size);
    for pivot in &elimination.pivots {
        order.extend(&pivot.unknowns);
    }
    let mut seen = vec![false; size];
    order.iter().for_each(|&it| seen[it as usize] = true);
    order.extend((0..size as u32).filter(|&it| !seen[it as usize]));
    order
}
