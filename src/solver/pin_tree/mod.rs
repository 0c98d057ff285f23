//! Trees of rigid bodies held by pins, the shape most machines have, solved from state to accelerations in two sweeps
//! ([`sweep`]) without forming a matrix.
//!
//! The solver is told of patterns, not of kinds: that the mass of a body is `diag(m, m, I)`, and that the block of a
//! constraint on each of its bodies is plus or minus `[1 0 -r_y; 0 1 r_x]` (see [`super::system::Topology::declare_rigid`]
//! and [`super::system::Topology::declare_pin`]). Where all islands are trees of such, and the caller can tell levers,
//! right-hand sides and forces ([`Machine`]), there is nothing to store between a state and its answer but a few
//! numbers a joint. Everything else, and every state in which digits would be lost, goes the general way.

mod sweep;

pub use self::sweep::{GROUND, Joint, Machine, Pin, Rigid};

use self::sweep::{Added, Kept, down, root, up};
use super::graph::Graph;
use super::order::{Incidence, Leaf, strip_leaves};
use super::system::{Solution, Topology};

/// A body nothing holds: dense index, and where its coordinates start.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Root {
    body: u32,
    at: u32,
}

/// The order of the sweeps, and their workspace.
#[derive(Default)]
pub(super) struct PinTrees {
    joints: Vec<Joint>,
    roots: Vec<Root>,
    added: Vec<Added>,
    kept: Vec<Kept>,
    /// Acceleration of each body at the pin that holds it.
    points: Vec<[f64; 2]>,
    block_updates: usize,
}

/// What the second sweep found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Swept {
    /// Norm of what the rows are off by, over that of their terms.
    pub(super) residual: f64,
    /// Power of the multipliers at the rate of their rows.
    pub(super) power: f64,
}

impl PinTrees {
    /// The order for a topology; nothing unless all of it is trees of pins.
    pub(super) fn new(topology: &Topology, graph: &Graph) -> Option<Self> {
        let pinned =
            (0..topology.constraints()).all(|it| topology.is_pin(it) && !topology.ends(it).is_empty());
        if !(pinned && (0..topology.bodies()).all(|body| topology.is_rigid(body))) {
            return None;
        }
        // One constraint a group, and no group that closes a loop.
        if graph.auxiliary() > 0 || graph.groups.len() < topology.constraints() {
            return None;
        }
        let incidence = Incidence::new(topology, graph);
        let mut trees = Self {
            added: vec![Added::default(); topology.bodies()],
            kept: vec![Kept::default(); topology.constraints()],
            points: vec![[0.0; 2]; topology.bodies()],
            joints: Vec::with_capacity(topology.constraints()),
            roots: Vec::new(),
            block_updates: 0,
        };
        for island in &graph.islands {
            let (leaves, roots, loops) = strip_leaves(graph, island, &incidence, |_, _| true);
            if !loops.is_empty() {
                return None;
            }
            for leaf in leaves {
                trees.block_updates += if leaf.parent.is_none() { 1 } else { 2 };
                trees.joints.push(joint(topology, graph, leaf)?);
            }
            for body in roots {
                let (at, body) = (narrow(topology.body_offset(body))?, narrow(body)?);
                trees.roots.push(Root { body, at });
            }
        }
        let mut place = vec![GROUND; topology.bodies()];
        for (index, joint) in trees.joints.iter().enumerate() {
            place[joint.child as usize] = narrow(index)?;
        }
        for joint in trees.joints.iter_mut().filter(|joint| joint.parent != GROUND) {
            joint.parent_place = place[joint.parent as usize];
        }
        Some(trees)
    }

    /// The pins in the order of elimination.
    pub(super) fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Block updates of the first sweep, counted as the sparse method counts them.
    pub(super) fn block_updates(&self) -> usize {
        self.block_updates
    }

    /// First sweep. False where digits were lost.
    pub(super) fn up(&mut self, machine: &impl Machine) -> bool {
        let sound = up(&self.joints, machine, &mut self.added, &mut self.kept);
        if !sound {
            self.added.fill(Added::default());
        }
        sound
    }

    /// Second sweep, after a sound first one. Nothing where digits were lost or numbers are not finite.
    pub(super) fn down(&mut self, machine: &impl Machine, out: &mut Solution) -> Option<Swept> {
        let mut terms = 0.0;
        for &Root { body, at } in &self.roots {
            let (body, at) = (body as usize, at as usize);
            let Some(a) = root(&machine.body(body, at), &mut self.added[body]) else {
                self.added.fill(Added::default());
                return None;
            };
            out.acceleration[at..at + 3].copy_from_slice(&a);
            self.points[body] = [a[0], a[1]];
            terms += a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
        }
        let (joints, kept, points) = (&self.joints, &self.kept, &mut self.points);
        let sums = down(joints, kept, points, &mut out.acceleration, &mut out.lambda);
        terms += sums.terms;
        // What is not finite in the numbers given shows in the terms or in the power.
        if !(terms + sums.power).is_finite() {
            return None;
        }
        Some(Swept {
            residual: (sums.residual / terms.max(f64::MIN_POSITIVE)).sqrt(),
            power: sums.power,
        })
    }
}

fn joint(topology: &Topology, graph: &Graph, leaf: Leaf) -> Option<Joint> {
    let &[constraint] = &graph.groups[leaf.group].constraints[..] else {
        return None;
    };
    let positive = topology.pin_is_positive(constraint, leaf.body);
    Some(Joint {
        child: narrow(leaf.body)?,
        parent: leaf.parent.map_or(Some(GROUND), narrow)?,
        child_at: narrow(topology.body_offset(leaf.body))?,
        parent_at: narrow(leaf.parent.map_or(0, |parent| topology.body_offset(parent)))?,
        constraint: narrow(constraint)?,
        row: narrow(topology.row_offset(constraint))?,
        parent_place: GROUND,
        sign: if positive { 1.0 } else { -1.0 },
    })
}

fn narrow(index: usize) -> Option<u32> {
    u32::try_from(index).ok().filter(|&index| index != GROUND)
}
