//! Lays out the parts of a multifrontal factor, front by front, children first.

use super::super::body_rows;
use super::super::nodes::Nodes;
use super::super::tree::Tree;
use super::entries::{Places, add_jacobian, add_mass};
use super::gather::{depths, gather};
use super::{Body, BodyRow, Front, Part};
use crate::csr::{Csr, NONE};
use crate::graph::Island;
use crate::system::Topology;

/// Returns the plans of all parts, the top last.
pub(in super::super) fn parts(
    topology: &Topology,
    island: &Island,
    (nodes, body_rows): (&Nodes, &Csr<body_rows::BodyRow>),
    (order, tree): (&[u32], &Tree),
) -> Vec<Part> {
    let mut planner = Planner::new(topology, island, (nodes, body_rows), (order, tree));
    for index in 0..planner.groups.len() {
        planner.add_part(index);
    }
    planner.number_by_part();
    planner.parts
}

struct Planner<'a> {
    topology: &'a Topology,
    island: &'a Island,
    nodes: &'a Nodes,
    body_rows: &'a Csr<body_rows::BodyRow>,
    order: &'a [u32],
    tree: &'a Tree,
    /// Fronts of each part, as indices in the tree; and for each front of the tree its part and its index there.
    groups: Vec<Vec<u32>>,
    place: Vec<(u32, u32)>,
    /// Numbering of the unknowns, part after part: first number of each node, first number of each part, and the unknown of each number.
    first: Vec<u32>,
    start: Vec<u32>,
    unknown: Vec<u32>,
    /// Cliques that are assembled in each front.
    cliques: Csr,
    /// Scratch, one per unknown: the last front below whose pivots it was found, and its index in the current front.
    mark: Vec<u32>,
    local: Vec<u32>,
    /// Scratch: rows on a body and their blocks.
    touched: Vec<(u32, u32)>,
    parts: Vec<Part>,
}

/// Two stacks of update matrices, for fronts at even and at odd depth: a front and its children never share one.
#[derive(Default)]
struct Stacks {
    top: [usize; 2],
    deepest: [usize; 2],
}

impl<'a> Planner<'a> {
    fn new(
        topology: &'a Topology,
        island: &'a Island,
        (nodes, body_rows): (&'a Nodes, &'a Csr<body_rows::BodyRow>),
        (order, tree): (&'a [u32], &'a Tree),
    ) -> Self {
        let groups = gather(tree);
        let mut first = vec![0_u32; order.len()];
        let mut place = vec![(0_u32, 0_u32); tree.fronts.len()];
        let mut front_of = vec![0_u32; order.len()];
        let (mut start, mut unknown) = (vec![0_u32], Vec::new());
        for (part, fronts) in (0..).zip(&groups) {
            for (at, &front) in (0..).zip(fronts) {
                place[front as usize] = (part, at);
                for position in tree.units(front) {
                    let node = order[position as usize];
                    first[node as usize] = unknown.len() as u32;
                    front_of[node as usize] = front;
                    unknown.extend_from_slice(nodes.unknowns.row(node));
                }
            }
            start.push(unknown.len() as u32);
        }
        let pairs = || {
            (0..nodes.incidence.bodies() as u32).filter_map(|clique| {
                let units = nodes.incidence.units_of(clique).iter();
                let earliest = units.min_by_key(|&&unit| first[unit as usize])?;
                Some((front_of[*earliest as usize], clique))
            })
        };
        Self {
            cliques: Csr::from_pairs(tree.fronts.len(), pairs),
            parts: Vec::with_capacity(groups.len()),
            mark: vec![NONE; unknown.len()],
            local: vec![0; unknown.len()],
            touched: Vec::new(),
            topology,
            island,
            nodes,
            body_rows,
            order,
            tree,
            groups,
            place,
            first,
            start,
            unknown,
        }
    }

    fn add_part(&mut self, index: usize) {
        let fronts = std::mem::take(&mut self.groups[index]);
        let (begin, end) = (self.start[index] as usize, self.start[index + 1] as usize);
        let mut part = Part {
            rows: self.unknown[begin..end].to_vec(),
            pivots: end - begin,
            ..Part::default()
        };
        let mut stacks = Stacks::default();
        let depth = depths(self.tree, &fronts, &self.place, index);
        for (&name, &depth) in fronts.iter().zip(&depth) {
            self.add_front((index, name), depth % 2, &mut part, &mut stacks);
        }
        for (front, depth) in part.fronts.iter_mut().zip(&depth) {
            front.update += if depth % 2 == 1 { stacks.deepest[0] } else { 0 };
        }
        part.workspace = stacks.deepest[0] + stacks.deepest[1];
        self.parts.push(part);
        self.groups[index] = fronts;
    }

