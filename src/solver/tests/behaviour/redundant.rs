//! Redundant constraints, singular poses, contradictory constraints, and compliant rows.

use crate::systems::{
    Build, Random, apart, condition, grid, pinned_bars, scaled_jacobian, solved, violation, wheel,
};
use tinkertoy_solver::{Method, Solution};

fn difference(x: &[f64], y: &[f64]) -> Vec<f64> {
    x.iter().zip(y).map(|(x, y)| x - y).collect()
}

/// Checks that the direct methods satisfy the equations and agree, that the rank deficit is as given, and that the multipliers
/// agree too.
fn check(build: &Build, deficit: usize, what: &str) {
    let mut random = Random::new(7);
    let (topology, system) = build.finish(&mut random);
    let (condition, rank) = condition(&topology, &system);
    assert_eq!(topology.rows() - rank, deficit, "{what}");
    let (dense, dense_report) = solved(Method::Dense, &topology, &system);
    let (sparse, sparse_report) = solved(Method::Sparse, &topology, &system);
    let (auxiliary, auxiliary_report) = solved(Method::Auxiliary, &topology, &system);
    assert_eq!(dense_report.rank_deficit, Some(deficit), "{what}");
    for (out, report) in [
        (&dense, &dense_report),
        (&sparse, &sparse_report),
        (&auxiliary, &auxiliary_report),
    ] {
        let (rows, motion) = violation(&topology, &system, out);
        assert!(
            rows < 1e-10 && motion < 1e-10,
            "{what}: {rows:e} {motion:e} {report:?}"
        );
        assert!(report.contradiction < 1e-9, "{what}: {report:?}");
    }
    let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    for (other, report) in [(&sparse, &sparse_report), (&auxiliary, &auxiliary_report)] {
        let relative = apart(&topology, &system, other, &dense);
        assert!(
            relative < (100.0 * f64::EPSILON * condition).max(1e-8),
            "{what}: {relative:e}, {report:?}"
        );
        let lambda = norm(&difference(&dense.lambda, &other.lambda)) / norm(&dense.lambda);
        assert!(
            lambda < 1e-3,
            "{what}: multipliers differ by {lambda:e}, {report:?}"
        );
    }
    // From a cold start, conjugate gradients find the same multipliers where the condition lets them converge.
    let (gradient, report) = solved(Method::ConjugateGradient, &topology, &system);
    if condition < 1e7 {
        let lambda = norm(&difference(&dense.lambda, &gradient.lambda)) / norm(&dense.lambda);
        assert!(
            lambda < 1e-4,
            "{what}: multipliers of conjugate gradients differ by {lambda:e}, {report:?}"
        );
    }
}

#[test]
fn a_rod_given_twice_shares_its_load() {
    let mut build = Build::new();
    let (a, b) = (build.body(3, [0.0, 0.0], 1.0), build.body(3, [2.0, 0.5], 2.0));
    build.rod(&[a, b], [0.2, 0.1], [1.8, 0.4]);
    build.again(0, 1.0);
    check(&build, 1, "duplicated rod");
    let (topology, system) = build.finish(&mut Random::new(3));
    for method in Method::ALL.into_iter().filter(|&it| it != Method::GaussSeidel) {
        let (out, _) = solved(method, &topology, &system);
        assert!(
            (out.lambda[0] - out.lambda[1]).abs() < 1e-6 * out.lambda[0].abs(),
            "{method}: {out:?}"
        );
    }
}

#[test]
fn a_parallelogram_with_an_extra_coupler() {
    let mut build = Build::new();
    let legs: Vec<_> = (0..3)
        .map(|k| build.body(3, [2.0 * f64::from(k) + 0.3, 1.0], 1.0))
        .collect();
    let top = build.body(3, [2.6, 2.0], 3.0);
    for (k, &leg) in legs.iter().enumerate() {
        let x = 2.0 * k as f64;
        build.pin(&[leg], [x, 0.0]);
        build.pin(&[leg, top], [x + 0.6, 2.0]);
    }
    check(&build, 1, "parallelogram");
}

