//! Plan of a core: the units and their order of elimination, and for each body the units that act on it, with the target blocks of
//! their products in the factor.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::super::graph::Graph;
use super::super::incidence::Incidence;
use super::super::order::minimum_degree_order;
use super::super::system::Topology;
use super::panels::Panels;
use super::rods::{Point, Rods};
use super::row_pairs::{self, NONE};
use super::{Body, BodyBatch, InverseMassKind, MAX_CONST_PINS, Shape, SupernodalFactor, UnitOnBody};
use crate::simd::RequiredLengths;

/// A body of a core, with the range of its incidences (one for each unit that acts on it).
struct BodyUnits {
    weight: InverseMassKind,
    body: usize,
    /// Whether one of the units also acts on an articulated body.
    open: bool,
    incidences: Range<usize>,
}

impl<const D: usize> SupernodalFactor<D> {
    /// Plans the factor for these bodies and groups of constraints; the `articulated` bodies carry leaves. `None` where an index does
    /// not fit into 32 bits.
    pub(super) fn new(
        topology: &Topology,
        graph: &Graph,
        (bodies, groups): (&[usize], &[usize]),
        articulated: &BTreeSet<usize>,
    ) -> Option<Self> {
        let units = row_pairs::units(topology, graph, bodies, groups)?;
        let acts = units.iter().map(|unit| unit.acts.iter().map(|it| it.0));
        let incidence = Incidence::new(bodies.len(), acts);
        let mut order = minimum_degree_order(&incidence, None);
        let panels = Panels::new(&incidence.neighbours_of_units(), &mut order)?;
        let mut place = vec![0_u32; units.len()];
        for (index, &unit) in (0..).zip(&order) {
            place[unit] = index;
        }
        let rows = order.iter().map(|&unit| units[unit].rows).collect();
        let mut core = Self::with_room(
            panels,
            rows,
            (0..bodies.len() as u32)
                .map(|it| incidence.units_of(it).len())
                .max(),
        );
        let shape = Arc::get_mut(&mut core.shape)?;
        for unit in 0..units.len() {
            shape.diagonal.push(shape.panels.place(unit, unit)?);
        }
        for (index, _) in (0..).zip(bodies).filter(|it| articulated.contains(it.1)) {
            shape
                .articulated_units
                .extend(incidence.units_of(index).iter().map(|&unit| place[unit as usize]));
        }
        shape.articulated_units.sort_unstable();
        shape.articulated_units.dedup();
        // The pins of a group come first, so the two rows of a pin are always one unit.
        let is_pin = |rows: &[u32; 2]| topology.is_pin(topology.constraint_of(rows[0] as usize));
        shape.is_pin = core.rows.iter().map(is_pin).collect();
        let weight = |body: usize, incidences: &[UnitOnBody], open: bool| {
            let pin = |it: &UnitOnBody| core.shape.is_pin[it.unit as usize];
            match articulated.contains(&body) {
                true => InverseMassKind::Articulated,
                false if topology.is_rigid(body) && incidences.iter().all(pin) => InverseMassKind::Pinned,
                false if topology.body_dim(body) == 2 && !open => InverseMassKind::Rods,
                false => InverseMassKind::Own,
            }
        };
        let (mut all, mut incidences) = (
            Vec::with_capacity(bodies.len()),
            Vec::with_capacity(2 * units.len()),
        );
        for (index, &body) in (0..).zip(bodies) {
            let start = incidences.len();
            for &unit in incidence.units_of(index) {
                let acts = units[unit as usize].acts.iter();
                let j = acts.filter(|it| it.0 == index as usize).map(|it| it.1);
                let unit = place[unit as usize];
                incidences.extend(j.map(|j| UnitOnBody { unit, j }));
            }
            let own = &mut incidences[start..];
            own.sort_unstable_by_key(|incidence| incidence.unit);
            let is_open = |it: &UnitOnBody| core.shape.articulated_units.binary_search(&it.unit).is_ok();
            let open = own.iter().any(is_open);
            all.push(BodyUnits {
                weight: weight(body, own, open),
                body,
                open,
                incidences: start..incidences.len(),
            });
        }
        core.add_bodies(topology, (all, &incidences))?;
        core.needs = core.all_needs();
        core.shrink_to_fit();
        Some(core)
    }

