//! Principal pivoting for contacts: the rows of all conditions are condensed to a small dense system by their anticipated responses (Baraff 1996,
//! section 8), island by island.
//!
//! ```text
//! a_j = motion of the joints under J_j^T       one back-solve for a row of every island at once; W J_j^T where there are no joints
//! B[i, j] = J_i a_j + E_ij,   q = J a_0 + c    dense, small: solver::Coulomb
//! then the joints under F + J^T x
//! ```

use crate::sim::limits::{Condition, SavedRows};
use crate::solver::{Coulomb, Law, Side, Solution, SolveError, Solver, System, Topology};

use super::bodies::{apply_w, move_freely};
use super::islands::Islands;
use super::problem::ContactProblem;

/// Response of a row to its own force that counts as rounding, as a share of the response without joints: the joints hold (lock) the row.
const LOCKED: f64 = 1e-11;

/// Estimated time for each number that a dense factorisation or a pivot works on (ns).
const OF_NUMBER: f64 = 0.3;

/// Principal pivoting on condensed rows, and its workspace.
#[derive(Default)]
pub struct Condensed {
    pub(super) rows: SavedRows,
    islands: Islands,
    solver: Option<Solver>,
    /// System of the joints alone.
    pub(super) joints: System,
    free: Solution,
    response: Solution,
    /// B of all islands, one after the other, and the start of each.
    b: Vec<f64>,
    b_starts: Vec<usize>,
    moved: Vec<f64>,
    q: Vec<f64>,
    laws: Vec<Law>,
    /// Whether the joints lock the row of a member of an island, and the row has no compliance.
    locked: Vec<bool>,
    own_sides: Vec<Side>,
    own_x: Vec<f64>,
    coulomb: Coulomb,
    /// Multipliers, one a condition.
    pub(super) x: Vec<f64>,
}

impl Condensed {
    /// Sorts the conditions into islands; returns the number of conditions of the largest.
    pub fn sort(&mut self, problem: &ContactProblem<'_>) -> usize {
        self.islands.sort(problem)
    }

    /// The islands of the problem that was sorted last.
    pub fn islands(&self) -> &Islands {
        &self.islands
    }

    /// Solves the system that was sorted, with the options of another solver; leaves the answer, multipliers of conditions included, in `out`.
    /// Returns the number of trial sets and pivots of all islands.
    ///
    /// # Errors
    /// As the solver's.
    pub fn solve(
        &mut self,
        like: &Solver,
        problem: &ContactProblem<'_>,
        out: &mut Solution,
    ) -> Result<usize, SolveError> {
        self.with_solver(like, |own, solver| own.solve_with(solver, problem, out))
    }

    /// Runs `work` with the solver kept for the joints, which has the options of another solver.
    pub(super) fn with_solver<T>(
        &mut self,
        like: &Solver,
        work: impl FnOnce(&mut Self, &mut Solver) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let mut solver = self.solver.take().unwrap_or_else(|| Solver::new(like.method()));
        solver.copy_settings_from(like);
        let answer = work(self, &mut solver);
        self.solver = Some(solver);
        answer
    }

    fn solve_with(
        &mut self,
        solver: &mut Solver,
        problem: &ContactProblem<'_>,
        out: &mut Solution,
    ) -> Result<usize, SolveError> {
        let (topology, conditions) = (problem.topology, problem.conditions);
        self.take_joints(problem);
        let with_joints = self.islands.has_joints();
        self.respond((&mut *solver, with_joints), problem)?;
        let (trials, numbers) = self.pivot(topology, conditions, &out.lambda);
        solver.work_budget().charge_strictly(OF_NUMBER * numbers as f64)?;
        self.finish(with_joints.then_some(solver), problem, out)?;
        Ok(trials)
    }

    /// Computes B of all islands and the motion without conditions.
    fn respond(
        &mut self,
        (solver, with_joints): (&mut Solver, bool),
        problem: &ContactProblem<'_>,
    ) -> Result<(), SolveError> {
        let (topology, base, conditions) = (problem.topology, problem.base, problem.conditions);
        self.b.clear();
        self.b_starts.clear();
        let mut rounds = 0;
        for island in 0..self.islands.len() {
            let size = self.islands.size(island);
            self.b_starts.push(self.b.len());
            self.b.resize(self.b.len() + size * size, 0.0);
            if self.islands.is_jointed(island) {
                rounds = rounds.max(size);
            } else {
                self.respond_freely(problem, island);
            }
        }
        if with_joints {
            solver.factor(base, &self.joints)?;
        }
        move_freely(
            base,
            &self.joints,
            with_joints.then_some(&mut *solver),
            &mut self.free,
        )?;
        self.joints.c.fill(0.0);
        for column in 0..rounds {
            self.joints.force.fill(0.0);
            let islands = &self.islands;
            let takes_part = |island: &usize| column < islands.size(*island) && islands.is_jointed(*island);
            for island in (0..islands.len()).filter(takes_part) {
                let i = islands.member(island, column);
                self.rows
                    .add_force(topology, &mut self.joints.force, &conditions[i], i, 1.0);
            }
            solver.solve(base, &self.joints, &mut self.response)?;
            for island in (0..islands.len()).filter(takes_part) {
                let size = islands.size(island);
                for k in 0..size {
                    let i = islands.member(island, k);
                    let moved = self.rows.along(topology, &conditions[i], i, &self.response);
                    self.b[self.b_starts[island] + k * size + column] = moved;
                }
            }
        }
        self.finish_b(topology.forcing_len() > 0);
        Ok(())
    }

