//! Test of a weak pivot, that of a row that nearly depends on others, as in the middle of a long truss. Either A is ill-conditioned and
//! the pivot is accurate, or the row is redundant and the pivot is zero plus rounding. J tells which:
//!
//! ```text
//! x = L^-T s,   s = 1 at the weak pivot d, else 0:     |W^(1/2) J^T x|^2 + x E x  =  x A x  =  d
//! ```
//! No digits are lost on the left, because `J^T x` is small itself, while A and d are sums that cancel: a singular value of J is
//! accurate to rounding, but from its square in A only to the square root of rounding.

use super::super::equations::SystemAt;
use super::block::pivots;
use super::numeric::SOUND;
use super::row_pairs::NONE;
use super::substitute::backward;
use super::{InverseMassKind, SupernodalFactor};

/// Largest relative error of a weak pivot that is accepted.
const ERROR: f64 = 0.1;

impl<const D: usize> SupernodalFactor<D> {
    /// Whether the factor has exactly one weak pivot, and that pivot is accurate. Several weak pivots are not accepted: each may hide
    /// the rounding error of another.
    pub(super) fn certify(&mut self, at: &SystemAt<'_>) -> bool {
        let mut x = std::mem::take(&mut self.probe);
        x.clear();
        let (mut count, mut weak) = (0, 0.0);
        for (&place, diagonal) in self.shape.diagonal.iter().zip(&self.diagonal_of_a) {
            let block = &self.values[place as usize];
            let [mut s, found] = [[0.0; 2], pivots(block)];
            for r in (0..2).filter(|&r| found[r] < SOUND * diagonal[r]) {
                s[r] = 1.0;
                (count, weak) = (count + 1, found[r]);
            }
            // D = [1 0; m 1] diag(a, p) [1 m; 0 1]: its unit upper triangle belongs to L^T, and is inverted here.
            x.push([s[0] - block[1] * s[1], s[1]]);
        }
        if count != 1 {
            self.probe = x;
            return false;
        }
        backward(at.hardware, &self.shape.panels, &self.values, &mut x);
        let found = self.energy(at, &x);
        self.probe = x;
        (found - weak).abs() < ERROR * weak
    }

    /// Computes `x A x` from `J^T x`.
    fn energy(&self, at: &SystemAt<'_>, x: &[[f64; 2]]) -> f64 {
        // Independent running sums, so that no addition waits for the one before it.
        let mut sums = [0.0; 2];
        for (rows, x) in self.rows.iter().zip(x) {
            for r in (0..2).filter(|&r| rows[r] != NONE) {
                sums[r] += at.system.compliance[rows[r] as usize] * x[r] * x[r];
            }
        }
        let mut of_bodies = [0.0; D];
        let plain = at.inverse_mass.is_diagonal();
        for batch in &self.shape.batches {
            for k in 0..batch.bodies.1 - batch.bodies.0 {
                let mut force = [0.0; D];
                for incidence in &self.incidences[batch.units_on_body.0 + k * batch.held..][..batch.held] {
                    let x = &x[incidence.unit as usize];
                    for r in (0..2).filter(|&r| incidence.j[r] != NONE) {
                        let j = &at.system.jacobian[incidence.j[r] as usize..][..batch.dim];
                        for (force, j) in force.iter_mut().zip(j) {
                            *force += j * x[r];
                        }
                    }
                }
                if plain && batch.weight != InverseMassKind::Articulated {
                    let start = self.bodies[batch.bodies.0 + k].at as usize;
                    let each = &at.inverse_mass.each[start..start + batch.dim];
                    for ((sum, force), w) in of_bodies.iter_mut().zip(force).zip(each) {
                        *sum += w * force * force;
                    }
                    continue;
                }
                let a = self.motion(at, batch, k, &force);
                for n in 0..D {
                    of_bodies[n] += a[n] * force[n];
                }
            }
        }
        sums.iter().chain(&of_bodies).sum()
    }
}
