//! Report of the order of elimination: the bodies of the core, then the pairs of rows.

use smallvec::SmallVec;

use super::Supernodal;
use super::panels::Panels;
use super::row_pairs::NONE;
use crate::inspect::{Builder, Node, Origin};
use crate::system::Topology;

impl Supernodal {
    /// Adds the bodies and rows of the core to a report; `bodies` are the bodies of the core, ascending.
    pub(crate) fn add_to(&self, builder: &mut Builder, topology: &Topology, bodies: &[usize]) {
        let (rows, panels) = (self.rows(), self.panels());
        let pair = |rows: &[u32; 2]| -> SmallVec<[usize; 4]> {
            let known = rows.iter().filter(|&&row| row != NONE);
            known.map(|&row| row as usize).collect()
        };
        let pairs: Vec<SmallVec<[usize; 4]>> = rows.iter().map(pair).collect();
        let mut on_body: Vec<Vec<usize>> = vec![Vec::new(); bodies.len()];
        for (unit, rows) in pairs.iter().enumerate() {
            for &row in rows {
                for end in topology.ends(topology.constraint_of(row)) {
                    if let Ok(place) = bodies.binary_search(&end.body) {
                        on_body[place].push(unit);
                    }
                }
            }
        }
        on_body.iter_mut().for_each(|units| units.dedup());
        let first = |&unit: &usize| pairs[unit][0];
        let held = bodies.iter().zip(&on_body);
        builder.add_inverse_masses(held.map(|(&body, units)| (body, units.iter().map(first).collect())));
        let mut meets: Vec<Vec<(usize, Origin)>> = vec![Vec::new(); pairs.len()];
        for units in &on_body {
            for (k, &one) in units.iter().enumerate() {
                meets[one].extend(units[k + 1..].iter().map(|&other| (other, Origin::A)));
            }
        }
        for list in &mut meets {
            list.sort_unstable_by_key(|it| it.0);
            list.dedup();
        }
        let nodes: Vec<Node> = pairs.iter().cloned().map(Node::Rows).collect();
        let below = panels.columns_below();
        builder.add_core(&nodes, &meets, below, Panels::products_of_column);
    }
}
