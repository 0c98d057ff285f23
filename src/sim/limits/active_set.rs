//! Mixed complementarity by an active set (a primal-dual active set, or semi-smooth Newton): every trial set is one factorisation of the
//! system by the method in use.
//!
//! ```text
//! w = J a + c,   lo <= lambda <= hi,   w = 0 inside,   w >= 0 at lo,   w <= 0 at hi
//! friction of a contact: hi = -lo = mu lambda_n
//! ```
//! A row at a bound becomes an identity (J = 0, E = 1), so that the pattern of the factor stays; its force goes to F. All rows on the
//! wrong side change over at once; when that does not bring their number down, only the last of them (Júdice and Pires 1994, after Murty):
//! finite for constant bounds. What slides follows its normal force: its friction is in the column of that force, `K_n = J_n^T ± mu J_t^T`, and the
//! factor an LU. Beside forces that act elsewhere it is a small linear system solved by minimal residuals, with products that are solves
//! with the symmetric factor.

use crate::solver::{BlockPivoting, Side, Solution, SolveError, Solver, System, Topology, Unsymmetric};

use super::condition::Condition;
use super::minimal_residual::MinimalResidual;
use super::saved_rows::SavedRows;

/// Compliance of held rows while the set is looked for, relative to their own J W J^T: rows that contradict each other get multipliers
/// beyond any bound instead of least squares, and rows that depend on each other share evenly.
const EASE: f64 = 1e-10;
/// Sides closer than this, relative to their terms, are no reason to change over.
const ROUNDING: f64 = 1e-12;
/// Trial sets at most where friction follows other multipliers: there is no proof that one is found.
const MOST_WITH_FRICTION: usize = 25;
/// How near a sliding row is to its bound, relative to the largest multiplier, and rounds in which it is brought there.
const SAME: f64 = 1e-13;
const RESTARTS: usize = 3;
/// Rounds in which the compliance of held rows is taken away.
const HARDENINGS: usize = 4;

/// How it ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Factorisations.
    pub rounds: usize,
    /// Whether the set stands: no row is on the wrong side.
    pub settled: bool,
}

/// Workspace, and the sides found.
#[derive(Default)]
pub struct ActiveSet {
    /// One a condition.
    pub sides: Vec<Side>,
    /// Multipliers, likewise.
    pub x: Vec<f64>,
    rows: SavedRows,
    force: Vec<f64>,
    change: Vec<usize>,
    /// What slides: its row, that of its normal, and the multiplier for a unit one of that.
    slips: Vec<(usize, usize, f64)>,
    missing: Vec<f64>,
    change_of_x: Vec<f64>,
    c: Vec<f64>,
    minimal: MinimalResidual,
    lu: Unsymmetric,
    /// K, laid out like the Jacobian, and the constraints that have conditions or act on anything: the rows of all others are nothing.
    push: Vec<f64>,
    active: Vec<bool>,
    /// Whether the last factor is the LU, and whether rows were found to depend on each other, for which there is none.
    has_lu: bool,
    dependent: bool,
    /// Compliance of held rows: [`EASE`], and none for the answer.
    ease: f64,
}

/// What is solved, by which solver, and where the answer goes.
struct Task<'a> {
    solver: &'a mut Solver,
    topology: &'a Topology,
    system: &'a mut System,
    conditions: &'a [Condition],
    out: &'a mut Solution,
}

impl Task<'_> {
    fn solve(&mut self) -> Result<(), SolveError> {
        self.solver.solve(self.topology, self.system, self.out)
    }

    /// Row of the system that a condition is about.
    fn row(&self, i: usize) -> usize {
        self.topology.row_offset(self.conditions[i].constraint) + self.conditions[i].k
    }

    /// Multiplier of a condition's row in the last answer.
    fn multiplier(&self, i: usize) -> f64 {
        self.out.lambda[self.row(i)]
    }
}

impl ActiveSet {
    /// Solves `system`, whose rows are all written as equations, under these conditions. The answer, multipliers at bounds included, is
    /// left in `out`; the system is as it was afterwards.
    ///
    /// # Errors
    /// As the solver's.
    pub fn solve(
        &mut self,
        solver: &mut Solver,
        topology: &Topology,
        system: &mut System,
        conditions: &[Condition],
        out: &mut Solution,
    ) -> Result<Found, SolveError> {
        self.save(topology, system, conditions);
        let mut task = Task {
            solver,
            topology,
            system,
            conditions,
            out,
        };
        let answer = self.find(&mut task);
        self.restore(topology, system, conditions);
        answer
    }

