//! The sparse method: block LDL^T of H in the order of the symbolic phase (Baraff 1996, section 7).
//!
//! Leaves go with their rows, see `joint`. A core goes by its rows alone where that is less work (`schur`), and
//! else, or where that would lose digits, in fronts.
//! The pivots of the fronts are scalars inside small dense matrices; bodies have positive ones, rows negative
//! ones. The rows of the core get a tiny compliance, [`COMPLIANCE`], so that redundant ones have a pivot and
//! share their load evenly; refinement takes its effect away again.

mod fronts;

use std::ops::Range;

use super::Hardware;
use super::equations::Moment;
use super::graph::Graph;
use super::joint::{Stored, backward, factor_joint, forward};
use super::net::Net;
use super::refine::{Direct, Given};
use super::report::SolveError;
use super::schur::{Factored, Schur};
use super::symbolic::{Joint, NONE, Plan, Scalar, Span};
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

    pub(super) fn factor(&mut self, at: &Moment<'_>) -> Result<(), SolveError> {
        self.repaired = 0;
        for index in 0..self.plan.spans.len() {
            self.factor_island(index, at)?;
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
    fn factor_island(&mut self, index: usize, at: &Moment<'_>) -> Result<(), SolveError> {
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
        let core = self.plan.cores[index].as_mut().filter(|_| whole);
        let found = core.map_or(Factored::Lost, |core| core.factor(at, &self.mass, COMPLIANCE));
        self.by_rows[index] = found;
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

impl Direct for Sparse {
    fn apply(&mut self, at: &Moment<'_>, island: usize, given: Given<'_>, lambda: &mut [f64]) {
        self.make_room_for_motion(at.topology);
        for &body in &at.graph.islands[island].bodies {
            let range = at.topology.body_offset(body)..at.topology.body_offset(body + 1);
            match given.force {
                Some(force) => self.force[range.clone()].copy_from_slice(&force[range]),
                None => self.force[range].fill(0.0),
            }
        }
        self.sweep(at, island, given.c, true, lambda);
    }

    fn is_of_rows(&self, island: usize) -> bool {
        let island = island - self.islands.start;
        self.plan.spans[island].net.is_some() || self.by_rows[island] != Factored::Lost
    }

    fn is_exact(&self, island: usize) -> bool {
        let island = island - self.islands.start;
        match self.plan.spans[island].net {
            Some(net) => self.plan.nets[net].is_exact(),
            None => self.by_rows[island] == Factored::Exact,
        }
    }

    fn respond(&mut self, at: &Moment<'_>, island: usize, missed: &[f64], lambda: &mut [f64]) {
        if !self.is_of_rows(island) {
            let given = Given {
                force: None,
                c: missed,
            };
            return self.apply(at, island, given, lambda);
        }
        let span = &self.plan.spans[island - self.islands.start];
        for joint in &self.plan.joints[span.joints.0..span.joints.1] {
            for body in [joint.child(), joint.parent()]
                .into_iter()
                .filter(|&body| body != NONE)
            {
                self.force[at.topology.body_offset(body)..at.topology.body_offset(body + 1)].fill(0.0);
            }
        }
        self.sweep(at, island, missed, false, lambda);
    }
}

impl Sparse {
    /// From the leaves to the core and back, with the forces that are there; `loaded` says whether they act on more than
    /// the leaves and what carries them.
    fn sweep(&mut self, at: &Moment<'_>, island: usize, c: &[f64], loaded: bool, lambda: &mut [f64]) {
        let index = island - self.islands.start;
        let span = self.plan.spans[index].clone();
        if let Some(net) = span.net {
            let net = &mut self.plan.nets[net];
            return if loaded {
                net.solve(at, island, (&self.force, c), &mut self.a, lambda);
            } else {
                net.respond(c, lambda);
            };
        }
        for joint in &self.plan.joints[span.joints.0..span.joints.1] {
            let store = Stored::new(joint, &self.joints);
            forward(joint, &store, at, c, &mut self.force, lambda);
        }
        let by_rows = self.by_rows[index] != Factored::Lost;
        match self.plan.cores[index].as_mut().filter(|_| by_rows) {
            Some(core) => core.solve(at, (c, loaded), &mut self.force, &mut self.a, lambda),
            None => self.solve_core(&span, c, lambda),
        }
        for joint in self.plan.joints[span.joints.0..span.joints.1].iter().rev() {
            let store = Stored::new(joint, &self.joints);
            backward(joint, &store, at, &self.force, &mut self.a, lambda);
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

/// What auxiliary constraints ask of a factor that was made.
impl Sparse {
    /// All joints, in the order of elimination.
    pub(super) fn joints(&self) -> &[Joint] {
        &self.plan.joints
    }

    /// The factor of one of them.
    pub(super) fn stored(&self, index: usize) -> Stored<'_> {
        Stored::new(&self.plan.joints[index], &self.joints)
    }

    /// Masses, each with what the leaves that hang on it have added.
    pub(super) fn articulated_mass(&self) -> &[f64] {
        &self.mass
    }
}
