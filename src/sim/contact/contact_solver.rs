//! Contact solver: solution methods for a system of joints and contacts, tried in turn until an answer is good enough.

use crate::scene::{Method, Settings};
use crate::sim::limits::ActiveSet;
use crate::solver::{Input, Side, Solution, SolveError, Solver};

use super::condensed::Condensed;
use super::figures::{ContactMethod, EXACT};
use super::interior_point::InteriorPoint;
use super::islands::Islands;
use super::method_choice::{
    DENSE_FIRST, GOOD, LARGE, LEAST_SQUARES, NEAR, exact_ways, joint_rows, least_squares, sweep_budget,
};
use super::natural_map::NaturalMap;
use super::problem::ContactProblem;
use super::screening::Screening;
use super::sweeps::Sweeps;

/// Result of a solve: method, iterations and residual.
#[derive(Clone, Copy, Debug)]
pub struct ContactSolution {
    pub way: ContactMethod,
    pub iterations: usize,
    pub residual: f64,
}

impl ContactSolution {
    /// The same result, with the iterations of earlier attempts added.
    pub(super) fn after(self, rounds: usize) -> Self {
        let iterations = rounds + self.iterations;
        Self { iterations, ..self }
    }
}

/// Solves after which all contact points take part, if some that were left out close.
const MOST_SOLVES: usize = 3;

/// Estimated time of one row in a sweep, and of setting up and sorting a condition once (ns).
const OF_ROW: f64 = 30.0;
const OF_CONDITION: f64 = 500.0;

/// Charges the time of sweeps to the allowance.
fn charge_sweeps(solver: &Solver, problem: &ContactProblem<'_>, sweeps: usize) -> Result<(), SolveError> {
    let rows = problem.conditions.len() + joint_rows(problem);
    solver
        .work_budget()
        .charge_strictly(OF_ROW * (sweeps * rows) as f64)
}

/// Whether an error ends the whole solve, so that no other method is tried.
pub(super) fn ends_all(error: &SolveError) -> bool {
    use SolveError::{Cancelled, NonFinite, TooLong};
    matches!(error, Cancelled | TooLong | NonFinite { .. })
}

/// Contact solver, with its workspace.
#[derive(Default)]
pub struct ContactSolver {
    solver: Option<Solver>,
    pub(super) set: ActiveSet,
    condensed: Condensed,
    pub(super) interior: InteriorPoint,
    sweeps: Sweeps,
    pub(super) map: NaturalMap,
    pub(super) trial: Solution,
    /// Start multipliers of every method.
    pub(super) start: Vec<f64>,
    /// Side of each condition in the answer.
    pub(super) sides: Vec<Side>,
    /// Sum of forces and multipliers of each body, and its number of rows inside their bounds.
    pub(super) force: Vec<f64>,
    pub(super) held: Vec<usize>,
    /// Start sides of a search for an active set, and the best answer before it.
    pub(super) start_sides: Vec<Side>,
    pub(super) kept: Solution,
    screening: Screening,
}

impl ContactSolver {
    /// Side of each condition in the last answer.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// Whether there are multipliers to start from.
    pub(super) fn is_warm(&self) -> bool {
        self.start.iter().any(|x| *x != 0.0)
    }

    /// The islands of the problem that was solved last.
    pub fn islands(&self) -> &Islands {
        self.condensed.islands()
    }

    /// Sets the side of a condition that was decided in an earlier solve and took no part in the last one.
    pub fn set_side(&mut self, condition: usize, side: Side) {
        if let Some(own) = self.sides.get_mut(condition) {
            *own = side;
        }
    }

