//! Choice of the factorisation of each island: leaves and a supernodal core of rows, or a multifrontal factor of the whole.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::Hardware;
use super::super::csr::Csr;
use super::super::graph::{Graph, Island};
use super::super::multifrontal::{Analysis, Cuts, Multifrontal, Ordering};
use super::super::order::{Leaf, strip_leaves};
use super::super::supernodal::{self, Supernodal};
use super::super::system::Topology;
use super::loops::{Loops, rows};
use super::{IslandPlan, LeafPivot, NONE, Plan};

/// Multiplications, in total and per row, above which an island with many loops gets a multifrontal factor. The limit per row is there
/// because the supernodal core is up to eight times faster on long and narrow lattices of any length.
const HEAVY: f64 = 4e5;
const HEAVY_A_ROW: f64 = 280.0;
/// The limit in total where loops are few among joints, since the supernodal core, with its pairs of rows, is faster there.
const HEAVY_IF_FEW: f64 = 8e6;
/// Fewest groups of rows in a first separator for which an island with many loops is wide enough for a multifrontal factor.
const MIN_SEPARATOR: usize = 12;
/// The same where loops are few and join bodies that are near. A first separator of n groups of two rows gives a last front of 2n rows and
/// (2n)^3/6 multiplications. [`HEAVY_IF_FEW`] corresponds to n = 180; this limit is a little lower, at 4.5e6 multiplications.
const MIN_SEPARATOR_IF_FEW: usize = 150;
/// Multiplications per row above which multilevel bisection is tried, too, because it may need less work than cuts along distances. More
/// than nets of a million parts need.
const IRREGULAR: f64 = 2e4;

/// Cost of a supernodal core (ns) per coordinate or row, up to which no other method is considered. The core of a hub costs more.
const LIGHT_CORE_NS: f64 = 300.0;

/// Groups of the core per leaf above which leaves are few and are factored with the rows of the core instead: eliminated as leaves they
/// would add to masses and forces, which would all have to be copied at each step.
const GROUPS_PER_LEAF: usize = 8;

/// Inputs of planning.
struct PlanInput<'a> {
    topology: &'a Topology,
    graph: &'a Graph,
    groups_of: Csr,
    hardware: Hardware,
}

/// Remaining bodies and groups of an island without its leaves, in ascending order.
struct Core {
    bodies: Vec<usize>,
    groups: Vec<usize>,
}

impl Core {
    /// The whole island, if no leaves are removed.
    fn all(island: &Island) -> Self {
        Self {
            bodies: island.bodies.clone(),
            groups: island.groups.clone(),
        }
    }
}

impl<'a> PlanInput<'a> {
    fn new(topology: &'a Topology, graph: &'a Graph, hardware: Hardware) -> Self {
        Self {
            topology,
            graph,
            groups_of: graph.groups_of(topology.bodies()),
            hardware,
        }
    }

    fn analysis(&self, island: &Island, ordering: Ordering) -> Analysis {
        Analysis::new(self.topology, self.graph, island, ordering)
    }

    fn unless_narrow(&self, island: &Island, cuts: (Cuts, usize)) -> Option<Analysis> {
        Analysis::unless_narrow(self.topology, self.graph, island, cuts)
    }

    /// Analysis by nested dissection along distances, or by multilevel bisection where that is less work; `None` for a narrow island.
    fn cheapest(&self, island: &Island) -> Option<Analysis> {
        let found = self.unless_narrow(island, (Cuts::Distances, MIN_SEPARATOR))?;
        if found.multiplications() > IRREGULAR * rows(self.graph, island) as f64 {
            let other = self.irregular(island);
            if other.multiplications() < found.multiplications() {
                return Some(other);
            }
        }
        Some(found)
    }

    /// Analysis by multilevel bisection, for an island in which distances do not show where to cut.
    fn irregular(&self, island: &Island) -> Analysis {
        self.analysis(island, Ordering::NestedDissection(Cuts::Multilevel))
    }

    fn multifrontal(&self, island: &Island, analysis: &Analysis) -> Multifrontal {
        Multifrontal::new(self.topology, self.graph, island, analysis, self.hardware)
    }