    /// Allocates a core of these rows: its factor, and scratch for `most_units` units on one body (the most there are).
    fn with_room(panels: Panels, rows: Vec<[u32; 2]>, most_units: Option<usize>) -> Self {
        let (units, most_units) = (rows.len(), most_units.unwrap_or_default());
        let highest = panels
            .panels
            .iter()
            .map(|it| (it.height * it.width) as usize)
            .max()
            .unwrap_or_default();
        Self {
            rows,
            values: vec![[0.0; 4]; panels.blocks],
            diagonal_of_a: vec![[0.0; 2]; units],
            raw: vec![[[0.0; 4]; 2]; highest],
            blocks: vec![[[0.0; 2]; D]; most_units],
            levers: vec![[0.0; 3]; most_units],
            x: vec![[0.0; 2]; units],
            shape: Arc::new(Shape {
                diagonal: Vec::with_capacity(units),
                panels,
                ..Shape::default()
            }),
            ..Self::default()
        }
    }

    /// Releases unused capacity.
    fn shrink_to_fit(&mut self) {
        self.bodies.shrink_to_fit();
        self.incidences.shrink_to_fit();
        if let Some(shape) = Arc::get_mut(&mut self.shape) {
            shape.batches.shrink_to_fit();
            for list in [&mut shape.pairs, &mut shape.articulated_units, &mut shape.cleared] {
                list.shrink_to_fit();
            }
        }
        self.w.shrink_to_fit();
    }

    /// Returns the array lengths that the indices of bodies, incidences, pairs and rows require.
    fn all_needs(&self) -> RequiredLengths {
        let mut needs = RequiredLengths::default();
        for batch in &self.shape.batches {
            for body in &self.bodies[batch.bodies.0..batch.bodies.1] {
                RequiredLengths::add(&mut needs.mass, body.mass, batch.dim * batch.dim);
                RequiredLengths::add(&mut needs.coordinates, body.at, batch.dim);
            }
            for incidence in &self.incidences[batch.units_on_body.0..batch.units_on_body.1] {
                for place in incidence.j.into_iter().filter(|&it| it != NONE) {
                    RequiredLengths::add(&mut needs.jacobian, place, batch.dim);
                }
                if batch.weight == InverseMassKind::Pinned {
                    // Both rows of a pin are read at once.
                    RequiredLengths::add(&mut needs.jacobian, incidence.j[0], 2 * batch.dim);
                }
            }
        }
        for &row in self.rows.iter().flatten().filter(|&&it| it != NONE) {
            RequiredLengths::add(&mut needs.rows, row, 1);
        }
        for &place in self
            .shape
            .pairs
            .iter()
            .chain(&self.shape.diagonal)
            .chain(&self.shape.cleared)
        {
            RequiredLengths::add(&mut needs.blocks, place, 1);
        }
        self.rods.add_needs(&mut needs);
        needs
    }

