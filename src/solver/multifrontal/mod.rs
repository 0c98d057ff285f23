//! Multifrontal LDL^T factorisation (Duff and Reid 1983) of a whole island, leaves included. It serves islands with many loops, such as a net
//! or a truss of thousands of parts, islands with a hub, and any island in which another factorisation lost its pivots.
//!
//! ```text
//! A lambda = -(J W f + c),   A = J W J^T + E,   P A P^T = L S L^T
//! ```
//! P is the elimination order. S is diagonal and has the sign of each pivot: 1 for rows, -1 for coordinates of hubs; L has the square roots
//! of the magnitudes of the pivots on its diagonal.
//!
//! A body on which many rows act (a hub) stays in the matrix beside its rows, as in H (`nodes`). The elimination order comes from nested
//! dissection (`dissection`) or minimum degree, and the columns are amalgamated into fronts (`tree`). The place of every number is found
//! once per topology (`plan`); factorisation and solve (`numeric`, `kernel`) walk flat arrays and allocate nothing. Threads share subtrees
//! of the fronts; the sums do not depend on their number. Rows are scaled to a unit diagonal of A.

mod body_rows;
mod dissection;
mod elimination;
mod extend_add;
mod nodes;
mod numeric;
mod plan;
mod tree;
mod triangles;
mod unknowns;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

pub(super) use self::dissection::Cuts;

use self::body_rows::body_rows;
use self::nodes::Nodes;
use self::numeric::{Import, Numbers};
use self::tree::{Columns, Tree};
use super::Hardware;
use super::equations::SystemAt;
use super::graph::{Graph, Island};
use super::system::Topology;
use super::thread_pool::{ThreadPool, lock};
use crate::simd::in_lanes;

/// Rows on a hub for which the usual compliance is enough.
const ROWS_PER_COMPLIANCE: f64 = 10.0;

in_lanes! {
    /// See [`Numbers::factor`].
    fn factor(
        numbers: &mut Numbers,
        at: &SystemAt<'_>,
        compliance: f64,
        import: Import<'_>,
    ) -> Option<()> = Numbers::factor
}
in_lanes! {
    /// See [`Numbers::forward_substitute`].
    fn forward_substitute(numbers: &mut Numbers) = Numbers::forward_substitute
}
in_lanes! {
    /// See [`Numbers::back_substitute`].
    fn back_substitute(numbers: &mut Numbers) = Numbers::back_substitute
}

/// Elimination ordering of an island.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ordering {
    /// Approximate minimum degree.
    MinimumDegree,
    /// Nested dissection; minimum degree instead where the island has hubs.
    NestedDissection(Cuts),
}

/// Symbolic analysis of an island: elimination order and column counts, enough to estimate the cost and to choose between orderings.
pub(super) struct Analysis {
    ordering: Ordering,
    nodes: Nodes,
    order: Vec<u32>,
    columns: Columns,
}

impl Analysis {
    /// Analyses an island.
    pub(super) fn new(topology: &Topology, graph: &Graph, island: &Island, ordering: Ordering) -> Self {
        let nodes = Nodes::new(topology, graph, island);
        let order = match ordering {
            Ordering::NestedDissection(cuts) if nodes.hubs.is_empty() => {
                dissection::dissect(&nodes.incidence, cuts)
            }
            _ => nodes.minimum_degree(topology, island),
        };
        Self::of(nodes, ordering, order)
    }

