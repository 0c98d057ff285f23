//! Distribution of islands over threads. Each thread has a run of consecutive islands, with their factors and scratch; the result
//! of an island does not depend on the others, so the bits are the same for any number of threads.
//!
//! Runs are cut so that each thread has about the same number of constraints and bodies. Small machines, and those that are mostly
//! one island, are not divided.

use std::ops::Range;
use std::sync::Mutex;

use super::Hardware;
use super::equations::{RightHandSide, SystemAt};
use super::graph::Graph;
use super::inspect::Builder;
use super::refine::{Outcome, Refiner};
use super::report::SolveError;
use super::sparse::Sparse;
use super::system::{Solution, Topology};
use super::thread_pool::{ThreadPool, lock, unlocked};

/// Number of constraints and bodies below which threads do not pay: a thread takes some ten microseconds to wake, twice a step.
const MIN_WEIGHT: usize = 6000;
/// Largest share of the total weight in one run for which threads pay.
const MAX_SHARE: f64 = 0.75;

/// Run of consecutive islands.
#[derive(Default)]
struct IslandRun {
    islands: Range<usize>,
    sparse: Sparse,
    refiner: Refiner,
    /// Answer for these islands; unused by the first run, which writes directly to the output.
    out: Solution,
    outcome: Outcome,
    error: Option<SolveError>,
}

/// All islands, for the sparse method.
#[derive(Default)]
pub(super) struct ParallelIslands {
    runs: Vec<Mutex<IslandRun>>,
    pool: ThreadPool,
    /// Number of pieces of work that threads could run at once.
    pub(super) pieces: usize,
}

