//! Operations on single bodies: products with W = M^-1, motion under F, and speed.

use crate::math::Vec2;
use crate::solver::system::MAX_BODY_DIM;
use crate::solver::{Solution, SolveError, Solver, System, Topology};

/// Computes W f of a body by elimination in its mass block.
#[inline]
pub fn apply_w(topology: &Topology, system: &System, body: usize, f: &[f64], x: &mut [f64]) {
    let dim = topology.body_dim(body);
    let block = &system.mass[topology.mass_offset(body)..][..dim * dim];
    if dim == 3 && [1, 2, 3, 5, 6, 7].iter().all(|at| block[*at] == 0.0) {
        (0..3).for_each(|i| x[i] = f[i] / block[4 * i]);
        return;
    }
    eliminate(dim, block, f, x);
}

/// Returns f W f for a force on a body.
#[inline]
pub fn force_square(topology: &Topology, system: &System, body: usize, f: &[f64]) -> f64 {
    let mut moved = [0.0; MAX_BODY_DIM];
    apply_w(topology, system, body, f, &mut moved);
    f.iter().zip(&moved).map(|(f, v)| f * v).sum()
}

/// Solves `block x = f` of dimension `dim` by Gaussian elimination.
fn eliminate(dim: usize, block: &[f64], f: &[f64], x: &mut [f64]) {
    let mut m = [[0.0; MAX_BODY_DIM]; MAX_BODY_DIM];
    for i in 0..dim {
        m[i][..dim].copy_from_slice(&block[i * dim..(i + 1) * dim]);
    }
    x[..dim].copy_from_slice(&f[..dim]);
    for i in 0..dim {
        for k in i + 1..dim {
            let share = m[k][i] / m[i][i];
            for l in i..dim {
                m[k][l] -= share * m[i][l];
            }
            x[k] -= share * x[i];
        }
    }
    for i in (0..dim).rev() {
        let known: f64 = (i + 1..dim).map(|l| m[i][l] * x[l]).sum();
        x[i] = (x[i] - known) / m[i][i];
    }
}

/// Computes the motion under F: with the factor of the joints, or body by body where there are none (`solver` is `None`).
///
/// # Errors
/// As the solver's.
pub fn move_freely(
    topology: &Topology,
    system: &System,
    solver: Option<&mut Solver>,
    out: &mut Solution,
) -> Result<(), SolveError> {
    match solver {
        Some(solver) => solver.solve(topology, system, out),
        None => {
            move_by_forces(topology, system, out);
            Ok(())
        }
    }
}

/// Computes the motion W F, body by body; all multipliers are zero.
pub fn move_by_forces(topology: &Topology, system: &System, out: &mut Solution) {
    out.lambda.clear();
    out.lambda.resize(topology.rows(), 0.0);
    out.acceleration.clear();
    out.acceleration.resize(topology.dofs(), 0.0);
    for body in 0..topology.bodies() {
        let range = topology.body_offset(body)..topology.body_offset(body + 1);
        apply_w(
            topology,
            system,
            body,
            &system.force[range.clone()],
            &mut out.acceleration[range],
        );
    }
}

/// The largest speed of any point of a body within `reach` of its centre (m/s); of a bead on a wire, which touches nothing, the rate of its place (1/s).
pub fn speed(v: &[f64], dim: usize, reach: f64) -> f64 {
    if dim < 2 {
        return v[0].abs();
    }
    let spin = if dim > 2 { v[2].abs() * reach } else { 0.0 };
    Vec2::new(v[0], v[1]).length() + spin
}
