//! Mixed complementarity by an active set (a primal-dual active set, or semi-smooth Newton): every trial set is one factorisation of the
//! system by the method in use.
//!
//! ```text
//! w = J a + c,   lo <= lambda <= hi,   w = 0 inside,   w >= 0 at lo,   w <= 0 at hi
//! friction of a contact: hi = -lo = mu lambda_n
//! ```
//! All rows on the wrong side change over at once; when that does not bring their number down, only the last of them (Júdice and Pires
//! 1994, after Murty): finite for constant bounds. With friction there is no such proof, and from a start that is nearly right proximal
//! steps go on: each solves the problem with some compliance about the last multipliers (Rockafellar 1976), where trial sets are
//! found readily, with less of it the faster they are.

use crate::solver::{BlockPivoting, Side, Solution, SolveError, Solver, System, Topology};

use super::condition::Condition;
use super::trial_set::{Task, TrialSet};

/// Compliance of held rows while the set is looked for, relative to their own J W J^T: rows that contradict each other get multipliers
/// beyond any bound instead of least squares, and rows that depend on each other share evenly.
const EASE: f64 = 1e-10;
/// Trial sets at most where friction follows other multipliers, and in proximal steps.
pub const MOST_WITH_FRICTION: usize = 25;
pub const MOST_PROXIMAL: usize = 60;
/// Rounds in which the compliance of held rows is taken away.
const HARDENINGS: usize = 4;
/// Compliance of the first proximal step, and the trial sets of one.
const FIRST: f64 = 1e-4;
const MOST_OF_A_STEP: usize = 10;
/// Rows on the wrong side beyond which a proximal step is given up: so many times the fewest it had, and some. Sets that are found are near:
/// where more change over, ever more do.
const ASTRAY: (usize, usize) = (2, 4);
/// Part of all rows that the fewest are at first, where only one step is taken.
const NEAR: usize = 64;
/// What compliance is multiplied by once a step has found its set at once, later, and not at all.
const AT_ONCE: f64 = 0.01;
const LATER: f64 = 0.1;
const NOT_FOUND: f64 = 10.0;
/// Steps of the least compliance that may leave more than that.
const MOST_STUCK: usize = 4;
/// What compliance leaves of held rows, relative to the largest multiplier, at which the answer is one without it.
const STILL: f64 = 5e-11;
/// Rounds with one factor, and what each has to bring the change of multipliers down to: where rows contradict each other it stays.
const ROUNDS_OF_A_FACTOR: usize = 8;
const PROGRESS: f64 = 0.5;

/// How it ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Factorisations.
    pub rounds: usize,
    /// Whether the set stands: no row is on the wrong side.
    pub settled: bool,
}

/// Sides and multipliers to start from, one a condition, where there are any but the conditions' own.
pub type Start<'a> = Option<(&'a [Side], &'a [f64])>;

/// Workspace, and the sides found.
#[derive(Default)]
pub struct ActiveSet {
    trial: TrialSet,
    /// Sides before a proximal step.
    kept: Vec<Side>,
}

impl ActiveSet {
    /// Where each condition ended.
    pub fn sides(&self) -> &[Side] {
        &self.trial.sides
    }

