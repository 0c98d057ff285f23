//! A trial set with sliding contacts, by the LU over the bodies. Sliding friction is proportional to its normal force, so its force is added to
//! that of the normal row:
//!
//! ```text
//! M a = F + (J_n + share J_t)^T x_n,   J a + c + E x + D (x - centre) = 0
//! ```
//! Rows at a bound and sliding rows have no equation; their multipliers are given. All other rows have compliance: held rows D, about
//! the centre, and joints 1e-11, about the present multipliers, which vanishes as the corrections converge. Rows are scaled to a unit J W J^T.

use crate::math::worst;
use crate::solver::{BodyLu, Coupling, Side, Solution, SolveError, Solver, System, Topology};

use super::super::condition::Condition;
use super::super::saved_rows::{SavedRows, find_active};

/// Proximal compliance of joints.
const PROXIMAL: f64 = 1e-11;
/// Corrections of the multipliers at most. They end where one reduces the residual by less than half.
const CORRECTIONS: usize = 12;
/// Largest residual of an answer, relative to the load, and to the largest multiplier: rows that contradict each other leave more, while their
/// multipliers grow with each correction.
const CLOSED: [f64; 2] = [1e-11, 1e-14];

/// A sliding row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slip {
    /// Its condition, and the condition of its normal.
    pub(super) condition: usize,
    pub(super) normal: usize,
    /// Its multiplier for a unit multiplier of the normal.
    pub(super) share: f64,
}

/// The rows, their LU, and the numbers of one solve, each scaled.
#[derive(Default)]
pub(super) struct CondensedRows {
    lu: BodyLu,
    active: Vec<bool>,
    /// Row of each condition.
    rows: Vec<usize>,
    x: Vec<f64>,
    /// D and centre of each row; D is 0 where a row has none.
    compliance: Vec<f64>,
    centre: Vec<f64>,
    /// Stiffness of each row in the factor; 0 where it has no equation.
    stiffness: Vec<f64>,
    couplings: Vec<Coupling>,
    residual: Vec<f64>,
    change: Vec<f64>,
    /// The largest c, or the root of F W F where that is larger.
    load: f64,
}

impl CondensedRows {
    /// Takes up the rows of a system that are all written as equations, with all multipliers 0. Returns whether trial sets of these conditions can
    /// be solved here: no force acts elsewhere, and each condition acts on a body.
    pub(super) fn take(
        &mut self,
        solver: &Solver,
        (topology, system): (&Topology, &System),
        conditions: &[Condition],
    ) -> Result<bool, SolveError> {
        if topology.forcing_len() > 0 {
            return Ok(false);
        }
        find_active(topology, system, conditions, &mut self.active);
        self.lu.copy_settings_from(solver);
        self.lu.take(topology, system, &self.active)?;
        self.rows.clear();
        self.rows.extend(
            conditions
                .iter()
                .filter_map(|it| self.lu.row(it.constraint, it.k)),
        );
        for list in [
            &mut self.x,
            &mut self.compliance,
            &mut self.centre,
            &mut self.stiffness,
        ] {
            list.clear();
            list.resize(self.lu.len(), 0.0);
        }
        let all = (0..self.lu.len()).map(|row| self.lu.scaled_row(row).c.abs());
        self.load = all.fold(self.lu.load(), worst);
        Ok(self.rows.len() == conditions.len())
    }

    /// Computes the residual of all rows with an equation; returns the largest, and the largest multiplier.
    fn find_residual(&mut self) -> Result<(f64, f64), SolveError> {
        self.lu.residuals(&self.x, &mut self.residual)?;
        let (mut most, mut size) = (0.0, 0.0);
        for (row, residual) in self.residual.iter_mut().enumerate() {
            let x = self.x[row];
            *residual += self.compliance[row] * (x - self.centre[row]);
            if self.stiffness[row] > 0.0 {
                most = worst(most, residual.abs());
            }
            size = worst(size, x.abs());
        }
        Ok((most, size))
    }

