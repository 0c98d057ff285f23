//! The sparse method: block LDL^T of H in the order of the symbolic phase (Baraff 1996, section 7).
//!
//! Leaves are eliminated with their rows (`leaf_elimination`). A core is factored as the Schur complement A of the mass blocks in H, a matrix
//! over the rows (`supernodal`): `A = J W J^T + E` with W the inverse of M, up to the sign. Islands for which that is too much work, or would
//! lose digits, get a multifrontal factor (`multifrontal`) instead of both. Eliminating the bodies first is still LDL^T of H, with the bodies
//! first in the order. H is never assembled: every factorisation reads the blocks of M (or W) and J.
//!
//! Where pivots are lost the rows get a tiny compliance, [`COMPLIANCE`], so that redundant rows have a pivot and share their load evenly;
//! iterative refinement removes its effect.

mod answer;
mod elimination;

use std::ops::Range;

use super::Hardware;
use super::equations::SystemAt;
use super::graph::Graph;
use super::leaf_elimination::factor_joint;
use super::refine::Workspace;
use super::report::SolveError;
use super::supernodal::Factored;
use super::symbolic::{NONE, Plan};
use super::system::Topology;

/// Compliance added to the rows of a core whose pivots are lost, as a fraction of the diagonal of A. A larger one would cost sweeps of
/// refinement, a smaller one would let rounding (1e-16) into the multipliers of redundant rows.
const COMPLIANCE: f64 = 1e-11;
/// Leaves between two polls of the cancel flag.
const POLL: usize = 1024;

/// The numeric factor of a run of islands, and its workspace.
#[derive(Default)]
pub(super) struct Sparse {
    islands: Range<usize>,
    plan: Plan,
    /// Articulated masses: masses with the contributions of the leaves; used only where there are leaves.
    mass: Vec<f64>,
    joints: Vec<f64>,
    /// Forces with the contributions of the leaves; allocated when first needed.
    force: Vec<f64>,
    a: Vec<f64>,
    /// Result of the factorisation of the core, one an island; [`Factored::Failed`] where a multifrontal factor is used instead.
    cores: Vec<Factored>,
    /// Whether forward substitution was done during the factorisation, one an island.
    substituted_forward: Vec<bool>,
    /// Intermediate multipliers of leaves, from the forward substitution during the factorisation.
    lambda: Vec<f64>,
    /// Estimated time of a factorisation (ns).
    pub(super) work: f64,
    /// Number of lost pivots in the last factorisation that a compliance replaced.
    pub(super) repaired: usize,
}

impl Sparse {
    /// Plans the factorisation of these islands.
    pub(super) fn set_topology(
        &mut self,
        topology: &Topology,
        graph: &Graph,
        islands: Range<usize>,
        hardware: Hardware,
    ) {
        self.plan = Plan::new(topology, graph, islands.clone(), hardware);
        self.work = self.plan.work();
        self.islands = islands;
        self.mass.clear();
        self.joints.resize(self.plan.joint_len, 0.0);
        self.force.clear();
        self.a.clear();
        if !self.plan.joints.is_empty() {
            self.force.resize(topology.dofs(), 0.0);
            self.a.resize(topology.dofs(), 0.0);
        }
        self.cores.clear();
        self.cores.resize(self.plan.islands.len(), Factored::Failed);
        self.substituted_forward.clear();
        self.substituted_forward.resize(self.plan.islands.len(), false);
        self.lambda.clear();
    }

    /// Number of parts of multifrontal factors that threads can share.
    pub(super) fn pieces(&self) -> usize {
        self.factors().map(|[pieces, ..]| pieces).sum()
    }

    /// Returns the fill-in (blocks of the factors that are not blocks of the matrices factored) and the number of block products of the last
    /// factorisation, in those islands for which `keep` is true.
    pub(super) fn counts(&self, keep: &dyn Fn(usize) -> bool) -> [usize; 2] {
        let islands = self.islands.clone().zip(self.factors());
        islands
            .filter(|it| keep(it.0))
            .fold([0; 2], |sum, (_, [_, fill, updates])| {
                [sum[0] + fill, sum[1] + updates]
            })
    }

    /// For the factor in use on each island: parts that threads can share, fill-in, block products.
    fn factors(&self) -> impl Iterator<Item = [usize; 3]> {
        let islands = self.plan.islands.iter().zip(&self.cores);
        islands.map(|(island, found)| match (&island.core, &island.multifrontal) {
            (Some(core), _) if *found != Factored::Failed => {
                // Where a core has lost its pivots, its leaves belong to the multifrontal factor instead.
                let leaves = &self.plan.joints[island.joints.0..island.joints.1];
                let of_leaves = leaves
                    .iter()
                    .map(|joint| if joint.parent() == NONE { 1 } else { 2 });
                let [fill, products] = core.counts();
                [0, fill, products + of_leaves.sum::<usize>()]
            }
            (_, Some(multifrontal)) => [multifrontal.parts(), multifrontal.fill, multifrontal.updates],
            _ => [0; 3],
        })
    }