    /// Solves `system`, whose rows are all written as equations, under these conditions, from their own sides, or by proximal steps from given
    /// sides and multipliers, one a condition; with friction, and in the second case, by `most` trial sets at most. The answer, multipliers at bounds included, is left in `out`; the system is as it was afterwards.
    ///
    /// # Errors
    /// As the solver's.
    pub fn solve(
        &mut self,
        solver: &mut Solver,
        (topology, system): (&Topology, &mut System),
        (conditions, start, most): (&[Condition], Start<'_>, usize),
        out: &mut Solution,
    ) -> Result<Found, SolveError> {
        self.trial.save(topology, system, conditions);
        let mut task = Task {
            solver,
            topology,
            system,
            conditions,
            out,
        };
        let answer = match start {
            None => self.find(&mut task, most),
            Some((sides, x)) => {
                self.trial.sides.copy_from_slice(sides);
                self.trial.x.copy_from_slice(x);
                self.approach(&mut task, most)
            }
        };
        self.trial.restore(topology, system, conditions);
        answer
    }

    /// Looks for a set that stands, and solves for it without compliance.
    fn find(&mut self, task: &mut Task<'_>, most: usize) -> Result<Found, SolveError> {
        (self.trial.ease, self.trial.slack) = (EASE, 0.0);
        let mut found = Found::default();
        let coupled = task.conditions.iter().any(|it| it.friction.is_some());
        if coupled {
            // What depends on each other goes on to share as it did.
            self.trial.start(task);
        }
        let most = if coupled {
            most
        } else {
            60 + 4 * task.conditions.len()
        };
        let mut pivoting = BlockPivoting::default();
        while found.rounds < most {
            found.rounds += 1;
            self.trial.try_set(task)?;
            self.trial.find_wrong(task);
            if !pivoting.choose(&mut self.trial.wrong) {
                found.settled = true;
                break;
            }
            self.trial.change_over(task.conditions);
        }
        if found.settled && coupled {
            self.harden(task)?;
        } else if found.settled && self.trial.sides.contains(&Side::Held) {
            self.trial.ease = 0.0;
            self.trial.try_set(task)?;
            self.trial.find_wrong(task);
            if !self.trial.wrong.is_empty() {
                // Least squares share otherwise than compliance does, and not within the bounds.
                self.trial.ease = EASE;
                self.trial.try_set(task)?;
                self.harden(task)?;
            }
        }
        Ok(found)
    }

    /// Takes the compliance of held rows away with the factor there is.
    fn harden(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        for _ in 0..HARDENINGS {
            self.trial.centre(task)?;
        }
        Ok(())
    }

    /// Proximal steps, until one changes nothing, or `most` trial sets; where these are no more than one step may take, until one does not
    /// find its set. `task.out` is an answer only where one did.
    fn approach(&mut self, task: &mut Task<'_>, most: usize) -> Result<Found, SolveError> {
        let only_near = most <= MOST_OF_A_STEP;
        let mut found = Found::default();
        (self.trial.ease, self.trial.slack) = (FIRST, STILL);
        let (mut is_found, mut was_found, mut stuck) = (true, false, 0);
        while found.rounds < most {
            self.trial.set_centre(task.conditions);
            self.kept.clone_from(&self.trial.sides);
            let rounds;
            (rounds, is_found) = self.step(task, MOST_OF_A_STEP.min(most - found.rounds), only_near)?;
            found.rounds += rounds;
            was_found |= is_found;
            if !is_found {
                self.trial.sides.clone_from(&self.kept);
                self.trial.go_back();
                self.trial.ease = (NOT_FOUND * self.trial.ease).min(1.0);
                if only_near {
                    break;
                }
                continue;
            }
            if self.polish(task)? {
                found.settled = true;
                break;
            }
            if self.trial.ease <= EASE {
                // Rows contradict each other, or forces that the contacts share go from bound to bound.
                stuck += 1;
            }
            if stuck > MOST_STUCK {
                break;
            }
            let less = if rounds <= 2 { AT_ONCE } else { LATER };
            self.trial.ease = (less * self.trial.ease).max(EASE);
        }
        if !is_found && was_found {
            // The last set that stood, rather than one that does not.
            self.trial.try_set(task)?;
            found.rounds += 1;
        }
        Ok(found)
    }

    /// At most so many trial sets of one proximal step, all wrong rows changing over at once.
    fn step(
        &mut self,
        task: &mut Task<'_>,
        most: usize,
        only_near: bool,
    ) -> Result<(usize, bool), SolveError> {
        let mut fewest = if only_near {
            task.conditions.len() / NEAR
        } else {
            usize::MAX
        };
        for round in 1..=most {
            self.trial.try_set(task)?;
            self.trial.find_wrong(task);
            if self.trial.wrong.is_empty() {
                return Ok((round, true));
            }
            if self.trial.wrong.len() > fewest.saturating_mul(ASTRAY.0).saturating_add(ASTRAY.1) {
                return Ok((round, false));
            }
            fewest = fewest.min(self.trial.wrong.len());
            self.trial.change_over(task.conditions);
        }
        Ok((most, false))
    }

    /// Further proximal steps with the factor there is, as long as their sets are the same; returns whether compliance leaves nothing.
    fn polish(&mut self, task: &mut Task<'_>) -> Result<bool, SolveError> {
        let mut last = f64::INFINITY;
        for _ in 0..ROUNDS_OF_A_FACTOR {
            let change = self.trial.centre(task)?;
            self.trial.find_wrong(task);
            if !self.trial.wrong.is_empty() {
                return Ok(false);
            }
            if self.trial.ease * change <= STILL {
                return Ok(true);
            }
            // Written so that NaN ends it.
            let goes_on = change <= PROGRESS * last;
            if !goes_on {
                return Ok(false);
            }
            last = change;
        }
        Ok(false)
    }
}
