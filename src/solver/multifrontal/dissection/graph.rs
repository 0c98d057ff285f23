//! A graph to be cut, with weights of its edges and sizes of its vertices.

/// An undirected graph in compressed rows.
pub(super) struct Graph {
    /// Where the edges of each vertex start, and where the last ones end.
    pub(super) start: Vec<u32>,
    /// The other end and the weight of each edge, from both of its ends.
    pub(super) edges: Vec<(u32, i32)>,
    /// What each vertex counts for.
    pub(super) sizes: Vec<i32>,
}

impl Graph {
    /// Of so many vertices of size 1, with an edge of weight 1 for each of these pairs, which are gone through twice.
    pub(super) fn new<I: Iterator<Item = (u32, u32)>>(count: usize, pairs: impl Fn() -> I) -> Self {
        let mut start = vec![0; count + 1];
        for (a, b) in pairs() {
            start[a as usize + 1] += 1;
            start[b as usize + 1] += 1;
        }
        for k in 0..count {
            start[k + 1] += start[k];
        }
        let mut next = start.clone();
        let mut edges = vec![(0, 1); start[count] as usize];
        for (a, b) in pairs() {
            for (from, to) in [(a, b), (b, a)] {
                let next = &mut next[from as usize];
                edges[*next as usize].0 = to;
                *next += 1;
            }
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
