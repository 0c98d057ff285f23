//! Mixed complementarity by an active set (a primal-dual active set, or semi-smooth Newton): every trial set is one factorisation of the
//! system by the method in use.
//!
//! ```text
//! w = J a + c,   lo <= lambda <= hi,   w = 0 inside,   w >= 0 at lo,   w <= 0 at hi
//! friction of a contact: hi = -lo = mu lambda_n
//! ```
//! A row at a bound becomes an identity (J = 0, E = 1), so that the pattern of the factor stays; its force goes to F. All rows on the
//! wrong side change over at once; when that does not bring their number down, only the last of them (Júdice and Pires 1994, after Murty):
//! finite for constant bounds. A bound that follows another multiplier is a fixed point, iterated with one factor; it contracts by about
//! the friction coefficient times the coupling of the rows.

use crate::solver::{BlockPivoting, Side, Solution, SolveError, Solver, System, Topology};

use super::condition::Condition;
use super::saved_rows::SavedRows;

/// Compliance of held rows while the set is looked for, relative to their own J W J^T: rows that contradict each other get multipliers
/// beyond any bound instead of least squares, and rows that depend on each other share evenly.
const EASE: f64 = 1e-10;
/// Sides closer than this, relative to their terms, are no reason to change over.
const ROUNDING: f64 = 1e-12;
/// Trial sets at most where friction follows other multipliers: there is no proof that one is found.
const MOST_WITH_FRICTION: usize = 25;
/// Rounds of the fixed point of friction with one factor, while the set is looked for and for the answer, and the change that ends it.
const ROUNDS: (usize, usize) = (12, 200);
const SAME: f64 = 1e-13;

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
    /// Compliance of held rows: [`EASE`], and none for the answer.
    ease: f64,
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
        self.ease = EASE;
        let mut found = Found::default();
        let most = if conditions.iter().any(|it| it.friction.is_some()) {
            MOST_WITH_FRICTION
        } else {
            60 + 4 * conditions.len()
        };
        let mut pivoting = BlockPivoting::default();
        let answer = loop {
            if found.rounds >= most {
                break Ok(());
            }
            found.rounds += 1;
            if let Err(error) = self.try_set(solver, topology, system, conditions, ROUNDS.0, out) {
                break Err(error);
            }
            self.find_changes(topology, conditions, out);
            if !pivoting.choose(&mut self.change) {
                found.settled = true;
                break Ok(());
            }
            for &i in &self.change {
                let [lo, _] = self.bounds(conditions, i);
                self.sides[i] = self.sides[i].changed(self.x[i] < lo);
            }
        };
        let answer = answer.and_then(|()| {
            self.ease = 0.0;
            if found.settled {
                found.settled = self.try_set(solver, topology, system, conditions, ROUNDS.1, out)?;
            }
            Ok(found)
        });
        self.restore(topology, system, conditions);
        answer
    }

    fn save(&mut self, topology: &Topology, system: &System, conditions: &[Condition]) {
        self.rows.save(topology, system, conditions);
        self.force.clone_from(&system.force);
        self.sides.clear();
        self.sides.extend(conditions.iter().map(|it| it.side));
        self.x.clear();
        self.x.resize(conditions.len(), 0.0);
    }

    fn restore(&mut self, topology: &Topology, system: &mut System, conditions: &[Condition]) {
        system.force.clone_from(&self.force);
        for (i, it) in conditions.iter().enumerate() {
            self.rows.hold(topology, system, it, i, 0.0);
        }
    }

    /// [lo, hi] of a multiplier, by those that are there.
    fn bounds(&self, conditions: &[Condition], i: usize) -> [f64; 2] {
        match conditions[i].friction {
            None => conditions[i].bounds,
            Some((normal, mu)) => {
                let most = mu * self.x[normal].max(0.0);
                [-most, most]
            }
        }
    }

    /// Solves for the sides there are; returns whether bounds that follow multipliers have come to rest.
    fn try_set(
        &mut self,
        solver: &mut Solver,
        topology: &Topology,
        system: &mut System,
        conditions: &[Condition],
        rounds: usize,
        out: &mut Solution,
    ) -> Result<bool, SolveError> {
        let mut factored = false;
        for _ in 0..rounds {
            system.force.clone_from(&self.force);
            for (i, it) in conditions.iter().enumerate() {
                let held = self.sides[i] == Side::Held;
                if !held {
                    let [lo, hi] = self.bounds(conditions, i);
                    self.x[i] = if self.sides[i] == Side::Low { lo } else { hi };
                    let x = self.x[i];
                    self.rows.add_force(topology, &mut system.force, it, i, x);
                    self.rows.give(topology, system, it, x);
                } else {
                    self.rows.hold(topology, system, it, i, self.ease);
                }
            }
            if !factored {
                solver.factor(topology, system)?;
                factored = true;
            }
            solver.solve(topology, system, out)?;
            let (mut change, mut largest) = (0.0_f64, 0.0_f64);
            let mut follows = false;
            for (i, it) in conditions.iter().enumerate() {
                if self.sides[i] == Side::Held {
                    self.x[i] = out.lambda[topology.row_offset(it.constraint) + it.k];
                }
            }
            for (i, it) in conditions.iter().enumerate() {
                if it.friction.is_some() && self.sides[i] != Side::Held {
                    let [lo, hi] = self.bounds(conditions, i);
                    let wanted = if self.sides[i] == Side::Low { lo } else { hi };
                    follows = true;
                    change = change.max((wanted - self.x[i]).abs());
                }
                largest = largest.max(self.x[i].abs());
            }
            if !follows || change <= SAME * largest {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Rows that are on the wrong side, ascending.
    fn find_changes(&mut self, topology: &Topology, conditions: &[Condition], out: &Solution) {
        let largest = self.x.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let mut change = std::mem::take(&mut self.change);
        change.clear();
        for i in 0..conditions.len() {
            let [lo, hi] = self.bounds(conditions, i);
            let wrong = match self.sides[i] {
                Side::Held => {
                    let near = ROUNDING * largest;
                    self.x[i] < lo - near || self.x[i] > hi + near
                }
                // A row that may only take one value is there.
                _ if lo == hi => false,
                side => {
                    let (w, terms) = self.rows.w_and_terms(topology, &conditions[i], i, out);
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
