//! The lowest tree for the fill there is (Jess and Kees 1982).
//!
//! Filled, a matrix has many orders that fill nothing more: a column may go whenever all its neighbours are neighbours of
//! each other. So columns go in rounds, as many at once as do not touch. A strip is then eaten from both of its ends, and
//! while one end waits for its last column, the processor is busy with the other.

/// An order of the columns of a filled matrix that fills the same blocks, round by round. Columns that go alike go together, at
/// most so many. Given is the pattern below the diagonal, in any order that fills nothing.
pub(super) fn rounds(pattern: &[Vec<usize>], widest: usize) -> Vec<usize> {
    let mut near = neighbours(pattern);
    let len = near.len();
    let mut order = Vec::with_capacity(len);
    let mut candidates: Vec<usize> = (0..len).collect();
    let mut gone = vec![false; len];
    // Round in which a column was last kept from going, in which it was last looked for, and as whose neighbour.
    let (mut kept, mut listed, mut mark) = (vec![0; len], vec![0; len], vec![usize::MAX; len]);
    let mut round = 0;
    while !candidates.is_empty() {
        round += 1;
        let mut next = Vec::new();
        let mut now: Vec<Vec<usize>> = Vec::new();
        for &column in &candidates {
            if gone[column] {
                continue;
            }
            if kept[column] == round {
                next.push(column);
                continue;
            }
            if !is_free(column, &near, &mut mark) {
                continue;
            }
            // Its neighbours' neighbours include its own: as many are the same.
            let twins = near[column].iter().copied();
            let alike =
                twins.filter(|&other| near[other].len() == near[column].len() && kept[other] != round);
            let panel: Vec<usize> = [column].into_iter().chain(alike).take(widest).collect();
            for &one in &panel {
                gone[one] = true;
                near[one].iter().for_each(|&other| kept[other] = round);
            }
            now.push(panel);
        }
        now.sort_by_key(|panel| (panel.len(), near[panel[0]].len()));
        for panel in now {
            for &column in &panel {
                for other in std::mem::take(&mut near[column]) {
                    near[other].retain(|&it| it != column);
                    if !gone[other] && listed[other] != round {
                        listed[other] = round;
                        next.push(other);
                    }
                }
            }
            order.extend(panel);
        }
        next.sort_unstable();
        next.dedup();
        candidates = next;
    }
    order
}

/// The neighbours of each column on both sides.
fn neighbours(pattern: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut near = vec![Vec::new(); pattern.len()];
    for (column, rows) in pattern.iter().enumerate() {
        for &row in rows {
            near[column].push(row);
            near[row].push(column);
        }
    }
    near
}

/// Whether all neighbours of a column are neighbours of each other.
fn is_free(column: usize, near: &[Vec<usize>], mark: &mut [usize]) -> bool {
    let own = &near[column];
    own.iter().for_each(|&other| mark[other] = column);
    own.iter().all(|&other| {
        let shared = near[other].iter().filter(|&&it| mark[it] == column);
        near[other].len() >= own.len() && shared.count() + 1 == own.len()
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::fronts::eliminate;
    use super::*;

    /// What lies below each column of a band.
    fn band(columns: usize, width: usize) -> Vec<Vec<usize>> {
        let below = |column: usize| (column + 1..columns.min(column + width + 1)).collect();
        (0..columns).map(below).collect()
    }

    /// Blocks and height of the tree when the columns of a filled matrix go in this order.
    fn filled(pattern: &[Vec<usize>], order: &[usize]) -> (usize, usize) {
        let mut place = vec![0; order.len()];
        order
            .iter()
            .enumerate()
            .for_each(|(index, &column)| place[column] = index);
        let mut later = vec![Vec::new(); order.len()];
        for (column, rows) in pattern.iter().enumerate() {
            for &row in rows {
                let (one, other) = (place[column], place[row]);
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
    fn a_strip_is_eaten_from_both_ends() {
        let pattern = band(101, 2);
        let straight: Vec<usize> = (0..101).collect();
        let (blocks, height) = filled(&pattern, &straight);
        let (again, lower) = filled(&pattern, &rounds(&pattern, 1));
        assert_eq!(again, blocks, "nothing more is filled");
        assert!(2 * lower <= height + 3, "{lower} against {height}");
    }

    #[test]
    fn columns_that_go_alike_stay_together() {
        // All neighbours of each other.
        let pattern = band(9, 8);
        let order = rounds(&pattern, 4);
        assert_eq!(filled(&pattern, &order), (36, 9));
        let mut sorted = order;
        sorted.sort_unstable();
        assert_eq!(sorted, (0..9).collect::<Vec<_>>());
    }
}
