//! The ways in which a system of joints and contacts is solved, and how good their answers are.

use crate::scene::Method;
use crate::sim::limits::{ActiveSet, Condition, SavedRows};
use crate::sim::{Dynamics, Model};
use crate::solver::system::MAX_BODY_DIM;
use crate::solver::{Input, Side, Solution, SolveError, Solver};

use super::bodies::apply_w;
use super::condensed::Condensed;
use super::figures::{ContactMethod, EXACT};
use super::islands::Islands;
use super::problem::ContactProblem;
use super::sweeps::Sweeps;

/// Rows of the largest island below which principal pivoting comes first.
const DENSE_FIRST: usize = 128;
/// The same below which it comes to the aid of an active set that cycles.
const DENSE_AT_ALL: usize = 400;
/// Residual of an exact way that sweeps do not better.
const GOOD: f64 = 1e-4;
/// Residual up to which conditions that contradict each other count as met as well as can be.
const LEAST_SQUARES: f64 = 1.0;
/// Conditions of the largest island from which on accelerated sweeps have to do for all contacts, and how many they are.
const LARGE: usize = 900;
const SWEEPS_OF_LARGE: u32 = 100;
/// Accelerated sweeps that look for the set that a factorisation starts from, and those where no exact way has an answer.
const SWEEPS_BEFORE: u32 = 60;
const SWEEPS: u32 = 300;

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct ContactSolution {
    pub way: ContactMethod,
    pub iterations: usize,
    pub residual: f64,
}

/// Workspace.
#[derive(Default)]
pub struct ContactSolver {
    solver: Option<Solver>,
    set: ActiveSet,
    condensed: Condensed,
    sweeps: Sweeps,
    rows: SavedRows,
    trial: Solution,
    /// Multipliers that every way starts from.
    start: Vec<f64>,
    /// Multipliers of a trial and of the answer, one a condition, and where each row of the answer is.
    x: Vec<f64>,
    sides: Vec<Side>,
    /// What a set is looked for from, and the answer of the sweeps before it.
    start_sides: Vec<Side>,
    swept: Solution,
    /// The conditions, each with its multiplier given.
    given: Vec<Condition>,
}

impl ContactSolver {
    /// Where each condition ended.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// The islands of the problem that was solved last.
    pub fn islands(&self) -> &Islands {
        self.condensed.islands()
    }

    /// Says where a condition ended that was answered before, in a solve in which it had no part.
    pub fn set_side(&mut self, condition: usize, side: Side) {
        if let Some(own) = self.sides.get_mut(condition) {
            *own = side;
        }
    }

    /// Solves, where it takes a start from the multipliers in `out`, and leaves the answer there.
    ///
    /// # Errors
    /// As the solver's.
    pub fn solve(
        &mut self,
        (model, dynamics): (&Model, &Dynamics),
        mut problem: ContactProblem<'_>,
        out: &mut Solution,
    ) -> Result<ContactSolution, SolveError> {
        let largest = self.condensed.sort(&problem);
        self.rows
            .save(problem.topology, problem.system, problem.conditions);
        let ways = match largest {
            _ if model.settings.method == Method::GaussSeidel => {
                [ContactMethod::Sweeps, ContactMethod::None, ContactMethod::None]
            }
            0..DENSE_FIRST if problem.topology.forcing_len() == 0 => [
                ContactMethod::Pivoting,
                ContactMethod::ActiveSet,
                ContactMethod::Sweeps,
            ],
            0..DENSE_AT_ALL => [
                ContactMethod::ActiveSet,
                ContactMethod::Pivoting,
                ContactMethod::Sweeps,
            ],
            DENSE_AT_ALL..LARGE => [
                ContactMethod::ActiveSet,
                ContactMethod::Sweeps,
                ContactMethod::None,
            ],
            _ => [ContactMethod::Sweeps, ContactMethod::None, ContactMethod::None],
        };
        let mut solver = self
            .solver
            .take()
            .unwrap_or_else(|| Solver::new(dynamics.solver.method()));
        solver.work_as(&dynamics.solver);
        self.start.clone_from(&out.lambda);
        let (mut best, mut failed): (Option<ContactSolution>, Option<SolveError>) = (None, None);
        let takes_least_squares = problem.takes_least_squares;
        let enough = |best: ContactSolution, way: ContactMethod| {
            best.residual <= EXACT
                || (way == ContactMethod::Sweeps && best.residual <= GOOD)
                || (takes_least_squares && best.residual <= LEAST_SQUARES)
        };
        for way in ways {
            if way == ContactMethod::None || best.is_some_and(|best| enough(best, way)) {
                break;
            }
            self.trial.lambda.clone_from(&self.start);
            let plain =
                (model.settings.method == Method::GaussSeidel).then_some(model.settings.effort.sweeps);
            let sweeps = if way == ways[0] { SWEEPS_OF_LARGE } else { SWEEPS };
            let (way, iterations) = match self.go(way, &mut solver, &mut problem, (plain, sweeps)) {
                Ok(answer) => answer,
                Err(error @ (SolveError::Cancelled | SolveError::NonFinite { .. })) => {
                    (best, failed) = (None, Some(error));
                    break;
                }
                // What one way cannot factor another may solve.
                Err(error) => {
                    failed = failed.or(Some(error));
                    continue;
                }
            };
            let answer = ContactSolution {
                way,
                iterations,
                residual: self.residual(&problem),
            };
            // Written so that NaN is never better.
            if best.is_none_or(|best| answer.residual < best.residual || best.residual.is_nan()) {
                best = Some(answer);
                std::mem::swap(&mut self.trial.acceleration, &mut out.acceleration);
                std::mem::swap(&mut self.trial.lambda, &mut out.lambda);
                let mut sides = std::mem::take(&mut self.sides);
                self.find_sides(problem.conditions, &mut sides);
                self.sides = sides;
            }
        }
        self.solver = Some(solver);
        match (best, failed) {
            (Some(best), _) => Ok(best),
            (None, Some(error)) => Err(error),
            (None, None) => Ok(ContactSolution {
                way: ContactMethod::None,
                iterations: 0,
                residual: 0.0,
            }),
        }
    }

