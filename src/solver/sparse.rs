//! The sparse method: block LDL^T of H in the order of the symbolic phase (Baraff 1996, section 7).
//!
//! Leaves go with their rows, see `joint`. A core goes by its rows alone where that is less work (`schur`), and
//! else, or where that would lose digits, in fronts.
//! The pivots of the fronts are scalars inside small dense matrices; bodies have positive ones, rows negative
//! ones. The rows of the core get a tiny compliance, [`COMPLIANCE`], so that redundant ones have a pivot and
//! share their load evenly; refinement takes its effect away again.

use super::Hardware;
use super::equations::Moment;
use super::graph::Graph;
use super::joint::{Stored, backward, factor_joint, forward};
use super::net::Net;
use super::refine::{Direct, Given};
use super::report::SolveError;
use super::schur::Schur;
use super::symbolic::{Front, Joint, NONE, Piece, Plan, Scalar, Span};
use super::system::Topology;

/// Compliance of the rows of the core, as a part of the diagonal of A. Larger would cost sweeps of refinement,
/// smaller would let rounding (1e-16) into the multipliers of redundant rows.
const COMPLIANCE: f64 = 1e-11;
/// Leaves between two looks at the cancel flag.
const POLL: usize = 1024;

/// The numeric factor and its workspace.
#[derive(Default)]
pub(super) struct Sparse {
    plan: Plan,
    /// Masses with what the leaves have added.
    mass: Vec<f64>,
    joints: Vec<f64>,
    panels: Vec<f64>,
    front: Vec<f64>,
    stack: Vec<f64>,
    /// Forces with what the leaves have added.
    force: Vec<f64>,
    a: Vec<f64>,
    /// Scalars of the cores.
    x: Vec<f64>,
    /// One an island: whether the factor of its core is the one by its rows alone.
    by_rows: Vec<bool>,
    /// Pivots that had to be made up.
    pub(super) repaired: usize,
}

impl Sparse {
    pub(super) fn set_topology(&mut self, topology: &Topology, graph: &Graph, hardware: Hardware) {
        self.plan = Plan::new(topology, graph, hardware);
        let plan = &self.plan;
        self.mass.resize(topology.mass_len(), 0.0);
        self.joints.resize(plan.joint_len, 0.0);
        self.panels.resize(plan.panel_len, 0.0);
        self.front.resize(plan.front_len, 0.0);
        self.stack.resize(plan.stack_len, 0.0);
        self.force.resize(topology.dofs(), 0.0);
        self.a.resize(topology.dofs(), 0.0);
        self.x.resize(plan.scalars.len(), 0.0);
        self.by_rows.clear();
        self.by_rows.resize(plan.spans.len(), false);
    }

    /// Pieces that threads can share.
    pub(super) fn pieces(&self) -> usize {
        self.plan.nets.iter().map(Net::parts).sum()
    }

    /// Cores that went by their rows, each with the counts of the fronts it did without.
    fn cores_by_rows(&self) -> impl Iterator<Item = (&Schur, &Span)> {
        let cores = self.plan.cores.iter().zip(&self.plan.spans).zip(&self.by_rows);
        cores
            .filter_map(|((core, span), by_rows)| core.as_ref().filter(|_| *by_rows).map(|core| (core, span)))
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
        self.mass.copy_from_slice(&at.system.mass);
        for (index, joint) in self.plan.joints.iter().enumerate() {
            if index % POLL == 0 && at.cancelled() {
                return Err(SolveError::Cancelled);
            }
            let store = &mut self.joints[joint.store..joint.store + joint.stored()];
            let lost = factor_joint(joint, at, &mut self.mass, store);
            self.repaired += lost.ok_or_else(|| numerical(at, Scalar::Row(joint.row[0])))?;
        }
        // A leaf whose rows had lost their pivot leaves a mass behind that cannot be inverted.
        let whole = self.repaired == 0;
        for island in 0..self.plan.spans.len() {
            let core = self.plan.cores[island].as_mut().filter(|_| whole);
            self.by_rows[island] = core.is_some_and(|core| core.factor(at, &self.mass));
            if !self.by_rows[island] {
                self.factor_fronts(self.plan.spans[island].fronts, at)?;
            }
        }
        for net in &mut self.plan.nets {
            if at.cancelled() {
                return Err(SolveError::Cancelled);
            }
            if !net.factor(at, COMPLIANCE) {
                return Err(SolveError::Numerical { constraint: 0 });
            }
        }
        Ok(())
    }

