//! Numeric phase of a core: assembles A, factors it and solves with the factor.

use std::sync::Arc;

use super::super::blocks::invert;
use super::super::equations::SystemAt;
use super::super::inspect::{Builder, Node};
use super::super::system::Topology;
use super::assembly::{assemble, copy, read};
use super::block::pivots;
use super::factor::{Pivots, Thresholds, factor};
use super::panels::Panels;
use super::row_pairs::NONE;
use super::substitute::{backward, forward};
use super::{BodyBatch, InverseMassKind, MAX_BODY_DIM, Shape, Supernodal, SupernodalFactor};

/// A pivot above this fraction of its row's diagonal of A is sound, that is accurate.
pub(super) const SOUND: f64 = 1e-7;
/// A pivot below this fraction may consist of rounding alone. Between this and [`SOUND`] it is weak, and compared with J
/// ([`super::weak_pivot`]).
const LOST: f64 = 1e-13;
/// Once all rows have a compliance, a pivot below this fraction consists of rounding, and the factorisation gives up.
const LEAST: f64 = 1e-14;

/// Largest `M_ii W_ii` of a coordinate of an articulated body; 1 where it is not coupled to the others. Beyond this the inverse of the
/// mass has lost digits, as where something stiff hangs on something soft.
const MAX_COUPLING: f64 = 1e4;

/// Result of a factorisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Factored {
    /// The factor is that of A itself.
    Exact,
    /// Pivots were lost: the factor is that of A with a compliance on all rows. Holds the number of pivots that consist mostly of that
    /// compliance (less than twice as large).
    Regularized(usize),
    /// No usable factor: too many digits were lost.
    Failed,
}

/// Right-hand side for which a factorisation does forward substitution, too: c, and the forces on articulated bodies.
pub(in super::super) type FusedRhs<'a> = Option<(&'a [f64], &'a [f64])>;

impl<const D: usize> Supernodal for SupernodalFactor<D> {
    fn factor(
        &mut self,
        at: &SystemAt<'_>,
        mass: &[f64],
        added_compliance: f64,
        rhs: FusedRhs<'_>,
    ) -> Factored {
        for batch in self
            .shape
            .batches
            .iter()
            .filter(|it| it.weight == InverseMassKind::Articulated)
        {
            let bodies = &self.bodies[batch.bodies.0..batch.bodies.1];
            for (body, w) in bodies
                .iter()
                .zip(&mut self.w[batch.articulated.0..batch.articulated.1])
            {
                let mass = &mass[body.mass as usize..][..batch.dim * batch.dim];
                if !weigh_articulated(batch.dim, mass, w) {
                    return Factored::Failed;
                }
            }
        }
        let (sound, lost) = (SOUND, LOST);
        match self.attempt(at, 0.0, Thresholds { sound, lost }, rhs) {
            Pivots::Sound => return Factored::Exact,
            Pivots::Weak if self.certify(at) => return Factored::Exact,
            _ => {}
        }
        let (sound, lost) = (LEAST, LEAST);
        if at.cancelled()
            || self.attempt(at, added_compliance, Thresholds { sound, lost }, rhs) != Pivots::Sound
        {
            return Factored::Failed;
        }
        // Of two equal rows the second has a pivot of twice the compliance.
        let lost = self.rows.iter().zip(&self.shape.diagonal).map(|(rows, &place)| {
            let pivots = pivots(&self.values[place as usize]);
            let is_lost = |r: usize| {
                rows[r] != NONE && pivots[r] < 3.0 * added_compliance * at.diagonal[rows[r] as usize]
            };
            usize::from(is_lost(0)) + usize::from(is_lost(1))
        });
        Factored::Regularized(lost.sum())
    }

    fn solve(&mut self, at: &SystemAt<'_>, c: &[f64], force: &mut [f64], a: &mut [f64], lambda: &mut [f64]) {
        self.fill_right_hand_side(at, c, force);
        forward(at.hardware, &self.shape.panels, &self.values, &mut self.x);
        self.finish(at, force, a, lambda);
    }

    /// Completes a solve after forward substitution: back substitution, multipliers and motion.
    fn finish(&mut self, at: &SystemAt<'_>, force: &mut [f64], a: &mut [f64], lambda: &mut [f64]) {
        backward(at.hardware, &self.shape.panels, &self.values, &mut self.x);
        self.write_solution(at, force, a, lambda);
    }

    fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    fn share(&mut self, shape: &Arc<Shape>) {
        if self.shape == *shape {
            self.shape = Arc::clone(shape);
        }
    }

    fn counts(&self) -> [usize; 2] {
        [self.shape.panels.fill, self.shape.panels.products]
    }

    fn add_to(&self, builder: &mut Builder, topology: &Topology, bodies: &[usize]) {
        let pair = |rows: &[u32; 2]| {
            let known = rows.iter().filter(|&&row| row != NONE);
            Node::Rows(known.map(|&row| row as usize).collect())
        };
        let nodes: Vec<Node> = self.rows.iter().map(pair).collect();
        let fill = |_: &[Vec<usize>]| self.shape.panels.columns_below().collect();
        builder.add_core(topology, bodies, &nodes, fill, Panels::products_of_column);
    }

