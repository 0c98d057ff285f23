//! The short way through a solve, which nearly all of them go: an answer, its proof, and at most a correction or two.
//!
//! ```text
//! m = J W f + c     A lambda = -m     a = W (f + J^T lambda)     m = J a + c + E lambda: enough, or once more
//! ```

use super::super::equations::row_motion_and_terms;
use super::super::motion::{Asked, walk};
use super::super::rows::Rows;
use super::super::system::Solution;
use super::{Direct, GOAL, Given, NOISE, Outcome, Refiner, STALLED, Terms, ratio};

/// Relative residual that is good enough where the factor is that of the very matrix.
const ENOUGH: f64 = 1e-11;
/// Sweeps before a stubborn residual is given to those who know what to do with it.
const QUICK: usize = 2;

impl Refiner {
    /// Solves, and corrects as long as that is all it takes. Whether it was; if not, `out` holds the best that was found.
    pub(super) fn quick(
        &mut self,
        direct: &mut impl Direct,
        rows: &Rows<'_, '_>,
        asked: Given<'_>,
        out: &mut Solution,
        outcome: &mut Outcome,
    ) -> bool {
        let (at, island) = (rows.at, rows.island);
        self.answer(direct, rows, asked, &mut out.lambda);
        let under = Asked {
            force: asked.force,
            lambda: Some(&out.lambda),
            c: asked.c,
        };
        walk(
            at.hardware,
            at,
            island,
            under,
            &mut out.acceleration,
            &mut self.residual,
        );
        let mut missing = at.motion.norm(island, &self.residual, at.diagonal);
        // What is left is measured against the terms of the equations, of which c is only one. Where the factor is not
        // quite that of A, what rounding cannot explain may be a contradiction.
        let exact = direct.is_exact(island);
        let enough = |terms: &Terms| {
            let goal = GOAL * terms.equation;
            if exact { goal } else { goal.min(terms.noise()) }
        };
        let mut terms = Terms {
            equation: at.motion.norm(island, asked.c, at.diagonal),
            load: 0.0,
        };
        let mut good = missing <= if exact { ENOUGH } else { NOISE } * terms.equation;
        if !good {
            terms = Self::proof(rows, asked.c, out).1;
            good = missing <= enough(&terms);
        }
        for _ in 0..QUICK {
            if good {
                break;
            }
            direct.respond(at, island, &self.residual, &mut self.correction);
            outcome.sweeps += 1;
            let more = Asked {
                force: None,
                lambda: Some(&self.correction),
                c: &self.residual,
            };
            // The motion is corrected, not found again from large forces that nearly cancel.
            walk(
                at.hardware,
                at,
                island,
                more,
                &mut self.motion,
                &mut self.a_correction,
            );
            let left = at.motion.norm(island, &self.a_correction, at.diagonal);
            if left.is_nan() || left > STALLED * missing {
                break;
            }
            missing = left;
            rows.each(|row| {
                out.lambda[row] += self.correction[row];
                self.residual[row] = self.a_correction[row];
            });
            rows.each_coordinate(|k| out.acceleration[k] += self.motion[k]);
            if missing <= enough(&terms) {
                (missing, terms) = Self::proof(rows, asked.c, out);
                good = missing <= enough(&terms);
            }
        }
        if good {
            outcome.residual = outcome.residual.max(ratio(missing, terms.equation));
        }
        good
    }

    /// Fills the multipliers of an island as the factor has them.
    pub(super) fn answer(
        &mut self,
        direct: &mut impl Direct,
        rows: &Rows<'_, '_>,
        given: Given<'_>,
        lambda: &mut [f64],
    ) {
        let (at, island) = (rows.at, rows.island);
        if !direct.is_of_rows(island) {
            return direct.apply(at, island, given, lambda);
        }
        let idle = Asked {
            force: given.force,
            lambda: None,
            c: given.c,
        };
        walk(
            at.hardware,
            at,
            island,
            idle,
            &mut self.motion,
            &mut self.residual,
        );
        direct.respond(at, island, &self.residual, lambda);
    }

    /// What the rows miss, and the terms of the equations.
    fn proof(rows: &Rows<'_, '_>, c: &[f64], out: &Solution) -> (f64, Terms) {
        let (at, mut missing, mut equation) = (rows.at, 0.0, 0.0);
        for &constraint in &at.graph.islands[rows.island].constraints {
            for r in 0..at.topology.constraint_dim(constraint) {
                let row = at.topology.row_offset(constraint) + r;
                let (motion, moving) = row_motion_and_terms(at, constraint, r, &out.acceleration);
                let compliant = at.system.compliance[row] * out.lambda[row];
                let miss = motion + c[row] + compliant;
                let size = moving + c[row].abs() + compliant.abs();
                missing += miss * miss / at.diagonal[row];
                equation += size * size / at.diagonal[row];
            }
        }
        let (equation, load) = (equation.sqrt(), rows.load(&out.lambda));
        (missing.sqrt(), Terms { equation, load })
    }
}
