//! Islands shared by threads. Each thread has a run of islands, with their factors and with room to work in; nothing that one
//! island comes to depends on the others, so the bits are the same for any number of threads.
//!
//! Islands are cut where each thread has about as many constraints and bodies. Small machines, and those that are mostly one
//! island, stay whole.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Hardware;
use super::equations::{Moment, RightHandSide};
use super::graph::Graph;
use super::refine::{Outcome, Refiner};
use super::report::SolveError;
use super::sparse::Sparse;
use super::system::{Solution, Topology};
use super::thread_pool::ThreadPool;

/// Constraints and bodies below which sharing does not pay: a thread takes some ten microseconds to wake, twice a step.
const WHOLE: usize = 6000;
/// A share with more than this part of all leaves too little to the others.
const MOST: f64 = 0.75;

/// A run of islands.
#[derive(Default)]
struct Share {
    islands: Range<usize>,
    sparse: Sparse,
    refiner: Refiner,
    /// The answer for these islands, but for the first share, which writes where all of it is wanted.
    out: Solution,
    outcome: Outcome,
    error: Option<SolveError>,
}

/// All islands, for the sparse method.
#[derive(Default)]
pub(super) struct Shares {
    shares: Vec<Mutex<Share>>,
    pool: ThreadPool,
    /// Pieces that threads could share.
    pieces: usize,
}

/// Whoever broke off has been heard of; all numbers are written anew.
fn lock(share: &Mutex<Share>) -> MutexGuard<'_, Share> {
    share.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs of islands for so many threads.
fn cut(graph: &Graph, threads: usize) -> Vec<Range<usize>> {
    let weight = |island: usize| graph.islands[island].bodies.len() + graph.islands[island].constraints.len();
    let count = graph.islands.len();
    let all: usize = (0..count).map(weight).sum();
    let (mut runs, mut start, mut before, mut largest) = (Vec::new(), 0, 0, 0);
    if all >= WHOLE && threads > 1 {
        let mut sum = 0;
        for island in 0..count {
            sum += weight(island);
            if sum * threads >= all * (runs.len() + 1) {
                runs.push(start..island + 1);
                largest = largest.max(sum - before);
                (start, before) = (island + 1, sum);
            }
        }
    }
    if runs.len() < 2 || largest as f64 > MOST * all as f64 {
        runs.clear();
        runs.push(0..count);
    }
    runs
}

impl Shares {
    /// Plans for a topology.
    pub(super) fn set_topology(&mut self, topology: &Topology, graph: &Graph, hardware: Hardware) {
        let runs = cut(graph, hardware.threads());
        if self.pool.threads() != runs.len() {
            self.pool = ThreadPool::new(runs.len());
        }
        // What is shared by islands is not shared again within them.
        let hardware = if runs.len() > 1 {
            hardware.with_threads(1)
        } else {
            hardware
        };
        self.shares.resize_with(runs.len(), Mutex::default);
        for (share, islands) in self.shares.iter_mut().zip(runs) {
            share.get_mut().unwrap_or_else(PoisonError::into_inner).islands = islands;
        }
        self.each(&|_, share| {
            share
                .sparse
                .set_topology(topology, graph, share.islands.clone(), hardware)
        });
        let in_islands: usize = self.all().map(|share| share.sparse.pieces()).sum();
        self.pieces = in_islands.max(cut(graph, 2).len());
    }