    fn cost(&self) -> f64 {
        let Shape { pairs, panels, .. } = &*self.shape;
        10.0 * self.bodies.len() as f64
            + 4.0 * pairs.len() as f64
            + 15.0 * panels.panels.len() as f64
            + 3.0 * panels.blocks as f64
            + 1.0 * panels.products as f64
            + 0.5 * panels.targets.len() as f64
    }
}

impl<const D: usize> SupernodalFactor<D> {
    fn attempt(
        &mut self,
        at: &SystemAt<'_>,
        added_compliance: f64,
        thresholds: Thresholds,
        rhs: FusedRhs<'_>,
    ) -> Pivots {
        let c = rhs.map_or(&at.products.zero_rows[..], |(c, _)| c);
        assemble(at.hardware, self, at, added_compliance, c);
        if let Some((_, force)) = rhs {
            self.subtract_j_w_f(at, force);
        }
        factor(
            at.hardware,
            &self.shape.panels,
            (&self.diagonal_of_a, thresholds),
            &mut self.raw,
            &mut self.values,
            &mut self.x,
        )
    }

    /// Fills the unknowns with `-(J W f + c)`, where f acts on articulated bodies only.
    fn fill_right_hand_side(&mut self, at: &SystemAt<'_>, c: &[f64], force: &[f64]) {
        for (x, rows) in self.x.iter_mut().zip(&self.rows) {
            *x = match *rows {
                [row, NONE] => [-c[row as usize], 0.0],
                [one, two] => [-c[one as usize], -c[two as usize]],
            };
        }
        self.subtract_j_w_f(at, force);
    }

    /// Subtracts `J W f` from the unknowns, where f acts on articulated bodies only.
    fn subtract_j_w_f(&mut self, at: &SystemAt<'_>, force: &[f64]) {
        for index in 0..self.shape.batches.len() {
            let batch = self.shape.batches[index];
            if batch.weight != InverseMassKind::Articulated {
                continue;
            }
            for k in 0..batch.bodies.1 - batch.bodies.0 {
                let a = self.motion(
                    at,
                    &batch,
                    k,
                    &force[self.bodies[batch.bodies.0 + k].at as usize..],
                );
                for incidence in &self.incidences[batch.units_on_body.0 + k * batch.held..][..batch.held] {
                    let j = read::<D>(&at.system.jacobian, batch.dim, incidence.j);
                    let x = &mut self.x[incidence.unit as usize];
                    for r in 0..2 {
                        x[r] -= (0..D).map(|n| j[r][n] * a[n]).sum::<f64>();
                    }
                }
            }
        }
    }

    /// Writes the multipliers to `lambda`; for articulated bodies, adds `J^T lambda` to `force` and writes their accelerations.
    fn write_solution(&mut self, at: &SystemAt<'_>, force: &mut [f64], a: &mut [f64], lambda: &mut [f64]) {
        for (x, rows) in self.x.iter().zip(&self.rows) {
            match *rows {
                [one, two] if two == one + 1 => lambda[one as usize..][..2].copy_from_slice(x),
                [one, two] => {
                    lambda[one as usize] = x[0];
                    if two != NONE {
                        lambda[two as usize] = x[1];
                    }
                }
            }
        }
        let batches = self.shape.batches.iter();
        for batch in batches.filter(|batch| batch.weight == InverseMassKind::Articulated) {
            for (k, body) in self.bodies[batch.bodies.0..batch.bodies.1].iter().enumerate() {
                let (start, dim) = (body.at as usize, batch.dim);
                for incidence in &self.incidences[batch.units_on_body.0 + k * batch.held..][..batch.held] {
                    let j = read::<D>(&at.system.jacobian, dim, incidence.j);
                    let x = &self.x[incidence.unit as usize];
                    for (n, force) in force[start..start + dim].iter_mut().enumerate() {
                        *force += j[0][n] * x[0] + j[1][n] * x[1];
                    }
                }
                a[start..start + dim].copy_from_slice(&self.motion(at, batch, k, &force[start..])[..dim]);
            }
        }
    }

    /// Returns the acceleration `W f` of body `k` of a batch under a force f.
    pub(super) fn motion(&self, at: &SystemAt<'_>, batch: &BodyBatch, k: usize, force: &[f64]) -> [f64; D] {
        let body = &self.bodies[batch.bodies.0 + k];
        let w = match batch.weight {
            InverseMassKind::Articulated => self.w[batch.articulated.0 + k],
            _ => {
                let mut w = [[0.0; D]; D];
                copy(batch.dim, &at.w[body.mass as usize..], &mut w);
                w
            }
        };
        let mut a = [0.0; D];
        for (n, force) in force[..batch.dim].iter().enumerate() {
            for i in 0..D {
                a[i] += w[i][n] * force;
            }
        }
        a
    }
}

/// Inverts the mass of an articulated body into `w`. Returns false where too many digits are lost.
fn weigh_articulated<const D: usize>(dim: usize, mass: &[f64], w: &mut [[f64; D]; D]) -> bool {
    let mut inverse = [0.0; MAX_BODY_DIM * MAX_BODY_DIM];
    // With `<`, so that NaN counts as lost.
    let sound = invert(dim, mass, &mut inverse[..dim * dim])
        && (0..dim)
            .map(|i| i * dim + i)
            .all(|ii| mass[ii] * inverse[ii] < MAX_COUPLING);
    copy(dim, &inverse[..dim * dim], w);
    sound
}
