//! The LU over the bodies, of compliant rows and of multipliers whose force has shares along other rows, checked against the equations.

use std::sync::atomic::Ordering::Relaxed;

use crate::systems::{Build, Random, net, random_build_of, violation};
use tinkertoy_solver::{BodyLu, Coupling, Method, Solution, SolveError, Solver, System, Topology};

fn hub(spokes: usize) -> Build {
    let mut build = Build::new();
    let hub = build.body(3, [0.0, 0.0], 5.0);
    for k in 0..spokes {
        let angle = k as f64;
        let at = [angle.cos(), angle.sin()];
        let body = build.body(3, [2.0 * at[0], 2.0 * at[1]], 1.0);
        build.pin(&[hub, body], at);
    }
    build
}

/// A net, a hub or a random system, of a size that grows with the round.
fn some(round: usize, random: &mut Random) -> (Topology, System) {
    let build = match round % 3 {
        0 => net(3 + round / 6, random),
        1 => hub(20 + round),
        _ => random_build_of(random, 10 + round),
    };
    build.finish(random)
}

/// With the rows condensed onto the bodies, the first solve is nearly exact, however stiff the rows are, and corrections remove the
/// rest.
#[test]
fn bodies_are_solved_for_in_place_of_compliant_rows() {
    let mut random = Random::new(11);
    let mut lu = BodyLu::default();
    for round in 0..60 {
        let (topology, mut system) = some(round, &mut random);
        let stiff = [1e-2, 1e-4, 1e-6][round / 20];
        for load in [1.0, -3.0] {
            system.force.iter_mut().for_each(|f| *f *= load);
            let active = vec![true; topology.constraints()];
            lu.take(&topology, &system, &active).unwrap();
            let couplings = couplings(&topology, &lu, &mut random);
            lu.factor(&vec![1.0 / stiff; lu.len()], &couplings).unwrap();
            let (mut x, mut w, mut change) = (vec![0.0; lu.len()], Vec::new(), Vec::new());
            let mut last = f64::INFINITY;
            for correction in 0..4 {
                lu.residuals(&x, &mut w).unwrap();
                // The compliance and the force of the couplings belong to the equations that are solved.
                let w = compliant(&w, &x, stiff, &couplings);
                let worst = w.iter().fold(0.0_f64, |most, w| most.max(w.abs())) / lu.load();
                assert!(correction < 1 || worst < 1e-4, "{round}: {worst:e}");
                last = last.min(worst);
                lu.correct(&w, &mut change).unwrap();
                x.iter_mut().zip(&change).for_each(|(x, change)| *x += change);
            }
            assert!(last < 1e-9, "{round}: {last:e}");
            let mut out = Solution::default();
            lu.write(&topology, &x, &mut out).unwrap();
            let (_, motion) = violation(&topology, &system, &out);
            assert!(motion < 1e-12, "{round}: {motion:e}");
        }
    }
}

/// Random couplings between the two rows of each pin, from its second row to its first.
fn couplings(topology: &Topology, lu: &BodyLu, random: &mut Random) -> Vec<Coupling> {
    let pins = (0..topology.constraints()).filter(|&it| topology.constraint_dim(it) == 2);
    let of = |it| Some((lu.row(it, 1)?, lu.row(it, 0)?));
    pins.filter_map(of)
        .map(|(row, other)| Coupling {
            row,
            other,
            share: 0.3 * (random.unit() - 0.5),
        })
        .collect()
}

/// Residual `w + e y` of all rows, with y the multipliers without the shares that follow others.
fn compliant(w: &[f64], x: &[f64], e: f64, couplings: &[Coupling]) -> Vec<f64> {
    let mut y = x.to_vec();
    couplings
        .iter()
        .for_each(|it| y[it.other] -= it.share * x[it.row]);
    w.iter().zip(y).map(|(w, y)| w + e * y).collect()
}

#[test]
fn a_part_of_the_rows_counts_for_bodies() {
    let mut random = Random::new(5);
    let (topology, mut system) = hub(6).finish(&mut random);
    let active: Vec<_> = (0..topology.constraints()).map(|it| it % 2 == 0).collect();
    let (mut lu, mut out) = (BodyLu::default(), Solution::default());
    let mut change = Vec::new();
    assert!(matches!(
        lu.correct(&[], &mut change),
        Err(SolveError::NotFactored)
    ));
    lu.take(&topology, &system, &active).unwrap();
    assert!(matches!(lu.factor(&[1.0], &[]), Err(SolveError::Shape)));
    let (mut x, mut w) = (vec![0.0; lu.len()], Vec::new());
    lu.factor(&vec![1e3; lu.len()], &[]).unwrap();
    lu.residuals(&x, &mut w).unwrap();
    lu.correct(&w, &mut x).unwrap();
    lu.write(&topology, &x, &mut out).unwrap();
    for (constraint, active) in active.iter().enumerate() {
        let rows = topology.row_offset(constraint)..topology.row_offset(constraint + 1);
        for row in rows {
            assert_eq!(out.lambda[row] != 0.0, *active, "{constraint}");
        }
    }
    system.force[0] = f64::NAN;
    let taken = lu.take(&topology, &system, &active);
    assert!(matches!(taken, Err(SolveError::NonFinite { .. })), "{taken:?}");
}

#[test]
fn a_factorisation_is_broken_off() {
    let mut random = Random::new(5);
    let (topology, mut system) = hub(6).finish(&mut random);
    system.compliance.iter_mut().for_each(|e| *e += 1e-3);
    let active = vec![true; topology.constraints()];
    let solver = Solver::new(Method::Sparse);
    let mut bodies = BodyLu::default();
    bodies.copy_settings_from(&solver);
    bodies.take(&topology, &system, &active).unwrap();
    let stiffness = vec![1e3; bodies.len()];
    for up in [true, false] {
        solver.cancel_flag().store(up, Relaxed);
        let expected = if up { Err(SolveError::Cancelled) } else { Ok(()) };
        assert_eq!(bodies.factor(&stiffness, &[]), expected);
    }
}