    fn strip(&self, island: &Island) -> (Vec<Leaf>, Core) {
        let groups = &self.graph.groups;
        let fits = |body: usize, group: usize| groups[group].rows() <= self.topology.body_dim(body);
        let (leaves, bodies, groups) = strip_leaves(self.graph, island, &self.groups_of, fits);
        (leaves, Core { bodies, groups })
    }

    /// Plans a supernodal core; `None` where too many rows act on the same bodies.
    fn core(&self, rest: &Core, articulated: &BTreeSet<usize>) -> Option<Box<dyn Supernodal>> {
        let parts = (&rest.bodies[..], &rest.groups[..]);
        supernodal::plan(self.topology, self.graph, &self.groups_of, parts, articulated)
    }

    /// Number of coordinates and rows of a core.
    fn scalars(&self, rest: &Core) -> usize {
        let bodies = rest.bodies.iter().map(|&body| self.topology.body_dim(body));
        let rows = rest.groups.iter().map(|&group| self.graph.groups[group].rows());
        bodies.sum::<usize>() + rows.sum::<usize>()
    }
}

impl Plan {
    /// Plans the factorisation of these islands.
    pub(in super::super) fn new(
        topology: &Topology,
        graph: &Graph,
        islands: Range<usize>,
        hardware: Hardware,
    ) -> Self {
        let input = PlanInput::new(topology, graph, hardware);
        let mut plan = Self::default();
        for island in &graph.islands[islands] {
            plan.add_island(&input, island);
        }
        plan
    }

    fn add_island(&mut self, input: &PlanInput<'_>, island: &Island) {
        let cyclic = match Loops::of(input.topology, input.graph, island) {
            Loops::Light => None,
            Loops::Few => {
                let found = input.unless_narrow(island, (Cuts::Multilevel, MIN_SEPARATOR_IF_FEW));
                found.map(|analysis| (analysis, HEAVY_IF_FEW))
            }
            Loops::Many => {
                let heavy = HEAVY.max(HEAVY_A_ROW * rows(input.graph, island) as f64);
                input.cheapest(island).map(|analysis| (analysis, heavy))
            }
        };
        let refused = match cyclic {
            Some((analysis, heavy)) if analysis.multiplications() > heavy => Some(analysis),
            _ => self.add_leaves_and_core(input, island),
        };
        if let Some(analysis) = refused {
            let multifrontal = Some(Box::new(input.multifrontal(island, &analysis)));
            self.push(self.joints.len(), None, multifrontal);
        }
    }

    /// Adds an island whose leaves are the joints from `first_joint` on.
    fn push(
        &mut self,
        first_joint: usize,
        core: Option<Box<dyn Supernodal>>,
        multifrontal: Option<Box<Multifrontal>>,
    ) {
        self.islands.push(IslandPlan {
            joints: (first_joint, self.joints.len()),
            core,
            multifrontal,
        });
    }

    /// Plans a multifrontal factor for an island whose core has lost its pivots. The island is given by its index in the graph and its
    /// index in this plan.
    pub(in super::super) fn plan_multifrontal_fallback(
        &mut self,
        (topology, graph): (&Topology, &Graph),
        (island, index): (usize, usize),
        hardware: Hardware,
    ) {
        let input = PlanInput::new(topology, graph, hardware);
        let island = &graph.islands[island];
        let analysis = input.analysis(island, Ordering::MinimumDegree);
        self.islands[index].multifrontal = Some(Box::new(input.multifrontal(island, &analysis)));
    }

    /// Plans leaves and a supernodal core. Where too many rows act on the same bodies, or the core would take more time than a multifrontal factor of
    /// the island, plans nothing and returns the analysis for that factor.
    fn add_leaves_and_core(&mut self, input: &PlanInput<'_>, island: &Island) -> Option<Analysis> {
        let start = self.joints.len();
        if island.groups.is_empty() {
            self.push(start, None, None);
            return None;
        }
        let (leaves, rest) = input.strip(island);
        let few = !leaves.is_empty() && GROUPS_PER_LEAF * leaves.len() < rest.groups.len();
        if few {
            let whole = Core::all(island);
            let core = input.core(&whole, &BTreeSet::new());
            let light = LIGHT_CORE_NS * input.scalars(&whole) as f64;
            if let Some(core) = core.filter(|core| core.cost() <= light) {
                self.push(start, Some(core), None);
                return None;
            }
        }
        let articulated: BTreeSet<usize> = leaves.iter().filter_map(|leaf| leaf.parent).collect();
        let Some(mut core) = input.core(&rest, &articulated) else {
            return Some(input.irregular(island));
        };
        let cost = core.cost();
        if cost > LIGHT_CORE_NS * input.scalars(&rest) as f64 {
            let analysis = input.irregular(island);
            if analysis.estimated_ns() < cost {
                return Some(analysis);
            }
        }
        for leaf in leaves {
            self.add_joint(input.topology, input.graph, leaf);
        }
        if let Some(before) = self.islands.last().and_then(|it| it.core.as_deref()) {
            core.share(before.shape());
        }
        self.push(start, Some(core), None);
        None
    }

