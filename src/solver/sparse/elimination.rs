//! Report of the order of elimination, for each kind of factor that an island can have.

use smallvec::SmallVec;

use super::{NONE, Sparse};
use crate::graph::Graph;
use crate::inspect::Builder;
use crate::supernodal::Factored;
use crate::system::Topology;

impl Sparse {
    /// Adds the eliminated bodies and rows of those islands for which `keep` is true to a report.
    pub(crate) fn add_to(
        &self,
        builder: &mut Builder,
        topology: &Topology,
        graph: &Graph,
        keep: &dyn Fn(usize) -> bool,
    ) {
        let plans = self.islands.clone().zip(&self.plan.islands).zip(&self.cores);
        for ((index, plan), found) in plans.filter(|it| keep(it.0.0)) {
            let island = &graph.islands[index];
            let by_rows = plan.core.as_ref().filter(|_| *found != Factored::Failed);
            match (by_rows, &plan.multifrontal) {
                (Some(core), _) => {
                    let mut bodies = island.bodies.clone();
                    for joint in &self.plan.joints[plan.joints.0..plan.joints.1] {
                        let rows: SmallVec<[usize; 4]> = (0..joint.rows()).map(|r| joint.row(r)).collect();
                        let parent = (joint.parent() != NONE).then(|| joint.parent());
                        builder.add_leaf(joint.child(), rows, parent);
                        bodies.retain(|&body| body != joint.child());
                    }
                    core.add_to(builder, topology, &bodies);
                }
                (None, Some(multifrontal)) => multifrontal.add_to(builder, topology, (graph, island)),
                (None, None) => builder.add_core(topology, &island.bodies, &[], |_| Vec::new(), |_| 0),
            }
        }
    }
}