    fn add_front(
        &mut self,
        (index, name): (usize, u32),
        parity: usize,
        part: &mut Part,
        stacks: &mut Stacks,
    ) {
        let width = self.tree.fronts[name as usize].width;
        let last = part.fronts.last();
        let mut front = Front {
            first: last.map_or(0, |last: &Front| last.first + last.width),
            width,
            panel: part.panels,
            below: part.below.len(),
            children: (part.children.len(), 0),
            imports: (part.imports.len(), 0),
            bodies: (part.bodies.len(), 0),
            entries: (part.entries.len(), 0),
            ..Front::default()
        };
        self.find_rows_below((index, name), &front, part);
        let height = part.below.len() - front.below;
        front.size = width + height;
        let own = self.start[index] as usize + front.first;
        for k in 0..width {
            self.local[own + k] = k as u32;
        }
        for k in 0..height {
            self.local[part.below[front.below + k] as usize] = (width + k) as u32;
        }
        front.children.1 = part.children.len();
        front.imports.1 = part.imports.len();
        self.place_children(&front, parity, part, stacks);
        front.update = stacks.top[parity];
        stacks.top[parity] += height * height;
        stacks.deepest[parity] = stacks.deepest[parity].max(stacks.top[parity]);
        part.panels += front.size * width;
        self.add_numbers(name, part);
        front.bodies.1 = part.bodies.len();
        front.entries.1 = part.entries.len();
        part.fronts.push(front);
    }

    /// Finds the unknowns below the pivots of a front, ascending, and its children in this part and in others.
    fn find_rows_below(&mut self, (index, name): (usize, u32), front: &Front, part: &mut Part) {
        let own_end = self.start[index] + (front.first + front.width) as u32;
        let mark = &mut self.mark;
        let mut reach = |row: u32, below: &mut Vec<u32>| {
            if row >= own_end && mark[row as usize] != name {
                mark[row as usize] = name;
                below.push(row);
            }
        };
        for &clique in self.cliques.row(name) {
            for &node in self.nodes.incidence.units_of(clique) {
                let first = self.first[node as usize];
                for row in first..first + self.nodes.unknowns.row(node).len() as u32 {
                    reach(row, &mut part.below);
                }
            }
        }
        for child in self.tree.children(name) {
            let (from, at) = self.place[child as usize];
            if from as usize == index {
                part.children.push(at);
                let child = &part.fronts[at as usize];
                for k in child.below..child.below + child.height() {
                    let row = part.below[k];
                    reach(row, &mut part.below);
                }
            } else {
                part.imports.push((from, at));
                let other = &self.parts[from as usize];
                let child = &other.fronts[at as usize];
                for &row in &other.below[child.below..][..child.height()] {
                    reach(row, &mut part.below);
                }
            }
        }
        part.below[front.below..].sort_unstable();
    }

    /// Finds the index in this front of each row of its children's update matrices, and pops the children off their stack.
    fn place_children(&mut self, front: &Front, parity: usize, part: &mut Part, stacks: &mut Stacks) {
        part.into.resize(part.below.len(), 0);
        for k in front.children.0..front.children.1 {
            let child = part.fronts[part.children[k] as usize];
            for k in child.below..child.below + child.height() {
                part.into[k] = self.local[part.below[k] as usize];
            }
            // The children are on top of the other stack: it ends where the lowest of them begins.
            let top = &mut stacks.top[1 - parity];
            *top = (*top).min(child.update);
        }
        for &(from, at) in &part.imports[front.imports.0..front.imports.1] {
            let other = &mut self.parts[from as usize];
            let child = other.fronts[at as usize];
            for k in child.below..child.below + child.height() {
                other.into[k] = self.local[other.below[k] as usize];
            }
        }
    }

    /// Adds the numbers assembled in a front: bodies with their rows, and entries of hubs.
    fn add_numbers(&mut self, name: u32, part: &mut Part) {
        let places = Places {
            first: &self.first,
            local: &self.local,
        };
        for position in self.tree.units(name) {
            let node = self.order[position as usize];
            add_mass(
                self.topology,
                self.island,
                self.nodes,
                node,
                &places,
                &mut part.entries,
            );
        }
        for &clique in self.cliques.row(name) {
            if let Some(pair) = self.nodes.pair(clique) {
                let nodes = (self.nodes, self.body_rows);
                add_jacobian(
                    self.topology,
                    self.island,
                    nodes,
                    pair,
                    &places,
                    &mut part.entries,
                );
                continue;
            }
            let start = part.touches.len() as u32;
            let rows = self.body_rows.row(clique).iter();
            self.touched.clear();
            self.touched
                .extend(rows.map(|it| (self.first[it.unit as usize] + it.row, it.block)));
            self.touched.sort_unstable();
            part.touches
                .extend(self.touched.iter().map(|&(row, block)| BodyRow {
                    at: self.local[row as usize],
                    row,
                    block,
                }));
            part.bodies.push(Body {
                body: self.island.bodies[clique as usize] as u32,
                touches: (start, part.touches.len() as u32),
            });
        }
    }

    /// Converts numbers of unknowns to indices in the part.
    fn number_by_part(&mut self) {
        let top = self.start[self.groups.len() - 1];
        let local = &mut self.local;
        for (part, &begin) in self.parts.iter_mut().zip(&self.start) {
            let end = begin + part.pivots as u32;
            let mut tail: Vec<u32> = part.below.iter().copied().filter(|&row| row >= end).collect();
            tail.sort_unstable();
            tail.dedup();
            for (k, &row) in (0..).zip(&tail) {
                local[row as usize] = part.pivots as u32 + k;
                part.rows.push(self.unknown[row as usize]);
            }
            for k in begin..end {
                local[k as usize] = k - begin;
            }
            let touched = part.touches.iter_mut().map(|touch| &mut touch.row);
            let entered = part.entries.iter_mut().flat_map(|entry| &mut entry.rows);
            for row in part.below.iter_mut().chain(touched).chain(entered) {
                *row = local[*row as usize];
            }
            part.tail = tail.into_iter().map(|row| row - top).collect();
        }
    }
}
