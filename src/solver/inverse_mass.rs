//! Inverse masses W of all bodies and the diagonal of A, which every method and every norm of rows needs.
//!
//! Masses seldom change, though poses do: W is recomputed only when the version of the masses has changed.

use super::blocks::invert;
use super::checks::{check_matrices, check_shape, finite};
use super::graph::Graph;
use super::hardware::Hardware;
use super::products::{DiagonalOfA, Products, diagonal_of_a, diagonal_of_one};
use super::report::SolveError;
use super::system::{MAX_BODY_DIM, System, Topology};

/// W and the diagonal of A at the poses of one instant.
#[derive(Debug, Default)]
pub(super) struct InverseMass {
    /// W, laid out like the masses. For a rigid body only the diagonal is ever written.
    pub(super) blocks: Vec<f64>,
    /// Diagonal of W, one number per coordinate; 1 for the coordinates of a body whose W is not diagonal.
    pub(super) each: Vec<f64>,
    /// Bodies whose W is not diagonal, as (island, body), ascending.
    non_diagonal: Vec<(usize, usize)>,
    /// Diagonal of A, positive: one number per row, 1 for a row that acts on nothing.
    pub(super) diagonal: Vec<f64>,
    /// Off-diagonal entry of A between the two rows of a pin, stored at both rows.
    pub(super) pin_off_diagonal: Vec<f64>,
    /// Version of the masses from which W was computed; `None` before the first time.
    of: Option<u64>,
}

impl InverseMass {
    /// Discards everything that belongs to another topology.
    pub(super) fn clear(&mut self) {
        // Rows other than those of pins are never written, and must read zero.
        self.pin_off_diagonal.clear();
        self.blocks.clear();
        self.of = None;
    }

    /// Whether W is diagonal for all bodies.
    pub(super) fn is_diagonal(&self) -> bool {
        self.non_diagonal.is_empty()
    }

    /// Computes W and the diagonal of A.
    ///
    /// # Errors
    /// When a mass is not positive definite, or a number that enters A is not finite.
    pub(super) fn update(
        &mut self,
        topology: &Topology,
        system: &System,
        (graph, products): (&Graph, &Products),
        hardware: Hardware,
    ) -> Result<(), SolveError> {
        check_shape(topology, system)?;
        if self.of != Some(system.mass.version()) {
            self.of = None;
            if let Some(body) = self.invert(topology, system, graph) {
                check_matrices(topology, system)?;
                return Err(SolveError::Mass { body });
            }
            self.of = Some(system.mass.version());
        }
        self.diagonal.resize(topology.rows(), 1.0);
        self.pin_off_diagonal.resize(topology.rows(), 0.0);
        let (w, mut into) = (
            &self.blocks,
            DiagonalOfA {
                diagonal: &mut self.diagonal,
                cross: &mut self.pin_off_diagonal,
            },
        );
        let mut one = |constraint| diagonal_of_one(topology, system, w, constraint, &mut into);
        let mut sound = finite(&system.forcing);
        if self.non_diagonal.is_empty() {
            sound &= products
                .unbatched
                .iter()
                .fold(true, |sound, &constraint| sound & one(constraint));
            sound &= diagonal_of_a(hardware, products, system, &self.each, &mut into);
        } else {
            sound &= (0..topology.constraints()).fold(true, |sound, constraint| sound & one(constraint));
        }
        if !sound {
            check_matrices(topology, system)?;
            for sum in &mut self.diagonal {
                *sum = if *sum > 0.0 { *sum } else { 1.0 };
            }
        }
        Ok(())
    }

    /// Inverts the masses of all bodies. Returns a body whose mass is not positive definite, if there is any.
    fn invert(&mut self, topology: &Topology, system: &System, graph: &Graph) -> Option<usize> {
        self.blocks.resize(topology.mass_len(), 0.0);
        self.each.resize(topology.dofs(), 0.0);
        self.non_diagonal.clear();
        for body in 0..topology.bodies() {
            let (dim, start) = (topology.body_dim(body), topology.mass_offset(body));
            let mass = &system.mass[start..start + dim * dim];
            let w = &mut self.blocks[start..start + dim * dim];
            let each = &mut self.each[topology.body_offset(body)..][..dim];
            let rigid = topology.is_rigid(body);
            if rigid && mass[0] != mass[4] {
                return Some(body);
            }
            let apart = rigid || (0..dim * dim).all(|k| k % (dim + 1) == 0 || mass[k] == 0.0);
            if apart {
                for k in 0..dim {
                    let m = mass[k * (dim + 1)];
                    if !(m > 0.0 && m < f64::INFINITY) {
                        return Some(body);
                    }
                    each[k] = m.recip();
                }
                if !rigid {
                    w.fill(0.0);
                }
                for k in 0..dim {
                    w[k * (dim + 1)] = each[k];
                }
            } else {
                // `invert` reads only one triangle, so all entries are checked here.
                if !(mass.iter().all(|m| m.is_finite()) && invert(dim, mass, w)) {
                    return Some(body);
                }
                each.fill(1.0);
                self.non_diagonal.push((0, body));
            }
        }
        if !self.non_diagonal.is_empty() {
            for (island, held) in graph.islands.iter().enumerate() {
                for body in &held.bodies {
                    if let Ok(index) = self.non_diagonal.binary_search_by_key(body, |it| it.1) {
                        self.non_diagonal[index].0 = island;
                    }
                }
            }
            self.non_diagonal.sort_unstable();
        }
        None
    }