    /// Analyses an island by nested dissection; `None` when the first cut along distances goes through fewer than `narrow` row groups. An
    /// island with hubs is ordered by minimum degree, however narrow it is.
    pub(super) fn unless_narrow(
        topology: &Topology,
        graph: &Graph,
        island: &Island,
        (cuts, narrow): (Cuts, usize),
    ) -> Option<Self> {
        let nodes = Nodes::new(topology, graph, island);
        let order = match nodes.hubs.is_empty() {
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

    /// Number of nodes (blocks) below the diagonal block of each column of the factor.
    fn below(&self) -> impl Iterator<Item = u64> {
        let blocks = self.columns.blocks.iter();
        blocks.map(|&blocks| u64::from(blocks) - 1)
    }

    /// Multiplications of a factorisation.
    pub(super) fn multiplications(&self) -> f64 {
        let unknowns = &self.nodes.unknowns;
        let rows = self.order.iter().map(|&node| unknowns.row(node).len() as f64);
        let counts = self.columns.count.iter().map(|&count| f64::from(count));
        rows.zip(counts).map(|(own, all)| own * all * all / 2.0).sum()
    }

    /// Estimated time of a factorisation (ns on a current machine); used only to choose between two methods.
    pub(super) fn estimated_ns(&self) -> f64 {
        self.tree().cost()
    }

    fn tree(&self) -> Tree {
        let size = |at: usize| self.nodes.unknowns.row(self.order[at]).len() as u32;
        Tree::new(&self.columns, size)
    }
}

/// Multifrontal factor of an island, with its workspace.
pub(super) struct Multifrontal {
    /// Ordering in use. The order itself is not stored; it is computed again when it is inspected.
    ordering: Ordering,
    parts: Vec<Mutex<Numbers>>,
    top: Numbers,
    /// Estimated time of a factorisation (ns).
    pub(super) work: f64,
    pool: ThreadPool,
    hardware: Hardware,
    /// Factor on the compliance where pivots are lost. Rows that a compliance e alone holds add up to n/e on a hub on which n of them act, beside which
    /// rounding must leave the digits of its mass.
    crowding: f64,
    /// Whether the island has at least as many coordinates as rows; with fewer, the rows cannot all be independent.
    may_be_exact: bool,
    /// Whether the last factor is that of A itself, without added compliance.
    pub(super) is_exact: bool,
    /// Number of pivots of the last factor that are hardly more than the compliance added to them.
    pub(super) repaired: usize,
    /// Fill-in: blocks of the factor that are not blocks of A.
    pub(super) fill: usize,
    /// Block products of one factorisation.
    pub(super) updates: usize,
}

impl Multifrontal {
    /// Symbolic phase: lays out the fronts of this analysis and allocates the factor.
    pub(super) fn new(
        topology: &Topology,
        graph: &Graph,
        island: &Island,
        analysis: &Analysis,
        hardware: Hardware,
    ) -> Self {
        let body_rows = body_rows(topology, graph, island);
        let nodes = &analysis.nodes;
        let tree = analysis.tree();
        let order = (&analysis.order[..], &tree);
        let on_hub = |&body: &u32| body_rows.row(body).len() as f64;
        let crowding = nodes.hubs.iter().map(on_hub).fold(0.0, f64::max) / ROWS_PER_COMPLIANCE;
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
            crowding: crowding.max(1.0),
            may_be_exact: groups.sum::<usize>() <= dofs,
            is_exact: false,
            repaired: 0,
            fill: analysis.below().map(|below| below as usize).sum::<usize>()
                - nodes.incidence.pairs_of_units(),
            updates: analysis
                .below()
                .map(|below| (below * (below + 1) / 2) as usize)
                .sum(),
        }
    }

    /// Number of independent subtrees that threads can factor in parallel.
    pub(super) fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Factors A. Where a pivot is lost, or the rows cannot all be independent, factors with `compliance` added to E, as a fraction of the
    /// diagonal of A; with more where hubs are crowded. Returns false when a pivot is not finite even so.
    pub(super) fn factor(&mut self, at: &SystemAt<'_>, compliance: f64) -> bool {
        self.repaired = 0;
        self.is_exact = self.may_be_exact && self.factor_with(at, 0.0);
        if self.is_exact {
            return true;
        }
        let compliance = compliance * self.crowding;
        if !self.factor_with(at, compliance) {
            return false;
        }
        let parts = self.parts.iter().map(|part| lock(part).repaired(compliance));
        self.repaired = parts.sum::<usize>() + self.top.repaired(compliance);
        true
    }

    /// Factors the parts in parallel, then the top. Returns false when a pivot was lost.
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

    /// Solves `A lambda = -residual`, where `residual` is the residual of the rows without multipliers: forward substitution in the parts, then
    /// in the top; back substitution in the top, then in the parts.
    pub(super) fn solve(&mut self, residual: &[f64], lambda: &mut [f64]) {
        let (parts, hardware) = (&self.parts, self.hardware);
        self.pool.for_each(parts.len(), &|index| {
            let part = &mut *lock(&parts[index]);
            part.unknowns.set_right_hand_side(&part.plan, residual);
            forward_substitute(hardware, part);
        });
        let top = &mut self.top;
        top.unknowns.set_right_hand_side(&top.plan, residual);
        for part in parts {
            let part = &*lock(part);
            part.unknowns.add_tail(&part.plan, &mut top.unknowns);
        }
        forward_substitute(hardware, top);
        back_substitute(hardware, top);
        let top = &*top;
        self.pool.for_each(parts.len(), &|index| {
            let part = &mut *lock(&parts[index]);
            part.unknowns.take_tail(&part.plan, &top.unknowns);
            back_substitute(hardware, part);
        });
        top.unknowns.write_multipliers(&top.plan, lambda);
        for part in parts {
            let part = &*lock(part);
            part.unknowns.write_multipliers(&part.plan, lambda);
        }
    }
}
