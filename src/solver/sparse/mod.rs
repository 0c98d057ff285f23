//! The sparse method: block LDL^T of H in the order of the symbolic phase (Baraff 1996, section 7).
//!
//! Leaves go with their rows, see `joint`. A core goes by its rows alone where that is less work (`schur`), and
//! else, or where that would lose digits, in fronts.
//! The pivots of the fronts are scalars inside small dense matrices; bodies have positive ones, rows negative
//! ones. The rows of the core get a tiny compliance, [`COMPLIANCE`], so that redundant ones have a pivot and
//! share their load evenly; refinement takes its effect away again.

mod answer;
mod fronts;

use std::ops::Range;

use super::Hardware;
use super::equations::Moment;
use super::graph::Graph;
use super::joint::factor_joint;
use super::net::Net;
use super::refine::Workspace;
use super::report::SolveError;
use super::schur::{Factored, Schur};
use super::symbolic::{Plan, Scalar, Span};
use super::system::Topology;

/// Compliance of the rows of the core, as a part of the diagonal of A. Larger would cost sweeps of refinement,
/// smaller would let rounding (1e-16) into the multipliers of redundant rows.
const COMPLIANCE: f64 = 1e-11;
/// Leaves between two looks at the cancel flag.
const POLL: usize = 1024;

/// The numeric factor of a run of islands, and its workspace.
#[derive(Default)]
pub(super) struct Sparse {
    islands: Range<usize>,
    plan: Plan,
    /// Masses with what the leaves have added, where there are leaves or fronts.
    mass: Vec<f64>,
    joints: Vec<f64>,
    panels: Vec<f64>,
    front: Vec<f64>,
    stack: Vec<f64>,
    /// Forces with what the leaves have added; no room for them before it is needed.
    force: Vec<f64>,
    a: Vec<f64>,
    /// Scalars of the cores.
    x: Vec<f64>,
    /// One an island: what the factor of its core by its rows alone came to.
    by_rows: Vec<Factored>,
    /// One an island: whether the factorisation took the right-hand side along.
    taken_along: Vec<bool>,
    /// Multipliers of leaves on the way from them to the core, as the factorisation takes them along.
    lambda: Vec<f64>,
    /// Pivots that had to be made up.
    pub(super) repaired: usize,
}

impl Sparse {
    /// Plans for these islands.
    pub(super) fn set_topology(
        &mut self,
        topology: &Topology,
        graph: &Graph,
        islands: Range<usize>,
        hardware: Hardware,
    ) {
        self.plan = Plan::new(topology, graph, islands.clone(), hardware);
        self.islands = islands;
        self.mass.clear();
        self.joints.resize(self.plan.joint_len, 0.0);
        self.force.clear();
        self.a.clear();
        if !self.plan.joints.is_empty() {
            self.make_room_for_motion(topology);
        }
        self.by_rows.clear();
        self.by_rows.resize(self.plan.spans.len(), Factored::Lost);
        self.taken_along.clear();
        self.taken_along.resize(self.plan.spans.len(), false);
        self.lambda.clear();
        self.make_room();
    }

    fn make_room_for_motion(&mut self, topology: &Topology) {
        self.force.resize(topology.dofs(), 0.0);
        self.a.resize(topology.dofs(), 0.0);
    }

    /// Room for the fronts that are planned.
    fn make_room(&mut self) {
        let plan = &self.plan;
        self.panels.resize(plan.panel_len, 0.0);
        self.front.resize(plan.front_len, 0.0);
        self.stack.resize(plan.stack_len, 0.0);
        self.x.resize(plan.scalars.len(), 0.0);
    }

    /// Pieces that threads can share.
    pub(super) fn pieces(&self) -> usize {
        self.plan.nets.iter().map(Net::parts).sum()
    }

    /// Cores that went by their rows, each with the counts of the fronts it did without.
    fn cores_by_rows(&self) -> impl Iterator<Item = (&Schur, &Span)> {
        let cores = self.plan.cores.iter().zip(&self.plan.spans).zip(&self.by_rows);
        cores
            .filter(|(_, by_rows)| **by_rows != Factored::Lost)
            .filter_map(|((core, span), _)| core.as_ref().map(|core| (core, span)))
    }

    pub(super) fn fill_blocks(&self) -> usize {
        let (with, without) = self
            .cores_by_rows()
            .fold((0, 0), |(with, without), (core, span)| {
                (with + core.fill(), without + span.fill_blocks)
            });
        self.plan.nets.iter().map(Net::fill).sum::<usize>() + self.plan.fill_blocks + with - without
    }

