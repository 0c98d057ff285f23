//! Refinement of a cut by moves of single vertices (Fiduccia and Mattheyses 1982): the vertex with the largest gain moves, even where the
//! gain is negative, each at most once a pass, and the best cut on the way is kept.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::graph::Graph;

/// Maximum number of rounds of moves.
const PASSES: usize = 2;
/// A pass ends after this many moves in a row without a better cut.
const MOVES_WITHOUT_GAIN: usize = 100;
/// Largest fraction of the total size that a side may have.
const MAX_SIDE: f64 = 0.56;

/// Moves vertices as long as the cut improves; returns the total weight of the cut edges.
pub(super) fn refine(graph: &Graph, total: i32, side: &mut [bool]) -> i32 {
    let largest = graph.sizes.iter().copied().max().unwrap_or_default();
    let most = ((f64::from(total) * MAX_SIDE) as i32).max(total / 2 + largest);
    let mut pass = Pass {
        graph,
        side,
        most,
        sizes: [0; 2],
        cut: 0,
        gains: vec![0; graph.len()],
        has_moved: vec![false; graph.len()],
        heaps: [BinaryHeap::new(), BinaryHeap::new()],
    };
    for _ in 0..PASSES {
        pass.start();
        if !pass.run() {
            break;
        }
    }
    pass.cut
}

/// Gain of a move, and the vertex to move.
type Candidate = (i32, Reverse<u32>);

struct Pass<'a> {
    graph: &'a Graph,
    side: &'a mut [bool],
    /// Largest size of a side.
    most: i32,
    sizes: [i32; 2],
    cut: i32,
    /// Gain of each vertex: by how much its move reduces the weight of the cut.
    gains: Vec<i32>,
    has_moved: Vec<bool>,
    /// Candidates of each side; one is stale when the gain of its vertex has changed since.
    heaps: [BinaryHeap<Candidate>; 2],
}

impl Pass<'_> {
    /// Computes sizes, cut weight, gains and candidates from the sides.
    fn start(&mut self) {
        self.sizes = [0; 2];
        self.has_moved.fill(false);
        self.heaps.iter_mut().for_each(BinaryHeap::clear);
        let mut ends = 0;
        for vertex in 0..self.graph.len() as u32 {
            let own = self.side[vertex as usize];
            self.sizes[usize::from(own)] += self.graph.sizes[vertex as usize];
            let (mut inside, mut across) = (0, 0);
            for &(other, weight) in self.graph.edges(vertex) {
                match self.side[other as usize] == own {
                    true => inside += weight,
                    false => across += weight,
                }
            }
            ends += across;
            self.gains[vertex as usize] = across - inside;
            if across > 0 {
                self.heaps[usize::from(own)].push((across - inside, Reverse(vertex)));
            }
        }
        self.cut = ends / 2;
    }

    /// Quality of a cut, the smaller the better: excess of the larger side over the limit, weight of the cut edges, imbalance.
    fn quality(&self) -> (i32, i32, i32) {
        let [a, b] = self.sizes;
        ((a.max(b) - self.most).max(0), self.cut, (a - b).abs())
    }

    /// Runs a pass and undoes all moves after the best cut. Returns whether that cut is better than the first.
    fn run(&mut self) -> bool {
        let first = self.quality();
        let (mut best, mut kept, mut moved) = (first, 0, Vec::new());
        while moved.len() < kept + MOVES_WITHOUT_GAIN {
            let Some(vertex) = self.next() else { break };
            self.apply_move(vertex);
            moved.push(vertex);
            if self.quality() < best {
                (best, kept) = (self.quality(), moved.len());
            }
        }
        for &vertex in &moved[kept..] {
            let side = &mut self.side[vertex as usize];
            *side = !*side;
        }
        self.cut = best.1;
        (best.0, best.1) < (first.0, first.1)
    }

    /// The vertex to move next, taken from its heap.
    fn next(&mut self) -> Option<u32> {
        loop {
            let [a, b] = [0, 1].map(|side| self.candidate(side));
            let fits = |side: usize, it: Option<Candidate>| {
                it.filter(|&(_, Reverse(vertex))| {
                    let size = self.graph.sizes[vertex as usize];
                    self.sizes[side] > self.most || self.sizes[1 - side] + size <= self.most
                })
            };
            let larger = usize::from(self.sizes[1] > self.sizes[0]);
            let side = match (fits(0, a), fits(1, b)) {
                (Some((a, _)), Some((b, _))) if a == b => larger,
                (Some((a, _)), Some((b, _))) => usize::from(b > a),
                (Some(_), None) => 0,
                (None, Some(_)) => 1,
                (None, None) => {
                    // Too large to move: the next one may be smaller.
                    self.heaps[larger]
                        .pop()
                        .or_else(|| self.heaps[1 - larger].pop())?;
                    continue;
                }
            };
            let (_, Reverse(vertex)) = self.heaps[side].pop()?;
            return Some(vertex);
        }
    }

    /// The best candidate of a side; stale ones before it are removed.
    fn candidate(&mut self, side: usize) -> Option<Candidate> {
        while let Some(&(gain, Reverse(vertex))) = self.heaps[side].peek() {
            let it = vertex as usize;
            if !self.has_moved[it] && usize::from(self.side[it]) == side && self.gains[it] == gain {
                return Some((gain, Reverse(vertex)));
            }
            self.heaps[side].pop();
        }
        None
    }

    fn apply_move(&mut self, vertex: u32) {
        let (it, graph) = (vertex as usize, self.graph);
        let from = usize::from(self.side[it]);
        self.side[it] = from == 0;
        self.has_moved[it] = true;
        self.sizes[from] -= graph.sizes[it];
        self.sizes[1 - from] += graph.sizes[it];
        self.cut -= self.gains[it];
        for &(other, weight) in graph.edges(vertex) {
            let is_with = self.side[other as usize] == self.side[it];
            let gain = &mut self.gains[other as usize];
            *gain += if is_with { -2 * weight } else { 2 * weight };
            if !self.has_moved[other as usize] {
                let side = usize::from(self.side[other as usize]);
                self.heaps[side].push((*gain, Reverse(other)));
            }
        }
    }
}
