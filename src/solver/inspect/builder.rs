//! Builds an [`Elimination`]: collects pivots in order; blocks are identified by unknowns until all pivots are known.

use smallvec::SmallVec;

use super::{Elimination, Origin, Pivot, Stage};
use crate::pin_tree::Core;
use crate::system::Topology;

/// Collects pivots in the order of elimination.
pub(crate) struct Builder {
    dofs: usize,
    /// First coordinate of each body, and the number of coordinates at the end.
    body: Vec<usize>,
    pivots: Vec<Pivot>,
    /// Blocks below each pivot, each given by an unknown of the later pivot.
    columns: Vec<Vec<(u32, Origin)>>,
    block_updates: usize,
    /// Number of blocks that may still be listed; `None` once the limit is exceeded.
    room: Option<usize>,
}

impl Builder {
    /// Creates a builder for at most `most` blocks below the diagonal.
    pub(crate) fn new(topology: &Topology, most: usize) -> Self {
        Self {
            dofs: topology.dofs(),
            body: (0..=topology.bodies())
                .map(|it| topology.body_offset(it))
                .collect(),
            pivots: Vec::new(),
            columns: Vec::new(),
            block_updates: 0,
            room: Some(most),
        }
    }

    /// First unknown of a body.
    fn of_body(&self, body: usize) -> u32 {
        self.body[body] as u32
    }

    /// Unknown of a row.
    fn of_row(&self, row: usize) -> u32 {
        (self.dofs + row) as u32
    }

    fn push(&mut self, stage: Stage, unknowns: SmallVec<[u32; 4]>, below: Vec<(u32, Origin)>) {
        self.room = self.room.and_then(|room| room.checked_sub(below.len()));
        if self.room.is_none() {
            return;
        }
        self.pivots.push(Pivot { unknowns, stage });
        self.columns.push(below);
    }

    fn push_body(&mut self, stage: Stage, body: usize, below: Vec<(u32, Origin)>) {
        let unknowns = (self.body[body]..self.body[body + 1]).map(|it| it as u32);
        self.push(stage, unknowns.collect(), below);
    }

    fn push_rows(&mut self, stage: Stage, rows: impl Iterator<Item = usize>, below: Vec<(u32, Origin)>) {
        let unknowns = rows.map(|row| self.of_row(row)).collect();
        self.push(stage, unknowns, below);
    }

    /// Adds a leaf and the rows that hold it; `parent` is `None` for the ground.
    pub(crate) fn add_leaf(&mut self, child: usize, rows: SmallVec<[usize; 4]>, parent: Option<usize>) {
        let rows = Node::Rows(rows);
        self.add_node(&Node::Body(child), Some(&rows));
        self.add_node(&rows, parent.map(Node::Body).as_ref());
    }

    /// Adds a body or rows of a tree, with its parent.
    pub(crate) fn add_node(&mut self, node: &Node, parent: Option<&Node>) {
        let below: Vec<_> = parent.iter().map(|it| (self.of_node(it), Origin::H)).collect();
        self.block_updates += below.len();
        match node {
            Node::Body(body) => self.push_body(Stage::Tree, *body, below),
            Node::Rows(rows) => self.push_rows(Stage::Tree, rows.iter().copied(), below),
        }
    }

    fn of_node(&self, node: &Node) -> u32 {
        match node {
            Node::Body(body) => self.of_body(*body),
            Node::Rows(rows) => rows.first().map_or(u32::MAX, |&row| self.of_row(row)),
        }
    }

    /// Adds the rows of A over `bodies`, which ascend, in the order of elimination; bodies among the nodes are kept beside the rows, as in H.
    /// `fill` gives the later nodes below each column of the factor, from those of the matrix, and `products` the block products of a column
    /// with so many blocks below the diagonal.
    pub(crate) fn add_core(
        &mut self,
        topology: &Topology,
        bodies: &[usize],
        nodes: &[Node],
        fill: impl FnOnce(&[Vec<usize>]) -> Vec<Vec<usize>>,
        products: impl Fn(usize) -> usize,
    ) {
        let (on_body, kept) = incidence(topology, bodies, nodes);
        let mut meets: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for ((&body, on), kept) in bodies.iter().zip(&on_body).zip(kept) {
            if let Some(kept) = kept {
                on.iter()
                    .for_each(|&node| meets[node.min(kept)].push(node.max(kept)));
                continue;
            }
            let below = on.iter().map(|&node| (self.of_node(&nodes[node]), Origin::H));
            let below = below.collect();
            self.push_body(Stage::InverseMass, body, below);
            for (k, &node) in on.iter().enumerate() {
                meets[node].extend(&on[k + 1..]);
            }
        }
        for list in &mut meets {
            list.sort_unstable();
            list.dedup();
        }
        let is_body = |node: &Node| matches!(node, Node::Body(_));
        for ((node, below), given) in nodes.iter().zip(fill(&meets)).zip(&meets) {
            if self.room.is_none() {
                return;
            }
            self.block_updates += products(below.len());
            let block = |&later: &usize| {
                let origin = match given.binary_search(&later) {
                    Err(_) => Origin::Fill,
                    Ok(_) if is_body(node) || is_body(&nodes[later]) => Origin::H,
                    Ok(_) => Origin::A,
                };
                (self.of_node(&nodes[later]), origin)
            };
            let below = below.iter().map(block).collect();
            match node {
                Node::Body(body) => self.push_body(Stage::Tree, *body, below),
                Node::Rows(rows) => self.push_rows(Stage::Rows, rows.iter().copied(), below),
            }
        }
    }

