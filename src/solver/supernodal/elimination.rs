//! Report of the order of elimination: the bodies of the core, then the pairs of rows.

use super::Supernodal;
use super::panels::Panels;
use super::row_pairs::NONE;
use crate::inspect::{Builder, Node};
use crate::system::Topology;

impl Supernodal {
    /// Adds the bodies and rows of the core to a report; `bodies` are the bodies of the core, ascending.
    pub(crate) fn add_to(&self, builder: &mut Builder, topology: &Topology, bodies: &[usize]) {
        let pair = |rows: &[u32; 2]| {
            let known = rows.iter().filter(|&&row| row != NONE);
            Node::Rows(known.map(|&row| row as usize).collect())
        };
        let nodes: Vec<Node> = self.rows().iter().map(pair).collect();
        let fill = |_: &[Vec<usize>]| self.panels().columns_below().collect();
        builder.add_core(topology, bodies, &nodes, fill, Panels::products_of_column);
    }
}