    /// Looks for a set that stands, and solves for it without compliance.
    fn find(&mut self, task: &mut Task<'_>) -> Result<Found, SolveError> {
        self.ease = EASE;
        let mut found = Found::default();
        let coupled = task.conditions.iter().any(|it| it.friction.is_some());
        let most = if coupled {
            MOST_WITH_FRICTION
        } else {
            60 + 4 * task.conditions.len()
        };
        let mut pivoting = BlockPivoting::default();
        while found.rounds < most {
            found.rounds += 1;
            self.try_set(task)?;
            self.find_changes(task);
            if !pivoting.choose(&mut self.change) {
                found.settled = true;
                break;
            }
            for &i in &self.change {
                let [lo, _] = self.bounds(task.conditions, i);
                self.sides[i] = self.sides[i].changed(self.x[i] < lo);
            }
        }
        if found.settled && coupled {
            self.harden(task)?;
        } else if found.settled {
            self.ease = 0.0;
            self.try_set(task)?;
            self.find_changes(task);
            if !self.change.is_empty() {
                // Least squares share otherwise than compliance does, and not within the bounds.
                self.ease = EASE;
                self.try_set(task)?;
                self.harden(task)?;
            }
        }
        Ok(found)
    }

    fn save(&mut self, topology: &Topology, system: &System, conditions: &[Condition]) {
        self.rows.save(topology, system, conditions);
        self.force.clone_from(&system.force);
        self.sides.clear();
        self.sides.extend(conditions.iter().map(|it| it.side));
        self.x.clear();
        self.x.resize(conditions.len(), 0.0);
        let acts = |constraint: usize| {
            let rows = topology.constraint_dim(constraint);
            let mut ends = topology.ends(constraint).iter();
            ends.any(|end| {
                let block = &system.jacobian[end.block..][..rows * topology.body_dim(end.body)];
                block.iter().any(|j| *j != 0.0)
            })
        };
        self.dependent = false;
        self.active.clear();
        self.active.extend((0..topology.constraints()).map(acts));
        conditions.iter().for_each(|it| self.active[it.constraint] = true);
    }

    fn restore(&mut self, topology: &Topology, system: &mut System, conditions: &[Condition]) {
        system.force.clone_from(&self.force);
        for (i, it) in conditions.iter().enumerate() {
            self.rows.hold(topology, system, it, i, 0.0);
        }
    }

    /// [lo, hi] of a multiplier, by those that are there.
    fn bounds(&self, conditions: &[Condition], i: usize) -> [f64; 2] {
        conditions[i].bounds_by(|normal| self.x[normal])
    }

    /// Solves for the sides there are.
    fn try_set(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        for (i, it) in task.conditions.iter().enumerate() {
            if self.sides[i] == Side::Held {
                self.rows.hold(task.topology, task.system, it, i, self.ease);
            } else {
                let [lo, hi] = self.bounds(task.conditions, i);
                self.x[i] = if self.sides[i] == Side::Low { lo } else { hi };
                self.rows.give(task.topology, task.system, it, self.x[i]);
            }
        }
        self.slips.clear();
        for (i, it) in task.conditions.iter().enumerate() {
            if let Some((normal, mu)) = it.friction
                && self.sides[i] != Side::Held
                && self.sides[normal] == Side::Held
            {
                let sign = if self.sides[i] == Side::Low { -mu } else { mu };
                self.slips.push((i, normal, sign));
            }
        }
        self.factor(task)?;
        self.slide(task)
    }

    /// Factors the system of the sides there are.
    fn factor(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        let topology = task.topology;
        self.has_lu = !self.slips.is_empty() && topology.forcing_len() == 0 && !self.dependent;
        if !self.has_lu {
            return task.solver.factor(topology, task.system);
        }
        self.push.clone_from(&task.system.jacobian);
        for &(i, normal, share) in &self.slips {
            let (normal, mut j) = (&task.conditions[normal], self.rows.j(i).iter());
            for end in topology.ends(normal.constraint) {
                let dim = topology.body_dim(end.body);
                let to = &mut self.push[end.block + normal.k * dim..][..dim];
                to.iter_mut().zip(&mut j).for_each(|(to, j)| *to += share * j);
            }
        }
        self.lu.work_as(task.solver);
        let matrices = (&self.push[..], &self.active[..]);
        match self.lu.factor(topology, task.system, matrices) {
            Err(SolveError::Numerical { .. }) => {
                // What depends on each other, as what contradicts each other does, is for the symmetric factor, which answers with least
                // squares of least norm.
                (self.has_lu, self.dependent) = (false, true);
                task.solver.factor(topology, task.system)
            }
            done => done,
        }
    }

