//! Planning of the sweeps from the topology.

use std::collections::VecDeque;
use std::ops::Range;

use super::condensation::{Core, CoreContent, Root};
use super::joint::{AngleRow, Flag, Flags, Form, GROUND, TreeJoint};
use super::pieces::Pieces;
use super::sweep::Sums;
use super::{PinTrees, ThreadPool};
use crate::csr::Csr;
use crate::graph::{Graph, Island};
use crate::order::{Leaf, strip_leaves};
use crate::system::Topology;
use crate::topology::narrow;

/// Maximum ratio of core constraints to joints for which sweeps pay off.
const CORE_TO_JOINTS: usize = 8;

/// Size in joints at which a run of islands is full (`RUN_SIZE`), and number of joints as which a constraint of the core counts
/// (`CORE_CONSTRAINT`). Chosen so that the data of a run stays in the second-level cache (half a megabyte) from evaluation to answer.
const RUN_SIZE: usize = 1024;
const CORE_CONSTRAINT: usize = 4;
/// Maximum of the total length of the index ranges of all runs, as a multiple of the number of bodies.
const MAX_SPAN_RATIO: usize = 2;
/// Number of recent topologies with which each further core is compared: enough for repeated machines, cheap if all cores differ.
const COMPARED: usize = 8;

/// Content of a run, collected island by island.
#[derive(Default)]
struct RunContent {
    joints: Vec<TreeJoint>,
    angle_rows: Vec<AngleRow>,
    roots: Vec<Root>,
    rest: CoreContent,
    block_updates: usize,
    /// Smallest range of indices that contains all bodies.
    span: Range<usize>,
}

impl PinTrees {
    /// Plans the sweeps for a topology, one plan per run of islands. Returns `None` if too little of the topology consists of trees of
    /// declared joints.
    pub(crate) fn of_runs(topology: &Topology, graph: &Graph) -> Option<Vec<Self>> {
        let groups_of = graph.groups_of(topology.bodies());
        let (mut contents, mut last) = (Vec::new(), RunContent::default());
        for island in &graph.islands {
            last.add(topology, graph, island, &groups_of)?;
            if last.size() >= RUN_SIZE {
                contents.push(std::mem::take(&mut last));
            }
        }
        if last.size() > 0 || contents.is_empty() {
            contents.push(last);
        }
        // Where the bodies of islands are interleaved, the ranges of runs overlap too much: merge all into one run.
        if contents.iter().map(|it| it.span.len()).sum::<usize>() > MAX_SPAN_RATIO * topology.bodies() {
            contents = contents.into_iter().reduce(RunContent::and).into_iter().collect();
        }
        let sum = |of: fn(&RunContent) -> usize| contents.iter().map(of).sum::<usize>();
        let (joints, angle_rows) = (sum(|it| it.joints.len()), sum(|it| it.angle_rows.len()));
        let constraints = sum(|it| it.rest.constraints.len());
        // Constraints that act on no body are in no island.
        let known = joints + angle_rows + constraints == topology.constraints();
        // Without a joint to sweep, the core would be the whole machine, and the plan would recurse without end.
        let is_all_core = joints == 0 && sum(|it| it.rest.bodies.len()) > 0;
        if !known || is_all_core || constraints > CORE_TO_JOINTS * joints {
            return None;
        }
        let mut place = vec![GROUND; topology.bodies()];
        let runs = contents
            .into_iter()
            .map(|content| Self::new(topology, content, &mut place));
        let mut runs: Vec<Self> = runs.collect();
        share_topologies(&mut runs);
        Some(runs)
    }

    /// Plans a run of islands. `place` is scratch with an element per body.
    fn new(topology: &Topology, content: RunContent, place: &mut [u32]) -> Self {
        let size = content.size();
        let RunContent {
            mut joints,
            mut angle_rows,
            mut roots,
            rest,
            block_updates,
            span,
        } = content;
        let (bodies, constraints) = rest.sorted();
        let held = joints.iter().map(|joint| joint.child);
        for (index, body) in (0..).zip(held.chain(roots.iter().map(|root| root.body))) {
            place[body as usize] = index;
        }
        let first = joints.len();
        for joint in joints.iter_mut().filter(|joint| joint.parent != GROUND) {
            joint.parent_place = place[joint.parent as usize];
            if let Some(root) = (joint.parent_place as usize).checked_sub(first) {
                roots[root].holds = true;
            }
        }
        let core = (!bodies.is_empty()).then(|| Core::new(topology, (bodies, constraints), &roots, first));
        let pieces = Pieces::cut(&mut joints);
        joints.shrink_to_fit();
        angle_rows.shrink_to_fit();
        roots.shrink_to_fit();
        Self {
            size,
            span: narrow(span.start)..narrow(span.end),
            sums: vec![Sums::default(); pieces.pieces.len()],
            inertia: vec![0.0; angle_rows.len()],
            joints,
            angle_rows,
            roots,
            core,
            pieces,
            block_updates,
            pool: ThreadPool::default(),
        }
    }
}

impl RunContent {
    /// Returns the size, in units of a joint.
    fn size(&self) -> usize {
        self.joints.len() + self.roots.len() + CORE_CONSTRAINT * self.rest.constraints.len()
    }