    /// Corrects the multipliers until the residual is down to rounding; returns whether it is. It stays larger where rows contradict each other.
    ///
    /// # Errors
    /// Numerical where an answer is not finite.
    fn correct(&mut self) -> Result<bool, SolveError> {
        let (mut most, mut size) = self.find_residual()?;
        for _ in 0..CORRECTIONS {
            let before = most;
            self.lu.correct(&self.residual, &mut self.change)?;
            self.x
                .iter_mut()
                .zip(&self.change)
                .for_each(|(x, change)| *x += change);
            (most, size) = self.find_residual()?;
            // Written so that NaN ends the loop.
            let goes_on = most > 0.0 && most <= 0.5 * before;
            if !goes_on {
                break;
            }
        }
        match most.is_finite() && size.is_finite() {
            true => Ok(most <= (CLOSED[0] * self.load).max(CLOSED[1] * size)),
            false => Err(SolveError::Numerical { constraint: 0 }),
        }
    }

    /// Factors the system for these sides and sliding rows, with `ease` times J W J^T, by the diagonal of M, as D of held rows.
    ///
    /// # Errors
    /// As [`BodyLu::factor`].
    pub(super) fn factor(
        &mut self,
        (sides, slips): (&[Side], &[Slip]),
        (saved, ease): (&SavedRows, f64),
    ) -> Result<(), SolveError> {
        for (row, stiffness) in self.stiffness.iter_mut().enumerate() {
            *stiffness = (self.lu.scaled_row(row).compliance + PROXIMAL).recip();
        }
        for (i, &row) in self.rows.iter().enumerate() {
            let unit = self.lu.scaled_row(row).unit;
            let compliance = ease * saved.mobility(i) / (unit * unit);
            (self.compliance[row], self.stiffness[row]) = match sides[i] {
                Side::Held => (
                    compliance,
                    (self.lu.scaled_row(row).compliance + compliance).recip(),
                ),
                _ => (0.0, 0.0),
            };
        }
        for (row, stiffness) in self.stiffness.iter_mut().enumerate() {
            if self.lu.scaled_row(row).is_idle {
                (*stiffness, self.compliance[row]) = (0.0, 0.0);
            }
        }
        self.couplings.clear();
        for it in slips {
            let [row, other] = [it.normal, it.condition].map(|i| self.rows[i]);
            let share = it.share * self.lu.scaled_row(other).unit / self.lu.scaled_row(row).unit;
            self.couplings.push(Coupling { row, other, share });
        }
        self.lu.factor(&self.stiffness, &self.couplings)
    }

    /// Solves with that factor and these centres of D, from the multipliers x, of which those of held and of sliding rows are replaced. Returns
    /// whether the residual is down to rounding, which it is not where rows contradict each other.
    ///
    /// # Errors
    /// Numerical where an answer is not finite.
    pub(super) fn solve(
        &mut self,
        (sides, slips): (&[Side], &[Slip]),
        centre: &[f64],
        x: &mut [f64],
        (topology, out): (&Topology, &mut Solution),
    ) -> Result<bool, SolveError> {
        for (i, &row) in self.rows.iter().enumerate() {
            let (unit, moves) = (self.lu.scaled_row(row).unit, !self.lu.scaled_row(row).is_idle);
            self.x[row] = if moves { x[i] * unit } else { 0.0 };
            self.centre[row] = centre[i] * unit;
        }
        for it in &self.couplings {
            self.x[it.other] = it.share * self.x[it.row];
        }
        let is_closed = self.correct()?;
        for (i, &row) in self.rows.iter().enumerate() {
            if sides[i] == Side::Held {
                x[i] = self.x[row] / self.lu.scaled_row(row).unit;
            }
        }
        for it in slips {
            x[it.condition] = it.share * x[it.normal];
        }
        self.lu.write(topology, &self.x, out)?;
        Ok(is_closed)
    }
}
