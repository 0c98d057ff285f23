//! A trial set of the active set method: factors the system of the held rows, and solves for the multipliers of all rows.
//!
//! ```text
//! held       J a + c + E (lambda - centre) = 0      E: compliance relative to the row's own J W J^T
//! at a bound lambda = lo or hi, friction ± mu lambda_n
//! ```
//! A row at a bound becomes an identity (J = 0, E = 1), so that the pattern of the factor stays; its force goes to F. Sets with sliding contacts,
//! and all sets of heaps, are solved by the LU over the bodies where it applies ([`by_bodies`]).

mod by_bodies;
mod sliding;

use crate::solver::{Side, Solution, SolveError, Solver, System, Topology};

use self::by_bodies::{CondensedRows, Slip};
use super::condition::Condition;
use super::minimal_residual::MinimalResidual;
use super::saved_rows::SavedRows;

/// Distance on the wrong side, relative to the terms of the row, that counts as rounding and is no reason to change over.
const ROUNDING: f64 = 1e-12;
/// Rows for each coordinate of a body from which all sets are solved by the LU over the bodies: the symmetric factor is one of rows.
const MANY_ROWS: f64 = 1.25;

/// Trial set: sides, multipliers and workspace.
#[derive(Default)]
pub struct TrialSet {
    /// Side of each condition.
    pub sides: Vec<Side>,
    /// Multiplier of each condition.
    pub x: Vec<f64>,
    /// Compliance of held rows, relative to their own J W J^T, and the multipliers about which it acts.
    pub ease: f64,
    pub centre: Vec<f64>,
    /// Tolerance for rows on the wrong side, relative to the largest multiplier, both scaled by the root of J W J^T.
    pub slack: f64,
    /// Rows on the wrong side, ascending.
    pub wrong: Vec<usize>,
    rows: SavedRows,
    force: Vec<f64>,
    slips: Vec<Slip>,
    missing: Vec<f64>,
    change_of_x: Vec<f64>,
    c: Vec<f64>,
    minimal: MinimalResidual,
    by_bodies: CondensedRows,
    /// Whether sets may be solved by the LU over the bodies; not known before the first set that could be.
    takes_bodies: Option<bool>,
    /// Whether the last factor is that LU.
    has_lu: bool,
    /// Whether answers of that LU are taken whose residual stays large, and whether the last answer is one.
    pub takes_rough: bool,
    pub is_rough: bool,
    /// Multipliers before a solve by that LU.
    before: Vec<f64>,
}

/// The problem, its solver, and the place of the answer.
pub struct Task<'a> {
    pub solver: &'a mut Solver,
    pub topology: &'a Topology,
    pub system: &'a mut System,
    pub conditions: &'a [Condition],
    pub out: &'a mut Solution,
}

impl Task<'_> {
    fn solve(&mut self) -> Result<(), SolveError> {
        self.solver.solve(self.topology, self.system, self.out)
    }

    /// Row of the system that belongs to a condition.
    fn row(&self, i: usize) -> usize {
        self.topology.row_offset(self.conditions[i].constraint) + self.conditions[i].k
    }

    /// Multiplier of a condition's row in the last answer.
    fn multiplier(&self, i: usize) -> f64 {
        self.out.lambda[self.row(i)]
    }
}

impl TrialSet {
    /// Starts with these conditions, at their own sides, with all multipliers and the centre of the compliance at 0.
    pub fn save(&mut self, topology: &Topology, system: &System, conditions: &[Condition]) {
        self.rows.save(topology, system, conditions);
        self.force.clone_from(&system.force);
        self.sides.clear();
        self.sides.extend(conditions.iter().map(|it| it.side));
        for list in [&mut self.x, &mut self.centre] {
            list.clear();
            list.resize(conditions.len(), 0.0);
        }
        (self.takes_bodies, self.has_lu, self.takes_rough) = (None, false, false);
    }

    /// Starts from the multipliers of `task.out`, where there are any, with the compliance about them.
    pub fn start(&mut self, task: &Task<'_>) {
        if task.out.lambda.len() == task.topology.rows() {
            for i in 0..self.x.len() {
                self.x[i] = task.multiplier(i);
            }
        }
        self.set_centre(task.conditions);
    }