    /// Appends another content.
    fn and(mut self, mut other: Self) -> Self {
        let angle_rows = self.angle_rows.len() as u32;
        for joint in &mut other.joints {
            joint.angle_row += angle_rows;
        }
        self.joints.append(&mut other.joints);
        self.angle_rows.append(&mut other.angle_rows);
        self.roots.append(&mut other.roots);
        self.rest.bodies.append(&mut other.rest.bodies);
        self.rest.constraints.append(&mut other.rest.constraints);
        self.block_updates += other.block_updates;
        self.spread(other.span);
        self
    }

    /// Extends the range of bodies.
    fn spread(&mut self, bodies: Range<usize>) {
        let any = !self.span.is_empty();
        let start = if any {
            self.span.start.min(bodies.start)
        } else {
            bodies.start
        };
        self.span = start..self.span.end.max(bodies.end);
    }

    /// Adds an island. Returns `None` if a leaf is held by no joint that can be swept.
    fn add(&mut self, topology: &Topology, graph: &Graph, island: &Island, groups_of: &Csr) -> Option<()> {
        let fits = |body: usize, group: usize| form(topology, graph, body, group).is_some();
        if let (Some(first), Some(last)) = (island.bodies.iter().min(), island.bodies.iter().max()) {
            self.spread(*first..last + 1);
        }
        let (leaves, bodies, groups) = strip_leaves(graph, island, groups_of, fits);
        let rows: usize = groups.iter().map(|&group| graph.groups[group].rows()).sum();
        let freedoms: usize = bodies.iter().map(|&body| topology.body_dim(body)).sum();
        // Few leaves do not justify a sweep. Where rows outnumber the coordinates they are dependent, and their load must be distributed
        // over the whole island.
        if groups.len() > CORE_TO_JOINTS * leaves.len() || rows > freedoms {
            self.rest.add(graph, &island.bodies, &island.groups);
            return Some(());
        }
        for leaf in leaves {
            self.block_updates += if leaf.parent.is_none() { 1 } else { 2 };
            self.add_joint(topology, graph, leaf)?;
        }
        let in_core = !groups.is_empty() || !bodies.iter().all(|&body| is_known(topology, body));
        for &body in &bodies {
            self.roots.push(Root {
                at: narrow(topology.body_offset(body)),
                holds: false,
                body: narrow(body),
                is_point: topology.is_point(body),
                in_core,
            });
        }
        if in_core {
            self.rest.add(graph, &bodies, &groups);
        }
        Some(())
    }

    fn add_joint(&mut self, topology: &Topology, graph: &Graph, leaf: Leaf) -> Option<()> {
        let form = form(topology, graph, leaf.body, leaf.group)?;
        if let Some(angle) = form.angle {
            self.angle_rows.push(AngleRow {
                constraint: narrow(angle),
                row: narrow(topology.row_offset(angle)),
                sign: if topology.is_positive(angle, leaf.body) {
                    1.0
                } else {
                    -1.0
                },
            });
        }
        let JointConstraints { held_by, angle } = form;
        let mut flags = Flags::default();
        flags.set(Flag::Negative, !topology.is_positive(held_by, leaf.body));
        flags.set(
            Flag::OnPoint,
            leaf.parent.is_some_and(|parent| topology.is_point(parent)),
        );
        self.joints.push(TreeJoint {
            child: narrow(leaf.body),
            parent: leaf.parent.map_or(GROUND, narrow),
            child_at: narrow(topology.body_offset(leaf.body)),
            parent_at: narrow(leaf.parent.map_or(0, |parent| topology.body_offset(parent))),
            row: narrow(topology.row_offset(held_by)),
            parent_place: GROUND,
            angle_row: narrow(self.angle_rows.len().saturating_sub(1)),
            form: match angle {
                Some(_) => Form::PinAndAngle,
                None if topology.is_rod(held_by) => Form::Rod,
                None => Form::Pin,
            },
            flags,
        });
        Some(())
    }
}

/// Shares one topology between cores whose topologies are equal, as those of repeated machines are.
fn share_topologies(runs: &mut [PinTrees]) {
    let mut known: VecDeque<Topology> = VecDeque::new();
    for core in runs.iter_mut().filter_map(|run| run.core.as_mut()) {
        match known.iter().find(|it| **it == core.topology) {
            Some(same) => core.topology = same.clone(),
            None => {
                known.push_front(core.topology.clone());
                known.truncate(COMPARED);
            }
        }
    }
}

/// The constraints that form a joint.
struct JointConstraints {
    /// The pin or rod.
    held_by: usize,
    /// The constraint that holds an angle in addition to the pin.
    angle: Option<usize>,
}

/// Returns the constraints of a group that hold a body to the group's other body, if they form a joint that can be swept.
fn form(topology: &Topology, graph: &Graph, body: usize, group: usize) -> Option<JointConstraints> {
    let group = &graph.groups[group];
    if !group.bodies.iter().all(|&body| is_known(topology, body)) {
        return None;
    }
    let (held_by, angle) = match group.constraints[..] {
        [one] => (one, None),
        [one, other] if topology.is_pin(one) => (one, Some(other)),
        [one, other] => (other, Some(one)),
        _ => return None,
    };
    let is_joint = match angle {
        None => topology.is_pin(held_by) || topology.is_rod(held_by) && topology.is_point(body),
        Some(angle) => topology.is_pin(held_by) && topology.is_angle(angle),
    };
    is_joint.then_some(JointConstraints { held_by, angle })
}

/// Whether the form of the body's mass block is known to the sweeps.
fn is_known(topology: &Topology, body: usize) -> bool {
    topology.is_rigid(body) || topology.is_point(body)
}
