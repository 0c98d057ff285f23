//! What evaluations and solves have taken, and what the last of them told.

use std::ops::AddAssign;

use crate::solver::{Report, Solution};

use super::Dynamics;

/// Times of evaluations and solves, added up (ns).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Forces and constraints.
    pub assemble_ns: u64,
    /// Factorisations.
    pub factor_ns: u64,
    /// Solves with them.
    pub solve_ns: u64,
    /// How many solves.
    pub solves: u64,
}

impl Spent {
    /// All of it (ns).
    pub fn total_ns(&self) -> u64 {
        self.assemble_ns + self.factor_ns + self.solve_ns
    }

    /// The mean of a solve with its evaluation and factorisation.
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

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.assemble_ns += other.assemble_ns;
        self.factor_ns += other.factor_ns;
        self.solve_ns += other.solve_ns;
        self.solves += other.solves;
    }
}

/// What the last solve told, to be put back after another one that is only to be read.
pub struct SavedSolve {
    solution: Solution,
    report: Report,
    assemble_ns: u64,
}

impl Dynamics {
    /// Time to evaluate forces and constraints at the last evaluation (ns), by the clock of the solver.
    pub fn assemble_ns(&self) -> u64 {
        self.assemble_ns
    }

    /// What the last solve told.
    pub fn saved_solve(&self) -> SavedSolve {
        SavedSolve {
            solution: self.solution.clone(),
            report: self.solver.report().clone(),
            assemble_ns: self.assemble_ns,
        }
    }

    /// Tells this again.
    pub fn restore_solve(&mut self, saved: SavedSolve) {
        self.solution = saved.solution;
        self.solver.restore_solve(saved.report);
        self.assemble_ns = saved.assemble_ns;
    }

    /// Tells what another one tells of its last solve, and counts what that one has taken; multipliers and accelerations are left alone.
    pub(in crate::sim) fn tell_of(&mut self, other: &mut Self) {
        self.solver.restore_solve(other.solver.report().clone());
        self.assemble_ns = other.assemble_ns;
        self.spent += other.take_spent();
    }

    /// Tells of a step in which there was nothing to solve.
    pub(in crate::sim) fn tell_nothing(&mut self) {
        self.solver.restore_solve(Report::default());
        self.assemble_ns = 0;
        self.solution.acceleration.fill(0.0);
    }

    /// Counts a solve with a factor that was counted before.
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

    /// Notes the time of an evaluation that began then, by the clock of the solver (ns); returns when it ended.
    pub(in crate::sim) fn note_evaluation(&mut self, begun: u64) -> u64 {
        let ended = self.solver.now();
        self.assemble_ns = ended.saturating_sub(begun);
        self.spent.assemble_ns += self.assemble_ns;
        ended
    }

    /// The time by the clock of the solver (ns), with what has been counted until then.
    pub(in crate::sim) fn begin(&self) -> (u64, u64) {
        (self.solver.now(), self.spent.total_ns())
    }

    /// Counts as evaluation what has passed since then, but for factorisations and solves, which were counted as they came.
    pub(in crate::sim) fn note_rest(&mut self, (begun, counted): (u64, u64)) {
        let passed = self.solver.now().saturating_sub(begun);
        let counted = self.spent.total_ns() - counted;
        self.spent.assemble_ns += passed.saturating_sub(counted);
    }

    /// Notes the time of a solve that began then (ns), and that contacts have a solver of their own for.
    pub(in crate::sim) fn note_solve_of_contacts(&mut self, begun: u64) {
        let report = Report {
            factor_ns: 0,
            solve_ns: self.solver.now().saturating_sub(begun),
            ..self.solver.report().clone()
        };
        self.solver.restore_solve(report);
        self.count_solve();
    }

    /// What evaluations and solves have taken since this was asked last, by the clock of the solver.
    pub fn take_spent(&mut self) -> Spent {
        std::mem::take(&mut self.spent)
    }
}