    /// Factors all islands. With a workspace in `scratch`, the right-hand side of the system is substituted forward meanwhile, in islands
    /// where that saves a pass over the factor; the next `finish` of such an island then completes the solve.
    pub(super) fn factor(
        &mut self,
        at: &SystemAt<'_>,
        mut scratch: Option<Workspace<'_>>,
    ) -> Result<(), SolveError> {
        self.repaired = 0;
        self.substituted_forward.fill(false);
        for index in 0..self.plan.islands.len() {
            let island = &self.plan.islands[index];
            if island.core.is_some() || island.multifrontal.is_none() {
                self.factor_island(index, at, scratch.as_mut())?;
            } else {
                self.factor_multifrontal(index, at)?;
            }
        }
        Ok(())
    }

    /// Factors the leaves and the core of an island, given by its index in the plan; the whole island by a multifrontal factor where the core
    /// loses its pivots.
    fn factor_island(
        &mut self,
        index: usize,
        at: &SystemAt<'_>,
        rhs_follows: Option<&mut Workspace<'_>>,
    ) -> Result<(), SolveError> {
        let (joints, before) = (self.plan.islands[index].joints, self.repaired);
        // Without leaves nothing is added to a mass, and the core reads W only.
        if joints.0 < joints.1 {
            self.copy_mass(index, at);
        }
        for (k, joint) in (joints.0..).zip(&self.plan.joints[joints.0..joints.1]) {
            if k % POLL == 0 && at.cancelled() {
                return Err(SolveError::Cancelled);
            }
            let store = &mut self.joints[joint.store()..joint.store() + joint.stored()];
            self.repaired +=
                factor_joint(joint, at, &mut self.mass, store).ok_or_else(|| SolveError::Numerical {
                    constraint: at.topology.constraint_of(joint.row(0)),
                })?;
        }
        let residual = rhs_follows.map(|room| self.start(at, index, room));
        let substituted = residual.map(|residual| (residual, &self.force[..]));
        let core = self.plan.islands[index].core.as_mut();
        // An island without rows has nothing to lose.
        let mut found = core.map_or(Factored::Exact, |core| {
            core.factor(at, &self.mass, COMPLIANCE, substituted)
        });
        // Leaves whose rows had lost their pivot have more compliance than the system says.
        if found == Factored::Exact && self.repaired > before {
            found = Factored::Regularized(0);
        }
        self.cores[index] = found;
        self.substituted_forward[index] = substituted.is_some() && found != Factored::Failed;
        match found {
            Factored::Exact => Ok(()),
            Factored::Regularized(pivots) => {
                self.repaired += pivots;
                Ok(())
            }
            Factored::Failed => {
                // The multifrontal factor replaces that of the leaves.
                self.repaired = before;
                let island = self.islands.start + index;
                if self.plan.islands[index].multifrontal.is_none() {
                    let shape = (at.topology, at.graph);
                    self.plan
                        .plan_multifrontal_fallback(shape, (island, index), at.hardware);
                    self.work = self.plan.work();
                }
                self.factor_multifrontal(index, at)
            }
        }
    }

    /// Factors a whole island by its multifrontal factor.
    fn factor_multifrontal(&mut self, index: usize, at: &SystemAt<'_>) -> Result<(), SolveError> {
        if at.cancelled() {
            return Err(SolveError::Cancelled);
        }
        let Some(multifrontal) = self.plan.islands[index].multifrontal.as_mut() else {
            return Ok(());
        };
        if multifrontal.factor(at, COMPLIANCE) {
            self.repaired += multifrontal.repaired;
            return Ok(());
        }
        Err(SolveError::Numerical {
            constraint: at.stiffest(),
        })
    }

    fn copy_mass(&mut self, index: usize, at: &SystemAt<'_>) {
        self.mass.resize(at.system.mass.len(), 0.0);
        let bodies = &at.graph.islands[self.islands.start + index].bodies;
        for run in bodies.chunk_by(|one, next| one + 1 == *next) {
            let range = at.topology.mass_offset(run[0])..at.topology.mass_offset(run[run.len() - 1] + 1);
            self.mass[range.clone()].copy_from_slice(&at.system.mass[range]);
        }
    }
}