#[test]
fn a_redundant_parallelogram_close_to_its_singular_pose() {
    // In line with the ground the linkage has one more degree of freedom; nearby, rounding can be mistaken for rank.
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let tilt = 10f64.powf(-2.5 - 2.0 * random.unit());
        let mut build = Build::new();
        let top = build.body(3, [1.0 + tilt.cos(), tilt.sin()], 1.0);
        for k in 0..3 {
            let x = f64::from(k);
            let leg = build.body(3, [x + 0.5 * tilt.cos(), 0.5 * tilt.sin()], 0.2);
            build.pin(&[leg], [x, 0.0]);
            build.pin(&[leg, top], [x + tilt.cos(), tilt.sin()]);
        }
        check(&build, 1, &format!("tilt {tilt:e}"));
    }
}

#[test]
fn a_bar_pinned_twice_to_the_ground() {
    let mut build = Build::new();
    let bar = build.body(3, [0.5, 0.0], 1.0);
    build.pin(&[bar], [0.0, 0.0]);
    build.pin(&[bar], [1.0, 0.0]);
    check(&build, 1, "bar");
}

#[test]
fn a_chain_pulled_straight_between_two_pins() {
    for links in [2, 3, 10, 54] {
        let joints = (0..=links).map(|k| [0.8 * k as f64, 0.6 * k as f64]);
        let build = pinned_bars(&joints.collect::<Vec<_>>());
        check(&build, 1, &format!("straight chain of {links}"));
    }
}

#[test]
fn a_straight_net_of_rods() {
    // Every particle has collinear rods on both sides: at this pose an unsuitable elimination order loses its pivots.
    let mut build = grid(8, 0.0, &mut Random::new(1));
    build.support(0, [1.0, 0.0]);
    build.support(7, [-1.0, 0.0]);
    check(&build, 1, "net");
}

#[test]
fn a_lattice_of_pins() {
    let (mut build, n) = (Build::new(), 6);
    for k in 0..n * n {
        build.body(3, [(k % n) as f64, (k / n) as f64], 1.0);
    }
    let mut rows = 0;
    for k in 0..n * n {
        let (x, y) = ((k % n) as f64, (k / n) as f64);
        if k % n > 0 {
            build.pin(&[k - 1, k], [x - 0.5, y]);
            rows += 2;
        }
        if k / n > 0 {
            build.pin(&[k - n, k], [x, y - 0.5]);
            rows += 2;
        }
    }
    let (topology, system) = build.finish(&mut Random::new(7));
    let (_, rank) = condition(&topology, &system);
    check(&build, rows - rank, "lattice of pins");
}

#[test]
fn a_triangle_braced_twice_and_welds_on_particles() {
    let mut build = Build::new();
    let corner = [[0.0, 0.0], [1.0, 0.0], [0.3, 0.8]];
    for at in corner {
        build.body(3, at, 1.0);
    }
    for (a, b) in [(0, 1), (1, 2), (0, 2)] {
        build.pin(&[a, b], [corner[a][0] * 0.4 + corner[b][0] * 0.6, corner[a][1]]);
        build.angle(&[a, b]);
    }
    let tip = build.body(2, [2.0, 2.0], 1e-3);
    build.pin(&[2, tip], [2.0, 2.0]);
    build.rod(&[1, tip], [1.0, 0.0], [2.0, 2.0]);
    // A further pin holds the particle by more rows than it has degrees of freedom.
    build.pin(&[0, tip], [2.0, 2.0]);
    check(&build, 6, "braced twice");
}

