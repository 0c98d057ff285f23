//! The order of the sweeps, from the topology.

use super::condensation::{Remainder, Rest, Root};
use super::joint::{Form, GROUND, RecordFlow, TreeJoint, Turn};
use super::pieces::Pieces;
use super::sweep::{JointRecord, Sums};
use super::{PinTrees, ThreadPool};
use crate::csr::Csr;
use crate::graph::{Graph, Island};
use crate::order::{Leaf, strip_leaves};
use crate::system::Topology;

/// Constraints of the core for each joint, from which on sweeps do not pay.
const CORE_TO_JOINTS: usize = 8;

/// What is gathered island by island.
#[derive(Default)]
struct Draft {
    joints: Vec<TreeJoint>,
    turns: Vec<Turn>,
    roots: Vec<Root>,
    rest: Rest,
    block_updates: usize,
}

impl PinTrees {
    /// The order for a topology; nothing where too little of it is trees of declared joints.
    pub(crate) fn new(topology: &Topology, graph: &Graph) -> Option<Self> {
        let groups_of = graph.groups_of(topology.bodies());
        let mut draft = Draft::default();
        for island in &graph.islands {
            draft.add(topology, graph, island, &groups_of)?;
        }
        let Draft {
            mut joints,
            turns,
            mut roots,
            rest,
            block_updates,
        } = draft;
        let (bodies, constraints) = rest.sorted();
        // What acts on nothing is nowhere.
        let known = joints.len() + turns.len() + constraints.len() == topology.constraints();
        // Without a joint to sweep the core would be the whole machine, and so would its own.
        let is_all_core = joints.is_empty() && !bodies.is_empty();
        if !known || is_all_core || constraints.len() > CORE_TO_JOINTS * joints.len() {
            return None;
        }
        let places = joints.len() + roots.len();
        narrow(places)?;
        let mut place = vec![GROUND; topology.bodies()];
        let mut carries = vec![false; topology.bodies()];
        for joint in joints.iter().filter(|joint| joint.parent != GROUND) {
            carries[joint.parent as usize] = true;
        }
        for root in &mut roots {
            root.holds = carries[root.body as usize];
        }
        let held = joints.iter().map(|joint| joint.child);
        for (index, body) in (0..).zip(held.chain(roots.iter().map(|root| root.body))) {
            place[body as usize] = index;
        }
        for joint in joints.iter_mut().filter(|joint| joint.parent != GROUND) {
            joint.parent_place = place[joint.parent as usize];
        }
        let core = (!bodies.is_empty())
            .then(|| Remainder::new(topology, (bodies, constraints), &roots, joints.len()));
        let pieces = Pieces::cut(&mut joints);
        Some(Self {
            kept: vec![JointRecord::default(); places],
            sums: vec![Sums::default(); pieces.pieces.len()],
            inertia: vec![0.0; turns.len()],
            joints,
            turns,
            roots,
            core,
            pieces,
            block_updates,
            pool: ThreadPool::default(),
        })
    }
}

impl Draft {
    /// Adds an island; nothing where there is more than can be counted.
    fn add(&mut self, topology: &Topology, graph: &Graph, island: &Island, groups_of: &Csr) -> Option<()> {
        let fits = |body: usize, group: usize| form(topology, graph, body, group).is_some();
        let (leaves, bodies, groups) = strip_leaves(graph, island, groups_of, fits);
        let rows: usize = groups.iter().map(|&group| graph.groups[group].rows()).sum();
        let freedoms: usize = bodies.iter().map(|&body| topology.body_dim(body)).sum();
        // Few leaves are not worth another way, and where rows must depend on each other the whole island has to say how
        // they share their load.
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
                at: narrow(topology.body_offset(body))?,
                holds: false,
                body: narrow(body)?,
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
        if let Some(turn) = form.turn {
            self.turns.push(Turn {
                constraint: narrow(turn)?,
                row: narrow(topology.row_offset(turn))?,
                sign: if topology.is_positive(turn, leaf.body) {
                    1.0
                } else {
                    -1.0
                },
            });
        }
        let Held { held_by, turn } = form;
        self.joints.push(TreeJoint {
            child: narrow(leaf.body)?,
            parent: leaf.parent.map_or(Some(GROUND), narrow)?,
            child_at: narrow(topology.body_offset(leaf.body))?,
            parent_at: narrow(leaf.parent.map_or(0, |parent| topology.body_offset(parent)))?,
            constraint: narrow(held_by)?,
            row: narrow(topology.row_offset(held_by))?,
            parent_place: GROUND,
            form: match turn {
                Some(_) => Form::Turned(narrow(self.turns.len() - 1)?),
                None if topology.is_rod(held_by) => Form::Rod,
                None => Form::Pin,
            },
            flow: RecordFlow {
                negative: !topology.is_positive(held_by, leaf.body),
                on_point: leaf.parent.is_some_and(|parent| topology.is_point(parent)),
                ..RecordFlow::default()
            },
        });
        Some(())
    }
}

/// The constraints of a joint.
struct Held {
    /// Pin or rod.
    held_by: usize,
    /// What holds an angle beside a pin.
    turn: Option<usize>,
}

/// What holds a body to the other body of a group, if that is a joint that can be swept.
fn form(topology: &Topology, graph: &Graph, body: usize, group: usize) -> Option<Held> {
    let group = &graph.groups[group];
    if !group.bodies.iter().all(|&body| is_known(topology, body)) {
        return None;
    }
    let (held_by, turn) = match group.constraints[..] {
        [one] => (one, None),
        [one, other] if topology.is_pin(one) => (one, Some(other)),
        [one, other] => (other, Some(one)),
        _ => return None,
    };
    let is_joint = match turn {
        None => topology.is_pin(held_by) || topology.is_rod(held_by) && topology.is_point(body),
        Some(turn) => topology.is_pin(held_by) && topology.is_turn(turn),
    };
    is_joint.then_some(Held { held_by, turn })
}

/// Whether the sweeps know what the mass of a body looks like.
fn is_known(topology: &Topology, body: usize) -> bool {
    topology.is_rigid(body) || topology.is_point(body)
}

fn narrow(index: usize) -> Option<u32> {
    u32::try_from(index).ok().filter(|&index| index != GROUND)
}
