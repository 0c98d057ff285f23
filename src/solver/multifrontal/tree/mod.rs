//! Assembly tree: the fronts (amalgamated supernodes) of the factor of an island, and which of them must precede which.
//!
//! Units (row groups and kept bodies) are adjacent where they share a body. A body makes its units a clique; a star about the first of them
//! has the same fill-in and fewer edges. Elimination tree and column counts are computed from the stars in almost linear time (Liu 1990;
//! Gilbert, Ng and Peyton 1994). Units with the same column structure form one front, and a front absorbs a child where the added zeros
//! cost less than an extend-add.

mod star_graph;

use self::star_graph::StarGraph;
use crate::csr::NONE;
use crate::elimination_tree::{parents, postorder, renumbered};
use crate::incidence::Incidence;

/// A front in the symbolic phase: its rows are not known yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Front {
    /// Number of pivot rows, and of rows below them.
    pub(crate) width: usize,
    pub(crate) height: usize,
    units: Chain,
    children: Chain,
}

/// Linked list of numbers; the array with the number after each is kept elsewhere.
#[derive(Clone, Copy, Debug)]
struct Chain {
    first: u32,
    last: u32,
}

impl Chain {
    const EMPTY: Self = Self {
        first: NONE,
        last: NONE,
    };

    /// Appends another list.
    fn append(&mut self, other: Self, next: &mut [u32]) {
        match (self.last, other.first) {
            (_, NONE) => {}
            (NONE, _) => *self = other,
            (last, first) => {
                next[last as usize] = first;
                self.last = other.last;
            }
        }
    }

    fn push(&mut self, number: u32, next: &mut [u32]) {
        next[number as usize] = NONE;
        let one = Self {
            first: number,
            last: number,
        };
        self.append(one, next);
    }

    fn of(self, next: &[u32]) -> impl Iterator<Item = u32> {
        let known = |number: u32| (number != NONE).then_some(number);
        std::iter::successors(known(self.first), move |&number| known(next[number as usize]))
    }
}

impl Front {
    /// Estimated time of its factorisation (ns on a current machine).
    fn cost(width: usize, height: usize) -> f64 {
        let (w, h) = (width as f64, height as f64);
        let products = w * w * w / 6.0 + w * w * h / 2.0 + w * h * h / 2.0;
        100.0 + 0.8 * h * h + 1.5 * w * (w + h) + 0.13 * products
    }
}

/// The assembly tree: fronts, children before parents.
pub(crate) struct Tree {
    pub(crate) fronts: Vec<Front>,
    pub(crate) roots: Vec<u32>,
    /// Next unit after each unit, and next child after each child, in the lists of the fronts.
    next_unit: Vec<u32>,
    next_child: Vec<u32>,
}

/// Elimination tree and column counts, by position in the order.
pub(crate) struct Columns {
    pub(crate) parent: Vec<u32>,
    /// Rows in each column of the factor, those of its diagonal block included.
    pub(crate) count: Vec<u32>,
    /// Units (blocks) in each column, the diagonal block included.
    pub(crate) blocks: Vec<u32>,
}

impl Columns {
    /// `order` lists the units, `rows` gives the number of rows of a unit. The order is changed to a postorder with the same fill-in, in
    /// which each subtree is contiguous.
    pub(crate) fn new(incidence: &Incidence, order: &mut [u32], rows: impl Fn(u32) -> u32) -> Self {
        let stars = StarGraph::new(incidence, order);
        let parent = parents(order.len(), stars.earlier());
        let post = postorder(&parent);
        let parent = renumbered(&parent, &post);
        let sorted: Vec<u32> = post.iter().map(|&old| order[old as usize]).collect();
        order.copy_from_slice(&sorted);
        let stars = StarGraph::new(incidence, order);
        let (count, blocks) = stars.counts(&parent, |at| rows(order[at]));
        Self {
            parent,
            count,
            blocks,
        }
    }
}

impl Tree {
    /// Forms the fronts of these columns; `rows` gives the number of rows at each position in the order.
    pub(crate) fn new(columns: &Columns, rows: impl Fn(usize) -> u32) -> Self {
        let len = columns.parent.len();
        let mut children = vec![0_u32; len];
        for &above in columns.parent.iter().filter(|&&above| above != NONE) {
            children[above as usize] += 1;
        }
        let mut fronts: Vec<Front> = Vec::new();
        let mut next_unit = vec![NONE; len];
        let mut of_column = vec![NONE; len];
        for at in 0..len {
            let own = rows(at) as usize;
            let extends = at > 0
                && children[at] == 1
                && columns.parent[at - 1] == at as u32
                && columns.count[at - 1] == columns.count[at] + rows(at - 1);
            if !extends {
                fronts.push(Front {
                    width: 0,
                    height: 0,
                    units: Chain::EMPTY,
                    children: Chain::EMPTY,
                });
            }
            of_column[at] = fronts.len() as u32 - 1;
            if let Some(front) = fronts.last_mut() {
                front.units.push(at as u32, &mut next_unit);
                front.width += own;
                front.height = columns.count[at] as usize - own;
            }
        }
        let mut next_child = vec![NONE; fronts.len()];
        let mut roots = Vec::new();
        for index in 0..fronts.len() {
            match columns.parent[fronts[index].units.last as usize] {
                NONE => roots.push(index as u32),
                above => {
                    let above = of_column[above as usize] as usize;
                    fronts[above].children.push(index as u32, &mut next_child);
                }
            }
        }
        let mut tree = Self {
            fronts,
            roots,
            next_unit,
            next_child,
        };
        let mut pending = Vec::new();
        for index in 0..tree.fronts.len() {
            tree.amalgamate(index, &mut pending);
        }
        tree
    }

    /// Estimated time of a factorisation (ns on a current machine).
    pub(crate) fn cost(&self) -> f64 {
        let fronts = self.fronts.iter().filter(|front| front.width > 0);
        fronts.map(|front| Front::cost(front.width, front.height)).sum()
    }

    /// Units of a front, as positions in the order.
    pub(crate) fn units(&self, front: u32) -> impl Iterator<Item = u32> {
        self.fronts[front as usize].units.of(&self.next_unit)
    }

    /// Children of a front.
    pub(crate) fn children(&self, front: u32) -> impl Iterator<Item = u32> {
        self.fronts[front as usize].children.of(&self.next_child)
    }

    /// Node amalgamation: merges into a front each child with which it costs less than both apart.
    fn amalgamate(&mut self, index: usize, pending: &mut Vec<u32>) {
        pending.clear();
        pending.extend(self.children(index as u32));
        // The tallest first: each merged child makes the front wider and further merges dearer.
        pending.sort_by_key(|&child| std::cmp::Reverse(self.fronts[child as usize].height));
        let mut front = self.fronts[index];
        front.children = Chain::EMPTY;
        for &child in &*pending {
            let taken = &mut self.fronts[child as usize];
            let Front { width, height, .. } = *taken;
            let apart = Front::cost(width, height) + Front::cost(front.width, front.height);
            if Front::cost(width + front.width, front.height) < apart {
                let mut units = taken.units;
                units.append(front.units, &mut self.next_unit);
                front.units = units;
                front.width += width;
                front.children.append(taken.children, &mut self.next_child);
                taken.width = 0;
            } else {
                front.children.push(child, &mut self.next_child);
            }
        }
        self.fronts[index] = front;
    }
}
