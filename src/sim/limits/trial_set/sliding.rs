//! Sliding friction by the symmetric factor, where the LU over the bodies does not apply: it is proportional to its normal force, and is found from a
//! small linear system by minimal residuals, whose products are solves with that factor.

use crate::solver::{Side, SolveError};

use super::{Task, TrialSet};

/// Distance of a sliding row from its bound, relative to the largest multiplier, that is accepted; and rounds at most to bring it there.
const SAME: f64 = 1e-13;
const RESTARTS: usize = 3;

impl TrialSet {
    /// Solves with the present factor, until each sliding row has the multiplier that belongs to its normal force.
    pub(super) fn slide(&mut self, task: &mut Task<'_>) -> Result<(), SolveError> {
        self.push(task)?;
        for _ in 0..RESTARTS {
            let (mut miss, mut largest) = (0.0_f64, 0.0_f64);
            self.missing.clear();
            for it in &self.slips {
                let missing = it.share * self.x[it.normal] - self.x[it.condition];
                miss = miss.max(missing.abs());
                largest = largest.max(self.x[it.normal].abs());
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
        task.solve()?;
        for i in 0..self.sides.len() {
            if self.sides[i] == Side::Held {
                self.x[i] = task.multiplier(i);
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
                for (it, v) in slips.iter().zip(v) {
                    let (i, force) = (it.condition, &mut task.system.force);
                    rows.add_force(task.topology, force, &task.conditions[i], i, *v);
                }
                task.solve()?;
                for ((it, v), product) in slips.iter().zip(v).zip(product) {
                    *product = v - it.share * task.multiplier(it.normal);
                }
                Ok(())
            });
        task.system.c.clone_from(&self.c);
        solved?;
        for (it, change) in self.slips.iter().zip(&self.change_of_x) {
            self.x[it.condition] += change;
        }
        self.push(task)
    }
}