    /// Adds bodies, sorted into batches; the incidences of each body are in the order of elimination.
    fn add_bodies(
        &mut self,
        topology: &Topology,
        (bodies, all): (Vec<BodyUnits>, &[UnitOnBody]),
    ) -> Option<()> {
        let (mut points, mut batches) = (Vec::new(), Vec::with_capacity(bodies.len()));
        let mut pairs = Vec::with_capacity(2 * all.len());
        // `taken`: numbers of the factor to which an earlier body contributes. `written`: blocks that assembly overwrites as a whole.
        let mut taken = vec![false; 4 * self.shape.panels.blocks];
        let mut written = vec![false; self.shape.panels.blocks];
        self.shape
            .diagonal
            .iter()
            .for_each(|&place| written[place as usize] = true);
        for BodyUnits {
            weight,
            body,
            open,
            incidences: range,
        } in bodies
        {
            let incidences = &all[range.clone()];
            let mass = u32::try_from(topology.mass_offset(body)).ok()?;
            let at = u32::try_from(topology.body_offset(body)).ok()?;
            let known = match weight {
                InverseMassKind::Pinned => incidences.len() <= MAX_CONST_PINS,
                InverseMassKind::Rods => true,
                InverseMassKind::Own | InverseMassKind::Articulated => false,
            };
            let (first, mut alone) = (pairs.len(), known && !open);
            if weight == InverseMassKind::Rods {
                let point = self.point((mass, at), incidences, &mut taken)?;
                if !point.targets.is_empty() {
                    points.push(point);
                }
            } else {
                alone &= self.add_pairs(incidences, &mut taken, &mut pairs)?;
            }
            if alone {
                pairs[first..]
                    .iter()
                    .for_each(|&place| written[place as usize] = true);
            }
            let kind = (!alone, weight, topology.body_dim(body), incidences.len());
            batches.push((kind, Body { mass, at }, range, first..pairs.len()));
        }
        // Blocks that are written come before those that are added to.
        batches.sort_by_key(|it| it.0);
        let shape = Arc::get_mut(&mut self.shape)?;
        for run in batches.chunk_by(|one, next| one.0 == next.0) {
            let (shared, weight, dim, held) = run[0].0;
            let start = [
                self.bodies.len(),
                self.incidences.len(),
                shape.pairs.len(),
                self.w.len(),
            ];
            for (_, body, incidences, own) in run {
                self.bodies.push(*body);
                self.incidences.extend_from_slice(&all[incidences.clone()]);
                shape.pairs.extend_from_slice(&pairs[own.clone()]);
            }
            if weight == InverseMassKind::Articulated {
                self.w.resize(start[3] + run.len(), [[0.0; D]; D]);
            }
            shape.batches.push(BodyBatch {
                exclusive: !shared,
                weight,
                dim,
                held,
                bodies: (start[0], self.bodies.len()),
                units_on_body: (start[1], self.incidences.len()),
                pairs: (start[2], shape.pairs.len()),
                articulated: (start[3], self.w.len()),
            });
        }
        self.rods = Rods::new(points);
        let cleared = (0..shape.panels.blocks).filter(|&place| !written[place]);
        shape.cleared = cleared
            .map(|place| u32::try_from(place).ok())
            .collect::<Option<_>>()?;
        Some(())
    }

    /// Appends the target block of each pair of these incidences, and marks the off-diagonal ones as `taken`. Returns whether none of these was
    /// taken by an earlier body.
    fn add_pairs(&self, incidences: &[UnitOnBody], taken: &mut [bool], pairs: &mut Vec<u32>) -> Option<bool> {
        let mut alone = true;
        // The later unit of a pair is the row, the earlier the column.
        for (k, one) in incidences.iter().enumerate() {
            for other in &incidences[k..] {
                let place = self.shape.panels.place(other.unit as usize, one.unit as usize)?;
                pairs.push(place);
                if one.unit != other.unit {
                    let numbers = &mut taken[4 * place as usize..][..4];
                    alone &= !numbers.contains(&true);
                    numbers.fill(true);
                }
            }
        }
        Some(alone)
    }

    /// Describes a point for [`Rods`]: the Jacobian blocks of its rows, and the target of each pair of them.
    fn point(&self, (mass, at): (u32, u32), incidences: &[UnitOnBody], taken: &mut [bool]) -> Option<Point> {
        let rows = incidences.iter().flat_map(|incidence| {
            let row = |r: usize| (incidence.j[r] != NONE).then_some((incidence.unit, r, incidence.j[r]));
            [row(0), row(1)].into_iter().flatten()
        });
        let rows: Vec<(u32, usize, u32)> = rows.collect();
        let (mut targets, mut shared) = (Vec::new(), false);
        for (k, &(column, c, _)) in rows.iter().enumerate() {
            for &(row, r, _) in &rows[k + 1..] {
                let target = 4 * self.shape.panels.place(row as usize, column as usize)? as usize + r + 2 * c;
                shared |= std::mem::replace(&mut taken[target], true);
                targets.push(u32::try_from(target).ok()?);
            }
        }
        Some(Point {
            mass,
            at,
            places: rows.iter().map(|it| it.2).collect(),
            targets,
            shared,
        })
    }
}