    /// Adds rows solved by their anticipated response, one pivot each, with dense coupling among each other.
    pub(crate) fn add_responses(&mut self, rows: impl Iterator<Item = usize>) {
        let rows: Vec<usize> = rows.collect();
        for (at, &row) in rows.iter().enumerate() {
            if self.room.is_none() {
                return;
            }
            let later = rows[at + 1..].iter();
            let below = later.map(|&it| (self.of_row(it), Origin::Response)).collect();
            self.push_rows(Stage::Response, std::iter::once(row), below);
        }
    }

    /// Adds the elimination of a part of the machine that has its own topology.
    pub(crate) fn add_part(&mut self, part: Elimination, whole: &Topology, of: &Core) {
        let own = &of.topology;
        let mut unknown = vec![0; own.dofs() + own.rows()];
        for (index, &body) in of.bodies.iter().enumerate() {
            for k in 0..own.body_dim(index) {
                unknown[own.body_offset(index) + k] = (whole.body_offset(body) + k) as u32;
            }
        }
        for (index, &constraint) in of.constraints.iter().enumerate() {
            for k in 0..own.constraint_dim(index) {
                let row = whole.row_offset(constraint) + k;
                unknown[own.dofs() + own.row_offset(index) + k] = self.of_row(row);
            }
        }
        let name = |it: &u32| unknown[*it as usize];
        for (index, pivot) in part.pivots.iter().enumerate() {
            let below = part.column(index).iter();
            let below = below.map(|&(later, origin)| {
                let first = part.pivots[later as usize].unknowns.first();
                (first.map_or(u32::MAX, name), origin)
            });
            let below = below.collect();
            self.push(pivot.stage, pivot.unknowns.iter().map(name).collect(), below);
        }
        self.block_updates += part.block_updates;
    }

    /// Resolves all blocks to pivots; returns `None` where the limit of blocks is exceeded.
    pub(crate) fn finish(self) -> Option<Elimination> {
        self.room?;
        let most = self.pivots.iter().flat_map(|it| &it.unknowns).max();
        let mut pivot_of = vec![u32::MAX; most.map_or(0, |&it| it as usize + 1)];
        for (index, pivot) in (0..).zip(&self.pivots) {
            for &unknown in &pivot.unknowns {
                pivot_of[unknown as usize] = index;
            }
        }
        let (mut start, mut blocks) = (vec![0], Vec::new());
        for column in self.columns {
            let first = blocks.len();
            let known = column.into_iter().filter_map(|(unknown, origin)| {
                let pivot = pivot_of.get(unknown as usize).copied()?;
                (pivot != u32::MAX).then_some((pivot, origin))
            });
            blocks.extend(known);
            blocks[first..].sort_unstable_by_key(|it| it.0);
            let kept = dedup(&mut blocks[first..]);
            blocks.truncate(first + kept);
            start.push(blocks.len() as u32);
        }
        Some(Elimination {
            pivots: self.pivots,
            start,
            blocks,
            block_updates: self.block_updates,
        })
    }
}

/// Node of the elimination: a body or a group of rows.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Body(usize),
    Rows(SmallVec<[usize; 4]>),
}

/// Returns for each body the nodes of rows that act on it, ascending, and the node that is the body itself.
fn incidence(topology: &Topology, bodies: &[usize], nodes: &[Node]) -> (Vec<Vec<usize>>, Vec<Option<usize>>) {
    let (mut on_body, mut kept) = (vec![Vec::new(); bodies.len()], vec![None; bodies.len()]);
    for (index, node) in nodes.iter().enumerate() {
        match node {
            Node::Body(body) => {
                if let Ok(place) = bodies.binary_search(body) {
                    kept[place] = Some(index);
                }
            }
            Node::Rows(rows) => {
                let ends = rows.iter().map(|&row| topology.ends(topology.constraint_of(row)));
                for end in ends.flatten() {
                    if let Ok(place) = bodies.binary_search(&end.body) {
                        on_body[place].push(index);
                    }
                }
            }
        }
    }
    on_body.iter_mut().for_each(Vec::dedup);
    (on_body, kept)
}

/// Removes duplicate pivots from a sorted list, keeping the first of each; returns the number kept.
fn dedup(blocks: &mut [(u32, Origin)]) -> usize {
    let mut kept = 0;
    for at in 0..blocks.len() {
        if kept == 0 || blocks[kept - 1].0 != blocks[at].0 {
            blocks[kept] = blocks[at];
            kept += 1;
        }
    }
    kept
}