    fn factor_fronts(&mut self, fronts: (usize, usize), at: &Moment<'_>) -> Result<(), SolveError> {
        let mut top = 0;
        for index in fronts.0..fronts.1 {
            if at.cancelled() {
                return Err(SolveError::Cancelled);
            }
            top = self.assemble(index, top, at);
            self.take_out_pivots(index, at)?;
            top = self.leave_rest(index, top, at)?;
        }
        Ok(())
    }

    /// Puts a front together from its pieces and what its children left on the stack. Returns the new height
    /// of the stack.
    fn assemble(&mut self, index: usize, mut top: usize, at: &Moment<'_>) -> usize {
        let plan = &self.plan;
        let Front {
            width,
            height,
            pieces,
            children,
            ..
        } = plan.fronts[index];
        let size = width + height;
        let front = &mut self.front[..size * size];
        front.fill(0.0);
        for piece in &plan.pieces[pieces.0..pieces.1] {
            add_piece(piece, at, &self.mass, size, front);
        }
        for &child in &plan.children[children.0..children.1] {
            let Front { height, into, .. } = plan.fronts[child];
            top -= height * height;
            let left = &self.stack[top..top + height * height];
            let into = &plan.into[into..into + height];
            for column in 0..height {
                let to = &mut front[into[column] * size..][..size];
                let from = &left[column * height..][..height];
                for row in column..height {
                    to[into[row]] += from[row];
                }
            }
        }
        top
    }

    /// Factors the first columns of the front: L D L^T, D on the diagonal.
    fn take_out_pivots(&mut self, index: usize, at: &Moment<'_>) -> Result<(), SolveError> {
        let Front {
            first,
            width,
            height,
            panel,
            ..
        } = self.plan.fronts[index];
        let size = width + height;
        let front = &mut self.front[..size * width];
        for k in 0..width {
            let (done, rest) = front.split_at_mut((k + 1) * size);
            let column = &mut done[k * size..];
            let mut pivot = column[k];
            if let Scalar::Row(row) = self.plan.scalars[first + k] {
                let compliance = COMPLIANCE * at.diagonal[row];
                if -pivot < 2.0 * compliance {
                    self.repaired += 1;
                    pivot = pivot.min(-compliance);
                }
            }
            if pivot == 0.0 || !pivot.is_finite() {
                return Err(numerical(at, self.plan.scalars[first + k]));
            }
            column[k] = pivot;
            let inverse = pivot.recip();
            for (ahead, to) in rest.chunks_exact_mut(size).enumerate() {
                let j = k + 1 + ahead;
                let factor = column[j] * inverse;
                if factor != 0.0 {
                    for (to, from) in to[j..].iter_mut().zip(&column[j..]) {
                        *to -= factor * from;
                    }
                }
            }
            for below in &mut column[k + 1..] {
                *below *= inverse;
            }
        }
        self.panels[panel..panel + size * width].copy_from_slice(front);
        Ok(())
    }

    /// Subtracts what the pivots did to the rest of the front, and puts the rest on the stack.
    fn leave_rest(&mut self, index: usize, top: usize, at: &Moment<'_>) -> Result<usize, SolveError> {
        let Front { width, height, .. } = self.plan.fronts[index];
        let size = width + height;
        let (pivots, rest) = self.front[..size * size].split_at_mut(size * width);
        let stack = &mut self.stack[top..top + height * height];
        for j in 0..height {
            if size > 256 && at.cancelled() {
                return Err(SolveError::Cancelled);
            }
            let to = &mut rest[j * size + width + j..(j + 1) * size];
            for k in 0..width {
                let column = &pivots[k * size..][..size];
                let factor = column[width + j] * column[k];
                if factor != 0.0 {
                    for (to, from) in to.iter_mut().zip(&column[width + j..]) {
                        *to -= factor * from;
                    }
                }
            }
            stack[j * height + j..(j + 1) * height].copy_from_slice(to);
        }
        Ok(top + height * height)
    }

