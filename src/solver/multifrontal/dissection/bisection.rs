//! Multilevel bisection: cuts a graph into two parts of about the same size, with few cut edges (Karypis and Kumar 1998).
//!
//! Heavy-edge matching merges vertices in pairs until few are left; one side of this coarsest graph is grown from a seed, and the cut is
//! projected back from graph to graph and refined on each by moves of single vertices (`moves`).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::graph::Graph;
use super::moves::refine;
use crate::csr::{Csr, NONE};

/// A graph with more vertices than this is coarsened first.
const COARSE: usize = 40;
/// Number of seeds from which a side is grown; the best cut is kept.
const SEEDS: usize = 2;
/// A vertex of a coarser graph has at most one part in this many of the total size.
const LARGEST: i32 = 12;
/// Step, a prime, between the numbers of vertices that choose a partner one after the other.
const STRIDE: u32 = 1_000_003;

/// Returns the side of the cut of each vertex; deterministic.
pub(super) fn bisect(graph: &Graph) -> Vec<bool> {
    let total: i32 = graph.sizes.iter().sum();
    if graph.len() > COARSE {
        let (coarse, place) = graph.coarser((total / LARGEST).max(2));
        // A graph that hardly shrinks has stars, whose leaves find no partner: it is cut as it is.
        if coarse.len() * 20 < graph.len() * 19 {
            let above = bisect(&coarse);
            let mut side: Vec<bool> = place.iter().map(|&at| above[at as usize]).collect();
            refine(graph, total, &mut side);
            return side;
        }
    }
    let seeds = SEEDS.min(graph.len());
    let grown = (0..seeds).map(|k| {
        let mut side = graph.grow_side(k * graph.len() / seeds, total);
        (refine(graph, total, &mut side), side)
    });
    let best = grown.min_by_key(|&(cut, _)| cut);
    best.map(|(_, side)| side).unwrap_or_default()
}

impl Graph {
    /// Coarsens the graph: merges pairs of vertices with heavy edges between them, none larger than `largest`. Returns the coarse graph,
    /// and the coarse vertex of each vertex.
    fn coarser(&self, largest: i32) -> (Self, Vec<u32>) {
        let (pairs, place) = self.matching(largest);
        let mut start = Vec::with_capacity(pairs.len() + 1);
        let mut edges: Vec<(u32, i32)> = Vec::with_capacity(self.edges.nnz());
        let mut sizes = Vec::with_capacity(pairs.len());
        start.push(0);
        // Index of the edge from the current pair to each other; indices below `first` are of earlier pairs.
        let mut edge_to = vec![NONE; pairs.len()];
        for (at, pair) in (0..).zip(&pairs) {
            let first = edges.len();
            let pair = if pair[0] == pair[1] { &pair[..1] } else { &pair[..] };
            for &vertex in pair {
                for &(other, weight) in self.edges(vertex) {
                    let to = place[other as usize];
                    let known = edge_to[to as usize] as usize;
                    if to == at {
                        continue;
                    }
                    if let Some(edge) = edges.get_mut(known).filter(|_| known >= first) {
                        edge.1 += weight;
                    } else {
                        edge_to[to as usize] = edges.len() as u32;
                        edges.push((to, weight));
                    }
                }
            }
            sizes.push(pair.iter().map(|&vertex| self.sizes[vertex as usize]).sum());
            start.push(edges.len() as u32);
        }
        let edges = Csr::from_parts(start, edges);
        (Self { edges, sizes }, place)
    }

    /// Returns pairs of neighbours, and the pair of each vertex; one without a partner is paired with itself. Vertices of at most two edges
    /// choose first: the others have more partners to choose from.
    fn matching(&self, largest: i32) -> (Vec<[u32; 2]>, Vec<u32>) {
        let count = self.len() as u32;
        // Neighbours often have consecutive numbers. In numerical order each vertex would be matched with the next one along a row or a
        // chain; the stride visits the vertices in a scattered order.
        let step = (0..count).map(|k| (u64::from(k) * u64::from(STRIDE) % u64::from(count)) as u32);
        let few = |vertex: &u32| self.edges(*vertex).len() <= 2;
        // Where the number of vertices is a multiple of the stride, the steps miss some vertices: `0..count` adds these.
        let turns = step.clone().filter(few).chain(step).chain(0..count);
        let mut place = vec![NONE; self.len()];
        let mut pairs = Vec::with_capacity(self.len());
        for vertex in turns {
            if place[vertex as usize] != NONE {
                continue;
            }
            let room = largest - self.sizes[vertex as usize];
            let partner = self
                .edges(vertex)
                .iter()
                .map(|&(other, weight)| (weight, Reverse((self.sizes[other as usize], other))))
                .filter(|&(_, Reverse((size, other)))| {
                    other != vertex && place[other as usize] == NONE && size <= room
                })
                .max();
            let partner = partner.map_or(vertex, |(_, Reverse((_, other)))| other);
            for it in [vertex, partner] {
                place[it as usize] = pairs.len() as u32;
            }
            pairs.push([vertex, partner]);
        }
        (pairs, place)
    }

