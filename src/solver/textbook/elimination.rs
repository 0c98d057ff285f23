//! Order of elimination: the forest, then the auxiliary rows, by their anticipated response.

use super::Component;
use super::forest::NodeKind;
use crate::inspect::{Builder, Node};

impl Component {
    /// Adds the nodes of the forest and the auxiliary rows.
    pub(crate) fn add_to(&self, builder: &mut Builder) {
        let nodes = &self.h.nodes;
        let of = |node: usize| match &nodes[node].of {
            NodeKind::Body(body) => Node::Body(*body),
            NodeKind::Constraint(rows) => {
                let kept = rows.clone().filter(|&row| self.primary[row]);
                Node::Rows(kept.map(|row| self.h.rows[row].index).collect())
            }
        };
        for (index, node) in nodes.iter().enumerate() {
            let above = node.par.map(of);
            builder.add_node(&of(index), above.as_ref());
        }
        builder.add_responses(self.auxiliary.iter().map(|&row| self.h.rows[row].index));
    }
}
