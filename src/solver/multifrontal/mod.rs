//! Multifrontal factorisation (Duff and Reid 1983) of what is cyclic: an island with many loops, such as a net or a truss of
//! thousands of parts, one with a hub, or any whose pivots another way has lost.
//!
//! ```text
//! A lambda = -(J W f + c),   A = J W J^T + E,   P A P^T = L S L^T
//! ```
//! Bodies on which hundreds of rows act are kept beside the rows, as in H (`nodes`). What is eliminated is ordered by nested
//! dissection (`dissection`) or minimum degree, and gathered in fronts (`tree`); where every number goes is found once per
//! topology (`plan`); factor and solve (`numeric`, `kernel`) walk flat arrays and allocate nothing. Parts of the tree of
//! fronts are shared by threads; each makes the same sums for any number of them. Rows are scaled to a unit diagonal.

mod body_rows;
mod dispatch;
mod dissection;
mod elimination;
mod extend_add;
mod kernel;
mod nodes;
mod numeric;
mod plan;
mod product;
mod tree;
mod triangles;
mod unknowns;
mod unsymmetric;

pub use self::unsymmetric::Unsymmetric;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(super) use self::dissection::Cuts;

use self::body_rows::BodyRows;
use self::dispatch::{down, factor, up};
use self::nodes::Nodes;
use self::numeric::Numbers;
use self::tree::{Columns, Tree};
use super::Hardware;
use super::equations::{RightHandSide, SystemAt};
use super::graph::{Graph, Island};
use super::products::residual;
use super::system::Topology;
use super::thread_pool::ThreadPool;

/// How what is cyclic in an island is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ordering {
    /// Approximate minimum degree.
    MinimumDegree,
    /// Nested dissection, where no bodies are kept.
    NestedDissection(Cuts),
}

/// An order of elimination and what it costs: enough to choose by.
pub(super) struct Analysis {
    ordering: Ordering,
    nodes: Nodes,
    order: Vec<u32>,
    columns: Columns,
}

impl Analysis {
    /// Of an island.
    pub(super) fn new(topology: &Topology, graph: &Graph, island: &Island, ordering: Ordering) -> Self {
        let nodes = Nodes::new(topology, graph, island);
        let order = match ordering {
            Ordering::NestedDissection(cuts) if nodes.kept.is_empty() => {
                dissection::dissect(&nodes.incidence, cuts)
            }
            _ => nodes.minimum_degree(topology, island),
        };
        Self::of(nodes, ordering, order)
    }

    /// Of an island by nested dissection, unless a first cut goes through fewer than so many groups of rows.
    pub(super) fn unless_narrow(
        topology: &Topology,
        graph: &Graph,
        island: &Island,
        (cuts, narrow): (Cuts, usize),
    ) -> Option<Self> {
        let nodes = Nodes::new(topology, graph, island);
        let order = match nodes.kept.is_empty() {
            true => dissection::dissect_unless_narrow(&nodes.incidence, cuts, narrow)?,
            false => nodes.minimum_degree(topology, island),
        };
        Some(Self::of(nodes, Ordering::NestedDissection(cuts), order))
    }

    fn of(nodes: Nodes, ordering: Ordering, mut order: Vec<u32>) -> Self {
        let columns = Columns::new(&nodes.incidence, &mut order, |node| {
            nodes.unknowns.row(node).len() as u32
        });
        Self {
            ordering,
            nodes,
            order,
            columns,
        }
    }

    /// Units below each pivot.
    fn below(&self) -> impl Iterator<Item = u64> {
        let blocks = self.columns.blocks.iter();
        blocks.map(|&blocks| u64::from(blocks) - 1)
    }

    /// Multiplications of a factorisation.
    pub(super) fn work(&self) -> f64 {
        let unknowns = &self.nodes.unknowns;
        let rows = self.order.iter().map(|&node| unknowns.row(node).len() as f64);
        let counts = self.columns.count.iter().map(|&count| f64::from(count));
        rows.zip(counts).map(|(own, all)| own * all * all / 2.0).sum()
    }

    /// About what it takes (ns on a machine of today): only to choose between two ways.
    pub(super) fn cost(&self) -> f64 {
        self.tree().cost()
    }

    fn tree(&self) -> Tree {
        let size = |at: usize| self.nodes.unknowns.row(self.order[at]).len() as u32;
        Tree::new(&self.columns, size)
    }
}

/// The factor and its workspace.
pub(super) struct Multifrontal {
    /// Which order it has: whoever asks for that later has it worked out again.
    ordering: Ordering,
    parts: Vec<Mutex<Numbers>>,
    top: Numbers,
    /// About what a factorisation takes (ns).
    work: f64,
    pool: ThreadPool,
    hardware: Hardware,
    /// Whether there are coordinates enough for all rows to be independent.
    may_be_exact: bool,
    exact: bool,
    /// What the rows of the system miss.
    missed: Vec<f64>,
    fill: usize,
    updates: usize,
}