/// Cuts the islands into runs for so many threads.
fn partition(graph: &Graph, threads: usize) -> Vec<Range<usize>> {
    let weight = |island: usize| graph.islands[island].bodies.len() + graph.islands[island].constraints.len();
    let count = graph.islands.len();
    let all: usize = (0..count).map(weight).sum();
    let (mut runs, mut start, mut before, mut largest) = (Vec::new(), 0, 0, 0);
    if all >= MIN_WEIGHT && threads > 1 {
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
    if runs.len() < 2 || largest as f64 > MAX_SHARE * all as f64 {
        runs.clear();
        runs.push(0..count);
    }
    runs
}

impl ParallelIslands {
    /// Runs the symbolic phase for a topology.
    pub(super) fn set_topology(&mut self, topology: &Topology, graph: &Graph, hardware: Hardware) {
        let runs = partition(graph, hardware.threads());
        if self.pool.threads() != runs.len() {
            self.pool = ThreadPool::new(runs.len());
        }
        // Either islands or the work within them are distributed over threads, not both.
        let hardware = if runs.len() > 1 {
            hardware.with_threads(1)
        } else {
            hardware
        };
        self.runs.resize_with(runs.len(), Mutex::default);
        for (run, islands) in self.runs.iter_mut().zip(runs) {
            unlocked(run).islands = islands;
        }
        self.each(&|_, run| {
            run.sparse
                .set_topology(topology, graph, run.islands.clone(), hardware)
        });
        let in_islands: usize = self.all().map(|run| run.sparse.pieces()).sum();
        self.pieces = in_islands.max(partition(graph, 2).len());
    }

    /// Resizes the scratch.
    pub(super) fn resize(&mut self, dofs: usize, rows: usize) {
        let alone = self.runs.len() < 2;
        for (index, run) in self.all().enumerate() {
            run.refiner.resize(dofs, rows);
            let own = if index == 0 || alone { (0, 0) } else { (dofs, rows) };
            run.out.acceleration.resize(own.0, 0.0);
            run.out.lambda.resize(own.1, 0.0);
        }
    }

    fn all(&mut self) -> impl Iterator<Item = &mut IslandRun> {
        self.runs.iter_mut().map(unlocked)
    }

    /// Calls `work` for each run, in parallel.
    fn each(&mut self, work: &(dyn Fn(usize, &mut IslandRun) + Sync)) {
        let runs = &self.runs;
        self.pool
            .for_each(runs.len(), &|index| work(index, &mut lock(&runs[index])));
    }

    /// Estimated time of a factorisation, summed over all threads (ns).
    pub(super) fn work(&mut self) -> f64 {
        self.all().map(|run| run.sparse.work).sum()
    }

    /// Factors all islands. `solve_follows` announces that a solve for the present right-hand side follows.
    pub(super) fn factor(&mut self, at: &SystemAt<'_>, solve_follows: bool) -> Result<(), SolveError> {
        self.each(&|_, run| {
            let refiner = &mut run.refiner;
            run.error = run
                .sparse
                .factor(at, solve_follows.then(|| refiner.workspace()))
                .err();
        });
        // The error that a single thread would have met first.
        match self.all().find_map(|run| run.error.take()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Number of lost pivots in the last factorisation that a compliance replaced.
    pub(super) fn repaired(&mut self) -> usize {
        self.all().map(|run| run.sparse.repaired).sum()
    }

    /// Fill-in blocks and block updates of the last factorisation in the islands that `keep` selects.
    pub(super) fn counts(&mut self, keep: &dyn Fn(usize) -> bool) -> [usize; 2] {
        self.all().fold([0; 2], |[fill, updates], run| {
            let own = run.sparse.counts(keep);
            [fill + own[0], updates + own[1]]
        })
    }

    /// Adds the pivots of the islands that `keep` selects.
    pub(super) fn add_to(
        &self,
        builder: &mut Builder,
        topology: &Topology,
        graph: &Graph,
        keep: &dyn Fn(usize) -> bool,
    ) {
        for run in &self.runs {
            lock(run).sparse.add_to(builder, topology, graph, keep);
        }
    }

    /// Discards the forward substitution that a factorisation did for its right-hand side.
    pub(super) fn discard_forward_substitution(&mut self) {
        self.all()
            .for_each(|run| run.sparse.discard_forward_substitution());
    }

    /// Solves one island.
    pub(super) fn solve(
        &mut self,
        at: &SystemAt<'_>,
        island: usize,
        given: RightHandSide<'_>,
        out: &mut Solution,
        outcome: &mut Outcome,
    ) {
        let IslandRun { sparse, refiner, .. } = self.of(island);
        refiner.solve(sparse, at, island, given, out, outcome);
    }

    fn of(&mut self, island: usize) -> &mut IslandRun {
        let before = |run: &IslandRun| run.islands.end <= island;
        let index = self.all().take_while(|run| before(run)).count();
        unlocked(&mut self.runs[index])
    }

    /// Solves all islands.
    pub(super) fn solve_all(
        &mut self,
        at: &SystemAt<'_>,
        given: RightHandSide<'_>,
        out: &mut Solution,
        outcome: &mut Outcome,
    ) {
        let first = Mutex::new(&mut *out);
        self.each(&|index, run| {
            let IslandRun {
                islands,
                sparse,
                refiner,
                out,
                outcome,
                ..
            } = run;
            *outcome = Outcome::default();
            let mut lent = (index == 0).then(|| lock(&first));
            let out = lent.as_deref_mut().map_or(out, |out| &mut **out);
            for island in islands.clone() {
                refiner.solve(sparse, at, island, given, out, outcome);
            }
        });
        for (index, run) in self.all().enumerate() {
            outcome.add(&run.outcome);
            for island in run.islands.clone().filter(|_| index > 0) {
                for &(start, end) in at.products.row_ranges(island) {
                    out.lambda[start..end].copy_from_slice(&run.out.lambda[start..end]);
                }
                for &(start, end) in at.products.coordinate_ranges(island) {
                    out.acceleration[start..end].copy_from_slice(&run.out.acceleration[start..end]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chains with these numbers of bodies, each hanging from the ground.
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
        assert_eq!(partition(&alike, 2), [0..5, 5..9]);
        assert_eq!(partition(&alike, 3), [0..3, 3..6, 6..9]);
        assert_eq!(partition(&chains(&[1000, 2000, 3000]), 2), [0..2, 2..3]);
    }

    #[test]
    fn small_machines_and_those_of_one_large_island_are_not_divided() {
        for (lengths, threads) in [
            (&[100; 20][..], 2),
            (&[10, 9000, 10], 2),
            (&[9000], 2),
            (&[1000; 9], 1),
        ] {
            assert_eq!(partition(&chains(lengths), threads), vec![0..lengths.len()]);
        }
    }
}
