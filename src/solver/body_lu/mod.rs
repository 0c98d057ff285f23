//! LU over the bodies of a system whose rows have compliance: the rows are eliminated first (static condensation), and the matrix factored
//! has a block for each pair of bodies that some row joins.
//!
//! ```text
//! M da = K dx,   J da + dx / s = -r         r the residual of the rows,  s their stiffness, the inverse of their compliance
//! (M + K s J) da = -K s r,   dx = -s (r + J da)
//! ```
//! Where many rows act on each body, as in a heap, there are far fewer bodies than rows, and each is joined only to those beside it. The
//! matrix has the stiffness of the rows, which causes errors of the order of `eps s`. It therefore serves to correct multipliers that
//! are nearly a solution. Rows, and with them r, x and s, are scaled to a unit `J W J^T`.

mod blocks;
mod plan;
mod rows;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use self::blocks::D;
use self::plan::Plan;
use self::rows::Rows;
pub use self::rows::{Coupling, ScaledRow};
use crate::checks::{check_matrices, check_right_hand_side};
use crate::report::SolveError;
use crate::system::{Solution, System, Topology};
use crate::work_budget::{planning_cost, products_cost};
use crate::{Hardware, Solver, WorkBudget};

/// Estimated time of one multiplication of a factorisation (ns).
const MULTIPLICATION: f64 = 0.2;

/// Corrects approximate solutions of `M a = F + J^T x`, `J a + c + E x = 0` with additional compliance of the rows and with couplings of their
/// multipliers.
#[derive(Default)]
pub struct BodyLu {
    plan: Option<Plan>,
    rows: Rows,
    /// Whether the rows taken up last are factored, with which stiffness, and with which couplings.
    factored: bool,
    stiffness: Vec<f64>,
    couplings: Vec<Coupling>,
    /// Forces or accelerations, one block row a pivot.
    x: Vec<[f64; D]>,
    /// Estimated time of the products with all rows (ns).
    products: f64,
    hardware: Hardware,
    cancel: Arc<AtomicBool>,
    budget: Arc<WorkBudget>,
}

impl BodyLu {
    /// Adopts the hardware, the cancel flag and the work budget of a solver.
    pub fn copy_settings_from(&mut self, solver: &Solver) {
        self.budget = Arc::clone(solver.work_budget());
        self.cancel = solver.cancel_flag();
        self.hardware = solver.hardware();
    }