    /// Solves by the method of the settings, with the options of the solver `like`, from the multipliers in `out` where a method takes a start;
    /// leaves the answer in `out`.
    ///
    /// # Errors
    /// As the solver's.
    pub fn solve(
        &mut self,
        (settings, like): (&Settings, &Solver),
        problem: ContactProblem<'_>,
        out: &mut Solution,
    ) -> Result<ContactSolution, SolveError> {
        like.work_budget()
            .charge_strictly(OF_CONDITION * problem.conditions.len() as f64)?;
        let largest = self.condensed.sort(&problem);
        let plain = (settings.method == Method::GaussSeidel).then_some(settings.effort.sweeps);
        self.start.clone_from(&out.lambda);
        if plain.is_none()
            && let Some(found) = self.stand(&problem, out)
        {
            return Ok(found);
        }
        let is_screened =
            plain.is_none() && largest >= DENSE_FIRST && problem.base.constraints() == problem.joints;
        if !is_screened {
            return self.solve_all((plain, like), problem, largest, out);
        }
        let mut screening = std::mem::take(&mut self.screening);
        let answer = self.solve_screened(&mut screening, like, problem, out);
        self.screening = screening;
        answer
    }

    /// Solves without the contact points that stay open.
    fn solve_screened(
        &mut self,
        screening: &mut Screening,
        like: &Solver,
        mut problem: ContactProblem<'_>,
        out: &mut Solution,
    ) -> Result<ContactSolution, SolveError> {
        let (mut rounds, mut solves) = (0, 0);
        screening.begin(&problem, &self.start);
        loop {
            solves += 1;
            screening.sort(&mut problem);
            let reduced = ContactProblem {
                conditions: &screening.kept,
                system: &mut *problem.system,
                least_size: screening.size,
                ..problem
            };
            let largest = self.condensed.sort(&reduced);
            let answer = self.solve_all((None, like), reduced, largest, out);
            let most = answer.as_ref().map_or(f64::INFINITY, |it| it.residual.max(EXACT));
            let most = most * screening.size;
            let joins_above = if solves < MOST_SOLVES {
                most
            } else {
                f64::NEG_INFINITY
            };
            let closes = screening.check(&mut problem, out, (most, joins_above));
            let answer = answer?.after(rounds);
            // Written so that NaN ends the loop.
            let goes_on = closes > most;
            if !goes_on {
                screening.expand(&mut self.sides);
                return Ok(answer);
            }
            rounds = answer.iterations;
            self.start.clone_from(&out.lambda);
        }
    }

