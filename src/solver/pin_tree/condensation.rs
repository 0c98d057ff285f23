//! What of a machine is not swept: the bodies and constraints of its loops, and of whatever else is no tree of declared
//! joints. With the inertia and force that its subtrees add, it is a system of its own (static condensation).

use super::scatter::Output;
use super::sweep::JointRecord;
use crate::graph::Graph;
use crate::report::Report;
use crate::system::{Solution, System, Topology};

/// The rest of a machine, as a topology of its own.
#[derive(Clone, Debug, Default)]
pub struct Remainder {
    /// Its bodies and constraints, renumbered.
    pub topology: Topology,
    /// Dense index of each body in the whole machine, ascending.
    pub bodies: Vec<usize>,
    /// Dense index of each constraint, ascending.
    pub constraints: Vec<usize>,
    /// Bodies that carry subtrees, by their place in `bodies`, each with the place of its record.
    loaded: Vec<(usize, usize)>,
}

impl Remainder {
    /// The part of a machine that has these bodies and constraints, both ascending. Records of roots start at `first`.
    pub(super) fn new(
        topology: &Topology,
        (bodies, constraints): (Vec<usize>, Vec<usize>),
        roots: &[Root],
        first: usize,
    ) -> Self {
        let mut loaded = Vec::new();
        for (place, root) in (first..)
            .zip(roots)
            .filter(|(_, root)| root.in_core && root.holds)
        {
            if let Ok(index) = bodies.binary_search(&(root.body as usize)) {
                loaded.push((index, place));
            }
        }
        loaded.sort_unstable();
        let is_loaded = |index: usize| loaded.binary_search_by_key(&index, |it| it.0).is_ok();
        Self {
            topology: topology.part(&bodies, &constraints, is_loaded),
            bodies,
            constraints,
            loaded,
        }
    }

    /// Adds what the subtrees add to the masses and forces of the bodies that carry them.
    pub(super) fn load(&self, kept: &[JointRecord], system: &mut System) {
        for &(body, place) in &self.loaded {
            let added = kept[place].articulated();
            let dim = self.topology.body_dim(body);
            let mass = &mut system.mass[self.topology.mass_offset(body)..][..dim * dim];
            let force = &mut system.force[self.topology.body_offset(body)..][..dim];
            let [xx, xy, yy] = added.big;
            mass[0] += xx;
            mass[1] += xy;
            mass[dim] += xy;
            mass[dim + 1] += yy;
            force[0] += added.h[0];
            force[1] += added.h[1];
            if dim == 3 {
                for k in 0..2 {
                    mass[6 + k] += added.b[k];
                    mass[3 * k + 2] += added.b[k];
                }
                mass[8] += added.d;
                force[2] += added.t;
            }
        }
    }

    /// Whether an answer for the core is one for the machine: where subtrees load it, what redundant rows share is another
    /// matter of weights.
    pub(super) fn accepts(&self, report: &Report) -> bool {
        self.loaded.is_empty() || report.repaired_pivots == 0 && report.contradiction == 0.0
    }

    /// Puts the answer of the core where it belongs in that of the whole.
    pub(super) fn scatter(&self, whole: &Topology, from: &Solution, out: &Output<'_>) {
        for (index, &body) in self.bodies.iter().enumerate() {
            let own = self.topology.body_offset(index)..self.topology.body_offset(index + 1);
            let place = whole.body_offset(body)..whole.body_offset(body + 1);
            out.acceleration
                .part(place)
                .copy_from_slice(&from.acceleration[own]);
        }
        for (index, &constraint) in self.constraints.iter().enumerate() {
            let own = self.topology.row_offset(index)..self.topology.row_offset(index + 1);
            let place = whole.row_offset(constraint)..whole.row_offset(constraint + 1);
            out.lambda.part(place).copy_from_slice(&from.lambda[own]);
        }
    }
}

/// A body that none of the joints holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Root {
    pub(super) body: u32,
    /// Where its coordinates start.
    pub(super) at: u32,
    /// Whether it holds others.
    pub(super) holds: bool,
    pub(super) is_point: bool,
    /// Whether something else answers for it.
    pub(super) in_core: bool,
}

/// Bodies and constraints that stay, of all islands.
#[derive(Default)]
pub(super) struct Rest {
    pub(super) bodies: Vec<usize>,
    pub(super) constraints: Vec<usize>,
}

impl Rest {
    /// Adds what is left of an island.
    pub(super) fn add(&mut self, graph: &Graph, bodies: &[usize], groups: &[usize]) {
        self.bodies.extend(bodies);
        let held = groups.iter().flat_map(|&group| &graph.groups[group].constraints);
        self.constraints.extend(held);
    }

    pub(super) fn sorted(mut self) -> (Vec<usize>, Vec<usize>) {
        self.bodies.sort_unstable();
        self.constraints.sort_unstable();
        (self.bodies, self.constraints)
    }
}