    /// Computes B of an island without joints: two rows are coupled only where they share a body.
    fn respond_freely(&mut self, problem: &ContactProblem<'_>, island: usize) {
        let (topology, conditions) = (problem.topology, problem.conditions);
        let size = self.islands.size(island);
        let own = self.b.len() - size * size;
        for column in 0..size {
            let j = self.islands.member(island, column);
            self.moved.clear();
            let mut at = 0;
            for end in topology.ends(conditions[j].constraint) {
                let dim = topology.body_dim(end.body);
                let start = self.moved.len();
                self.moved.resize(start + dim, 0.0);
                apply_w(
                    topology,
                    problem.system,
                    end.body,
                    &self.rows.j(j)[at..at + dim],
                    &mut self.moved[start..],
                );
                at += dim;
            }
            for row in 0..=column {
                let i = self.islands.member(island, row);
                let (mut sum, mut at) = (0.0, 0);
                for end in topology.ends(conditions[i].constraint) {
                    let dim = topology.body_dim(end.body);
                    let mut to = 0;
                    for other in topology.ends(conditions[j].constraint) {
                        let width = topology.body_dim(other.body);
                        if other.body == end.body {
                            let j = &self.rows.j(i)[at..at + dim];
                            let terms = j.iter().zip(&self.moved[to..to + width]);
                            sum += terms.map(|(j, moved)| j * moved).sum::<f64>();
                        }
                        to += width;
                    }
                    at += dim;
                }
                self.b[own + row * size + column] = sum;
                self.b[own + column * size + row] = sum;
            }
        }
    }

    /// Adds E to B and removes the asymmetry due to rounding, unless B is unsymmetric because forces act elsewhere (K != J). A row that joints lock
    /// responds to its own force by rounding only, which determines no force: its multiplier is 0, or follows from its own compliance.
    fn finish_b(&mut self, forced: bool) {
        self.locked.clear();
        for island in 0..self.islands.len() {
            let size = self.islands.size(island);
            let b = &mut self.b[self.b_starts[island]..][..size * size];
            for k in 0..size {
                let i = self.islands.member(island, k);
                let (own, compliance) = (self.rows.mobility(i), self.rows.compliance(i));
                let held = !forced && b[k * size + k] <= LOCKED * own;
                if held {
                    for l in 0..size {
                        (b[k * size + l], b[l * size + k]) = (0.0, 0.0);
                    }
                    b[k * size + k] = if compliance > 0.0 { 0.0 } else { own };
                }
                self.locked.push(held && compliance == 0.0);
            }
            for k in 0..size {
                b[k * size + k] += self.rows.compliance(self.islands.member(island, k));
                for l in (0..k).filter(|_| !forced) {
                    let mean = 0.5 * (b[k * size + l] + b[l * size + k]);
                    (b[k * size + l], b[l * size + k]) = (mean, mean);
                }
            }
        }
    }

    /// Solves each island from the sides of its conditions and their multipliers.
    /// Returns the number of trial sets and pivots, and of the matrix entries that they worked on.
    fn pivot(&mut self, topology: &Topology, conditions: &[Condition], start: &[f64]) -> (usize, usize) {
        self.x.clear();
        self.x.resize(conditions.len(), 0.0);
        let (mut trials, mut numbers) = (0, 0);
        for island in 0..self.islands.len() {
            let size = self.islands.size(island);
            self.q.clear();
            self.laws.clear();
            self.own_sides.clear();
            self.own_x.clear();
            for k in 0..size {
                let i = self.islands.member(island, k);
                let it = &conditions[i];
                let (w, _) = self.rows.w_and_terms(topology, it, i, &self.free);
                let is_locked = self.locked[self.islands.start(island) + k];
                self.q.push(if is_locked { 0.0 } else { w });
                self.own_sides.push(it.side);
                let row = topology.row_offset(it.constraint) + it.k;
                self.own_x.push(start.get(row).copied().unwrap_or(0.0));
                self.laws.push(self.law(it));
            }
            let b = &self.b[self.b_starts[island]..][..size * size];
            let answer = self
                .coulomb
                .solve(b, &self.q, &self.laws, &mut self.own_sides, &mut self.own_x);
            trials += answer.trials + answer.pivots;
            numbers += answer.numbers;
            for (k, x) in self.own_x.iter().enumerate() {
                self.x[self.islands.member(island, k)] = *x;
            }
        }
        (trials, numbers)
    }

    fn law(&self, it: &Condition) -> Law {
        match it.friction {
            Some((normal, coefficient)) if it.slides => Law::Sliding {
                normal: self.islands.place(normal),
                share: if it.side == Side::Low {
                    -coefficient
                } else {
                    coefficient
                },
            },
            Some((normal, coefficient)) => Law::Friction {
                normal: self.islands.place(normal),
                coefficient,
            },
            None => Law::Bounds(it.bounds),
        }
    }
}