    /// Restores the system.
    pub fn restore(&self, topology: &Topology, system: &mut System, conditions: &[Condition]) {
        system.force.clone_from(&self.force);
        for (i, it) in conditions.iter().enumerate() {
            self.rows.write_equation(topology, system, it, i, 0.0);
        }
    }

    /// [lo, hi] of a multiplier, from the present multipliers.
    pub fn bounds(&self, conditions: &[Condition], i: usize) -> [f64; 2] {
        conditions[i].bounds_by(|normal| self.x[normal])
    }

    /// Factors and solves for the present sides.
    pub fn try_set(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        for i in 0..self.sides.len() {
            if self.sides[i] != Side::Held {
                let [lo, hi] = self.bounds(task.conditions, i);
                self.x[i] = if self.sides[i] == Side::Low { lo } else { hi };
            }
        }
        self.find_slips(task.conditions);
        let is_heap = task.topology.rows() as f64 >= MANY_ROWS * task.topology.dofs() as f64;
        // Without compliance, least squares of least norm are asked for.
        let wants_lu = !self.slips.is_empty() || (is_heap && self.ease > 0.0);
        self.has_lu = wants_lu && self.takes_bodies(task)?;
        let factored = match self.has_lu {
            true => self
                .by_bodies
                .factor((&self.sides, &self.slips), (&self.rows, self.ease)),
            false => Ok(()),
        };
        self.solve_factored(factored, task)
    }

    /// Whether this set is solved by the LU over the bodies, which takes up the rows the first time.
    fn takes_bodies(&mut self, task: &mut Task<'_>) -> Result<bool, SolveError> {
        if let Some(known) = self.takes_bodies {
            return Ok(known);
        }
        self.restore(task.topology, task.system, task.conditions);
        let system = (task.topology, &*task.system);
        let takes = self.by_bodies.take(task.solver, system, task.conditions)?;
        self.takes_bodies = Some(takes);
        Ok(takes)
    }

    /// Solves with the LU over the bodies, where there is one, and else with the symmetric factor, for which the rows are written.
    fn solve_factored(
        &mut self,
        factored: Result<(), SolveError>,
        task: &mut Task<'_>,
    ) -> Result<(), SolveError> {
        self.is_rough = false;
        if self.has_lu {
            self.before.clone_from(&self.x);
            match factored.and_then(|()| self.solve_by_bodies(task)) {
                Ok(is_closed) if is_closed || self.takes_rough => {
                    self.is_rough = !is_closed;
                    return Ok(());
                }
                // Contradictory rows are left to the symmetric factor, which answers with least squares of least norm.
                Ok(_) | Err(SolveError::Numerical { .. }) => {
                    self.x.clone_from(&self.before);
                    self.has_lu = false;
                }
                Err(error) => return Err(error),
            }
        }
        self.write_rows(task);
        task.solver.factor(task.topology, task.system)?;
        self.slide(task)
    }

    /// Solves with the LU over the bodies; returns whether the residual is down to rounding.
    fn solve_by_bodies(&mut self, task: &mut Task<'_>) -> Result<bool, SolveError> {
        let out = (task.topology, &mut *task.out);
        let is_closed = self
            .by_bodies
            .solve((&self.sides, &self.slips), &self.centre, &mut self.x, out)?;
        for (i, x) in self.x.iter().enumerate() {
            let row = task.row(i);
            task.out.lambda[row] = *x;
        }
        Ok(is_closed)
    }

    /// Writes held rows as equations and all others as identities.
    fn write_rows(&self, task: &mut Task<'_>) {
        for (i, it) in task.conditions.iter().enumerate() {
            if self.sides[i] == Side::Held {
                self.rows
                    .write_equation(task.topology, task.system, it, i, self.ease);
                let row = task.row(i);
                task.system.c[row] -= self.pull(i);
            } else {
                self.rows
                    .write_identity(task.topology, task.system, it, self.x[i]);
            }
        }
    }

