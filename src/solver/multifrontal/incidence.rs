//! Units of rows and the bodies they act on, both ways, as flat lists.

use super::super::csr::Csr;
use super::super::graph::{Graph, Island};
use super::super::system::Topology;

/// Which unit acts on which bodies. Units that share a body are neighbours in `A = J W J^T`.
#[derive(Clone, Debug)]
pub(crate) struct Incidence {
    bodies: Csr,
    units: Csr,
}

impl Incidence {
    /// Of so many bodies, and of units each given by the bodies it acts on.
    pub(crate) fn new(count: usize, acts: impl Iterator<Item = impl Iterator<Item = usize>>) -> Self {
        let bodies = Csr::new(acts);
        let units = bodies.transpose(count);
        Self { bodies, units }
    }

    pub(crate) fn units(&self) -> usize {
        self.bodies.len()
    }

    pub(crate) fn bodies(&self) -> usize {
        self.units.len()
    }

    /// The bodies a unit acts on.
    pub(crate) fn bodies_of(&self, unit: u32) -> &[u32] {
        self.bodies.row(unit)
    }

    /// The units that act on a body, ascending.
    pub(crate) fn units_of(&self, body: u32) -> &[u32] {
        self.units.row(body)
    }

    /// The bodies that units join each body to.
    pub(crate) fn neighbours_of_bodies(&self) -> Csr {
        Csr::new((0..self.bodies() as u32).map(|body| {
            let bodies = self.units_of(body).iter().flat_map(|&unit| self.bodies_of(unit));
            bodies
                .filter(move |&&other| other != body)
                .map(|&other| other as usize)
        }))
    }

    /// Pairs of units that share a body.
    pub(crate) fn neighbours(&self) -> usize {
        let mut seen = vec![u32::MAX; self.units()];
        let mut pairs = 0;
        for unit in 0..self.units() as u32 {
            for &body in self.bodies_of(unit) {
                for &other in self.units_of(body) {
                    if other > unit && seen[other as usize] != unit {
                        seen[other as usize] = unit;
                        pairs += 1;
                    }
                }
            }
        }
        pairs
    }
}

/// A row that acts on a body.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BodyRow {
    pub(super) unit: u32,
    /// Which of the rows of its unit it is.
    pub(super) row: u32,
    /// Where its block starts in the Jacobian.
    pub(super) block: u32,
}

/// The rows that act on each body of an island, in the order of their units.
pub(super) struct BodyRows {
    start: Vec<u32>,
    rows: Vec<BodyRow>,
}

impl BodyRows {
    pub(super) fn new(topology: &Topology, graph: &Graph, island: &Island) -> Self {
        let place = places(island);
        let mut start = vec![0; island.bodies.len() + 1];
        let mut all: Vec<(u32, BodyRow)> = Vec::with_capacity(2 * island.groups.len());
        for (unit, &group) in (0..).zip(&island.groups) {
            let mut first = 0;
            for &constraint in &graph.groups[group].constraints {
                let rows = topology.constraint_dim(constraint) as u32;
                for end in topology.ends(constraint) {
                    let Some(body) = place(end.body) else { continue };
                    start[body + 1] += rows;
                    let dim = topology.body_dim(end.body) as u32;
                    all.extend((0..rows).map(|r| {
                        let (row, block) = (first + r, end.block as u32 + r * dim);
                        (body as u32, BodyRow { unit, row, block })
                    }));
                }
                first += rows;
            }
        }
        for body in 0..island.bodies.len() {
            start[body + 1] += start[body];
        }
        let mut next = start.clone();
        let mut rows = vec![BodyRow::default(); all.len()];
        for (body, held) in all {
            let next = &mut next[body as usize];
            rows[*next as usize] = held;
            *next += 1;
        }
        Self { start, rows }
    }

    pub(super) fn of(&self, body: u32) -> &[BodyRow] {
        let body = body as usize;
        &self.rows[self.start[body] as usize..self.start[body + 1] as usize]
    }
}

/// Which body of an island a body is.
pub(super) fn places(island: &Island) -> impl Fn(usize) -> Option<usize> {
    let (first, count) = (
        island.bodies.first().copied().unwrap_or_default(),
        island.bodies.len(),
    );
    let in_a_row = island.bodies.last().is_some_and(|last| last - first + 1 == count);
    move |body| match in_a_row {
        true => body.checked_sub(first).filter(|&place| place < count),
        false => island.bodies.binary_search(&body).ok(),
    }
}
