//! The auxiliary-constraint method of Baraff 1996 for machines with loops, as in [`super::textbook`], with iterative refinement.
//! O(n k + k^3) for k auxiliary rows: suited to a few loops and far too slow for a mesh, for which [`super::Method::Sparse`] orders
//! loops for little fill-in instead.

use super::equations::SystemAt;
use super::graph::Graph;
use super::inspect::Builder;
use super::refine::DirectSolver;
use super::report::SolveError;
use super::system::Topology;
use super::textbook::Component;

/// Estimated time of a block update, and of a multiplication in the dense matrix of auxiliary rows (ns).
const OF_BLOCK: f64 = 10.0;
const DENSE: f64 = 0.3;

/// Textbook factors, one per island.
#[derive(Default)]
pub(super) struct Auxiliary {
    islands: Vec<Component>,
    /// Number of back-solves in the last factorisation.
    pub(super) back_solves: usize,
}

impl Auxiliary {
    pub(super) fn set_topology(&mut self, topology: &Topology, graph: &Graph) {
        let component = |island| Component::new(topology, graph, island, &[]);
        self.islands = graph.islands.iter().map(component).collect();
    }

    pub(super) fn factor(&mut self, at: &SystemAt<'_>) -> Result<(), SolveError> {
        self.back_solves = 0;
        for island in &mut self.islands {
            island.factor(at.topology, at.system, at.cancel)?;
            self.back_solves += island.auxiliary_rows();
        }
        Ok(())
    }

    /// Estimated time of a factorisation (ns).
    pub(super) fn work(&self) -> f64 {
        let of = |island: &Component| {
            let cube = (island.auxiliary_rows() as f64).powi(3);
            OF_BLOCK * island.block_updates() as f64 + DENSE * cube
        };
        self.islands.iter().map(of).sum()
    }

    /// Whether rows of an island may be redundant, so that their multipliers are not unique.
    pub(super) fn is_doubtful(&self, island: usize) -> bool {
        self.islands[island].is_doubtful()
    }

    /// Adds the pivots of the islands that `keep` selects.
    pub(super) fn add_to(&self, builder: &mut Builder, keep: &dyn Fn(usize) -> bool) {
        let islands = self.islands.iter().enumerate().filter(|it| keep(it.0));
        islands.for_each(|(_, component)| component.add_to(builder));
    }

    /// Number of block updates in the islands that `keep` selects.
    pub(super) fn block_updates(&self, keep: &dyn Fn(usize) -> bool) -> usize {
        let islands = self.islands.iter().enumerate().filter(|it| keep(it.0));
        islands.map(|it| it.1.block_updates()).sum()
    }
}

impl DirectSolver for Auxiliary {
    fn solve(&mut self, at: &SystemAt<'_>, island: usize, c: &[f64], lambda: &mut [f64]) {
        self.islands[island].solve(at.topology, at.system, (None, c), lambda);
    }
}
