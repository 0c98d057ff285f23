//! Elimination order of the sweeps, for inspection: each joint with its child, children first.

use smallvec::SmallVec;

use super::PinTrees;
use super::joint::{Form, GROUND};
use crate::inspect::{Builder, Node};

impl PinTrees {
    /// Adds the joints, and the roots outside the core.
    pub(crate) fn add_to(&self, builder: &mut Builder) {
        for joint in &self.joints {
            let own = if joint.form == Form::Rod { 1 } else { 2 };
            let mut rows: SmallVec<[usize; 4]> = (joint.row as usize..joint.row as usize + own).collect();
            if joint.form == Form::PinAndAngle {
                rows.push(self.angle_rows[joint.angle_row as usize].row as usize);
            }
            let parent = (joint.parent != GROUND).then_some(joint.parent as usize);
            builder.add_leaf(joint.child as usize, rows, parent);
        }
        let free = self.roots.iter().filter(|root| !root.in_core);
        free.for_each(|root| builder.add_node(&Node::Body(root.body as usize), None));
    }
}
