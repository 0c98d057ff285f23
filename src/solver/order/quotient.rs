//! Minimum degree on the quotient graph of bodies and groups, with one restriction: a group may go before all
//! of its bodies have gone only while the pieces it joins have more bodies than groups. Such a piece hangs
//! together like a tree, so its rows are independent in every pose and the pivot of the group is never zero.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::graph::Graph;
use crate::system::Topology;

/// A node of the graph of H.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Body(usize),
    Group(usize),
}

/// The quotient graph: nodes still there, and elements, which stand for connected sets of eliminated nodes.
/// An element has the number of the node eliminated last.
pub(super) struct Quotient {
    bodies: usize,
    dim: Vec<usize>,
    /// Neighbours still there that share no element with the node.
    near: Vec<Vec<usize>>,
    /// Elements a node touches.
    touches: Vec<Vec<usize>>,
    /// Nodes an element touches.
    rim: Vec<Vec<usize>>,
    /// Bodies minus groups of an element.
    credit: Vec<isize>,
    /// Degrees of freedom minus rows of an element.
    slack: Vec<isize>,
    /// Groups of each body.
    members: Vec<Vec<usize>>,
    /// Number of bodies of a group that are still there.
    waits_for: Vec<usize>,
    mark: Vec<usize>,
    stamp: usize,
}

impl Quotient {
    pub(super) fn new(topology: &Topology, graph: &Graph, bodies: &[usize], groups: &[usize]) -> Self {
        let mut dim: Vec<usize> = bodies.iter().map(|&body| topology.body_dim(body)).collect();
        let (mut near, mut waits_for) = (vec![Vec::new(); bodies.len()], vec![0; bodies.len()]);
        for (node, &group) in (bodies.len()..).zip(groups) {
            let group = &graph.groups[group];
            // A body that is not in the core went as a leaf together with its group.
            let held = group
                .bodies
                .iter()
                .filter_map(|body| bodies.binary_search(body).ok());
            let held: Vec<usize> = held.collect();
            for &body in &held {
                near[body].push(node);
            }
            dim.push(group.rows());
            waits_for.push(held.len());
            near.push(held);
        }
        let len = dim.len();
        let bodies = bodies.len();
        Self {
            bodies,
            dim,
            members: near[..bodies].to_vec(),
            near,
            touches: vec![Vec::new(); len],
            rim: vec![Vec::new(); len],
            credit: vec![0; len],
            slack: vec![0; len],
            waits_for,
            mark: vec![0; len],
            stamp: 0,
        }
    }

    pub(super) fn order(mut self, bodies: &[usize], groups: &[usize]) -> Vec<Node> {
        let len = self.dim.len();
        let mut gone = vec![false; len];
        // Among equals, what waits for the fewest others: neighbours in the order are then independent of each other.
        let mut score: Vec<(usize, usize)> = (0..len).map(|node| (self.degree(node), 0)).collect();
        let mut heap: BinaryHeap<_> = (0..len).map(|node| Reverse((score[node], node))).collect();
        let mut order = Vec::with_capacity(len);
        while let Some(Reverse((now, node))) = heap.pop() {
            // A group that may not go yet comes back when something around it changes.
            if gone[node] || now != score[node] || !self.may_go(node) {
                continue;
            }
            gone[node] = true;
            order.push(match node.checked_sub(bodies.len()) {
                None => Node::Body(bodies[node]),
                Some(group) => Node::Group(groups[group]),
            });
            self.eliminate(node);
            for index in 0..self.rim[node].len() {
                let other = self.rim[node][index];
                score[other] = (self.degree(other), score[other].1.max(now.1 + 1));
                heap.push(Reverse((score[other], other)));
            }
        }
        order
    }

    fn may_go(&self, node: usize) -> bool {
        if node < self.bodies || self.waits_for[node] == 0 {
            return true;
        }
        let rows = self.dim[node] as isize;
        let credit: isize = self.touches[node]
            .iter()
            .map(|&element| self.credit[element])
            .sum();
        let slack: isize = self.touches[node]
            .iter()
            .map(|&element| self.slack[element])
            .sum();
        credit >= 1 && slack >= rows
    }

    /// Degrees of freedom and rows of all neighbours: what one elimination would tie together.
    fn degree(&mut self, node: usize) -> usize {
        self.stamp += 1;
        self.mark[node] = self.stamp;
        let mut degree = 0;
        let rims = self.touches[node].iter().flat_map(|&element| &self.rim[element]);
        for &other in rims.chain(&self.near[node]) {
            if self.mark[other] != self.stamp {
                self.mark[other] = self.stamp;
                degree += self.dim[other];
            }
        }
        degree
    }

    fn eliminate(&mut self, node: usize) {
        let body = node < self.bodies;
        let absorbed = std::mem::take(&mut self.touches[node]);
        let near = std::mem::take(&mut self.near[node]);
        self.credit[node] = if body { 1 } else { -1 };
        self.slack[node] = if body { 1 } else { -1 } * self.dim[node] as isize;
        if body {
            for &group in &self.members[node] {
                self.waits_for[group] -= 1;
            }
        }
        self.stamp += 1;
        self.mark[node] = self.stamp;
        let mut rim = Vec::new();
        for &other in &near {
            self.mark[other] = self.stamp;
            rim.push(other);
        }
        for &element in &absorbed {
            self.credit[node] += self.credit[element];
            self.slack[node] += self.slack[element];
            for other in std::mem::take(&mut self.rim[element]) {
                if self.mark[other] != self.stamp {
                    self.mark[other] = self.stamp;
                    rim.push(other);
                }
            }
        }
        rim.sort_unstable();
        for &other in &rim {
            self.touches[other].retain(|element| !absorbed.contains(element));
            self.touches[other].push(node);
            let (mark, stamp) = (&self.mark, self.stamp);
            // Everything marked is now reached through the new element.
            self.near[other].retain(|&near| mark[near] != stamp);
        }
        self.rim[node] = rim;
    }
}
