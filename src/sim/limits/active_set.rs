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

/// A row with bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Condition {
    /// Its constraint (dense index of the topology).
    pub constraint: usize,
    /// Its row within that.
    pub k: usize,
    /// [lo, hi] of the multiplier.
    pub bounds: [f64; 2],
    /// The condition (index) that bounds it and the coefficient, where it is friction: then `bounds` are not read.
    pub friction: Option<(usize, f64)>,
    /// Where to start.
    pub side: Side,
}

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
    /// J of the rows of the conditions, one after the other, and where each starts.
    rows: Vec<f64>,
    starts: Vec<usize>,
    c: Vec<f64>,
    compliance: Vec<f64>,
    /// J W J^T of each row, by the diagonal of M.
    mobility: Vec<f64>,
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
        for list in [
            &mut self.rows,
            &mut self.c,
            &mut self.compliance,
            &mut self.mobility,
            &mut self.x,
        ] {
            list.clear();
        }
        self.starts.clear();
        self.sides.clear();
        self.force.clone_from(&system.force);
        for it in conditions {
            self.starts.push(self.rows.len());
            let mut mobility = 0.0;
            for end in topology.ends(it.constraint) {
                let dim = topology.body_dim(end.body);
                let row = &system.jacobian[end.block + it.k * dim..][..dim];
                let mass = &system.mass[topology.mass_offset(end.body)..];
                let terms = row.iter().enumerate().map(|(i, j)| j * j / mass[i * (dim + 1)]);
                mobility += terms.sum::<f64>();
                self.rows.extend_from_slice(row);
            }
            self.mobility.push(mobility);
            let row = topology.row_offset(it.constraint) + it.k;
            self.c.push(system.c[row]);
            self.compliance.push(system.compliance[row]);
            self.sides.push(it.side);
            self.x.push(0.0);
        }
    }

    fn restore(&mut self, topology: &Topology, system: &mut System, conditions: &[Condition]) {
        self.ease = 0.0;
        system.force.clone_from(&self.force);
        for (i, it) in conditions.iter().enumerate() {
            self.write_row(topology, system, it, i, true);
        }
    }

    /// Writes a row as an equation, or as an identity with the multiplier it has.
    fn write_row(&self, topology: &Topology, system: &mut System, it: &Condition, i: usize, held: bool) {
        let mut from = self.starts[i];
        for end in topology.ends(it.constraint) {
            let dim = topology.body_dim(end.body);
            let to = &mut system.jacobian[end.block + it.k * dim..][..dim];
            if held {
                to.copy_from_slice(&self.rows[from..from + dim]);
            } else {
                to.fill(0.0);
            }
            from += dim;
        }
        let row = topology.row_offset(it.constraint) + it.k;
        (system.c[row], system.compliance[row]) = if held {
            (self.c[i], self.compliance[i] + self.ease * self.mobility[i])
        } else {
            (-self.x[i], 1.0)
        };
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
                    self.add_force(topology, system, it, i);
                }
                self.write_row(topology, system, it, i, held);
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

    /// F += J^T x of a row at a bound.
    fn add_force(&self, topology: &Topology, system: &mut System, it: &Condition, i: usize) {
        let mut from = self.starts[i];
        for end in topology.ends(it.constraint) {
            let dim = topology.body_dim(end.body);
            let force = &mut system.force[topology.body_offset(end.body)..][..dim];
            for (force, j) in force.iter_mut().zip(&self.rows[from..from + dim]) {
                *force += j * self.x[i];
            }
            from += dim;
        }
    }

    fn w_and_terms(
        &self,
        topology: &Topology,
        conditions: &[Condition],
        i: usize,
        out: &Solution,
    ) -> (f64, f64) {
        let (mut w, mut terms) = (self.c[i], self.c[i].abs());
        let mut from = self.starts[i];
        for end in topology.ends(conditions[i].constraint) {
            let dim = topology.body_dim(end.body);
            let a = &out.acceleration[topology.body_offset(end.body)..][..dim];
            for (a, j) in a.iter().zip(&self.rows[from..from + dim]) {
                w += a * j;
                terms += (a * j).abs();
            }
            from += dim;
        }
        (w, terms)
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
                    let (w, terms) = self.w_and_terms(topology, conditions, i, out);
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
