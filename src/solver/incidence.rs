//! Incidence lists of bodies and units of rows, in both directions, as flat arrays.

use super::csr::{Csr, NONE};

/// Incidence of units and bodies. Units that share a body are neighbours in `A = J W J^T`.
#[derive(Clone, Debug)]
pub(crate) struct Incidence {
    bodies: Csr,
    units: Csr,
}

impl Incidence {
    /// Builds the incidence of `count` bodies and of units, each given by the bodies it acts on.
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

    /// Bodies that a unit acts on.
    pub(crate) fn bodies_of(&self, unit: u32) -> &[u32] {
        self.bodies.row(unit)
    }

    /// Units that act on a body, ascending.
    pub(crate) fn units_of(&self, body: u32) -> &[u32] {
        self.units.row(body)
    }

    /// Adjacency of bodies: for each body, the bodies it shares a unit with (with repetitions).
    pub(crate) fn neighbours_of_bodies(&self) -> Csr {
        Csr::new((0..self.bodies() as u32).map(|body| {
            let bodies = self.units_of(body).iter().flat_map(|&unit| self.bodies_of(unit));
            bodies
                .filter(move |&&other| other != body)
                .map(|&other| other as usize)
        }))
    }

    /// Adjacency of units: for each unit, the units it shares a body with, each once.
    pub(crate) fn neighbours_of_units(&self) -> Csr {
        let mut seen = vec![NONE; self.units()];
        let mut start = Vec::with_capacity(self.units() + 1);
        let mut columns = Vec::with_capacity(4 * self.units());
        start.push(0);
        for unit in 0..self.units() as u32 {
            columns.extend(self.neighbours_of(unit, &mut seen));
            start.push(columns.len() as u32);
        }
        Csr::from_parts(start, columns)
    }

    /// Number of pairs of units that share a body.
    pub(crate) fn pairs_of_units(&self) -> usize {
        let mut seen = vec![NONE; self.units()];
        let units = 0..self.units() as u32;
        let ends: usize = units
            .map(|unit| self.neighbours_of(unit, &mut seen).count())
            .sum();
        ends / 2
    }

    /// Units that share a body with `unit`, each once. `seen` holds for each unit the last unit among whose neighbours it was
    /// counted.
    fn neighbours_of(&self, unit: u32, seen: &mut [u32]) -> impl Iterator<Item = u32> {
        seen[unit as usize] = unit;
        let near = self.bodies_of(unit).iter().flat_map(|&body| self.units_of(body));
        near.copied()
            .filter(move |&other| std::mem::replace(&mut seen[other as usize], unit) != unit)
    }
}

/// Returns a function from a body to its index in an ascending list of bodies.
pub(crate) fn places(bodies: &[usize]) -> impl Fn(usize) -> Option<usize> {
    let (first, count) = (bodies.first().copied().unwrap_or_default(), bodies.len());
    let in_a_row = bodies.last().is_some_and(|last| last - first + 1 == count);
    move |body| match in_a_row {
        true => body.checked_sub(first).filter(|&place| place < count),
        false => bodies.binary_search(&body).ok(),
    }
}
