//! Time accounting of evaluations and solves, and saving and restoring the results of the last solve.

use std::ops::AddAssign;

use crate::solver::{Report, Solution};

use super::Dynamics;

/// Accumulated times of evaluations and solves (ns).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveTimes {
    /// Evaluation of forces and constraints.
    pub assemble_ns: u64,
    /// Factorisations.
    pub factor_ns: u64,
    /// Solves with the factors.
    pub solve_ns: u64,
    /// Number of solves.
    pub solves: u64,
}

impl SolveTimes {
    /// Returns the total time (ns).
    pub fn total_ns(&self) -> u64 {
        self.assemble_ns + self.factor_ns + self.solve_ns
    }

    /// Returns the mean times per solve.
    pub fn per_solve(&self) -> Self {
        let solves = self.solves.max(1);
        Self {
            assemble_ns: self.assemble_ns / solves,
            factor_ns: self.factor_ns / solves,
            solve_ns: self.solve_ns / solves,
            solves: self.solves.min(1),
        }
    }
}

impl AddAssign for SolveTimes {
    fn add_assign(&mut self, other: Self) {
        self.assemble_ns += other.assemble_ns;
        self.factor_ns += other.factor_ns;
        self.solve_ns += other.solve_ns;
        self.solves += other.solves;
    }
}

/// Results of the last solve, to be restored after an auxiliary solve.
pub struct SavedSolve {
    solution: Solution,
    report: Report,
    assemble_ns: u64,
}

impl Dynamics {
    /// Returns the time of the last evaluation of forces and constraints (ns), by the clock of the solver.
    pub fn assemble_ns(&self) -> u64 {
        self.assemble_ns
    }

    /// Saves the results of the last solve.
    pub fn saved_solve(&self) -> SavedSolve {
        SavedSolve {
            solution: self.solution.clone(),
            report: self.solver.report().clone(),
            assemble_ns: self.assemble_ns,
        }
    }

    /// Restores saved results.
    pub fn restore_solve(&mut self, saved: SavedSolve) {
        self.solution = saved.solution;
        self.solver.restore_solve(saved.report);
        self.assemble_ns = saved.assemble_ns;
    }

    /// Takes over the statistics of another instance's last solve and adds its accumulated times; multipliers and accelerations are unchanged.
    pub(in crate::sim) fn adopt_statistics(&mut self, other: &mut Self) {
        self.solver.restore_solve(other.solver.report().clone());
        self.assemble_ns = other.assemble_ns;
        self.spent += other.take_times();
    }

    /// Sets the results for a step in which there was nothing to solve.
    pub(in crate::sim) fn clear_statistics(&mut self) {
        self.solver.restore_solve(Report::default());
        self.assemble_ns = 0;
        self.solution.acceleration.fill(0.0);
    }

    /// Adds the time of a solve whose factorisation was counted before.
    pub(super) fn count_solve_alone(&mut self) {
        self.spent.solve_ns += self.solver.report().solve_ns;
        self.spent.solves += 1;
    }

    pub(super) fn count_solve(&mut self) {
        let report = self.solver.report();
        self.spent.factor_ns += report.factor_ns;
        self.spent.solve_ns += report.solve_ns;
        self.spent.solves += 1;
    }

    /// Adds the time of an evaluation that began at `begun` by the clock of the solver (ns); returns when it ended.
    pub(in crate::sim) fn note_evaluation(&mut self, begun: u64) -> u64 {
        let ended = self.solver.now();
        self.assemble_ns = ended.saturating_sub(begun);
        self.spent.assemble_ns += self.assemble_ns;
        ended
    }

    /// Returns the time by the clock of the solver and the total time counted so far (ns), for [`Dynamics::note_rest`].
    pub(in crate::sim) fn begin(&self) -> (u64, u64) {
        (self.solver.now(), self.spent.total_ns())
    }

    /// Adds the time since `begun` as evaluation, less the times counted in between.
    pub(in crate::sim) fn note_rest(&mut self, (begun, counted): (u64, u64)) {
        let passed = self.solver.now().saturating_sub(begun);
        let counted = self.spent.total_ns() - counted;
        self.spent.assemble_ns += passed.saturating_sub(counted);
    }

    /// Adds the time of a solve by the contact solver that began at `begun` (ns).
    pub(in crate::sim) fn note_solve_of_contacts(&mut self, begun: u64) {
        let report = Report {
            factor_ns: 0,
            solve_ns: self.solver.now().saturating_sub(begun),
            ..self.solver.report().clone()
        };
        self.solver.restore_solve(report);
        self.count_solve();
    }

    /// Returns the times accumulated since the last call, and resets them.
    pub fn take_times(&mut self) -> SolveTimes {
        std::mem::take(&mut self.spent)
    }
}
