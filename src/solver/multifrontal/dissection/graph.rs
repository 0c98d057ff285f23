//! Undirected graph with edge weights and vertex sizes, for bisection.

use crate::csr::Csr;

/// An undirected graph.
pub(super) struct Graph {
    /// For each vertex, the other end and the weight of each of its edges.
    pub(super) edges: Csr<(u32, i32)>,
    /// Size of each vertex: the number of bodies merged into it.
    pub(super) sizes: Vec<i32>,
}

impl Graph {
    /// Creates a graph of `count` vertices of size 1, with an edge of weight 1 for each pair; `pairs` is iterated twice.
    pub(super) fn new<I: Iterator<Item = (u32, u32)>>(count: usize, pairs: impl Fn() -> I) -> Self {
        let both = |(a, b)| [(a, (b, 1)), (b, (a, 1))];
        Self {
            edges: Csr::from_pairs(count, || pairs().flat_map(both)),
            sizes: vec![1; count],
        }
    }

    pub(super) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// The edges of a vertex: the other end and the weight of each.
    pub(super) fn edges(&self, vertex: u32) -> &[(u32, i32)] {
        self.edges.row(vertex)
    }
}