    pub(super) fn block_updates(&self) -> usize {
        let (with, without) = self
            .cores_by_rows()
            .fold((0, 0), |(with, without), (core, span)| {
                (with + core.updates(), without + span.block_updates)
            });
        self.plan.nets.iter().map(Net::updates).sum::<usize>() + self.plan.block_updates + with - without
    }

    /// Factors. Where the right-hand side that is there is the one that will be `asked` for, and that saves a way through the
    /// factor, it is taken along: then the next `finish` of an island answers.
    pub(super) fn factor(
        &mut self,
        at: &Moment<'_>,
        mut asked: Option<Workspace<'_>>,
    ) -> Result<(), SolveError> {
        self.repaired = 0;
        self.taken_along.fill(false);
        for index in 0..self.plan.spans.len() {
            self.factor_island(index, at, asked.as_mut())?;
        }
        for net in &mut self.plan.nets {
            if at.cancelled() {
                return Err(SolveError::Cancelled);
            }
            if !net.factor(at, COMPLIANCE) {
                return Err(SolveError::Numerical {
                    constraint: at.stiffest(),
                });
            }
        }
        Ok(())
    }
}

impl Sparse {
    /// Leaves and core of an island, by its place among ours.
    fn factor_island(
        &mut self,
        index: usize,
        at: &Moment<'_>,
        asked: Option<&mut Workspace<'_>>,
    ) -> Result<(), SolveError> {
        let (joints, before) = (self.plan.spans[index].joints, self.repaired);
        // Without leaves nothing is added to a mass, and by rows nobody reads one.
        let copied = joints.0 < joints.1;
        if copied {
            self.copy_mass(index, at);
        }
        for (k, joint) in (joints.0..).zip(&self.plan.joints[joints.0..joints.1]) {
            if k % POLL == 0 && at.cancelled() {
                return Err(SolveError::Cancelled);
            }
            let store = &mut self.joints[joint.store()..joint.store() + joint.stored()];
            let lost = factor_joint(joint, at, &mut self.mass, store);
            self.repaired += lost.ok_or_else(|| numerical(at, Scalar::Row(joint.row(0))))?;
        }
        // A leaf whose rows had lost their pivot leaves a mass behind that cannot be inverted.
        let whole = self.repaired == before;
        let asked = asked.filter(|_| whole && self.plan.cores[index].is_some());
        let missed = asked.map(|room| self.start(at, index, room));
        let along = missed.map(|missed| (missed, &self.force[..]));
        let core = self.plan.cores[index].as_mut().filter(|_| whole);
        let found = core.map_or(Factored::Lost, |core| {
            core.factor(at, &self.mass, COMPLIANCE, along)
        });
        self.by_rows[index] = found;
        self.taken_along[index] = along.is_some() && found != Factored::Lost;
        match found {
            Factored::Exact => {}
            Factored::Softened(pivots) => self.repaired += pivots,
            Factored::Lost => {
                if self.plan.cores[index].is_some() && self.plan.spans[index].fronts.1 == 0 {
                    let island = self.islands.start + index;
                    self.plan.stand_by(at.topology, at.graph, (island, index));
                    self.make_room();
                }
                let fronts = self.plan.spans[index].fronts;
                if fronts.0 < fronts.1 && !copied {
                    self.copy_mass(index, at);
                    self.make_room_for_motion(at.topology);
                }
                self.factor_fronts(fronts, at)?;
            }
        }
        Ok(())
    }

    fn copy_mass(&mut self, index: usize, at: &Moment<'_>) {
        self.mass.resize(at.system.mass.len(), 0.0);
        let bodies = &at.graph.islands[self.islands.start + index].bodies;
        for run in bodies.chunk_by(|one, next| one + 1 == *next) {
            let range = at.topology.mass_offset(run[0])..at.topology.mass_offset(run[run.len() - 1] + 1);
            self.mass[range.clone()].copy_from_slice(&at.system.mass[range]);
        }
    }
}

fn numerical(at: &Moment<'_>, scalar: Scalar) -> SolveError {
    let constraint = match scalar {
        Scalar::Row(row) => at.topology.constraint_of(row),
        Scalar::Coordinate(index) => {
            let acts = |&constraint: &usize| {
                let mut ends = at.topology.ends(constraint).iter();
                ends.any(|end| {
                    (at.topology.body_offset(end.body)..at.topology.body_offset(end.body + 1))
                        .contains(&index)
                })
            };
            (0..at.topology.constraints()).find(acts).unwrap_or_default()
        }
    };
    SolveError::Numerical { constraint }
}
