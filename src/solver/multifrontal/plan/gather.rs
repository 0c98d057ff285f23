//! Partition of the fronts into parts for the thread pool: subtrees of about equal work, in an order that depends on the island alone.

use crate::multifrontal::tree::{Front as Shape, Tree};

/// Work of a factorisation (multiplications, plus 500 per front) from which it is split into parts.
const MIN_PARALLEL_WORK: f64 = 1.5e6;
/// Approximate number of parts.
const PARTS: f64 = 16.0;

/// Returns the fronts of each part, children before parents; the last part is the top.
pub(super) fn gather(tree: &Tree) -> Vec<Vec<u32>> {
    let work = |front: &Shape| {
        let (w, h) = (front.width as f64, front.height as f64);
        w * w * w / 6.0 + w * w * h / 2.0 + w * h * h / 2.0 + 500.0
    };
    let all: f64 = tree.fronts.iter().filter(|front| front.width > 0).map(work).sum();
    let mut order = Vec::new();
    for &root in &tree.roots {
        descend(tree, root, &mut order);
    }
    if all < MIN_PARALLEL_WORK {
        return vec![order];
    }
    let mut below = vec![0.0; tree.fronts.len()];
    for &front in &order {
        let before = tree.children(front).map(|child| below[child as usize]);
        below[front as usize] = work(&tree.fronts[front as usize]) + before.sum::<f64>();
    }
    let share = all / PARTS;
    let mut heads = Vec::new();
    let mut stack: Vec<u32> = tree.roots.iter().rev().copied().collect();
    let mut in_top = vec![false; tree.fronts.len()];
    while let Some(front) = stack.pop() {
        if below[front as usize] <= share {
            heads.push(front);
        } else {
            in_top[front as usize] = true;
            let start = stack.len();
            stack.extend(tree.children(front));
            stack[start..].reverse();
        }
    }
    let mut parts: Vec<Vec<u32>> = Vec::new();
    let mut filled = share;
    for head in heads {
        if filled + below[head as usize] > share {
            parts.push(Vec::new());
            filled = 0.0;
        }
        filled += below[head as usize];
        if let Some(part) = parts.last_mut() {
            descend(tree, head, part);
        }
    }
    order.retain(|&front| in_top[front as usize]);
    parts.push(order);
    parts
}

/// Appends a subtree in postorder: every front after its descendants.
fn descend(tree: &Tree, root: u32, order: &mut Vec<u32>) {
    let start = order.len();
    let mut stack = vec![root];
    while let Some(front) = stack.pop() {
        order.push(front);
        stack.extend(tree.children(front));
    }
    order[start..].reverse();
}

/// Returns the depth of each front of a part: its distance from the root of its tree within the part.
pub(super) fn depths(tree: &Tree, fronts: &[u32], place: &[(u32, u32)], part: usize) -> Vec<usize> {
    let mut depth = vec![0; fronts.len()];
    for (at, &front) in fronts.iter().enumerate().rev() {
        for child in tree.children(front) {
            let (of, child) = place[child as usize];
            if of as usize == part {
                depth[child as usize] = depth[at] + 1;
            }
        }
    }
    depth
}