    /// Applies W to the bodies of an island whose W is not diagonal, for which [`InverseMass::each`] holds 1.
    pub(super) fn apply_non_diagonal(&self, topology: &Topology, island: usize, a: &mut [f64]) {
        let start = self.non_diagonal.partition_point(|it| it.0 < island);
        let own = self.non_diagonal[start..].iter().take_while(|it| it.0 == island);
        for &(_, body) in own {
            let (dim, w) = (
                topology.body_dim(body),
                &self.blocks[topology.mass_offset(body)..],
            );
            let a = &mut a[topology.body_offset(body)..][..dim];
            match dim {
                // A constant length lets the compiler unroll the loops, which saves most of the time.
                3 => apply_block(3, w, a),
                _ => apply_block(dim, w, a),
            }
        }
    }
}

/// Computes `a <- W a` for one body.
#[inline(always)]
fn apply_block(dim: usize, w: &[f64], a: &mut [f64]) {
    let mut f = [0.0; MAX_BODY_DIM];
    f[..dim].copy_from_slice(&a[..dim]);
    for (i, a) in a[..dim].iter_mut().enumerate() {
        *a = (0..dim).map(|k| w[i * dim + k] * f[k]).sum();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::super::{Method, Solution, Solver};
    use super::*;

    /// Two points joined by a rod, the first also held by a rod to the ground.
    fn system(mass: f64) -> (Topology, System) {
        let mut topology = Topology::new([2, 2]);
        topology.add_constraint(1, &[0]);
        topology.add_constraint(1, &[0, 1]);
        let mut system = System::zeroed(&topology);
        system
            .mass
            .copy_from_slice(&[mass, 0.0, 0.0, mass, 3.0, 0.0, 0.0, 3.0]);
        system.jacobian.copy_from_slice(&[0.6, 0.8, -1.0, 0.0, 1.0, 0.0]);
        system.force.copy_from_slice(&[0.0, -9.0, 1.0, 2.0]);
        (topology, system)
    }

    fn answer(solver: &mut Solver, topology: &Topology, system: &System) -> Solution {
        let mut out = Solution::default();
        solver.factor(topology, system).unwrap();
        solver.solve(topology, system, &mut out).unwrap();
        out
    }

    #[test]
    fn a_changed_mass_is_seen() {
        for method in [Method::Sparse, Method::Dense, Method::Auxiliary] {
            let mut solver = Solver::new(method);
            let (topology, mut changing) = system(2.0);
            answer(&mut solver, &topology, &changing);
            // Changes one number, all numbers, uses the masses of another system, and returns to the first.
            let (_, light) = system(0.5);
            let fresh = |system: &System| answer(&mut Solver::new(method), &topology, system);
            changing.mass[7] = 1.0;
            assert_eq!(answer(&mut solver, &topology, &changing), fresh(&changing));
            assert_eq!(answer(&mut solver, &topology, &light), fresh(&light));
            changing.mass.clone_from(&light.mass);
            assert_eq!(answer(&mut solver, &topology, &changing), fresh(&light));
            changing.mass = system(2.0).1.mass;
            assert_eq!(answer(&mut solver, &topology, &changing), fresh(&system(2.0).1));
            // An invalid mass is refused twice, and a valid one afterwards is accepted.
            let good = changing.mass.clone();
            changing.mass[0] = -1.0;
            for _ in 0..2 {
                let refused = solver.factor(&topology, &changing);
                assert_eq!(refused, Err(SolveError::Mass { body: 0 }));
            }
            changing.mass = good;
            assert_eq!(answer(&mut solver, &topology, &changing), fresh(&changing));
        }
    }

    /// A mass that is not diagonal takes another code path, in its own island.
    #[test]
    fn a_mass_that_is_not_diagonal_turns_acceleration_away_from_the_force() {
        let mut topology = Topology::new([2, 2, 2]);
        topology.add_constraint(1, &[2]);
        topology.add_constraint(1, &[0, 1]);
        let mut system = System::zeroed(&topology);
        system
            .mass
            .copy_from_slice(&[1.0, 0.0, 0.0, 1.0, 2.0, 1.0, 1.0, 2.0, 4.0, -1.0, -1.0, 1.0]);
        system.jacobian.copy_from_slice(&[1.0, 0.0, 0.0, 1.0, 0.0, -1.0]);
        system.force.copy_from_slice(&[0.0, 1.0, 3.0, 0.0, 0.0, 3.0]);
        let out = answer(&mut Solver::new(Method::Sparse), &topology, &system);
        // The last body is held along x: 4 a - b = lambda, b - a = 3, a = 0. For the other two, b = d in
        // a = 0, b = 1 + mu, 2 c + d = 3, c + 2 d = -mu.
        let expected = [0.0, -0.2, 1.6, -0.2, 0.0, 3.0];
        for (found, expected) in out.acceleration.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-14, "{:?}", out.acceleration);
        }
    }
}
