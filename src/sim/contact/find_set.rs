//! Active set for joints and contacts, and the methods that follow where it cycles: accelerated sweeps, interior point, proximal steps.

use crate::sim::limits::{MOST_PROXIMAL, MOST_WITH_FRICTION};
use crate::solver::{SolveError, Solver};

use super::contact_solver::{ContactSolution, ContactSolver, ends_all};
use super::figures::{ContactMethod, EXACT};
use super::interior_point::InteriorPoint;
use super::method_choice::{DENSE_AT_ALL, FAR, LARGE, is_heap, joint_rows, sweep_budget};
use super::problem::{ContactProblem, PreviousStep};

/// Accelerated sweeps before exact methods, the same in a heap that goes on, where an interior point method follows that fails more often from a better start,
/// and where parts are at rest, where sweeps nearly always end in an exact answer.
const SWEEPS_BEFORE: usize = 60;
const SWEEPS_IN_HEAP: usize = 20;
const SWEEPS_AT_REST: usize = 150;
/// Trial sets before an interior point method, and in islands too large for that method.
const TRIALS_BEFORE: usize = 10;

/// Trial sets before an interior point method (which takes some twenty factorisations) in machines with contacts: half of their sets are found
/// within these trials, those of heaps rarely.
const FEW_TRIALS: usize = 4;

impl ContactSolver {
    /// Solves by an active set. Where friction makes it cycle, and where most rows are those of contacts, accelerated sweeps, an interior point
    /// method and proximal steps follow, each from the answer before and until one is exact.
    pub(super) fn find_set(
        &mut self,
        solver: &mut Solver,
        problem: &mut ContactProblem<'_>,
        largest: usize,
    ) -> Result<ContactSolution, SolveError> {
        let (topology, conditions) = (problem.topology, problem.conditions);
        let coupled = conditions.iter().any(|it| it.friction.is_some());
        // From a start of zeros, sweeps do not carry the weight of a stack down to its foot.
        let is_warm = self.is_warm();
        let takes_interior = InteriorPoint::takes(problem) && (largest < LARGE || !is_warm);
        let mut rounds = 0;
        // Sweeps propagate poorly through connected joints. Where sets cycled in the previous step they mostly do so in this one.
        let cycles = takes_interior && matches!(problem.before, PreviousStep::Cycled { .. });
        if !coupled || (!cycles && conditions.len() <= joint_rows(problem)) {
            let most = if takes_interior || largest >= LARGE {
                TRIALS_BEFORE
            } else {
                MOST_WITH_FRICTION
            };
            let system = (topology, &mut *problem.system);
            let found = self
                .set
                .solve(solver, system, (conditions, None, most), &mut self.trial)?;
            rounds = found.rounds;
            if found.settled || !takes_interior {
                self.map.read(problem, &self.trial);
                return Ok(self.found(problem, ContactMethod::ActiveSet, rounds));
            }
            self.trial.lambda.clone_from(&self.start);
        }
        if let (0..LARGE, PreviousStep::Stands { looks: true, .. }) = (largest, problem.before)
            && let Some(found) = self.set_at_rest(solver, problem)?
        {
            return Ok(found.after(rounds));
        }
        let is_heap = is_heap(problem);
        // While steps end in sweeps, exact methods mostly fail.
        let is_swept = is_heap && is_warm && problem.before == PreviousStep::Cycled { swept: true };
        let (sweeps_before, most) = match (largest, problem.before) {
            (0..LARGE, PreviousStep::Stands { .. }) => (SWEEPS_AT_REST, MOST_PROXIMAL),
            (0..LARGE, _) if !is_heap || !is_warm => (SWEEPS_BEFORE, MOST_PROXIMAL),
            (0..DENSE_AT_ALL, _) => (SWEEPS_IN_HEAP, TRIALS_BEFORE),
            (DENSE_AT_ALL..LARGE, _) if !is_swept => (SWEEPS_IN_HEAP, TRIALS_BEFORE),
            _ => (sweep_budget(problem, largest), TRIALS_BEFORE),
        };
        let sweeps = self.sweep(solver, problem, sweeps_before)?;
        self.map.read(problem, &self.trial);
        let mut best = self.found(problem, ContactMethod::Sweeps, sweeps);
        let is_fall = match largest {
            0..DENSE_AT_ALL => false,
            DENSE_AT_ALL..LARGE => is_swept,
            _ => is_swept || (is_heap && is_warm && best.residual > FAR),
        };
        if best.residual <= EXACT || is_fall {
            return Ok(best);
        }
        self.kept.acceleration.clone_from(&self.trial.acceleration);
        self.kept.lambda.clone_from(&self.trial.lambda);
        if takes_interior && !is_heap {
            if let Some(found) = self.set_from_kept(solver, problem, FEW_TRIALS)? {
                if found.residual <= EXACT {
                    return Ok(found.after(rounds));
                }
                rounds += found.iterations;
            }
            self.trial.acceleration.clone_from(&self.kept.acceleration);
            self.trial.lambda.clone_from(&self.kept.lambda);
        }
        if takes_interior {
            let steps = self.by_interior_point(solver, problem)?;
            rounds += steps;
            let found = self.found(problem, ContactMethod::InteriorPoint, rounds);
            if found.residual <= EXACT {
                return Ok(found);
            }
            if found.residual < best.residual {
                best = found;
                self.kept.acceleration.clone_from(&self.trial.acceleration);
                self.kept.lambda.clone_from(&self.trial.lambda);
            }
        }
        if let Some(found) = self.set_from_kept(solver, problem, most)?
            && found.residual <= best.residual
        {
            return Ok(found.after(rounds));
        }
        std::mem::swap(&mut self.trial, &mut self.kept);
        Ok(best)
    }