    /// One way, into `trial` and `x`; returns what had the answer and its trial sets, pivots or sweeps. Sweeps are accelerated unless so many
    /// plain ones are asked for.
    fn go(
        &mut self,
        way: ContactMethod,
        solver: &mut Solver,
        problem: &mut ContactProblem<'_>,
        (plain, sweeps): (Option<u32>, u32),
    ) -> Result<(ContactMethod, usize), SolveError> {
        let iterations = match way {
            ContactMethod::None => 0,
            ContactMethod::Pivoting => self.condensed.solve(solver, problem, &mut self.trial)?,
            ContactMethod::ActiveSet => return self.find_set(solver, problem),
            ContactMethod::Sweeps => {
                let Some(plain) = plain else {
                    return Ok((way, self.sweep(solver, problem, sweeps)?));
                };
                self.mend_start();
                self.sweeps.solve(problem, plain, &mut self.trial);
                plain as usize
            }
        };
        self.read(problem);
        Ok((way, iterations))
    }

    /// By an active set; where most rows are those of contacts with friction, from what accelerated sweeps come to, which may be the answer.
    fn find_set(
        &mut self,
        solver: &mut Solver,
        problem: &mut ContactProblem<'_>,
    ) -> Result<(ContactMethod, usize), SolveError> {
        let (topology, conditions) = (problem.topology, problem.conditions);
        let joint_rows = if problem.joints < topology.constraints() {
            topology.row_offset(problem.joints)
        } else {
            topology.rows()
        };
        let coupled = conditions.iter().any(|it| it.friction.is_some());
        if !coupled || conditions.len() <= joint_rows {
            let system = (topology, &mut *problem.system);
            let found = self
                .set
                .solve(solver, system, (conditions, None), &mut self.trial)?;
            self.take_set();
            return Ok((ContactMethod::ActiveSet, found.rounds));
        }
        let sweeps = self.sweep(solver, problem, SWEEPS_BEFORE)?;
        if self.residual(problem) <= EXACT {
            return Ok((ContactMethod::Sweeps, sweeps));
        }
        let mut sides = std::mem::take(&mut self.start_sides);
        self.find_sides(conditions, &mut sides);
        self.swept.clone_from(&self.trial);
        let start = (conditions, Some((&sides[..], &self.x[..])));
        let system = (topology, &mut *problem.system);
        let found = self.set.solve(solver, system, start, &mut self.trial);
        self.start_sides = sides;
        match found {
            Ok(found) => {
                self.take_set();
                Ok((ContactMethod::ActiveSet, found.rounds))
            }
            Err(error @ (SolveError::Cancelled | SolveError::NonFinite { .. })) => Err(error),
            // What cannot be factored leaves what was swept.
            Err(_) => {
                self.trial.clone_from(&self.swept);
                Ok((ContactMethod::Sweeps, sweeps))
            }
        }
    }