    fn solve_fronts(&mut self, fronts: (usize, usize)) {
        let plan = &self.plan;
        for front in &plan.fronts[fronts.0..fronts.1] {
            let below = &plan.below[front.below..front.below + front.height];
            for k in 0..front.width {
                let column = &self.panels[front.panel + k * front.size()..][..front.size()];
                let x = self.x[front.first + k];
                for i in k + 1..front.width {
                    self.x[front.first + i] -= column[i] * x;
                }
                for (&row, l) in below.iter().zip(&column[front.width..]) {
                    self.x[row] -= l * x;
                }
                self.x[front.first + k] = x / column[k];
            }
        }
        for front in plan.fronts[fronts.0..fronts.1].iter().rev() {
            let below = &plan.below[front.below..front.below + front.height];
            for k in (0..front.width).rev() {
                let column = &self.panels[front.panel + k * front.size()..][..front.size()];
                let mut x = self.x[front.first + k];
                for i in k + 1..front.width {
                    x -= column[i] * self.x[front.first + i];
                }
                for (&row, l) in below.iter().zip(&column[front.width..]) {
                    x -= l * self.x[row];
                }
                self.x[front.first + k] = x;
            }
        }
    }
}

impl Direct for Sparse {
    fn apply(&mut self, at: &Moment<'_>, island: usize, given: Given<'_>, lambda: &mut [f64]) {
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
        self.plan.spans[island].net.is_some() || self.by_rows[island]
    }

    fn is_exact(&self, island: usize) -> bool {
        match self.plan.spans[island].net {
            Some(net) => self.plan.nets[net].is_exact(),
            None => self.by_rows[island],
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
        let span = &self.plan.spans[island];
        for joint in &self.plan.joints[span.joints.0..span.joints.1] {
            for body in [joint.child, joint.parent]
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
        let span = self.plan.spans[island].clone();
        if let Some(net) = span.net {
            let net = &mut self.plan.nets[net];
            return if loaded {
                net.solve(at, island, &self.force, c, lambda);
            } else {
                net.respond(c, lambda);
            };
        }
        for joint in &self.plan.joints[span.joints.0..span.joints.1] {
            let store = Stored::new(joint, &self.joints);
            forward(joint, &store, at, c, &mut self.force, lambda);
        }
        match self.plan.cores[island].as_mut().filter(|_| self.by_rows[island]) {
            Some(core) => core.solve(at, (c, loaded), &mut self.force, &mut self.a, lambda),
            None => self.solve_core(&span, c, lambda),
        }
        for joint in self.plan.joints[span.joints.0..span.joints.1].iter().rev() {
            let store = Stored::new(joint, &self.joints);
            backward(joint, &store, at, &self.force, &mut self.a, lambda);
        }
    }

    /// The core of one island by its fronts.
    fn solve_core(&mut self, span: &Span, c: &[f64], lambda: &mut [f64]) {
        for position in span.scalars.0..span.scalars.1 {
            self.x[position] = match self.plan.scalars[position] {
                Scalar::Coordinate(index) => self.force[index],
                Scalar::Row(row) => c[row],
            };
        }
        self.solve_fronts(span.fronts);
        for position in span.scalars.0..span.scalars.1 {
            match self.plan.scalars[position] {
                Scalar::Coordinate(index) => self.a[index] = self.x[position],
                Scalar::Row(row) => lambda[row] = self.x[position],
            }
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

fn add_piece(piece: &Piece, at: &Moment<'_>, mass: &[f64], size: usize, front: &mut [f64]) {
    match *piece {
        Piece::Mass { body, at: place } => {
            let dim = at.topology.body_dim(body);
            let block = &mass[at.topology.mass_offset(body)..];
            for column in 0..dim {
                for row in column..dim {
                    front[(place + column) * size + place + row] += block[row * dim + column];
                }
            }
        }
        Piece::Compliance { row, at: place } => {
            front[place * size + place] -= at.system.compliance[row] + COMPLIANCE * at.diagonal[row];
        }
        Piece::Jacobian {
            start,
            dim,
            row_at,
            body_at,
        } => {
            for k in 0..dim {
                let (low, high) = (row_at.min(body_at + k), row_at.max(body_at + k));
                front[low * size + high] -= at.system.jacobian[start + k];
            }
        }
    }
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
