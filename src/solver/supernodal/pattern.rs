//! Block pattern of the factor: the elimination tree, its postorder (every subtree contiguous), and the rows of each column, as
//! flat lists.
//!
//! ```text
//! parent(j) = min { i > j : L_ij != 0 }       row i of L: the paths up the tree from the earlier neighbours of i, until they meet
//! ```
//! (Liu 1990.) The walk goes row by row, so the rows of each column come out ascending, and nothing is sorted.

use super::super::csr::{Csr, NONE};
use super::super::elimination_tree::{parents, postorder, renumbered};

/// Block pattern of a factor, column by column.
#[derive(Debug)]
pub(super) struct Pattern {
    /// Rows below the diagonal in each column, ascending.
    pub(super) columns: Csr,
    /// Blocks below the diagonal of the matrix itself, fill-in not included.
    pub(super) entries: usize,
}

/// Returns the position of each node in an order (the inverse permutation).
fn places(order: &[usize]) -> Vec<u32> {
    let mut place = vec![0; order.len()];
    for (index, &node) in (0..).zip(order) {
        place[node] = index;
    }
    place
}

impl Pattern {
    /// Computes the pattern of the factor of a matrix with these neighbours, eliminated in `order`. Replaces `order` by a postorder
    /// of the elimination tree: the fill-in is the same, and every subtree is contiguous.
    pub(super) fn new(near: &Csr, order: &mut Vec<usize>) -> Self {
        let place = places(order);
        let parent = parents(order.len(), |column, visit| {
            let near = near.row(order[column as usize] as u32).iter();
            near.for_each(|&node| visit(place[node as usize]));
        });
        let post = postorder(&parent);
        let parent = renumbered(&parent, &post);
        *order = post.into_iter().map(|index| order[index as usize]).collect();
        let place = places(order);
        let mut entries = 0;
        let mut start = vec![0_u32; order.len() + 1];
        let mut mark = vec![NONE; order.len()];
        let mut walk = |visit: &mut dyn FnMut(usize, usize)| {
            mark.fill(NONE);
            for (row, &node) in (0..).zip(order.iter()) {
                mark[row as usize] = row;
                for &other in near.row(node as u32) {
                    let mut column = place[other as usize];
                    while column < row && mark[column as usize] != row {
                        mark[column as usize] = row;
                        visit(row as usize, column as usize);
                        column = parent[column as usize];
                    }
                }
            }
        };
        walk(&mut |_, column| start[column + 1] += 1);
        for column in 0..order.len() {
            start[column + 1] += start[column];
            let node = order[column] as u32;
            let later = near
                .row(node)
                .iter()
                .filter(|&&it| place[it as usize] as usize > column);
            entries += later.count();
        }
        let mut items = vec![0; start[order.len()] as usize];
        let mut next = start.clone();
        walk(&mut |row, column| {
            items[next[column] as usize] = row as u32;
            next[column] += 1;
        });
        Self {
            columns: Csr::from_parts(start, items),
            entries,
        }
    }

    /// Returns the same pattern with its columns in another order, which must cause no further fill-in.
    pub(super) fn sorted(&self, order: &[usize]) -> Self {
        let (place, count) = (&places(order), order.len());
        let pairs = || {
            (0..count).flat_map(|column| {
                let rows = self.columns.row(column as u32).iter();
                rows.map(move |&row| {
                    let [one, other] = [place[column], place[row as usize]];
                    (one.max(other), one.min(other))
                })
            })
        };
        Self {
            // Built by rows and then transposed, so that the rows of each column come out ascending.
            columns: Csr::from_pairs(count, pairs).transpose(count),
            entries: self.entries,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::super::elimination_tree::eliminate;
    use super::*;

    /// Neighbours in a ring of nodes; each chord joins every node to the one that many places further on.
    fn near(count: usize, chords: &[usize]) -> Csr {
        let mut near = vec![Vec::new(); count];
        for node in 0..count {
            for &chord in [1].iter().chain(chords) {
                let other = (node + chord) % count;
                near[node].push(other);
                near[other].push(node);
            }
        }
        Csr::new(near.into_iter().map(Vec::into_iter))
    }

    /// Pattern of the factor by textbook elimination.
    fn by_the_book(near: &Csr, order: &[usize]) -> Vec<Vec<usize>> {
        let place = places(order);
        let later = |(index, &node): (usize, &usize)| {
            let others = near.row(node as u32).iter();
            let mut later: Vec<usize> = others.map(|&it| place[it as usize] as usize).collect();
            later.retain(|&other| other > index);
            later
        };
        let later: Vec<Vec<usize>> = order.iter().enumerate().map(later).collect();
        eliminate(&later).0
    }

    fn listed(pattern: &Pattern) -> Vec<Vec<usize>> {
        let columns = 0..pattern.columns.len() as u32;
        let rows = columns.map(|column| {
            pattern
                .columns
                .row(column)
                .iter()
                .map(|&row| row as usize)
                .collect()
        });
        rows.collect()
    }

    #[test]
    fn columns_are_those_that_elimination_fills() {
        for (count, chords) in [(1, &[][..]), (9, &[]), (40, &[7]), (61, &[5, 22])] {
            let near = near(count, chords);
            // An arbitrary order, far from a good one.
            let mut order: Vec<usize> = (0..count).map(|k| k * 23 % count).collect();
            let fill: usize = by_the_book(&near, &order).iter().map(Vec::len).sum();
            let pattern = Pattern::new(&near, &mut order);
            let mut all = order.clone();
            all.sort_unstable();
            assert_eq!(all, (0..count).collect::<Vec<_>>());
            assert_eq!(listed(&pattern), by_the_book(&near, &order));
            assert_eq!(
                pattern.columns.nnz(),
                fill,
                "the order fills as much as the one given"
            );
            // Sorting by the identity changes nothing.
            let same: Vec<usize> = (0..count).collect();
            assert_eq!(listed(&pattern.sorted(&same)), listed(&pattern));
        }
    }
}
