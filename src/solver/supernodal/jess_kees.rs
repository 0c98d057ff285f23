//! Elimination tree of least height for a given fill-in (Jess and Kees 1982).
//!
//! A filled matrix has many orders without further fill-in: a column may be eliminated whenever all its neighbours are neighbours of
//! each other. Columns are eliminated in rounds, in each as many as are not neighbours. A chain is then eliminated from both ends, and
//! while one end waits for the result of its last column, the processor works on the other.

use super::super::csr::Csr;

/// Returns an order of the columns of a filled matrix without further fill-in, round by round. Columns with the same neighbours stay
/// together, at most `widest` of them. `pattern` has the rows below the diagonal, in any order without further fill-in.
pub(super) fn jess_kees_order(pattern: &Csr, widest: usize) -> Vec<usize> {
    let mut neighbours = Neighbours::new(pattern);
    let len = pattern.len();
    let mut order = Vec::with_capacity(len);
    let mut candidates: Vec<u32> = (0..len as u32).collect();
    let mut eliminated = vec![false; len];
    // For each column: the last round in which one of its neighbours was eliminated (`blocked`), the last round in which it became a
    // candidate for the next round (`candidate_in`), and scratch of `is_simplicial` (`mark`).
    let (mut blocked, mut candidate_in, mut mark) = (vec![0; len], vec![0; len], vec![u32::MAX; len]);
    // Columns of the panels of a round, one after the other; and the start and length of each panel.
    let (mut columns, mut now): (Vec<u32>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
    let mut round = 0;
    while !candidates.is_empty() {
        round += 1;
        let mut next = Vec::new();
        columns.clear();
        now.clear();
        for &column in &candidates {
            if eliminated[column as usize] {
                continue;
            }
            if blocked[column as usize] == round {
                next.push(column);
                continue;
            }
            if !neighbours.is_simplicial(column, &mut mark) {
                continue;
            }
            // The neighbours of this column are all neighbours of each other. So a neighbour with equally many neighbours has the same ones
            // and belongs to the same panel.
            let own = neighbours.of(column);
            let twins = own
                .iter()
                .copied()
                .filter(|&other| neighbours.of(other).len() == own.len() && blocked[other as usize] != round);
            let start = columns.len();
            columns.extend([column].into_iter().chain(twins).take(widest));
            for &one in &columns[start..] {
                eliminated[one as usize] = true;
            }
            for &one in &columns[start..] {
                neighbours
                    .of(one)
                    .iter()
                    .for_each(|&other| blocked[other as usize] = round);
            }
            now.push((start, columns.len() - start));
        }
        now.sort_by_key(|&(start, len)| (len, neighbours.of(columns[start]).len()));
        let changed = next.len();
        for &(start, len) in &now {
            for &column in &columns[start..start + len] {
                for &other in neighbours.of(column) {
                    if !eliminated[other as usize] && candidate_in[other as usize] != round {
                        candidate_in[other as usize] = round;
                        next.push(other);
                    }
                }
                order.push(column as usize);
            }
        }
        for &other in &next[changed..] {
            neighbours.remove_eliminated(other, &eliminated);
        }
        next.sort_unstable();
        next.dedup();
        candidates = next;
    }
    order
}

/// The neighbours of each column that are not yet eliminated, before and after it, ascending.
struct Neighbours {
    lists: Csr,
    left: Vec<u32>,
}

impl Neighbours {
    fn new(pattern: &Csr) -> Self {
        let before = pattern.transpose(pattern.len());
        let both = |column: u32| {
            before
                .row(column)
                .iter()
                .chain(pattern.row(column))
                .map(|&it| it as usize)
        };
        let lists = Csr::new((0..pattern.len() as u32).map(both));
        let left = (0..lists.len() as u32)
            .map(|column| lists.row(column).len() as u32)
            .collect();
        Self { lists, left }
    }

    fn of(&self, column: u32) -> &[u32] {
        &self.lists.row(column)[..self.left[column as usize] as usize]
    }

    /// Removes eliminated columns from the neighbours of a column.
    fn remove_eliminated(&mut self, column: u32, eliminated: &[bool]) {
        let left = &mut self.left[column as usize];
        let own = &mut self.lists.row_mut(column)[..*left as usize];
        let mut count = 0;
        for k in 0..own.len() {
            if !eliminated[own[k] as usize] {
                own[count] = own[k];
                count += 1;
            }
        }
        *left = count as u32;
    }

    /// Whether all neighbours of a column are neighbours of each other.
    fn is_simplicial(&self, column: u32, mark: &mut [u32]) -> bool {
        let own = self.of(column);
        own.iter().for_each(|&other| mark[other as usize] = column);
        own.iter().all(|&other| {
            let others = self.of(other);
            others.len() >= own.len()
                && others.iter().filter(|&&it| mark[it as usize] == column).count() + 1 == own.len()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::elimination_tree::eliminate;
    use super::*;

    /// Rows below each column of a band matrix.
    fn band(columns: usize, width: usize) -> Csr {
        Csr::new((0..columns).map(|column| column + 1..columns.min(column + width + 1)))
    }

    /// Number of blocks and height of the elimination tree when the columns of a filled matrix are eliminated in this order.
    fn filled(pattern: &Csr, order: &[usize]) -> (usize, usize) {
        let mut place = vec![0; order.len()];
        order
            .iter()
            .enumerate()
            .for_each(|(index, &column)| place[column] = index);
        let mut later = vec![Vec::new(); order.len()];
        for column in 0..order.len() {
            for &row in pattern.row(column as u32) {
                let (one, other) = (place[column], place[row as usize]);
                later[one.min(other)].push(one.max(other));
            }
        }
        let (pattern, parent) = eliminate(&later);
        let mut height = vec![1; order.len()];
        for (column, &above) in parent.iter().enumerate() {
            if let Some(&known) = height.get(above) {
                height[above] = known.max(height[column] + 1);
            }
        }
        let blocks = pattern.iter().map(Vec::len).sum();
        (blocks, height.into_iter().max().unwrap_or_default())
    }

    #[test]
    fn a_chain_is_eliminated_from_both_ends() {
        let pattern = band(101, 2);
        let straight: Vec<usize> = (0..101).collect();
        let (blocks, height) = filled(&pattern, &straight);
        let (again, lower) = filled(&pattern, &jess_kees_order(&pattern, 1));
        assert_eq!(again, blocks, "nothing more is filled");
        assert!(2 * lower <= height + 3, "{lower} against {height}");
    }

    #[test]
    fn columns_that_go_alike_stay_together() {
        // All columns are neighbours of each other.
        let pattern = band(9, 8);
        let order = jess_kees_order(&pattern, 4);
        assert_eq!(filled(&pattern, &order), (36, 9));
        let mut sorted = order;
        sorted.sort_unstable();
        assert_eq!(sorted, (0..9).collect::<Vec<_>>());
    }
}