    fn add_joint(&mut self, topology: &Topology, graph: &Graph, leaf: Leaf) {
        let child = (leaf.body, topology.body_dim(leaf.body));
        let parent = leaf.parent.map_or((NONE, 0), |it| (it, topology.body_dim(it)));
        let mut joint = LeafPivot::new(child, parent, self.joint_len);
        for &constraint in &graph.groups[leaf.group].constraints {
            for row in 0..topology.constraint_dim(constraint) {
                let (mut child_j, mut parent_j) = (0, 0);
                for end in topology.ends(constraint) {
                    let start = end.block + row * topology.body_dim(end.body);
                    if end.body == leaf.body {
                        child_j = start;
                    } else {
                        parent_j = start;
                    }
                }
                joint.add_row(topology.row_offset(constraint) + row, child_j, parent_j);
            }
        }
        self.joint_len += joint.stored();
        self.joints.push(joint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rigid bodies pinned into a row of squares, with `leaves` further bodies hanging on the last.
    fn squares(count: usize, leaves: usize) -> Topology {
        let last = 2 * count + 1;
        let mut topology = Topology::new(std::iter::repeat_n(3, last + 1 + leaves));
        topology.add_constraint(2, &[0, 1]);
        for k in 0..count {
            topology.add_constraint(2, &[2 * k, 2 * k + 2]);
            topology.add_constraint(2, &[2 * k + 1, 2 * k + 3]);
            topology.add_constraint(2, &[2 * k + 2, 2 * k + 3]);
        }
        for leaf in 0..leaves {
            topology.add_constraint(2, &[last, last + 1 + leaf]);
        }
        topology
    }

    /// A chain in which every eighth body is also pinned to one far away.
    #[test]
    fn multilevel_bisection_finds_cuts_where_far_bodies_are_joined() {
        let count = 4000;
        let mut topology = Topology::new(std::iter::repeat_n(3, count));
        for k in 1..count {
            topology.add_constraint(2, &[k - 1, k]);
        }
        for k in 0..count / 8 {
            topology.add_constraint(2, &[8 * k, (k * 2503 + 977) % count]);
        }
        let graph = Graph::new(&topology);
        let input = PlanInput::new(&topology, &graph, Hardware::here());
        let island = &graph.islands[0];
        let degree = input.analysis(island, Ordering::MinimumDegree).multiplications();
        let found = input.irregular(island).multiplications();
        assert!(found < 0.6 * degree, "{found:e} of {degree:e}");
        let distances = input.analysis(island, Ordering::NestedDissection(Cuts::Distances));
        assert!(found < 0.3 * distances.multiplications(), "{found:e}");
    }

    /// There may be hundreds of thousands of free bodies.
    #[test]
    fn bodies_without_rows_take_next_to_nothing() {
        assert!(size_of::<IslandPlan>() <= 40);
        let topology = Topology::new(std::iter::repeat_n(2, 100));
        let plan = Plan::new(&topology, &Graph::new(&topology), 0..100, Hardware::here());
        assert_eq!(plan.islands.len(), 100);
        for island in &plan.islands {
            assert!(island.core.is_none() && island.multifrontal.is_none());
        }
    }

    #[test]
    fn few_leaves_stay_with_the_core() {
        for (leaves, taken_off) in [(0, 0), (1, 0), (3, 0), (4, 4), (9, 9)] {
            let topology = squares(10, leaves);
            let plan = Plan::new(&topology, &Graph::new(&topology), 0..1, Hardware::here());
            assert_eq!(plan.joints.len(), taken_off, "{leaves}");
            assert!(plan.islands[0].core.is_some(), "{leaves}");
        }
    }
}