    /// Solves with all conditions of a problem, whose largest island has `largest`, by plain sweeps where a number of them is given.
    fn solve_all(
        &mut self,
        (plain, like): (Option<u32>, &Solver),
        mut problem: ContactProblem<'_>,
        largest: usize,
        out: &mut Solution,
    ) -> Result<ContactSolution, SolveError> {
        self.map.take(&problem, plain.is_some());
        let ways = match plain {
            Some(_) => [ContactMethod::Sweeps, ContactMethod::None, ContactMethod::None],
            None => exact_ways(&problem, largest, self.is_warm()),
        };
        let mut solver = self.solver.take().unwrap_or_else(|| Solver::new(like.method()));
        solver.copy_settings_from(like);
        let most = sweep_budget(&problem, largest);
        let (mut best, mut failed): (Option<ContactSolution>, Option<SolveError>) = (None, None);
        let takes_least_squares = problem.takes_least_squares;
        let enough = |best: ContactSolution, way: ContactMethod| {
            best.residual <= EXACT
                || (way == ContactMethod::Sweeps && best.way != way && best.residual <= GOOD)
                // In a large island the search for an active set has already made as many sweeps as time allows.
                || (way == best.way && largest >= LARGE)
                || (takes_least_squares && best.residual <= least_squares(best.way))
        };
        for way in ways {
            if way == ContactMethod::None || best.is_some_and(|best| enough(best, way)) {
                break;
            }
            // Sweeps go on from the answer of an earlier method, if its residual is small enough.
            let from = match best {
                Some(best) if best.residual <= NEAR && way == ContactMethod::Sweeps => &out.lambda,
                _ => &self.start,
            };
            self.trial.lambda.clone_from(from);
            let answer = match self.run_method(way, &mut solver, &mut problem, (plain, most, largest)) {
                Ok(answer) => answer,
                Err(error) if ends_all(&error) => {
                    (best, failed) = (None, Some(error));
                    break;
                }
                // A system that one method cannot factor may be solved by another.
                Err(error) => {
                    failed = failed.or(Some(error));
                    continue;
                }
            };
            // Contradictory conditions are answered by least squares, which sweeps do not reach; written so that NaN is never better.
            let is_fair = |best: ContactSolution| {
                let is_exact = answer.way != ContactMethod::Sweeps && best.way == ContactMethod::Sweeps;
                takes_least_squares && is_exact && answer.residual <= LEAST_SQUARES
            };
            let is_better = |best: ContactSolution| {
                answer.residual < best.residual || best.residual.is_nan() || is_fair(best)
            };
            if best.is_none_or(is_better) {
                best = Some(answer);
                std::mem::swap(&mut self.trial.acceleration, &mut out.acceleration);
                std::mem::swap(&mut self.trial.lambda, &mut out.lambda);
                self.map.find_sides(problem.conditions, &mut self.sides);
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

    /// Runs one method into `trial` and reads its answer; returns the method that answered, its trial sets, pivots or sweeps, and the residual.
    /// Sweeps are accelerated unless a number of plain ones is given.
    fn run_method(
        &mut self,
        way: ContactMethod,
        solver: &mut Solver,
        problem: &mut ContactProblem<'_>,
        (plain, most, largest): (Option<u32>, usize, usize),
    ) -> Result<ContactSolution, SolveError> {
        let iterations = match way {
            ContactMethod::None | ContactMethod::InteriorPoint => 0,
            ContactMethod::Pivoting => self.condensed.solve(solver, problem, &mut self.trial)?,
            ContactMethod::ActiveSet => {
                let found = self.find_set(solver, problem, largest)?;
                self.map.read(problem, &self.trial);
                return Ok(found);
            }
            ContactMethod::Sweeps => match plain {
                None => self.sweep(solver, problem, most)?,
                Some(plain) => {
                    self.mend_start();
                    self.sweeps.solve(problem, plain, &mut self.trial);
                    charge_sweeps(solver, problem, plain as usize)?;
                    plain as usize
                }
            },
        };
        self.map.read(problem, &self.trial);
        Ok(self.found(problem, way, iterations))
    }

    /// Result for the answer in `trial`, which must have been read.
    pub(super) fn found(
        &self,
        problem: &ContactProblem<'_>,
        way: ContactMethod,
        iterations: usize,
    ) -> ContactSolution {
        ContactSolution {
            way,
            iterations,
            residual: self.map.residual(problem, &self.trial),
        }
    }

    /// Runs accelerated sweeps into `trial`, then solves the joints once under the contact forces found, because sweeps need as many rounds as a
    /// chain has links to reach its far end. Returns the number of sweeps.
    pub(super) fn sweep(
        &mut self,
        solver: &Solver,
        problem: &ContactProblem<'_>,
        most: usize,
    ) -> Result<usize, SolveError> {
        self.mend_start();
        let sweeps = self.sweeps.accelerate(problem, most, &mut self.trial);
        charge_sweeps(solver, problem, sweeps)?;
        self.map.read(problem, &self.trial);
        let topology = problem.topology;
        let dofs = &self.trial.acceleration;
        if let Some(bad) = dofs.iter().position(|v| !v.is_finite()) {
            let end = |body: &usize| topology.body_offset(*body) + topology.body_dim(*body);
            let body = (0..topology.bodies()).find(|body| end(body) > bad);
            return Err(SolveError::NonFinite {
                what: Input::Force,
                index: body.unwrap_or_default(),
            });
        }
        self.answer_by_joints(solver, problem)?;
        Ok(sweeps)
    }

    /// Solves the joints of `trial` under the multipliers of the conditions read last.
    pub(super) fn answer_by_joints(
        &mut self,
        solver: &Solver,
        problem: &ContactProblem<'_>,
    ) -> Result<(), SolveError> {
        let count = problem.conditions.len();
        if problem.joints == 0 || count == 0 {
            return Ok(());
        }
        let x = &self.map.x()[..count];
        self.condensed.solve_joints(solver, problem, x, &mut self.trial)
    }

    /// Replaces start multipliers that are not finite by zeros.
    fn mend_start(&mut self) {
        if self.trial.lambda.iter().any(|x| !x.is_finite()) {
            self.trial.lambda.fill(0.0);
        }
    }
}
