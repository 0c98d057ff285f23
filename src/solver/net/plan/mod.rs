//! Where every number of the factor of a net goes: found once per topology, walked at each factorisation.
//!
//! Fronts are gathered in parts that have nothing to do with each other, subtrees of about a sixteenth of the work, and
//! a top to which all of them hand on. What goes into which part depends on the net alone.

mod gather;

use self::gather::{depths, gather};
use super::incidence::{Hold, Incidence};
use super::tree::Tree;
use crate::csr::{Csr, NONE};

/// A dense piece of the factor.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Front {
    /// Its first pivot in the part.
    pub(super) first: usize,
    pub(super) width: usize,
    pub(super) size: usize,
    /// Where its panel starts.
    pub(super) panel: usize,
    /// Where the rows below start.
    pub(super) below: usize,
    /// Where what it hands on starts in the workspace.
    pub(super) update: usize,
    /// Its children, a range of those of the part.
    pub(super) children: (usize, usize),
    /// Those in other parts.
    pub(super) imports: (usize, usize),
    /// Bodies whose first row is a pivot here.
    pub(super) bodies: (usize, usize),
}

/// A body that is put together in a front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) body: u32,
    /// Its rows, a range of the touches of the part.
    pub(super) touches: (u32, u32),
}

/// One row on a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// Row of the front.
    pub(super) at: u32,
    /// Row of the part.
    pub(super) row: u32,
    /// Where the block starts in the Jacobian.
    pub(super) block: u32,
}

/// Fronts that nothing but the top waits for, or the top.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) fronts: Vec<Front>,
    pub(super) children: Vec<u32>,
    /// Part and front.
    pub(super) imports: Vec<(u32, u32)>,
    /// Rows under the pivots of each front, as rows of the part; and where they lie in the front above.
    pub(super) below: Vec<u32>,
    pub(super) into: Vec<u32>,
    pub(super) bodies: Vec<Body>,
    pub(super) touches: Vec<Touch>,
    /// Rows of the system: those of its pivots, and then those of the top that its fronts reach.
    pub(super) rows: Vec<u32>,
    pub(super) pivots: usize,
    /// For those of the top, which they are there.
    pub(super) tail: Vec<u32>,
    pub(super) panels: usize,
    pub(super) workspace: usize,
}