    /// Finds the sliding contacts of the present sides.
    fn find_slips(&mut self, conditions: &[Condition]) {
        self.slips.clear();
        for (condition, it) in conditions.iter().enumerate() {
            if let Some((normal, mu)) = it.friction
                && self.sides[condition] != Side::Held
                && self.sides[normal] == Side::Held
            {
                self.slips.push(Slip {
                    condition,
                    normal,
                    share: if self.sides[condition] == Side::Low {
                        -mu
                    } else {
                        mu
                    },
                });
            }
        }
    }

    /// Centres the compliance of held rows at the present multipliers and solves with the present factor: dependent rows go on to share forces as
    /// they did. Returns the largest change of a multiplier relative to the largest multiplier, both scaled by the root of J W J^T.
    pub fn centre(&mut self, task: &mut Task<'_>) -> Result<f64, SolveError> {
        self.centre.clone_from(&self.x);
        if self.has_lu {
            self.solve_factored(Ok(()), task)?;
        } else {
            for i in 0..self.sides.len() {
                if self.sides[i] == Side::Held {
                    let row = task.row(i);
                    task.system.c[row] = self.rows.c(i) - self.pull(i);
                }
            }
            self.slide(task)?;
        }
        let changes = self.x.iter().zip(&self.centre).map(|(x, centre)| x - centre);
        Ok(self.largest(changes) / self.size().max(f64::MIN_POSITIVE))
    }

    /// The largest multiplier, scaled by the root of J W J^T.
    fn size(&self) -> f64 {
        self.largest(self.x.iter().copied())
    }

    fn largest(&self, x: impl Iterator<Item = f64>) -> f64 {
        let scaled = x
            .enumerate()
            .map(|(i, x)| (self.rows.mobility(i).sqrt() * x).abs());
        scaled.fold(0.0, f64::max)
    }

    /// Centres the compliance at the present multipliers, clamped to their bounds.
    pub fn set_centre(&mut self, conditions: &[Condition]) {
        self.centre.clear();
        for (i, x) in self.x.iter().enumerate() {
            let [lo, hi] = self.bounds(conditions, i);
            self.centre.push(x.max(lo).min(hi));
        }
    }

    /// Resets the multipliers to the centre of the compliance.
    pub fn go_back(&mut self) {
        self.x.clone_from(&self.centre);
    }

    /// E of the compliance of a row times the multiplier about which it acts.
    fn pull(&self, i: usize) -> f64 {
        self.ease * self.rows.mobility(i) * self.centre[i]
    }

    /// Finds the rows that are on the wrong side.
    pub fn find_wrong(&mut self, task: &Task<'_>) {
        let largest = self.x.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let mut wrong = std::mem::take(&mut self.wrong);
        wrong.clear();
        let slack = if self.slack > 0.0 {
            self.slack * self.size()
        } else {
            0.0
        };
        let near = [ROUNDING * largest, slack];
        wrong.extend((0..task.conditions.len()).filter(|&i| self.is_wrong(task, i, near)));
        self.wrong = wrong;
    }

    fn is_wrong(&self, task: &Task<'_>, i: usize, [near, slack]: [f64; 2]) -> bool {
        let [lo, hi] = self.bounds(task.conditions, i);
        let unit = self.rows.mobility(i).sqrt();
        match self.sides[i] {
            Side::Held if slack > 0.0 => {
                let near = near.max(slack / unit);
                self.x[i] < lo - near || self.x[i] > hi + near
            }
            Side::Held => self.x[i] < lo - near || self.x[i] > hi + near,
            // A row whose bounds are equal is always on the right side.
            _ if lo == hi => false,
            side => {
                let it = &task.conditions[i];
                let (w, terms) = self.rows.w_and_terms(task.topology, it, i, task.out);
                let w = w + self.ease * self.rows.mobility(i) * self.x[i] - self.pull(i);
                let w = if side == Side::Low { w } else { -w };
                w < -(ROUNDING * terms).max(slack * unit)
            }
        }
    }

    /// Changes the sides of the rows on the wrong side.
    pub fn change_over(&mut self, conditions: &[Condition]) {
        for k in 0..self.wrong.len() {
            let i = self.wrong[k];
            let [lo, _] = self.bounds(conditions, i);
            self.sides[i] = self.sides[i].changed(self.x[i] < lo);
        }
    }
}
