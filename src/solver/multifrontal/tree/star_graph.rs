//! Graph of A in which each body is a star about the first of its units; column counts from it.

use crate::csr::{Csr, NONE};
use crate::incidence::Incidence;

/// The later neighbours of each position in the star graph, ascending.
pub(super) struct StarGraph {
    later: Csr,
}

impl StarGraph {
    pub(super) fn new(incidence: &Incidence, order: &[u32]) -> Self {
        let mut place = vec![0; order.len()];
        for (at, &unit) in order.iter().enumerate() {
            place[unit as usize] = at as u32;
        }
        let first = |body: u32| {
            incidence
                .units_of(body)
                .iter()
                .map(|&unit| place[unit as usize])
                .min()
        };
        let firsts: Vec<Option<u32>> = (0..incidence.bodies() as u32).map(first).collect();
        let place = &place;
        let pairs = || {
            let held = (0..)
                .zip(&firsts)
                .filter_map(|(body, first)| first.map(|first| (body, first)));
            held.flat_map(|(body, first)| {
                let others = incidence.units_of(body).iter().map(|&unit| place[unit as usize]);
                others.filter(move |&at| at != first).map(move |at| (first, at))
            })
        };
        Self {
            later: Csr::from_pairs(order.len(), pairs),
        }
    }

    /// The earlier neighbours of each position.
    pub(super) fn earlier(&self) -> impl Fn(u32, &mut dyn FnMut(u32)) {
        let earlier = self.later.transpose(self.later.len());
        move |at, visit| earlier.row(at).iter().for_each(|&node| visit(node))
    }

    /// Column counts of the factor, in rows and in units, for an order in which subtrees are contiguous.
    pub(super) fn counts(&self, parent: &[u32], rows: impl Fn(usize) -> u32) -> (Vec<u32>, Vec<u32>) {
        let len = parent.len();
        let rows: Vec<u32> = (0..len).map(rows).collect();
        let mut first = vec![NONE; len];
        // Partial sums of rows and of units; they may wrap below zero, but the final sums are positive.
        let mut delta = vec![[0_u32; 2]; len];
        let add = |to: &mut [u32; 2], rows: u32| *to = [to[0].wrapping_add(rows), to[1].wrapping_add(1)];
        let subtract = |to: &mut [u32; 2], rows: u32| *to = [to[0].wrapping_sub(rows), to[1].wrapping_sub(1)];
        for at in 0..len {
            if first[at] == NONE {
                delta[at] = [rows[at], 1];
            }
            let mut node = at as u32;
            while node != NONE && first[node as usize] == NONE {
                first[node as usize] = at as u32;
                node = parent[node as usize];
            }
        }
        // Each leaf of the subtree of a row adds that row to its column; where the paths of two leaves join, one of them is subtracted.
        let mut ancestor: Vec<u32> = (0..len as u32).collect();
        let mut last_first = vec![NONE; len];
        let mut last_leaf = vec![NONE; len];
        for at in 0..len {
            let above = parent[at];
            // The diagonal row of a column ends there: it is subtracted from the sum that the column passes to its parent.
            if above != NONE {
                subtract(&mut delta[above as usize], rows[at]);
            }
            for &row in self.later.row(at as u32) {
                let row = row as usize;
                if last_first[row] != NONE && first[at] <= last_first[row] {
                    continue;
                }
                last_first[row] = first[at];
                add(&mut delta[at], rows[row]);
                let before = std::mem::replace(&mut last_leaf[row], at as u32);
                if before != NONE {
                    let mut root = before;
                    while ancestor[root as usize] != root {
                        root = ancestor[root as usize];
                    }
                    let mut node = before;
                    while node != root {
                        node = std::mem::replace(&mut ancestor[node as usize], root);
                    }
                    subtract(&mut delta[root as usize], rows[row]);
                }
            }
            if above != NONE {
                ancestor[at] = above;
            }
        }
        for at in 0..len {
            let above = parent[at];
            if above != NONE {
                let [rows, units] = delta[at];
                let sum = &mut delta[above as usize];
                *sum = [sum[0].wrapping_add(rows), sum[1].wrapping_add(units)];
            }
        }
        delta.into_iter().map(|[rows, units]| (rows, units)).unzip()
    }
}
