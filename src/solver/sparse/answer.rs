//! Solving with a factor: forward from the leaves to the core and back, or only back, where forward substitution was done during the
//! factorisation.

use super::super::equations::SystemAt;
use super::super::leaf_elimination::{Stored, backward, forward};
use super::super::products::residual;
use super::super::refine::{DirectSolver, Workspace};
use super::super::supernodal::Factored;
use super::super::symbolic::NONE;
use super::Sparse;

impl DirectSolver for Sparse {
    fn is_exact(&self, island: usize) -> bool {
        let index = island - self.islands.start;
        match (&self.plan.islands[index].multifrontal, self.cores[index]) {
            (Some(multifrontal), Factored::Failed) => multifrontal.is_exact,
            (_, found) => found == Factored::Exact,
        }
    }

    fn solve(&mut self, at: &SystemAt<'_>, island: usize, residual: &[f64], lambda: &mut [f64]) {
        let index = island - self.islands.start;
        self.clear_forces(at, index);
        let (start, end) = self.plan.islands[index].joints;
        let plan = &mut self.plan.islands[index];
        if let (Some(multifrontal), Factored::Failed) = (&mut plan.multifrontal, self.cores[index]) {
            return multifrontal.solve(residual, lambda);
        }
        for joint in &self.plan.joints[start..end] {
            let store = Stored::new(joint, &self.joints);
            forward(joint, &store, at, residual, &mut self.force, lambda);
        }
        if let Some(core) = &mut plan.core {
            core.solve(at, residual, &mut self.force, &mut self.a, lambda);
        }
        for joint in self.plan.joints[start..end].iter().rev() {
            let store = Stored::new(joint, &self.joints);
            backward(joint, &store, at, &self.force, &mut self.a, lambda);
        }
    }

    fn finish(&mut self, at: &SystemAt<'_>, island: usize, lambda: &mut [f64]) -> bool {
        let index = island - self.islands.start;
        if !std::mem::take(&mut self.substituted_forward[index]) {
            return false;
        }
        let (start, end) = self.plan.islands[index].joints;
        let joints = &self.plan.joints[start..end];
        for joint in joints {
            for row in (0..joint.rows()).map(|r| joint.row(r)) {
                lambda[row] = self.lambda[row];
            }
        }
        if let Some(core) = self.plan.islands[index].core.as_mut() {
            core.finish(at, &mut self.force, &mut self.a, lambda);
        }
        for joint in joints.iter().rev() {
            let store = Stored::new(joint, &self.joints);
            backward(joint, &store, at, &self.force, &mut self.a, lambda);
        }
        true
    }
}

impl Sparse {
    /// Discards the forward substitution of the last factorisation.
    pub(in super::super) fn discard_forward_substitution(&mut self) {
        self.substituted_forward.fill(false);
    }

    /// Zeroes the forces on leaves and their parents in one island, given by its index in the plan.
    fn clear_forces(&mut self, at: &SystemAt<'_>, index: usize) {
        let (start, end) = self.plan.islands[index].joints;
        for joint in &self.plan.joints[start..end] {
            let bodies = [joint.child(), joint.parent()].into_iter();
            for body in bodies.filter(|&body| body != NONE) {
                self.force[at.topology.body_offset(body)..at.topology.body_offset(body + 1)].fill(0.0);
            }
        }
    }

    /// Forward substitution through the leaves of one island (an index in the plan), for the residual of its rows at zero multipliers.
    /// Returns that residual.
    pub(super) fn start<'a>(
        &mut self,
        at: &SystemAt<'_>,
        index: usize,
        room: &'a mut Workspace<'_>,
    ) -> &'a [f64] {
        let rhs = at.right_hand_side();
        residual(
            at,
            self.islands.start + index,
            rhs,
            None,
            room.acceleration,
            room.residual,
        );
        self.clear_forces(at, index);
        let (start, end) = self.plan.islands[index].joints;
        if start < end {
            self.lambda.resize(at.topology.rows(), 0.0);
        }
        for joint in &self.plan.joints[start..end] {
            let store = Stored::new(joint, &self.joints);
            forward(
                joint,
                &store,
                at,
                room.residual,
                &mut self.force,
                &mut self.lambda,
            );
        }
        room.residual
    }
}