    /// Room to work in.
    pub(super) fn resize(&mut self, dofs: usize, rows: usize) {
        let alone = self.shares.len() < 2;
        for (index, share) in self.all().enumerate() {
            share.refiner.resize(dofs, rows);
            let own = if index == 0 || alone { (0, 0) } else { (dofs, rows) };
            share.out.acceleration.resize(own.0, 0.0);
            share.out.lambda.resize(own.1, 0.0);
        }
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Share> {
        self.shares
            .iter_mut()
            .map(|share| share.get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    /// Does something for each share, side by side.
    fn each(&mut self, work: &(dyn Fn(usize, &mut Share) + Sync)) {
        let shares = &self.shares;
        self.pool
            .for_each(shares.len(), &|index| work(index, &mut lock(&shares[index])));
    }

    /// Pieces that threads could share.
    pub(super) fn pieces(&self) -> usize {
        self.pieces
    }

    /// Factors all islands. `asked` says that an answer for the right-hand side that is there comes next.
    pub(super) fn factor(&mut self, at: &Moment<'_>, asked: bool) -> Result<(), SolveError> {
        self.each(&|_, share| {
            let refiner = &mut share.refiner;
            share.error = share.sparse.factor(at, asked.then(|| refiner.workspace())).err();
        });
        // What one thread would have come upon first.
        match self.all().find_map(|share| share.error.take()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Blocks of fill, block updates and repaired pivots of the last factorisation.
    pub(super) fn counts(&mut self) -> [usize; 3] {
        self.all()
            .fold([0; 3], |[fill, updates, repaired], Share { sparse, .. }| {
                [
                    fill + sparse.fill_blocks(),
                    updates + sparse.block_updates(),
                    repaired + sparse.repaired,
                ]
            })
    }

    /// Forgets what a factorisation took along.
    pub(super) fn forget(&mut self) {
        self.all().for_each(|share| share.sparse.forget());
    }

    /// Solves one island.
    pub(super) fn solve(
        &mut self,
        at: &Moment<'_>,
        island: usize,
        given: RightHandSide<'_>,
        out: &mut Solution,
        outcome: &mut Outcome,
    ) {
        let Share { sparse, refiner, .. } = self.of(island);
        refiner.solve(sparse, at, island, given, out, outcome);
    }

    fn of(&mut self, island: usize) -> &mut Share {
        let before = |share: &Share| share.islands.end <= island;
        let index = self.all().take_while(|share| before(share)).count();
        self.shares[index]
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Solves all islands.
    pub(super) fn solve_all(
        &mut self,
        at: &Moment<'_>,
        given: RightHandSide<'_>,
        out: &mut Solution,
        outcome: &mut Outcome,
    ) {
        let first = Mutex::new(&mut *out);
        self.each(&|index, share| {
            let Share {
                islands,
                sparse,
                refiner,
                out,
                outcome,
                ..
            } = share;
            *outcome = Outcome::default();
            let mut lent = (index == 0).then(|| first.lock().unwrap_or_else(PoisonError::into_inner));
            let out = lent.as_deref_mut().map_or(out, |out| &mut **out);
            for island in islands.clone() {
                refiner.solve(sparse, at, island, given, out, outcome);
            }
        });
        for (index, share) in self.all().enumerate() {
            outcome.add(&share.outcome);
            for island in share.islands.clone().filter(|_| index > 0) {
                for &(start, end) in at.products.ranges(island) {
                    out.lambda[start..end].copy_from_slice(&share.out.lambda[start..end]);
                }
                for &(start, end) in at.products.spans(island) {
                    out.acceleration[start..end].copy_from_slice(&share.out.acceleration[start..end]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chains of so many bodies each, hanging from the ground.
    fn chains(lengths: &[usize]) -> Graph {
        let mut topology = Topology::new(std::iter::repeat_n(3, lengths.iter().sum()));
        let mut first = 0;
        for &length in lengths {
            topology.add_constraint(2, &[first]);
            for body in first + 1..first + length {
                topology.add_constraint(2, &[body - 1, body]);
            }
            first += length;
        }
        Graph::new(&topology)
    }

    #[test]
    fn islands_are_cut_in_about_equal_shares() {
        let alike = chains(&[1000; 9]);
        assert_eq!(cut(&alike, 2), [0..5, 5..9]);
        assert_eq!(cut(&alike, 3), [0..3, 3..6, 6..9]);
        assert_eq!(cut(&chains(&[1000, 2000, 3000]), 2), [0..2, 2..3]);
    }

    #[test]
    fn what_is_small_or_mostly_one_island_stays_whole() {
        for (lengths, threads) in [
            (&[100; 20][..], 2),
            (&[10, 9000, 10], 2),
            (&[9000], 2),
            (&[1000; 9], 1),
        ] {
            assert_eq!(cut(&chains(lengths), threads), vec![0..lengths.len()]);
        }
    }
}