#[test]
fn contradictory_rows_meet_at_the_least_squares_compromise() {
    let mut build = Build::new();
    let (a, b) = (build.body(3, [0.0, 0.0], 1.0), build.body(3, [2.0, 0.5], 2.0));
    build.pin(&[a], [-0.5, 0.0]);
    build.pin(&[a, b], [1.0, 0.2]);
    build.rod(&[a, b], [0.2, 0.1], [1.8, 0.4]);
    build.again(2, 1.0);
    build.rod(&[b], [2.0, 2.0], [2.1, 0.4]);
    let (topology, mut system) = build.finish(&mut Random::new(3));
    system.c[5] += 4.0;
    // Least squares in scaled rows: minimises |B y + c'|, y in mass-scaled coordinates.
    let (b, scales) = scaled_jacobian(&topology, &system);
    let missing = |out: &Solution| -> Vec<f64> {
        let ja = crate::systems::times_j(&topology, &system, &out.acceleration);
        (0..topology.rows())
            .map(|row| (ja[row] + system.c[row]) * scales[row])
            .collect()
    };
    for method in Method::ALL.into_iter().filter(|&it| it != Method::GaussSeidel) {
        let (out, report) = solved(method, &topology, &system);
        let left = missing(&out);
        for k in 0..topology.dofs() {
            let gradient: f64 = (0..topology.rows()).map(|row| b[(row, k)] * left[row]).sum();
            assert!(gradient.abs() < 1e-6, "{method}: {gradient:e} {report:?}");
        }
        assert!(report.contradiction > 0.01, "{report:?}");
        assert!(out.lambda.iter().all(|x| x.abs() < 1e4), "{method}: {out:?}");
    }
    let (dense, _) = solved(Method::Dense, &topology, &system);
    let (sparse, _) = solved(Method::Sparse, &topology, &system);
    let (gradient, _) = solved(Method::ConjugateGradient, &topology, &system);
    for (x, y) in dense.lambda.iter().zip(&gradient.lambda) {
        assert!((x - y).abs() < 1e-4 * x.abs().max(1.0), "{dense:?} {gradient:?}");
    }
    for (x, y) in dense.acceleration.iter().zip(&sparse.acceleration) {
        assert!((x - y).abs() < 1e-6 * x.abs().max(1.0), "{dense:?} {sparse:?}");
    }
}

#[test]
fn compliance_is_honoured() {
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let build = crate::systems::random_build(&mut random, 12);
        let (topology, mut system) = build.finish(&mut random);
        for e in &mut system.compliance {
            *e = [0.0, 1e-6, 0.1, 10.0][random.below(4)];
        }
        let (condition, _) = condition(&topology, &system);
        let (dense, _) = solved(Method::Dense, &topology, &system);
        let (sparse, report) = solved(Method::Sparse, &topology, &system);
        for out in [&dense, &sparse] {
            let (rows, motion) = violation(&topology, &system, out);
            assert!(motion < 1e-10, "seed {seed}: {motion:e}");
            assert!(
                rows < 1e-8 || report.contradiction > 0.0,
                "seed {seed}: {rows:e} {report:?}"
            );
        }
        let relative = apart(&topology, &system, &sparse, &dense);
        assert!(
            relative < (100.0 * f64::EPSILON * condition).max(1e-8),
            "seed {seed}: {relative:e}"
        );
    }
}

#[test]
fn heavy_on_light_chains() {
    for ratio in [1e3, 1e6] {
        let at = |k: f64| [0.6 * k, -0.8 * k];
        let mut build = Build::new();
        for k in 0..30_usize {
            build.body(
                3,
                at(k as f64 + 0.5),
                if k == 12 || k == 29 { ratio } else { 1.0 },
            );
            match k {
                0 => build.pin(&[0], at(0.0)),
                _ => build.pin(&[k - 1, k], at(k as f64)),
            }
        }
        check(&build, 0, &format!("ratio {ratio}"));
    }
}

/// A multifrontal factor counts the pivots of dependent rows as the other factors do: without copies none, and one for each row of a copy.
#[test]
fn a_multifrontal_factor_counts_its_repaired_pivots() {
    for copies in [0, 1, 5] {
        let mut build = wheel(200);
        for k in 0..copies {
            // Pins are at odd places, and the rods between the spokes at even ones.
            build.again(10 * k + 1, 1.0);
        }
        let (topology, system) = build.finish(&mut Random::new(3));
        let (out, report) = solved(Method::Sparse, &topology, &system);
        assert_eq!(report.repaired_pivots, 2 * copies, "{report:?}");
        let (rows, motion) = violation(&topology, &system, &out);
        assert!(rows < 1e-8 && motion < 1e-8, "{rows:e} {motion:e}");
    }
}
