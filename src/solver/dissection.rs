//! Nested dissection: a small set of nodes whose removal splits a graph in two goes last, after the halves, which
//! are split likewise. On a net of n nodes it fills in the order of `n log n` numbers, less than minimum degree.
//!
//! Halves are found by layers: all nodes at one distance from a far-off node separate the nearer from the
//! farther. Pieces that are small enough are ordered by the library's minimum degree.

use std::collections::VecDeque;

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::linalg::amd;
use faer::sparse::{SymbolicSparseColMat, SymbolicSparseColMatRef};

/// Pieces of no more nodes are not split further.
const PIECE: usize = 160;
/// A layer may lie this far from the middle, as a part of the nodes.
const OFF_CENTRE: f64 = 0.2;

/// An order of the nodes and its inverse, for the lower triangle of a symmetric pattern.
pub(super) fn dissect(lower: SymbolicSparseColMatRef<'_, usize>) -> (Vec<usize>, Vec<usize>) {
    let size = lower.ncols();
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); size];
    for column in 0..size {
        for &row in lower.row_idx_of_col_raw(column) {
            if row != column {
                near[row].push(column);
                near[column].push(row);
            }
        }
    }
    let mut work = Dissection {
        near,
        piece: vec![0; size],
        pieces: 1,
        distance: vec![usize::MAX; size],
        order: Vec::with_capacity(size),
    };
    work.split((0..size).collect(), 0);
    // Separators were put down before their halves.
    work.order.reverse();
    let mut inverse = vec![0; size];
    for (place, &node) in work.order.iter().enumerate() {
        inverse[node] = place;
    }
    (work.order, inverse)
}

struct Dissection {
    near: Vec<Vec<usize>>,
    /// Which piece a node is in now.
    piece: Vec<usize>,
    pieces: usize,
    distance: Vec<usize>,
    /// The order, last node first.
    order: Vec<usize>,
}

impl Dissection {
    fn split(&mut self, nodes: Vec<usize>, name: usize) {
        let mut open = vec![(nodes, name)];
        while let Some((nodes, name)) = open.pop() {
            let Some((separator, halves)) = self.cut(&nodes, name) else {
                self.minimum_degree(&nodes);
                continue;
            };
            for &node in &separator {
                self.piece[node] = usize::MAX;
            }
            self.order.extend(separator);
            for half in halves {
                let name = self.pieces;
                self.pieces += 1;
                for &node in &half {
                    self.piece[node] = name;
                }
                open.push((half, name));
            }
        }
    }

    /// A separator and what it leaves; nothing for a piece that is not worth it.
    fn cut(&mut self, nodes: &[usize], name: usize) -> Option<(Vec<usize>, Vec<Vec<usize>>)> {
        if nodes.len() <= PIECE {
            return None;
        }
        // From a node as far away as can be.
        let mut layers = self.layers(nodes, nodes[0], name);
        for _ in 0..2 {
            let far = *layers.last()?.first()?;
            layers = self.layers(nodes, far, name);
        }
        let reached: usize = layers.iter().map(Vec::len).sum();
        if reached < nodes.len() {
            // Not connected: nothing has to separate the parts.
            let (here, there) = nodes.iter().partition(|&&node| self.distance[node] != usize::MAX);
            return Some((Vec::new(), vec![here, there]));
        }
        if layers.len() < 3 {
            return None;
        }
        let mut before = 0;
        let mut best: Option<(usize, f64)> = None;
        for (k, layer) in layers.iter().enumerate() {
            let middle = (before as f64 + 0.5 * layer.len() as f64) / reached as f64;
            let off = (middle - 0.5).abs();
            before += layer.len();
            if k == 0 || k + 1 == layers.len() {
                continue;
            }
            let price = layer.len() as f64 * if off < OFF_CENTRE { 1.0 } else { 1.0 + 10.0 * off };
            if best.is_none_or(|(_, least)| price < least) {
                best = Some((k, price));
            }
        }
        let (at, _) = best?;
        // Only nodes with a neighbour beyond are needed.
        let (separator, stay): (Vec<usize>, Vec<usize>) = layers[at].iter().partition(|&&node| {
            self.near[node]
                .iter()
                .any(|&other| self.piece[other] == name && self.distance[other] == at + 1)
        });
        let mut low: Vec<usize> = layers[..at].concat();
        low.extend(stay);
        let high = layers[at + 1..].concat();
        Some((separator, vec![low, high]))
    }

    /// Nodes of a piece by their distance from one of them; `distance` is set for the piece.
    fn layers(&mut self, nodes: &[usize], from: usize, name: usize) -> Vec<Vec<usize>> {
        for &node in nodes {
            self.distance[node] = usize::MAX;
        }
        let mut layers: Vec<Vec<usize>> = Vec::new();
        let mut queue = VecDeque::from([from]);
        self.distance[from] = 0;
        while let Some(node) = queue.pop_front() {
            let distance = self.distance[node];
            if layers.len() == distance {
                layers.push(Vec::new());
            }
            layers[distance].push(node);
            for &other in &self.near[node] {
                if self.piece[other] == name && self.distance[other] == usize::MAX {
                    self.distance[other] = distance + 1;
                    queue.push_back(other);
                }
            }
        }
        layers
    }

    /// Puts a piece down in the library's minimum degree order, last first.
    fn minimum_degree(&mut self, nodes: &[usize]) {
        for (index, &node) in nodes.iter().enumerate() {
            self.distance[node] = index;
        }
        let name = nodes.first().map_or(0, |&node| self.piece[node]);
        let mut column_start = vec![0];
        let mut row_index = Vec::new();
        for &node in nodes {
            let from = row_index.len();
            let mates = self.near[node].iter().filter(|&&other| self.piece[other] == name);
            row_index.extend(mates.map(|&other| self.distance[other]));
            row_index[from..].sort_unstable();
            column_start.push(row_index.len());
        }
        let size = nodes.len();
        let (mut order, mut inverse) = (vec![0usize; size], vec![0usize; size]);
        let entries = row_index.len();
        let graph = SymbolicSparseColMat::new_checked(size, size, column_start, None, row_index);
        let mut memory = MemBuffer::new(amd::order_scratch::<usize>(size, entries));
        let found = amd::order(
            &mut order,
            &mut inverse,
            graph.as_ref(),
            amd::Control::default(),
            MemStack::new(&mut memory),
        );
        if found.is_err() {
            order = (0..size).collect();
        }
        self.order.extend(order.iter().rev().map(|&index| nodes[index]));
    }
}