    /// Takes the compliance of held rows away with the factor there is, `J a + c + E (lambda - lambda') = 0`: rows that depend on each other
    /// go on to share as they did.
    fn harden(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        for _ in 0..HARDENINGS {
            for i in 0..self.sides.len() {
                if self.sides[i] == Side::Held {
                    let given = self.ease * self.rows.mobility(i) * self.x[i];
                    let row = task.row(i);
                    task.system.c[row] = self.rows.c(i) - given;
                }
            }
            self.slide(task)?;
        }
        Ok(())
    }

    /// Solves with the factor there is, until what slides has the multiplier that belongs to its normal force.
    fn slide(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        self.push(task)?;
        // An LU has it already.
        let restarts = if self.has_lu { 0 } else { RESTARTS };
        for _ in 0..restarts {
            let (mut miss, mut largest) = (0.0_f64, 0.0_f64);
            self.missing.clear();
            for &(i, normal, share) in &self.slips {
                let missing = share * self.x[normal] - self.x[i];
                miss = miss.max(missing.abs());
                largest = largest.max(self.x[normal].abs());
                self.missing.push(missing);
            }
            if miss <= SAME * largest {
                return Ok(());
            }
            self.follow(task)?;
        }
        Ok(())
    }

    /// Solves with the multipliers given, and reads those of held rows.
    fn push(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        task.system.force.clone_from(&self.force);
        if self.has_lu {
            // Their force is in the columns of their normals.
            self.slips.iter().for_each(|slip| self.x[slip.0] = 0.0);
        }
        for (i, it) in task.conditions.iter().enumerate() {
            if self.sides[i] != Side::Held {
                self.rows
                    .add_force(task.topology, &mut task.system.force, it, i, self.x[i]);
                self.rows.give(task.topology, task.system, it, self.x[i]);
            }
        }
        if self.has_lu {
            self.lu.solve(task.topology, task.system, &self.push, task.out)?;
        } else {
            task.solve()?;
        }
        for i in 0..self.sides.len() {
            if self.sides[i] == Side::Held {
                self.x[i] = task.multiplier(i);
            }
        }
        if self.has_lu {
            for &(i, normal, share) in &self.slips {
                self.x[i] = share * self.x[normal];
                let row = task.row(i);
                task.out.lambda[row] = self.x[i];
            }
        }
        Ok(())
    }

    /// Lets what slides follow its normal force: the linear system `y = ± mu x_n(y)` by products, each a solve with the factor there is.
    fn follow(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        self.c.clone_from(&task.system.c);
        task.system.c.fill(0.0);
        let (rows, slips) = (&self.rows, &self.slips);
        self.change_of_x.clear();
        self.change_of_x.resize(slips.len(), 0.0);
        let solved = self
            .minimal
            .solve(&self.missing, SAME, &mut self.change_of_x, |v, product| {
                task.system.force.fill(0.0);
                for (&(i, ..), v) in slips.iter().zip(v) {
                    rows.add_force(task.topology, &mut task.system.force, &task.conditions[i], i, *v);
                }
                task.solve()?;
                for ((&(_, normal, share), v), product) in slips.iter().zip(v).zip(product) {
                    *product = v - share * task.multiplier(normal);
                }
                Ok(())
            });
        task.system.c.clone_from(&self.c);
        solved?;
        for (&(i, ..), change) in self.slips.iter().zip(&self.change_of_x) {
            self.x[i] += change;
        }
        self.push(task)
    }

    /// Rows that are on the wrong side, ascending.
    fn find_changes(&mut self, task: &Task<'_>) {
        let largest = self.x.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let mut change = std::mem::take(&mut self.change);
        change.clear();
        for i in 0..task.conditions.len() {
            let [lo, hi] = self.bounds(task.conditions, i);
            let wrong = match self.sides[i] {
                Side::Held => {
                    let near = ROUNDING * largest;
                    self.x[i] < lo - near || self.x[i] > hi + near
                }
                // A row that may only take one value is there.
                _ if lo == hi => false,
                side => {
                    let (w, terms) = self
                        .rows
                        .w_and_terms(task.topology, &task.conditions[i], i, task.out);
                    let w = if side == Side::Low { w } else { -w };
                    w < -ROUNDING * terms
                }
            };
            if wrong {
                change.push(i);
            }
        }
        self.change = change;
    }
}
