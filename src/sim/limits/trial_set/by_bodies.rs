//! A trial set with sliding contacts, by the LU over the bodies. Sliding friction is proportional to its normal force, so its force is added to
//! that of the normal row:
//!
//! ```text
//! M a = F + (J_n + share J_t)^T x_n,   J a + c + E x + D (x - centre) = 0
//! ```
//! Rows at a bound and sliding rows have no equation; their multipliers are given. All other rows have compliance: held rows D, about
//! the centre, and joints 1e-11, about the present multipliers, which vanishes as the corrections converge. Rows are scaled to a unit J W J^T.

use crate::math::worst;
use crate::solver::{BodyLu, Coupling, Side, SolveError};

use super::super::saved_rows::find_active;
use super::{Task, TrialSet};

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
    pub(super) fn take(&mut self, task: &Task<'_>) -> Result<bool, SolveError> {
        let (topology, conditions) = (task.topology, task.conditions);
        if topology.forcing_len() > 0 {
            return Ok(false);
        }
        find_active(topology, task.system, conditions, &mut self.active);
        self.lu.work_as(task.solver);
        self.lu.take(topology, task.system, &self.active)?;
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
        let all = (0..self.lu.len()).map(|row| self.lu.c(row).abs());
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

    /// Corrects the multipliers until the residual is down to rounding.
    ///
    /// # Errors
    /// Numerical where it stays larger, as where rows contradict each other.
    fn correct(&mut self) -> Result<(), SolveError> {
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
        let is_closed = most <= (CLOSED[0] * self.load).max(CLOSED[1] * size);
        match is_closed {
            true => Ok(()),
            false => Err(SolveError::Numerical { constraint: 0 }),
        }
    }
}

impl TrialSet {
    /// Factors the system for the present sides.
    ///
    /// # Errors
    /// As [`BodyLu::factor`].
    pub(super) fn factor_by_bodies(&mut self) -> Result<(), SolveError> {
        let all = &mut self.by_bodies;
        for (row, stiffness) in all.stiffness.iter_mut().enumerate() {
            *stiffness = (all.lu.compliance(row) + PROXIMAL).recip();
        }
        for (i, &row) in all.rows.iter().enumerate() {
            let unit = all.lu.unit(row);
            // `ease` is relative to J W J^T by the diagonal of M.
            let compliance = self.ease * self.rows.mobility(i) / (unit * unit);
            (all.compliance[row], all.stiffness[row]) = match self.sides[i] {
                Side::Held => (compliance, (all.lu.compliance(row) + compliance).recip()),
                _ => (0.0, 0.0),
            };
        }
        for (row, stiffness) in all.stiffness.iter_mut().enumerate() {
            if all.lu.is_idle(row) {
                (*stiffness, all.compliance[row]) = (0.0, 0.0);
            }
        }
        all.couplings.clear();
        for it in &self.slips {
            let [row, other] = [it.normal, it.condition].map(|i| all.rows[i]);
            let share = it.share * all.lu.unit(other) / all.lu.unit(row);
            all.couplings.push(Coupling { row, other, share });
        }
        all.lu.factor(&all.stiffness, &all.couplings)
    }

    /// Solves with that factor, from the present multipliers.
    ///
    /// # Errors
    /// Numerical where rows contradict each other.
    pub(super) fn solve_by_bodies(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        let all = &mut self.by_bodies;
        for (i, &row) in all.rows.iter().enumerate() {
            let (unit, moves) = (all.lu.unit(row), !all.lu.is_idle(row));
            all.x[row] = if moves { self.x[i] * unit } else { 0.0 };
            all.centre[row] = self.centre[i] * unit;
        }
        for it in &all.couplings {
            all.x[it.other] = it.share * all.x[it.row];
        }
        all.correct()?;
        for (i, &row) in all.rows.iter().enumerate() {
            if self.sides[i] == Side::Held {
                self.x[i] = all.x[row] / all.lu.unit(row);
            }
        }
        for it in &self.slips {
            self.x[it.condition] = it.share * self.x[it.normal];
        }
        all.lu.write(task.topology, &all.x, task.out)?;
        for (i, x) in self.x.iter().enumerate() {
            let row = task.row(i);
            task.out.lambda[row] = *x;
        }
        Ok(())
    }
}
