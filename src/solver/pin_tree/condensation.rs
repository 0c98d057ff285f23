//! The core of a machine: bodies and constraints that are not swept, because they are in loops or otherwise not in a tree of declared
//! joints. With the inertia and force of its subtrees added, the core is a system of its own (static condensation).

use std::ops::Range;

use super::scatter::{Output, Scatter};
use super::sweep::JointRecord;
use crate::graph::Graph;
use crate::report::Report;
use crate::system::{Solution, System, Topology};

/// The core of a machine, as a topology of its own.
#[derive(Clone, Debug, Default)]
pub struct Core {
    /// Its bodies and constraints, renumbered.
    pub topology: Topology,
    /// Dense index of each body in the whole machine, ascending.
    pub bodies: Vec<usize>,
    /// Dense index of each constraint, ascending.
    pub constraints: Vec<usize>,
    /// Bodies that carry subtrees: index in `bodies`, and place of the body's record.
    loaded: Vec<(u32, u32)>,
    /// Coordinates and rows of the core in the whole machine, as ranges, in the order of the core.
    coordinates: Vec<Range<u32>>,
    rows: Vec<Range<u32>>,
}

impl Core {
    /// Creates the core with these bodies and constraints, both ascending. The records of `roots` start at place `first`.
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
                loaded.push((index as u32, place as u32));
            }
        }
        loaded.sort_unstable();
        loaded.shrink_to_fit();
        let is_loaded = |index: usize| loaded.binary_search_by_key(&(index as u32), |it| it.0).is_ok();
        let span = |offset: fn(&Topology, usize) -> usize| {
            move |&index: &usize| offset(topology, index) as u32..offset(topology, index + 1) as u32
        };
        Self {
            coordinates: joined(bodies.iter().map(span(Topology::body_offset))),
            rows: joined(constraints.iter().map(span(Topology::row_offset))),
            topology: topology.part(&bodies, &constraints, is_loaded),
            bodies,
            constraints,
            loaded,
        }
    }

    /// Adds the articulated inertia and force of the subtrees to the masses and forces of the bodies that carry them.
    pub(crate) fn load(&self, kept: &[JointRecord], system: &mut System) {
        for &(body, place) in &self.loaded {
            let (body, added) = (body as usize, kept[place as usize].articulated());
            let dim = self.topology.body_dim(body);
            let mass = &mut system.mass[self.topology.mass_offset(body)..][..dim * dim];
            let force = &mut system.force[self.topology.body_offset(body)..][..dim];
            let [xx, xy, yy] = added.b_matrix;
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

    /// Whether the solution of the core is also that of the whole machine. Where subtrees load the core, a solution with repaired pivots or a
    /// contradiction is rejected: redundant rows share their load by weights, and condensation changes these weights.
    pub(crate) fn accepts(&self, report: &Report) -> bool {
        self.loaded.is_empty() || report.repaired_pivots == 0 && report.contradiction == 0.0
    }

    /// Copies the solution of the core into the solution of the whole machine.
    pub(super) fn scatter(&self, from: &Solution, out: &Output<'_>) {
        scatter(&self.coordinates, &from.acceleration, &out.acceleration);
        scatter(&self.rows, &from.lambda, &out.lambda);
    }
}

/// Returns the ranges, with contiguous ones merged.
fn joined(ranges: impl Iterator<Item = Range<u32>>) -> Vec<Range<u32>> {
    let mut list: Vec<Range<u32>> = Vec::new();
    for range in ranges {
        match list.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => list.push(range),
        }
    }
    list.shrink_to_fit();
    list
}

/// Copies contiguous numbers to ranges of the whole.
fn scatter(ranges: &[Range<u32>], from: &[f64], to: &Scatter<'_, f64>) {
    let mut start = 0;
    for range in ranges {
        let to = to.part(range.start as usize..range.end as usize);
        let end = start + to.len();
        to.copy_from_slice(&from[start..end]);
        start = end;
    }
}

/// A root: a body that no joint holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Root {
    pub(super) body: u32,
    /// Offset of its coordinates.
    pub(super) at: u32,
    /// Whether joints hang on it.
    pub(super) holds: bool,
    pub(super) is_point: bool,
    /// Whether it belongs to the core, which is solved separately.
    pub(super) in_core: bool,
}

/// Bodies and constraints left for the core, of all islands.
#[derive(Default)]
pub(super) struct CoreContent {
    pub(super) bodies: Vec<usize>,
    pub(super) constraints: Vec<usize>,
}

impl CoreContent {
    /// Adds the remaining bodies and groups of constraints of an island.
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
