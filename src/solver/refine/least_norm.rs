//! Of all multipliers that make the same motion, those of least norm.
//!
//! ```text
//! n = (1 - P A)^k lambda,   lambda <- lambda - n        P the factor's inverse of A + e D
//! ```
//! Where P is of a matrix with the same small compliance e on all rows that may share, it leaves nothing of a null vector,
//! and all but a part in e of anything else. What rounding has put into the null space, in proportion to the terms of the
//! right-hand side, is taken out: those of `A lambda` are no larger than the multipliers.

use super::super::equations::Moment;
use super::super::rows::Rows;
use super::super::system::Solution;
use super::{Direct, Refiner};

/// Times it is done: rounding leaves a part in 1e5 each time.
const TIMES: usize = 3;
/// Powers of `1 - P A` at most.
const SWEEPS: usize = 6;
/// Part of the multipliers that is not worth another time.
const SLIGHT: f64 = 1e-6;
/// Force of a null vector on any body, against those of the multipliers there.
const STILL: f64 = 2e-11;

impl Refiner {
    /// Changes the multipliers of an island, and nothing that they do.
    pub(crate) fn least_norm(
        &mut self,
        direct: &mut impl Direct,
        at: &Moment<'_>,
        island: usize,
        out: &mut Solution,
    ) {
        let rows = Rows { at, island };
        self.make_room();
        for _ in 0..TIMES {
            rows.each(|row| self.direction[row] = out.lambda[row]);
            self.move_direction(&rows);
            let mut still = false;
            for _ in 0..SWEEPS {
                rows.each(|row| self.negative[row] = -self.a_direction[row]);
                direct.respond(at, island, &self.negative, &mut self.correction);
                rows.each(|row| self.direction[row] -= self.correction[row]);
                self.move_direction(&rows);
                still = self.push(&rows, &out.lambda) <= STILL;
                if still {
                    break;
                }
            }
            let size = rows.load(&self.direction);
            if at.cancelled() || !still {
                return;
            }
            rows.each(|row| out.lambda[row] -= self.direction[row]);
            if size <= SLIGHT * rows.load(&out.lambda) {
                return;
            }
        }
    }

    fn move_direction(&mut self, rows: &Rows<'_, '_>) {
        rows.motion(None, &self.direction, &mut self.force, &mut self.direction_motion);
        rows.product(&self.direction, &mut self.direction_motion, &mut self.a_direction);
    }

    /// The largest force of the direction on a body, as a part of the forces of the multipliers there.
    fn push(&mut self, rows: &Rows<'_, '_>, lambda: &[f64]) -> f64 {
        let (at, sizes) = (rows.at, &mut self.motion);
        let island = &at.graph.islands[rows.island];
        rows.each_coordinate(|k| sizes[k] = 0.0);
        for &constraint in &island.constraints {
            let row = at.topology.row_offset(constraint);
            for end in at.topology.ends(constraint) {
                let (dim, to) = (at.topology.body_dim(end.body), at.topology.body_offset(end.body));
                for r in 0..at.topology.constraint_dim(constraint) {
                    for k in 0..dim {
                        sizes[to + k] +=
                            (at.system.jacobian[end.block + r * dim + k] * lambda[row + r]).abs();
                    }
                }
            }
        }
        let mut most = 0.0_f64;
        for &body in &island.bodies {
            let range = at.topology.body_offset(body)..at.topology.body_offset(body + 1);
            let size: f64 = sizes[range.clone()].iter().sum();
            let push = self.force[range]
                .iter()
                .fold(0.0_f64, |most, f| most.max(f.abs()));
            if push > 0.0 {
                most = most.max(push / size.max(f64::MIN_POSITIVE));
            }
        }
        most
    }
}