/// All parts, the top last. `rows` has the rows of the system of each unit.
pub(super) fn parts(incidence: &Incidence, order: &[u32], tree: &Tree, rows: &Csr, hold: &Hold) -> Vec<Part> {
    let groups = gather(tree);
    let units: usize = order.len();
    // Global numbers of rows: part after part, the top last.
    let mut first_of_unit = vec![0_u32; units];
    let (mut start_of_part, mut count) = (vec![0_u32], 0_u32);
    let mut front_of_unit = vec![(0_u32, 0_u32); units];
    for (part, fronts) in groups.iter().enumerate() {
        for (local, &front) in fronts.iter().enumerate() {
            for at in tree.units(front) {
                let unit = order[at as usize] as usize;
                first_of_unit[unit] = count;
                front_of_unit[unit] = (part as u32, local as u32);
                count += rows.row(unit as u32).len() as u32;
            }
        }
        start_of_part.push(count);
    }
    let mut system_row = vec![0; count as usize];
    for (unit, &first) in first_of_unit.iter().enumerate() {
        let own = rows.row(unit as u32);
        system_row[first as usize..first as usize + own.len()].copy_from_slice(own);
    }
    // The bodies of each front.
    let mut bodies_of: Vec<(u32, u32)> = Vec::with_capacity(incidence.bodies());
    for body in 0..incidence.bodies() as u32 {
        let first = incidence
            .units_of(body)
            .iter()
            .min_by_key(|&&unit| first_of_unit[unit as usize]);
        if let Some(&unit) = first {
            let (part, front) = front_of_unit[unit as usize];
            bodies_of.push((groups[part as usize][front as usize], body));
        }
    }
    bodies_of.sort_unstable();
    let mut start_of_bodies = vec![0; tree.fronts.len() + 1];
    for &(front, _) in &bodies_of {
        start_of_bodies[front as usize + 1] += 1;
    }
    for front in 0..tree.fronts.len() {
        start_of_bodies[front + 1] += start_of_bodies[front];
    }
    let mut place = vec![(0_u32, 0_u32); tree.fronts.len()];
    for (part, fronts) in groups.iter().enumerate() {
        for (local, &front) in fronts.iter().enumerate() {
            place[front as usize] = (part as u32, local as u32);
        }
    }
    let mut mark = vec![NONE; count as usize];
    let mut local = vec![0_u32; count as usize];
    let mut parts: Vec<Part> = Vec::with_capacity(groups.len());
    let mut touched: Vec<(u32, u32)> = Vec::new();
    for (index, fronts) in groups.iter().enumerate() {
        let (begin, end) = (start_of_part[index], start_of_part[index + 1]);
        let mut part = Part {
            rows: system_row[begin as usize..end as usize].to_vec(),
            pivots: (end - begin) as usize,
            ..Part::default()
        };
        // Two stacks, for fronts at an even and an odd distance from the root: a front and its children never share one.
        let mut stacks = [0_usize; 2];
        let mut deepest = [0_usize; 2];
        let depth = depths(tree, fronts, &place, index);
        for (at, &name) in fronts.iter().enumerate() {
            let shape = &tree.fronts[name as usize];
            let mut front = Front {
                first: part
                    .fronts
                    .last()
                    .map_or(0, |last: &Front| last.first + last.width),
                width: shape.width,
                size: shape.width,
                panel: part.panels,
                below: part.below.len(),
                children: (part.children.len(), 0),
                imports: (part.imports.len(), 0),
                bodies: (part.bodies.len(), 0),
                ..Front::default()
            };
            let own_end = begin + (front.first + front.width) as u32;
            let own = &bodies_of[start_of_bodies[name as usize]..start_of_bodies[name as usize + 1]];
            let reach = |row: u32, below: &mut Vec<u32>, mark: &mut [u32]| {
                if row >= own_end && mark[row as usize] != name {
                    mark[row as usize] = name;
                    below.push(row);
                }
            };
            for &(_, body) in own {
                for &unit in incidence.units_of(body) {
                    let first = first_of_unit[unit as usize];
                    for row in first..first + rows.row(unit).len() as u32 {
                        reach(row, &mut part.below, &mut mark);
                    }
                }
            }
            for child in tree.children(name) {
                let (from, front_at) = place[child as usize];
                if from as usize == index {
                    part.children.push(front_at);
                    let below = &part.fronts[front_at as usize];
                    for k in below.below..below.below + below.size - below.width {
                        let row = part.below[k];
                        reach(row, &mut part.below, &mut mark);
                    }
                } else {
                    part.imports.push((from, front_at));
                    let other = &parts[from as usize];
                    let below = &other.fronts[front_at as usize];
                    for &row in &other.below[below.below..][..below.size - below.width] {
                        reach(row, &mut part.below, &mut mark);
                    }
                }
            }
            part.below[front.below..].sort_unstable();
            let height = part.below.len() - front.below;
            front.size += height;
            for k in 0..front.width {
                local[begin as usize + front.first + k] = k as u32;
            }
            for k in 0..height {
                local[part.below[front.below + k] as usize] = (front.width + k) as u32;
            }
            part.into.resize(part.below.len(), 0);
            // Children hand on in the reverse of the order in which they were stacked.
            front.children.1 = part.children.len();
            front.imports.1 = part.imports.len();
            let parity = depth[at] % 2;
            for k in front.children.0..front.children.1 {
                let child = part.fronts[part.children[k] as usize];
                for k in child.below..child.below + child.size - child.width {
                    part.into[k] = local[part.below[k] as usize];
                }
                stacks[1 - parity] = stacks[1 - parity].min(child.update);
            }
            for &(from, child) in &part.imports[front.imports.0..front.imports.1] {
                let other = &mut parts[from as usize];
                let child = other.fronts[child as usize];
                for k in child.below..child.below + child.size - child.width {
                    other.into[k] = local[other.below[k] as usize];
                }
            }
            front.update = stacks[parity];
            stacks[parity] += height * height;
            deepest[parity] = deepest[parity].max(stacks[parity]);
            part.panels += front.size * front.width;
            for &(_, body) in own {
                let start = part.touches.len() as u32;
                touched.clear();
                let rows = hold.of(body).iter();
                touched.extend(rows.map(|it| (first_of_unit[it.unit as usize] + it.row, it.block)));
                touched.sort_unstable();
                part.touches.extend(touched.iter().map(|&(row, block)| Touch {
                    at: local[row as usize],
                    row,
                    block,
                }));
                part.bodies.push(Body {
                    body,
                    touches: (start, part.touches.len() as u32),
                });
            }
            front.bodies.1 = part.bodies.len();
            part.fronts.push(front);
        }
        for (front, depth) in part.fronts.iter_mut().zip(&depth) {
            front.update += if depth % 2 == 1 { deepest[0] } else { 0 };
        }
        part.workspace = deepest[0] + deepest[1];
        parts.push(part);
    }
    // Rows as rows of the part.
    let top = start_of_part[groups.len() - 1];
    for (part, &begin) in parts.iter_mut().zip(&start_of_part) {
        let end = begin + part.pivots as u32;
        let mut tail: Vec<u32> = part.below.iter().copied().filter(|&row| row >= end).collect();
        tail.sort_unstable();
        tail.dedup();
        for (k, &row) in tail.iter().enumerate() {
            local[row as usize] = part.pivots as u32 + k as u32;
            part.rows.push(system_row[row as usize]);
        }
        for k in begin..end {
            local[k as usize] = k - begin;
        }
        part.below.iter_mut().for_each(|row| *row = local[*row as usize]);
        part.touches
            .iter_mut()
            .for_each(|touch| touch.row = local[touch.row as usize]);
        part.tail = tail.into_iter().map(|row| row - top).collect();
    }
    parts
}
