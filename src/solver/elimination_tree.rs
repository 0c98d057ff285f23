//! Elimination tree: the parent of a column of L is its first row below the diagonal (Liu 1990).

use super::csr::NONE;

/// Returns the parent of each column, [`NONE`] for a root. `earlier` visits the neighbours of a column in the matrix; only those
/// before the column are used.
pub(super) fn parents(len: usize, earlier: impl Fn(u32, &mut dyn FnMut(u32))) -> Vec<u32> {
    let mut parent = vec![NONE; len];
    // Highest known ancestor of each column: path compression.
    let mut ancestor = vec![NONE; len];
    for column in 0..len as u32 {
        earlier(column, &mut |mut node| {
            while node < column {
                let above = std::mem::replace(&mut ancestor[node as usize], column);
                if above == NONE {
                    parent[node as usize] = column;
                    break;
                }
                node = above;
            }
        });
    }
    parent
}

/// Returns the nodes of a forest in postorder: each after its children, children in ascending order.
pub(super) fn postorder(parent: &[u32]) -> Vec<u32> {
    let len = parent.len();
    let (mut child, mut sibling) = (vec![NONE; len], vec![NONE; len]);
    let mut roots = NONE;
    for node in (0..len).rev() {
        let list = match parent[node] {
            NONE => &mut roots,
            parent => &mut child[parent as usize],
        };
        sibling[node] = std::mem::replace(list, node as u32);
    }
    let mut order = Vec::with_capacity(len);
    let mut stack = Vec::new();
    let mut root = roots;
    while root != NONE {
        stack.push(root);
        while let Some(&node) = stack.last() {
            match std::mem::replace(&mut child[node as usize], NONE) {
                NONE => {
                    order.push(node);
                    stack.pop();
                    if let Some(&above) = stack.last() {
                        child[above as usize] = sibling[node as usize];
                    }
                }
                below => stack.push(below),
            }
        }
        root = sibling[root as usize];
    }
    order
}

/// Returns the parents of the forest renumbered by `order`.
pub(super) fn renumbered(parent: &[u32], order: &[u32]) -> Vec<u32> {
    let mut place = vec![0; order.len()];
    for (new, &old) in (0..).zip(order) {
        place[old as usize] = new;
    }
    let above = |&old: &u32| match parent[old as usize] {
        NONE => NONE,
        parent => place[parent as usize],
    };
    order.iter().map(above).collect()
}

/// Symbolic factorisation: returns the pattern of each column of L below the diagonal, ascending, from that of the matrix, and the
/// elimination tree (`usize::MAX` for a root). Unites the patterns of the children, in time and memory proportional to the size of
/// L.
pub(super) fn eliminate(later: &[Vec<usize>]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); later.len()];
    let mut parent = vec![usize::MAX; later.len()];
    let mut pattern: Vec<Vec<usize>> = Vec::with_capacity(later.len());
    let mut mark = vec![usize::MAX; later.len()];
    for node in 0..later.len() {
        mark[node] = node;
        let mut rows = Vec::new();
        let below = children[node].iter().flat_map(|&child: &usize| &pattern[child]);
        for &row in later[node].iter().chain(below) {
            if mark[row] != node {
                mark[row] = node;
                rows.push(row);
            }
        }
        rows.sort_unstable();
        if let Some(&first) = rows.first() {
            parent[node] = first;
            children[first].push(node);
        }
        pattern.push(rows);
    }
    (pattern, parent)
}
