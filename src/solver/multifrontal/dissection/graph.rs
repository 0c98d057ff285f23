//! Undirected graph with edge weights and vertex sizes, for bisection.

use crate::csr::Csr;

/// An undirected graph in compressed rows (CSR).
pub(super) struct Graph {
    /// Where the edges of each vertex start, and where the last ones end.
    pub(super) start: Vec<u32>,
    /// The other end and the weight of each edge, from both of its ends.
    pub(super) edges: Vec<(u32, i32)>,
    /// Size of each vertex: the number of bodies merged into it.
    pub(super) sizes: Vec<i32>,
}

impl Graph {
    /// Creates a graph of `count` vertices of size 1, with an edge of weight 1 for each pair; `pairs` is iterated twice.
    pub(super) fn new<I: Iterator<Item = (u32, u32)>>(count: usize, pairs: impl Fn() -> I) -> Self {
        let near = Csr::from_pairs(count, || pairs().flat_map(|(a, b)| [(a, b), (b, a)]));
        let (mut start, mut edges) = (Vec::with_capacity(count + 1), Vec::with_capacity(near.nnz()));
        start.push(0);
        for vertex in 0..count as u32 {
            edges.extend(near.row(vertex).iter().map(|&other| (other, 1)));
            start.push(edges.len() as u32);
        }
        Self {
            start,
            edges,
            sizes: vec![1; count],
        }
    }

    pub(super) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// The edges of a vertex: the other end and the weight of each.
    pub(super) fn edges(&self, vertex: u32) -> &[(u32, i32)] {
        let vertex = vertex as usize;
        &self.edges[self.start[vertex] as usize..self.start[vertex + 1] as usize]
    }
}
