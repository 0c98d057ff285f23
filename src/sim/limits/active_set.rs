//! Mixed complementarity by an active set (a primal-dual active set, or semi-smooth Newton): every trial set is one factorisation of the
//! system by the method in use.
//!
//! ```text
//! w = J a + c,   lo <= lambda <= hi,   w = 0 inside,   w >= 0 at lo,   w <= 0 at hi
//! friction of a contact: hi = -lo = mu lambda_n
//! ```
//! All rows on the wrong side change over at once; when that does not reduce their number, only the last of them does (Júdice and Pires 1994, after
//! Murty): finite for constant bounds. With friction there is no such proof. From a start that is nearly right, proximal steps go on: each solves
//! the problem with some compliance about the last multipliers (Rockafellar 1976), with which trial sets are found readily; the faster they are
//! found, the more the compliance is reduced.

use crate::solver::{BlockPivoting, Side, Solution, SolveError, Solver, System, Topology};

use super::condition::Condition;
use super::trial_set::{Task, TrialSet};

/// Compliance of held rows while the set is looked for, relative to their own J W J^T: contradictory rows get very large multipliers instead of a
/// least-squares answer, and dependent rows share evenly.
const EASE: f64 = 1e-10;
/// Trial sets at most: where friction follows other multipliers, and in proximal steps.
pub const MOST_WITH_FRICTION: usize = 25;
pub const MOST_PROXIMAL: usize = 60;
/// Rounds in which the compliance of held rows is removed.
const HARDENINGS: usize = 4;
/// Compliance of the first proximal step, and trial sets of one step at most.
const FIRST_COMPLIANCE: f64 = 1e-4;
const MOST_OF_A_STEP: usize = 10;
/// A proximal step is given up where more rows are on the wrong side than `GIVE_UP.0` times the fewest it had, plus `GIVE_UP.1`. Sets that are found
/// are near: from others ever more rows change over.
const GIVE_UP: (usize, usize) = (2, 4);
/// Where only one step is taken, that fewest number starts at the number of rows divided by this.
const NEAR: usize = 64;
/// Factors of the compliance after a step that found its set at once, later, or not at all.
const AT_ONCE: f64 = 0.01;
const LATER: f64 = 0.1;
const NOT_FOUND: f64 = 10.0;
/// Proximal steps at the least compliance after which the iteration ends, although their compliance still has an effect.
const MOST_STUCK: usize = 4;
/// Effect of the compliance of held rows, relative to the largest multiplier, up to which the answer counts as one without compliance.
const CONVERGED: f64 = 5e-11;
/// Rounds with one factor, and the ratio to which each has to reduce the change of the multipliers: where rows contradict each other it stays.
const ROUNDS_OF_A_FACTOR: usize = 8;
const PROGRESS: f64 = 0.5;

/// Result of a search for an active set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Factorisations.
    pub rounds: usize,
    /// Whether the set stands: no row is on the wrong side.
    pub settled: bool,
}

/// Start sides and multipliers, one a condition; `None` for the conditions' own.
pub type Start<'a> = Option<(&'a [Side], &'a [f64])>;

/// Active set method: workspace, and the sides found.
#[derive(Default)]
pub struct ActiveSet {
    trial: TrialSet,
    /// Sides before a proximal step.
    kept: Vec<Side>,
}

impl ActiveSet {
    /// Side of each condition at the end.
    pub fn sides(&self) -> &[Side] {
        &self.trial.sides
    }

    /// Solves `system`, whose rows are all written as equations, under these conditions: from their own sides, or by proximal steps from given
    /// sides and multipliers, one a condition. With friction, and in the second case, `most` is the largest number of trial sets. Leaves the
    /// answer, multipliers at bounds included, in `out`, and restores the system.
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
                self.proximal_steps(&mut task, most)
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
            // Dependent rows go on to share forces as they did.
            self.trial.start(task);
        }
        let most = if coupled {
            most
        } else {
            60 + 4 * task.conditions.len()
        };
        let mut pivoting = BlockPivoting::default();
        self.trial.takes_rough = coupled;
        while found.rounds < most {
            found.rounds += 1;
            self.trial.try_set(task)?;
            self.trial.find_wrong(task);
            if pivoting.choose(&mut self.trial.wrong) {
                self.trial.change_over(task.conditions);
            } else if self.trial.is_rough {
                // The set has to stand by an exact answer as well.
                self.trial.takes_rough = false;
            } else {
                found.settled = true;
                break;
            }
        }
        self.trial.takes_rough = false;
        if found.settled && coupled {
            self.remove_compliance(task)?;
        } else if found.settled && self.trial.sides.contains(&Side::Held) {
            self.trial.ease = 0.0;
            self.trial.try_set(task)?;
            self.trial.find_wrong(task);
            if !self.trial.wrong.is_empty() {
                // Least squares share forces otherwise than compliance does, and not within the bounds.
                self.trial.ease = EASE;
                self.trial.try_set(task)?;
                self.remove_compliance(task)?;
            }
        }
        Ok(found)
    }

    /// Removes the compliance of held rows, with the present factor.
    fn remove_compliance(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        for _ in 0..HARDENINGS {
            self.trial.centre(task)?;
        }
        Ok(())
    }

    /// Takes proximal steps until one changes nothing, or up to `most` trial sets; where that is no more than one step may take, until a step does
    /// not find its set. `task.out` is an answer only where a step found its set.
    fn proximal_steps(&mut self, task: &mut Task<'_>, most: usize) -> Result<Found, SolveError> {
        let only_near = most <= MOST_OF_A_STEP;
        let mut found = Found::default();
        (self.trial.ease, self.trial.slack) = (FIRST_COMPLIANCE, CONVERGED);
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
                // Rows contradict each other, or forces that contacts share move from bound to bound.
                stuck += 1;
            }
            if stuck > MOST_STUCK {
                break;
            }
            let less = if rounds <= 2 { AT_ONCE } else { LATER };
            self.trial.ease = (less * self.trial.ease).max(EASE);
        }
        if !is_found && was_found {
            // The last set that stood is solved for again, rather than one that does not stand.
            self.trial.try_set(task)?;
            found.rounds += 1;
        }
        Ok(found)
    }

    /// One proximal step of at most `most` trial sets, in which all wrong rows change over at once. Returns the number of trial sets, and whether
    /// the set was found.
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
            if self.trial.wrong.len() > fewest.saturating_mul(GIVE_UP.0).saturating_add(GIVE_UP.1) {
                return Ok((round, false));
            }
            fewest = fewest.min(self.trial.wrong.len());
            self.trial.change_over(task.conditions);
        }
        Ok((most, false))
    }

    /// Further proximal steps with the present factor, as long as their sets are the same; returns whether the compliance has no effect any more.
    fn polish(&mut self, task: &mut Task<'_>) -> Result<bool, SolveError> {
        let mut last = f64::INFINITY;
        for _ in 0..ROUNDS_OF_A_FACTOR {
            let change = self.trial.centre(task)?;
            self.trial.find_wrong(task);
            if !self.trial.wrong.is_empty() {
                return Ok(false);
            }
            if self.trial.ease * change <= CONVERGED {
                return Ok(true);
            }
            // Written so that NaN ends the loop.
            let goes_on = change <= PROGRESS * last;
            if !goes_on {
                return Ok(false);
            }
            last = change;
        }
        Ok(false)
    }
}