    /// Solves by the active set in which the previous step ended, in few trials, into `trial`; `None` where that is not exact. Its multipliers are
    /// accurate to the last digits, so parts at rest stand still from then on; by those of sweeps they tremble.
    fn set_at_rest(
        &mut self,
        solver: &mut Solver,
        problem: &mut ContactProblem<'_>,
    ) -> Result<Option<ContactSolution>, SolveError> {
        self.kept.lambda.clone_from(&self.start);
        let found = self.set_from_kept(solver, problem, FEW_TRIALS)?;
        let exact = found.filter(|found| found.residual <= EXACT);
        if exact.is_none() {
            self.trial.lambda.clone_from(&self.start);
        }
        Ok(exact)
    }

    /// Solves by an active set, looked for from the kept answer in `most` trials, into `trial`; `None` where it cannot be factored.
    fn set_from_kept(
        &mut self,
        solver: &mut Solver,
        problem: &mut ContactProblem<'_>,
        most: usize,
    ) -> Result<Option<ContactSolution>, SolveError> {
        self.map.read(problem, &self.kept);
        self.map.find_sides(problem.conditions, &mut self.start_sides);
        let start = Some((&self.start_sides[..], self.map.x()));
        let system = (problem.topology, &mut *problem.system);
        let conditions = (problem.conditions, start, most);
        match self.set.solve(solver, system, conditions, &mut self.trial) {
            Ok(found) => {
                self.map.read(problem, &self.trial);
                Ok(Some(self.found(problem, ContactMethod::ActiveSet, found.rounds)))
            }
            Err(error) if ends_all(&error) => Err(error),
            // A failed factorisation leaves the kept answer in place.
            Err(_) => Ok(None),
        }
    }

    /// Runs the interior point method from `trial`, into `trial`; returns its steps.
    fn by_interior_point(
        &mut self,
        solver: &mut Solver,
        problem: &mut ContactProblem<'_>,
    ) -> Result<usize, SolveError> {
        let steps = self.interior.solve(solver, problem, &mut self.trial);
        self.map.read(problem, &self.trial);
        let is_number = !self.map.residual(problem, &self.trial).is_nan();
        let answered = match steps {
            Err(error @ (SolveError::Cancelled | SolveError::TooLong)) => return Err(error),
            _ if is_number => self.answer_by_joints(solver, problem),
            _ => Ok(()),
        };
        match answered {
            Err(error @ (SolveError::Cancelled | SolveError::TooLong)) => Err(error),
            // Where a matrix can no longer be factored, the iterate reached may be good enough.
            _ => Ok(steps.unwrap_or_default()),
        }
    }
}
