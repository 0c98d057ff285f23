//! The elimination tree (Liu 1990): the parent of a column is its first row below the diagonal of L.

/// Stands for no parent.
pub(super) const NO_PARENT: usize = usize::MAX;

/// Symbolic elimination: the pattern of each column of L below the diagonal, and the elimination tree.
pub(super) fn eliminate(later: &[Vec<usize>]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); later.len()];
    let mut parent = vec![NO_PARENT; later.len()];
    let mut pattern: Vec<Vec<usize>> = Vec::with_capacity(later.len());
    let mut mark = vec![NO_PARENT; later.len()];
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

/// An order in which every subtree of the elimination tree is contiguous. It fills the same blocks.
pub(super) fn postorder(parent: &[usize]) -> Vec<usize> {
    let len = parent.len();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); len];
    let mut stack = Vec::new();
    for node in (0..len).rev() {
        match parent[node] {
            NO_PARENT => stack.push(node),
            parent => children[parent].push(node),
        }
    }
    // Roots ascend from the end of the stack; a node is put out after its children.
    let mut order = Vec::with_capacity(len);
    while let Some(&node) = stack.last() {
        match children[node].pop() {
            Some(child) => stack.push(child),
            None => {
                order.push(node);
                stack.pop();
            }
        }
    }
    order
}