impl Multifrontal {
    /// The symbolic phase.
    pub(super) fn new(
        topology: &Topology,
        graph: &Graph,
        island: &Island,
        analysis: &Analysis,
        hardware: Hardware,
    ) -> Self {
        let body_rows = BodyRows::new(topology, graph, island);
        let nodes = &analysis.nodes;
        let tree = analysis.tree();
        let order = (&analysis.order[..], &tree);
        let parts = plan::parts(topology, island, (nodes, &body_rows), order);
        let mut parts: Vec<Numbers> = parts
            .into_iter()
            .map(|part| Numbers::new(part, topology.rows(), hardware))
            .collect();
        let top = parts.pop();
        let top = top.unwrap_or_else(|| Numbers::new(plan::Part::default(), topology.rows(), hardware));
        let dofs: usize = island.bodies.iter().map(|&body| topology.body_dim(body)).sum();
        let groups = island.groups.iter().map(|&group| graph.groups[group].rows());
        Self {
            ordering: analysis.ordering,
            pool: ThreadPool::new(hardware.threads().min(parts.len().max(1))),
            parts: parts.into_iter().map(Mutex::new).collect(),
            top,
            hardware,
            work: tree.cost(),
            may_be_exact: groups.sum::<usize>() <= dofs,
            exact: false,
            missed: vec![0.0; topology.rows()],
            fill: analysis.below().map(|below| below as usize).sum::<usize>()
                - nodes.incidence.pairs_of_units(),
            updates: analysis
                .below()
                .map(|below| (below * (below + 1) / 2) as usize)
                .sum(),
        }
    }

    /// Blocks of the factor that are not blocks of A.
    pub(super) fn fill(&self) -> usize {
        self.fill
    }

    /// About what a factorisation takes (ns).
    pub(super) fn work(&self) -> f64 {
        self.work
    }

    /// Products of blocks of one factorisation.
    pub(super) fn updates(&self) -> usize {
        self.updates
    }

    /// Parts that threads can share.
    pub(super) fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Factors; where digits are lost once more, with this compliance on top of E as a part of the diagonal of A. False
    /// when the numbers are beyond it.
    pub(super) fn factor(&mut self, at: &SystemAt<'_>, compliance: f64) -> bool {
        self.exact = self.may_be_exact && self.factor_with(at, 0.0);
        self.exact || self.factor_with(at, compliance)
    }

    /// Whether the last factor is that of A itself.
    pub(super) fn is_exact(&self) -> bool {
        self.exact
    }

    /// False when a pivot was lost.
    fn factor_with(&mut self, at: &SystemAt<'_>, compliance: f64) -> bool {
        let lost = AtomicBool::new(false);
        let (parts, hardware) = (&self.parts, self.hardware);
        self.pool.for_each(parts.len(), &|index| {
            if lost.load(Relaxed) || at.cancelled() {
                return;
            }
            let nothing = |_: (u32, u32), _: &mut dyn FnMut(&[f64], &[u32])| {};
            if factor(hardware, &mut lock(&parts[index]), at, compliance, &nothing).is_none() {
                lost.store(true, Relaxed);
            }
        });
        let import = |(part, front): (u32, u32), add: &mut dyn FnMut(&[f64], &[u32])| {
            let part = lock(&parts[part as usize]);
            let (update, into) = part.update(front as usize);
            add(update, into);
        };
        !lost.into_inner() && factor(hardware, &mut self.top, at, compliance, &import).is_some()
    }

    /// Multipliers of the island under this force and c; `a` is scratch.
    pub(super) fn solve(
        &mut self,
        at: &SystemAt<'_>,
        island: usize,
        (force, c): (&[f64], &[f64]),
        a: &mut [f64],
        lambda: &mut [f64],
    ) {
        let mut missed = std::mem::take(&mut self.missed);
        let rhs = RightHandSide {
            force: Some(force),
            c,
        };
        residual(at, island, rhs, None, a, &mut missed);
        self.respond(&missed, lambda);
        self.missed = missed;
    }

    /// Multipliers of the island for what its rows miss without them.
    pub(super) fn respond(&mut self, missed: &[f64], lambda: &mut [f64]) {
        let (parts, hardware) = (&self.parts, self.hardware);
        self.pool.for_each(parts.len(), &|index| {
            let mut part = lock(&parts[index]);
            part.take(missed);
            down(hardware, &mut part);
        });
        self.top.take(missed);
        for part in &self.parts {
            lock(part).add_tail(&mut self.top);
        }
        down(hardware, &mut self.top);
        up(hardware, &mut self.top);
        let top = &self.top;
        self.pool.for_each(parts.len(), &|index| {
            let part = &mut *lock(&parts[index]);
            part.take_tail(top);
            up(hardware, part);
        });
        self.top.give(lambda);
        for part in &self.parts {
            lock(part).give(lambda);
        }
    }
}

fn lock(part: &Mutex<Numbers>) -> MutexGuard<'_, Numbers> {
    // Whoever broke off has been heard of; all numbers are written anew.
    part.lock().unwrap_or_else(PoisonError::into_inner)
}