    /// Accelerated sweeps, into `trial` and `x`; then the joints are solved once under the forces found, for sweeps reach the far end of
    /// long ones in as many rounds as they have links. Returns the sweeps.
    fn sweep(
        &mut self,
        solver: &mut Solver,
        problem: &mut ContactProblem<'_>,
        most: u32,
    ) -> Result<usize, SolveError> {
        self.mend_start();
        let sweeps = self.sweeps.accelerate(problem, most, &mut self.trial) as usize;
        self.read(problem);
        let (topology, conditions) = (problem.topology, problem.conditions);
        let dofs = &self.trial.acceleration;
        if let Some(bad) = dofs.iter().position(|v| !v.is_finite()) {
            let end = |body: &usize| topology.body_offset(*body) + topology.body_dim(*body);
            let body = (0..topology.bodies()).find(|body| end(body) > bad);
            return Err(SolveError::NonFinite {
                what: Input::Force,
                index: body.unwrap_or_default(),
            });
        }
        if problem.joints == 0 || conditions.is_empty() {
            return Ok(sweeps);
        }
        self.given.clear();
        let given = conditions.iter().zip(&self.x);
        self.given
            .extend(given.map(|(it, x)| Condition::given(it.constraint, it.k, *x)));
        let system = (topology, &mut *problem.system);
        self.set
            .solve(solver, system, (&self.given, None), &mut self.trial)?;
        Ok(sweeps)
    }

    fn take_set(&mut self) {
        self.x.clear();
        self.x.extend_from_slice(self.set.x());
    }

    /// Sweeps start from multipliers that are numbers.
    fn mend_start(&mut self) {
        if self.trial.lambda.iter().any(|x| !x.is_finite()) {
            self.trial.lambda.fill(0.0);
        }
    }

    /// The multipliers of the conditions.
    fn read(&mut self, problem: &ContactProblem<'_>) {
        let row = |it: &Condition| problem.topology.row_offset(it.constraint) + it.k;
        self.x.clear();
        self.x
            .extend(problem.conditions.iter().map(|it| self.trial.lambda[row(it)]));
    }

    /// [lo, hi] of a condition, by the multipliers that are there.
    fn bounds(&self, it: &Condition) -> [f64; 2] {
        it.bounds_by(|normal| self.x[normal])
    }

    /// Largest miss of the natural map of all conditions: rows scaled to a unit J W J^T, relative to the root of F W F, which no
    /// |J W F| exceeds, or the largest |c|.
    fn residual(&self, problem: &ContactProblem<'_>) -> f64 {
        let (topology, system) = (problem.topology, &*problem.system);
        let mut squares = 0.0;
        for body in 0..topology.bodies() {
            let (start, dim) = (topology.body_offset(body), topology.body_dim(body));
            let (force, mut v) = (&system.force[start..start + dim], [0.0; MAX_BODY_DIM]);
            apply_w(topology, system, body, force, &mut v);
            squares += force.iter().zip(&v).map(|(f, v)| f * v).sum::<f64>();
        }
        let (mut worst, mut size) = (0.0_f64, squares.sqrt().max(f64::MIN_POSITIVE));
        for (i, it) in problem.conditions.iter().enumerate() {
            let unit = self.rows.mobility(i).sqrt();
            if unit == 0.0 {
                continue;
            }
            size = size.max(self.rows.c(i).abs() / unit);
            let (w, _) = self.rows.w_and_terms(topology, it, i, &self.trial);
            let x = self.x[i] * unit;
            let w = (w + self.rows.compliance(i) * self.x[i]) / unit;
            let [lo, hi] = self.bounds(it).map(|bound| bound * unit);
            // A clamp would make a bound of NaN.
            let miss = if w.is_nan() {
                w
            } else {
                (x - (x - w).max(lo).min(hi)).abs()
            };
            if miss.is_nan() || miss > worst {
                worst = miss;
            }
        }
        worst / size
    }

    /// Where each condition is by its multiplier; what slides already stays where it is.
    fn find_sides(&self, conditions: &[Condition], sides: &mut Vec<Side>) {
        sides.clear();
        let places = conditions.iter().zip(&self.x);
        sides.extend(places.map(|(it, &x)| match self.bounds(it) {
            _ if it.slides => it.side,
            [lo, _] if x <= lo => Side::Low,
            [_, hi] if x >= hi => Side::High,
            _ => Side::Held,
        }));
    }
}