    /// Takes up the rows of the `active` constraints that act on a body. They are numbered in the order of their constraints.
    ///
    /// # Errors
    /// Where arrays do not fit the topology, forces act elsewhere, a number is not finite, a mass is not positive definite, or the work budget is
    /// exceeded.
    pub fn take(&mut self, topology: &Topology, system: &System, active: &[bool]) -> Result<(), SolveError> {
        if active.len() != topology.constraints() || topology.forcing_len() > 0 {
            return Err(SolveError::Shape);
        }
        check_matrices(topology, system)?;
        check_right_hand_side(topology, system)?;
        self.products = products_cost(topology, system);
        self.budget.charge(self.products)?;
        self.factored = false;
        if !self.plan.as_ref().is_some_and(|plan| plan.fits(topology, active)) {
            self.budget.charge(planning_cost(topology))?;
            self.plan = Some(Plan::new(topology, active));
        }
        match &self.plan {
            Some(plan) => self.rows.take((topology, system), plan),
            None => Ok(()),
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.all.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of a row of a constraint; `None` where the constraint takes no part.
    pub fn row(&self, constraint: usize, k: usize) -> Option<usize> {
        self.plan.as_ref()?.row(constraint, k)
    }

    /// A row, scaled.
    pub fn scaled_row(&self, row: usize) -> &ScaledRow {
        &self.rows.all[row]
    }

    /// Root of `F W F` of all forces.
    pub fn load(&self) -> f64 {
        self.rows.load
    }

    /// Computes `w = J a + c + E x` of all rows, with `M a = F + J^T x`.
    ///
    /// # Errors
    /// Where there is not one multiplier for each row.
    pub fn residuals(&mut self, x: &[f64], w: &mut Vec<f64>) -> Result<(), SolveError> {
        if x.len() != self.len() {
            return Err(SolveError::Shape);
        }
        w.clear();
        w.resize(x.len(), 0.0);
        rows::residuals(self.hardware, &self.rows, &mut self.x, x, w);
        Ok(())
    }

    /// Factors for these stiffnesses of the rows (0 for a row that takes no part) and these couplings.
    ///
    /// # Errors
    /// Where a pivot is lost, the work budget is exceeded, or the cancel flag is raised.
    pub fn factor(&mut self, stiffness: &[f64], couplings: &[Coupling]) -> Result<(), SolveError> {
        let Some(plan) = self
            .plan
            .as_mut()
            .filter(|_| stiffness.len() == self.rows.all.len())
        else {
            return Err(SolveError::Shape);
        };
        self.factored = false;
        self.budget
            .charge(self.products + MULTIPLICATION * plan.matrix.work())?;
        self.stiffness.clear();
        self.stiffness.extend_from_slice(stiffness);
        self.couplings.clear();
        self.couplings.extend_from_slice(couplings);
        self.rows.couple(couplings);
        rows::assemble(self.hardware, &self.rows, stiffness, plan);
        self.factored = blocks::factor(self.hardware, &mut plan.matrix, &self.cancel).is_some();
        match self.factored {
            true => Ok(()),
            false if self.cancel.load(Relaxed) => Err(SolveError::Cancelled),
            false => Err(SolveError::Numerical {
                constraint: plan.stiffest(stiffness),
            }),
        }
    }

    /// Computes the change of the multipliers that removes the residuals `missed`, with the last factor.
    ///
    /// # Errors
    /// Where nothing is factored, or there is not one residual for each row.
    pub fn correct(&mut self, missed: &[f64], change: &mut Vec<f64>) -> Result<(), SolveError> {
        let Some(plan) = self.plan.as_ref().filter(|_| self.factored) else {
            return Err(SolveError::NotFactored);
        };
        if missed.len() != self.stiffness.len() {
            return Err(SolveError::Shape);
        }
        change.clear();
        change.resize(missed.len(), 0.0);
        let given = (&self.stiffness[..], missed);
        rows::gather(self.hardware, &self.rows, given, &mut self.x);
        blocks::solve(self.hardware, &plan.matrix, &mut self.x);
        rows::respond(self.hardware, &self.rows, given, &self.x, change);
        for it in &self.couplings {
            change[it.other] += it.share * change[it.row];
        }
        Ok(())
    }

    /// Writes these multipliers and the accelerations under them; multipliers of constraints that take no part are zero.
    ///
    /// # Errors
    /// Where there is not one multiplier for each row.
    pub fn write(&mut self, topology: &Topology, x: &[f64], out: &mut Solution) -> Result<(), SolveError> {
        let Some(plan) = self.plan.as_ref().filter(|_| x.len() == self.rows.all.len()) else {
            return Err(SolveError::Shape);
        };
        out.lambda.clear();
        out.lambda.resize(topology.rows(), 0.0);
        for ((row, x), to) in self.rows.all.iter().zip(x).zip(plan.system_rows(topology)) {
            out.lambda[to] = x / row.unit;
        }
        self.rows.accelerations(x, &mut self.x);
        out.acceleration.clear();
        out.acceleration.resize(topology.dofs(), 0.0);
        for body in 0..topology.bodies() {
            let to = &mut out.acceleration[topology.body_offset(body)..topology.body_offset(body + 1)];
            to.iter_mut()
                .zip(&self.x[plan.pivot(body)])
                .for_each(|(to, a)| *to = *a);
        }
        Ok(())
    }
}
