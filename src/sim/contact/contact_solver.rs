//! The ways in which a system of joints and contacts is solved, and how good their answers are.

use crate::scene::{Method, Settings};
use crate::sim::limits::ActiveSet;
use crate::solver::{Input, Side, Solution, SolveError, Solver};

use super::condensed::Condensed;
use super::figures::{ContactMethod, EXACT};
use super::interior_point::InteriorPoint;
use super::islands::Islands;
use super::natural_map::NaturalMap;
use super::problem::ContactProblem;
use super::sweeps::Sweeps;
use super::ways::{GOOD, LARGE, LEAST_SQUARES, NEAR, affordable, exact_ways, joint_rows, least_squares};

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct ContactSolution {
    pub way: ContactMethod,
    pub iterations: usize,
    pub residual: f64,
}

impl ContactSolution {
    /// With so many rounds that came before.
    pub(super) fn after(self, rounds: usize) -> Self {
        let iterations = rounds + self.iterations;
        Self { iterations, ..self }
    }
}

/// Time of a row in a sweep (ns).
const OF_ROW: f64 = 30.0;

/// Takes what sweeps took.
fn charge_sweeps(solver: &Solver, problem: &ContactProblem<'_>, sweeps: usize) -> Result<(), SolveError> {
    let rows = problem.conditions.len() + joint_rows(problem);
    solver.allowance().charge(OF_ROW * (sweeps * rows) as f64)
}

/// Whether no other way is tried after an error.
pub(super) fn ends_all(error: &SolveError) -> bool {
    use SolveError::{Cancelled, NonFinite, TooLong};
    matches!(error, Cancelled | TooLong | NonFinite { .. })
}

/// Workspace.
#[derive(Default)]
pub struct ContactSolver {
    solver: Option<Solver>,
    pub(super) set: ActiveSet,
    condensed: Condensed,
    pub(super) interior: InteriorPoint,
    sweeps: Sweeps,
    pub(super) map: NaturalMap,
    pub(super) trial: Solution,
    /// Multipliers that every way starts from.
    pub(super) start: Vec<f64>,
    /// Where each condition of the answer is.
    pub(super) sides: Vec<Side>,
    /// What forces and multipliers leave, and the rows inside their bounds of each body.
    pub(super) force: Vec<f64>,
    pub(super) held: Vec<usize>,
    /// What a set is looked for from, and the best answer before it.
    pub(super) start_sides: Vec<Side>,
    pub(super) kept: Solution,
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

    /// Solves as settings ask and another solver does, where it takes a start from the multipliers in `out`, and leaves the answer there.
    ///
    /// # Errors
    /// As the solver's.
    pub fn solve(
        &mut self,
        (settings, like): (&Settings, &Solver),
        mut problem: ContactProblem<'_>,
        out: &mut Solution,
    ) -> Result<ContactSolution, SolveError> {
        let largest = self.condensed.sort(&problem);
        let plain = (settings.method == Method::GaussSeidel).then_some(settings.effort.sweeps);
        self.start.clone_from(&out.lambda);
        if plain.is_none()
            && let Some(found) = self.stand(&problem, out)
        {
            return Ok(found);
        }
        self.map.take(&problem, plain.is_some());
        let ways = match plain {
            Some(_) => [ContactMethod::Sweeps, ContactMethod::None, ContactMethod::None],
            None => exact_ways(&problem, largest),
        };
        let mut solver = self.solver.take().unwrap_or_else(|| Solver::new(like.method()));
        solver.work_as(like);
        let most = affordable(&problem, largest);
        let (mut best, mut failed): (Option<ContactSolution>, Option<SolveError>) = (None, None);
        let takes_least_squares = problem.takes_least_squares;
        let enough = |best: ContactSolution, way: ContactMethod| {
            best.residual <= EXACT
                || (way == ContactMethod::Sweeps && best.way != way && best.residual <= GOOD)
                // Of a large island a set was looked for after as many sweeps as there is time for.
                || (way == best.way && largest >= LARGE)
                || (takes_least_squares && best.residual <= least_squares(best.way))
        };
        for way in ways {
            if way == ContactMethod::None || best.is_some_and(|best| enough(best, way)) {
                break;
            }
            // Sweeps go on from what another way came to, if that is something.
            let from = match best {
                Some(best) if best.residual <= NEAR && way == ContactMethod::Sweeps => &out.lambda,
                _ => &self.start,
            };
            self.trial.lambda.clone_from(from);
            let answer = match self.go(way, &mut solver, &mut problem, (plain, most, largest)) {
                Ok(answer) => answer,
                Err(error) if ends_all(&error) => {
                    (best, failed) = (None, Some(error));
                    break;
                }
                // What one way cannot factor another may solve.
                Err(error) => {
                    failed = failed.or(Some(error));
                    continue;
                }
            };
            // What contradicts itself is answered by least squares, which sweeps do not come to; written so that NaN is never better.
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

    /// One way, into `trial`, and reads it; returns what had the answer, its trial sets, pivots or sweeps, and its residual. Sweeps are accelerated unless so many
    /// plain ones are asked for.
    fn go(
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

    /// What has the answer in `trial`, which was read.
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

    /// Accelerated sweeps, into `trial`; then the joints are solved once under the forces found, for sweeps reach the far end of
    /// long ones in as many rounds as they have links. Returns the sweeps.
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

    /// Solves the joints of `trial` under the multipliers of the conditions that were read last.
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

    /// Sweeps start from multipliers that are numbers.
    fn mend_start(&mut self) {
        if self.trial.lambda.iter().any(|x| !x.is_finite()) {
            self.trial.lambda.fill(0.0);
        }
    }
}
