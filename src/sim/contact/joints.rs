//! Solution of the joints alone, under given multipliers of the conditions: a tree of joints stays a tree, however many contacts close loops.

use crate::solver::{Solution, SolveError, Solver};

use super::bodies::move_freely;
use super::condensed::Condensed;
use super::problem::ContactProblem;

impl Condensed {
    /// Saves the rows with conditions and copies the system of the joints; joint rows with a condition become identities with multiplier 0.
    pub(super) fn take_joints(&mut self, problem: &ContactProblem<'_>) {
        self.rows
            .save(problem.topology, problem.system, problem.conditions);
        let (base, from, own) = (problem.base, &*problem.system, &mut self.joints);
        own.resize(base);
        if own.mass[..] != from.mass[..] {
            own.mass.copy_from_slice(&from.mass);
        }
        let [blocks, forcing] = [own.jacobian.len(), own.forcing.len()];
        own.jacobian.copy_from_slice(&from.jacobian[..blocks]);
        own.forcing.copy_from_slice(&from.forcing[..forcing]);
        own.force.copy_from_slice(&from.force);
        own.c.copy_from_slice(&from.c[..base.rows()]);
        own.compliance.copy_from_slice(&from.compliance[..base.rows()]);
        let on_joints = problem.conditions.iter();
        for it in on_joints.filter(|it| it.constraint < base.constraints()) {
            self.rows.write_identity(base, &mut self.joints, it, 0.0);
        }
    }

    /// Solves the joints under multipliers of the conditions, with the options of another solver; leaves the answer, these multipliers included, in
    /// `out`.
    ///
    /// # Errors
    /// As the solver's.
    pub fn solve_joints(
        &mut self,
        like: &Solver,
        problem: &ContactProblem<'_>,
        x: &[f64],
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        self.take_joints(problem);
        self.x.clear();
        self.x.extend_from_slice(x);
        self.with_solver(like, |own, solver| {
            solver.factor(problem.base, &own.joints)?;
            own.finish(Some(solver), problem, out)
        })
    }

    /// Leaves in `out` the motion of the joints, which must be factored, under the multipliers of the conditions.
    pub(super) fn finish(
        &mut self,
        solver: Option<&mut Solver>,
        problem: &ContactProblem<'_>,
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        let (topology, base, conditions) = (problem.topology, problem.base, problem.conditions);
        self.joints.force.copy_from_slice(&problem.system.force);
        self.joints.c.copy_from_slice(&problem.system.c[..base.rows()]);
        for (i, it) in conditions.iter().enumerate() {
            self.rows
                .add_force(topology, &mut self.joints.force, it, i, self.x[i]);
            if it.constraint < base.constraints() {
                self.rows.write_identity(base, &mut self.joints, it, self.x[i]);
            }
        }
        move_freely(base, &self.joints, solver, out)?;
        out.lambda.resize(topology.rows(), 0.0);
        for (it, x) in conditions.iter().zip(&self.x) {
            out.lambda[topology.row_offset(it.constraint) + it.k] = *x;
        }
        Ok(())
    }
}
