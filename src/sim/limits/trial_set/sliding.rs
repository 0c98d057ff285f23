//! Factor and solution of a trial set with sliding contacts. Sliding friction is proportional to its normal force, so it is added to the column of
//! that force, `K_n = J_n^T ± mu J_t^T`, and the factor is an LU. In a system with forces that act elsewhere it is found from a small linear system
//! instead, by minimal residuals, whose products are solves with the symmetric factor.

use crate::solver::{Side, SolveError};

use super::{Task, TrialSet};

/// Distance of a sliding row from its bound, relative to the largest multiplier, that is accepted; and rounds at most to bring it there.
const SAME: f64 = 1e-13;
const RESTARTS: usize = 3;

impl TrialSet {
    /// Factors the system for the present sides.
    pub(super) fn factor(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        let topology = task.topology;
        self.has_lu = !self.slips.is_empty() && topology.forcing_len() == 0 && !self.dependent;
        if !self.has_lu {
            return task.solver.factor(topology, task.system);
        }
        self.push.clone_from(&task.system.jacobian);
        for &(i, normal, share) in &self.slips {
            let (normal, mut j) = (&task.conditions[normal], self.rows.j(i).iter());
            for end in topology.ends(normal.constraint) {
                let dim = topology.body_dim(end.body);
                let to = &mut self.push[end.block + normal.k * dim..][..dim];
                to.iter_mut().zip(&mut j).for_each(|(to, j)| *to += share * j);
            }
        }
        self.lu.work_as(task.solver);
        let matrices = (&self.push[..], &self.active[..]);
        match self.lu.factor(topology, task.system, matrices) {
            Err(SolveError::Numerical { .. }) => {
                // Dependent and contradictory rows are left to the symmetric factor, which answers with least squares of least norm.
                (self.has_lu, self.dependent) = (false, true);
                task.solver.factor(topology, task.system)
            }
            done => done,
        }
    }

    /// Solves with the present factor, until each sliding row has the multiplier that belongs to its normal force.
    pub(super) fn slide(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        self.push(task)?;
        // A solution by LU has these multipliers already.
        let restarts = if self.has_lu { 0 } else { RESTARTS };
        for _ in 0..restarts {
            let (mut miss, mut largest) = (0.0_f64, 0.0_f64);
            self.missing.clear();
            for &(i, normal, share) in &self.slips {
                let missing = share * self.x[normal] - self.x[i];
                miss = miss.max(missing.abs());
                largest = largest.max(self.x[normal].abs());
                self.missing.push(missing);
            }
            if miss <= SAME * largest {
                return Ok(());
            }
            self.follow(task)?;
        }
        Ok(())
    }

    /// Solves under the given multipliers, and reads those of held rows.
    fn push(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        task.system.force.clone_from(&self.force);
        if self.has_lu {
            // The force of sliding rows is in the columns of their normals.
            self.slips.iter().for_each(|slip| self.x[slip.0] = 0.0);
        }
        for (i, it) in task.conditions.iter().enumerate() {
            if self.sides[i] != Side::Held {
                let (x, row) = (self.x[i], task.row(i));
                if x != 0.0 {
                    self.rows
                        .add_force(task.topology, &mut task.system.force, it, i, x);
                }
                // The row is an identity already.
                task.system.c[row] = -x;
            }
        }
        if self.has_lu {
            self.lu.solve(task.topology, task.system, &self.push, task.out)?;
        } else {
            task.solve()?;
        }
        for i in 0..self.sides.len() {
            if self.sides[i] == Side::Held {
                self.x[i] = task.multiplier(i);
            }
        }
        if self.has_lu {
            for &(i, normal, share) in &self.slips {
                self.x[i] = share * self.x[normal];
                let row = task.row(i);
                task.out.lambda[row] = self.x[i];
            }
        }
        Ok(())
    }

    /// Makes sliding rows follow their normal force: solves the linear system `y = ± mu x_n(y)` by products, each a solve with the present factor.
    fn follow(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        self.c.clone_from(&task.system.c);
        task.system.c.fill(0.0);
        let (rows, slips) = (&self.rows, &self.slips);
        self.change_of_x.clear();
        self.change_of_x.resize(slips.len(), 0.0);
        let solved = self
            .minimal
            .solve(&self.missing, SAME, &mut self.change_of_x, |v, product| {
                task.system.force.fill(0.0);
                for (&(i, ..), v) in slips.iter().zip(v) {
                    rows.add_force(task.topology, &mut task.system.force, &task.conditions[i], i, *v);
                }
                task.solve()?;
                for ((&(_, normal, share), v), product) in slips.iter().zip(v).zip(product) {
                    *product = v - share * task.multiplier(normal);
                }
                Ok(())
            });
        task.system.c.clone_from(&self.c);
        solved?;
        for (&(i, ..), change) in self.slips.iter().zip(&self.change_of_x) {
            self.x[i] += change;
        }
        self.push(task)
    }
}
