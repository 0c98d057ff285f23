//! Input validation: lengths, finite numbers, compliances and bounds.

use super::report::{Input, SolveError};
use super::system::{System, Topology};

/// Checks that the arrays of `system` have the lengths that `topology` requires.
pub(super) fn check_shape(topology: &Topology, system: &System) -> Result<(), SolveError> {
    let fits = system.mass.len() == topology.mass_len()
        && system.jacobian.len() == topology.jacobian_len()
        && system.force.len() == topology.dofs()
        && system.c.len() == topology.rows()
        && system.compliance.len() == topology.rows()
        && system.forcing.len() == topology.forcing_len()
        && (system.bounds.is_empty() || system.bounds.len() == topology.rows());
    if fits { Ok(()) } else { Err(SolveError::Shape) }
}

/// Checks that mass, Jacobian, force blocks and compliance are finite, and that no compliance is negative.
pub(super) fn check_matrices(topology: &Topology, system: &System) -> Result<(), SolveError> {
    check_shape(topology, system)?;
    let all = [
        &system.mass,
        &system.jacobian,
        &system.forcing,
        &system.compliance,
    ];
    if all.into_iter().all(|numbers| finite(numbers)) && !negative(&system.compliance) {
        return Ok(());
    }
    let bad = |what, index| Err(SolveError::NonFinite { what, index });
    for body in 0..topology.bodies() {
        let start = topology.mass_offset(body);
        let dim = topology.body_dim(body);
        if !finite(&system.mass[start..start + dim * dim]) {
            return bad(Input::Mass, body);
        }
    }
    for constraint in 0..topology.constraints() {
        let rows = topology.constraint_dim(constraint);
        for end in topology.ends(constraint) {
            let len = rows * topology.body_dim(end.body);
            if !finite(&system.jacobian[end.block..end.block + len]) {
                return bad(Input::Jacobian, constraint);
            }
        }
        for end in topology.force_ends(constraint) {
            let len = rows * topology.body_dim(end.body);
            if !finite(&system.forcing[end.block..end.block + len]) {
                return bad(Input::Forcing, constraint);
            }
        }
        let start = topology.row_offset(constraint);
        let compliance = &system.compliance[start..start + rows];
        if !finite(compliance) {
            return bad(Input::Compliance, constraint);
        }
        if compliance.iter().any(|&e| e < 0.0) {
            return Err(SolveError::Compliance { constraint });
        }
    }
    Ok(())
}

/// Checks that force and c are finite.
pub(super) fn check_right_hand_side(topology: &Topology, system: &System) -> Result<(), SolveError> {
    check_shape(topology, system)?;
    if !finite(&system.force) {
        let bad = |&body: &usize| {
            let start = topology.body_offset(body);
            !finite(&system.force[start..start + topology.body_dim(body)])
        };
        let index = (0..topology.bodies()).find(bad).unwrap_or_default();
        return Err(SolveError::NonFinite {
            what: Input::Force,
            index,
        });
    }
    if !finite(&system.c) {
        let bad = |&constraint: &usize| {
            let start = topology.row_offset(constraint);
            !finite(&system.c[start..start + topology.constraint_dim(constraint)])
        };
        let index = (0..topology.constraints()).find(bad).unwrap_or_default();
        return Err(SolveError::NonFinite {
            what: Input::C,
            index,
        });
    }
    Ok(())
}

/// Whether all numbers are finite.
pub(super) fn finite(numbers: &[f64]) -> bool {
    // Zero times an infinity or NaN is NaN. Without an early exit the loop is vectorised.
    let (chunks, rest) = numbers.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for chunk in chunks {
        for k in 0..8 {
            sums[k] += chunk[k] * 0.0;
        }
    }
    sums.into_iter()
        .chain(rest.iter().map(|x| x * 0.0))
        .all(|x| x == 0.0)
}

/// Whether any number is negative.
fn negative(numbers: &[f64]) -> bool {
    numbers.iter().fold(false, |any, &x| any | (x < 0.0))
}

/// Checks that bounds are not NaN and leave an admissible value.
pub(super) fn check_bounds(topology: &Topology, system: &System) -> Result<(), SolveError> {
    // Written so that NaN is refused.
    let good = |[lo, hi]: &[f64; 2]| lo <= hi && *lo < f64::INFINITY && *hi > f64::NEG_INFINITY;
    match system.bounds.iter().position(|bounds| !good(bounds)) {
        None => Ok(()),
        Some(row) => Err(SolveError::Bounds {
            constraint: topology.constraint_of(row),
        }),
    }
}