    /// Grows one half from a seed; adds the vertex that increases the cut least at each step.
    fn grow_side(&self, seed: usize, total: i32) -> Vec<bool> {
        let degree = |vertex| self.edges(vertex).iter().map(|edge| edge.1).sum::<i32>();
        let mut side = vec![false; self.len()];
        let mut gains: Vec<i32> = (0..self.len() as u32).map(|vertex| -degree(vertex)).collect();
        let mut heap = BinaryHeap::from([(gains[seed], Reverse(seed as u32))]);
        let (mut grown, mut others) = (0, 0..self.len() as u32);
        while 2 * grown < total {
            // Without a neighbour left, continue in another component of the graph.
            let next = heap.pop().or_else(|| {
                let vertex = others.find(|&it| !side[it as usize])?;
                Some((gains[vertex as usize], Reverse(vertex)))
            });
            let Some((gain, Reverse(vertex))) = next else {
                break;
            };
            if side[vertex as usize] || gain != gains[vertex as usize] {
                continue;
            }
            side[vertex as usize] = true;
            grown += self.sizes[vertex as usize];
            for &(other, weight) in self.edges(vertex) {
                gains[other as usize] += 2 * weight;
                heap.push((gains[other as usize], Reverse(other)));
            }
        }
        side
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(graph: &Graph, side: &[bool]) -> i32 {
        let across = |&(a, b): &(u32, u32)| side[a as usize] != side[b as usize];
        let edges =
            (0..graph.len() as u32).flat_map(|it| graph.edges(it).iter().map(move |edge| (it, edge.0)));
        edges.filter(|edge| edge.0 < edge.1 && across(edge)).count() as i32
    }

    fn bisected(count: u32, pairs: &[(u32, u32)]) -> (i32, usize) {
        let graph = Graph::new(count as usize, || pairs.iter().copied());
        let side = bisect(&graph);
        (cut(&graph, &side), side.iter().filter(|&&it| it).count())
    }

    #[test]
    fn cuts_are_as_short_as_they_can_be_where_that_is_known() {
        let chain: Vec<(u32, u32)> = (1..1000).map(|k| (k - 1, k)).collect();
        let (across, half) = bisected(1000, &chain);
        assert!(across == 1 && (440..=560).contains(&half), "{across} {half}");
        let grid: Vec<(u32, u32)> = (0..900)
            .flat_map(|k| [(k, k + 1), (k, k + 30)])
            .filter(|&(a, b)| b < 900 && (b != a + 1 || b % 30 > 0))
            .collect();
        let (across, half) = bisected(900, &grid);
        assert!(across <= 36 && (390..=510).contains(&half), "{across} {half}");
        // Two cliques of twenty and an edge between them.
        let clique = |from: u32| (from..from + 20).flat_map(move |a| (from..a).map(move |b| (a, b)));
        let cliques: Vec<(u32, u32)> = clique(0).chain(clique(20)).chain([(0, 39)]).collect();
        assert_eq!(bisected(40, &cliques), (1, 20));
    }

    #[test]
    fn a_disconnected_graph_is_cut_between_components() {
        let chains: Vec<(u32, u32)> = (1..600).filter(|k| k % 10 > 0).map(|k| (k - 1, k)).collect();
        let (across, half) = bisected(600, &chains);
        assert!(across == 0 && (260..=340).contains(&half), "{across} {half}");
        assert_eq!(bisected(0, &[]), (0, 0));
        assert_eq!(bisected(1, &[]).0, 0);
        let star: Vec<(u32, u32)> = (1..200).map(|k| (0, k)).collect();
        assert!(bisected(200, &star).0 <= 112);
    }
}
