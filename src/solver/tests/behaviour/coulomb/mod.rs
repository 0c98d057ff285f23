//! Complementarity with Coulomb friction: random systems, redundant, degenerate and with friction, checked against the law itself,
//! against enumeration of all modes, and without friction against an independent method.
//!
//! Ten thousand systems per test with `TINKERTOY_SWEEP=full`, otherwise a tenth.

mod enumeration;
mod problem;

use crate::systems::Random;
use enumeration::enumerate;
use problem::{Problem, general, redundant};
use tinkertoy_solver::Law;

/// Number of systems, given that of a full run.
fn count(full: u64) -> u64 {
    let all = std::env::var_os("TINKERTOY_SWEEP").is_some_and(|sweep| sweep == "full");
    if all { full } else { full / 10 }
}

/// Returns the largest difference, relative to the largest entry of the first (at least 1).
fn apart(one: &[f64], other: &[f64]) -> f64 {
    let size = one.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
    let off = one.iter().zip(other).map(|(a, b)| (a - b).abs());
    off.fold(0.0, f64::max) / size
}

#[test]
fn random_systems_are_solved_to_ten_digits() {
    let (mut pivoted, mut worst) = (0, 0.0_f64);
    for seed in 0..count(10_000) {
        let problem = redundant(&mut Random::new(seed), 60);
        let (x, answer) = problem.solve();
        let miss = problem.miss(&x);
        assert!(
            miss < 1e-10 && x.iter().all(|x| x.is_finite()),
            "system {seed} of {}: {miss:.1e} {answer:?}",
            problem.size()
        );
        assert!(answer.residual < 1e-10, "system {seed}: {answer:?}");
        worst = worst.max(miss);
        pivoted += usize::from(answer.pivots > 0);
    }
    println!("worst {worst:.1e}, {pivoted} by Lemke's method");
    assert!(pivoted > 0, "some need more than Newton's method");
}

/// Steps by impulses always have a solution. The one found is among those of all modes, and so are its multipliers where no rows
/// depend on each other.
#[test]
fn every_answer_is_one_of_the_solutions_by_enumeration() {
    let (mut compared, mut several) = (0, 0);
    for seed in 0..count(10_000) {
        let problem = general(&mut Random::new(1_000_000 + seed), 10, false);
        let there = enumerate(&problem);
        if there.singular > 0 {
            continue;
        }
        compared += 1;
        assert!(!there.all.is_empty(), "system {seed}");
        let (x, answer) = problem.solve();
        assert!(answer.is_exact(), "system {seed}: {answer:?}");
        let off = there
            .all
            .iter()
            .map(|it| apart(it, &x))
            .fold(f64::INFINITY, f64::min);
        assert!(
            off < 1e-6,
            "system {seed}: {off:e} from all of {}",
            there.all.len()
        );
        several += usize::from(there.all.iter().any(|it| apart(it, &there.all[0]) > 1e-3));
    }
    println!("{compared} compared, {several} with several solutions");
    assert!(compared > count(10_000) / 2);
    for seed in 0..count(10_000) {
        let problem = redundant(&mut Random::new(3_000_000 + seed), 10);
        let there = enumerate(&problem);
        let (x, answer) = problem.solve();
        assert!(
            answer.is_exact() && problem.miss(&x) < 1e-10,
            "system {seed}: {answer:?}"
        );
        // Where rows depend on each other the multipliers form a continuum, of which enumeration finds none or corners. The motion
        // is compared where all enumerated solutions have the same.
        let motions: Vec<Vec<f64>> = there.all.iter().map(|x| problem.w(x)).collect();
        let same = motions.iter().all(|w| apart(w, &motions[0]) < 1e-6);
        if there.singular == 0 && same {
            assert!(apart(&motions[0], &problem.w(&x)) < 1e-6, "system {seed}");
        }
    }
}

/// At the level of accelerations, with contacts that already slide, there may be no solution (Painlevé) or several: one is found
/// where there is one, and the failure is reported where there is none.
#[test]
fn where_enumeration_finds_none_it_is_said() {
    let mut counts = [0; 3];
    for seed in 0..count(10_000) {
        let problem = general(&mut Random::new(4_000_000 + seed), 10, true);
        let there = enumerate(&problem);
        let (x, answer) = problem.solve();
        assert!(x.iter().all(|x| x.is_finite()), "system {seed}: {answer:?}");
        if there.singular > 0 {
            continue;
        }
        let off = there
            .all
            .iter()
            .map(|it| apart(it, &x))
            .fold(f64::INFINITY, f64::min);
        let (some, found) = (!there.all.is_empty(), answer.is_exact());
        assert!(
            !found || off < 1e-6,
            "system {seed}: {off:e} from all of {}",
            there.all.len()
        );
        counts[match (some, found) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        }] += 1;
    }
    let [none, missed, found] = counts;
    assert!(none > 20 && missed == 0 && found > 500, "{counts:?}");
}

/// Without friction w is that of the minimiser of `1/2 x B x + q x`, which is found by accelerated projected gradients (Beck and
/// Teboulle 2009).
#[test]
fn without_friction_it_is_the_least_of_a_convex_function() {
    for seed in 0..count(500) {
        let mut problem = redundant(&mut Random::new(2_000_000 + seed), 24);
        let size = problem.size();
        for law in &mut problem.laws {
            if let Law::Friction { .. } = law {
                *law = Law::Bounds([-0.2, 0.2]);
            }
        }
        let (x, _) = problem.solve();
        let bound = |law: &Law| match law {
            Law::Bounds(bounds) => *bounds,
            Law::Friction { .. } | Law::Sliding { .. } => [0.0, 0.0],
        };
        let unit: Vec<f64> = (0..size)
            .map(|i| problem.b[i * size + i].sqrt().recip())
            .collect();
        let rate = 1.0 / size as f64;
        let (mut y, mut old, mut momentum) = (vec![0.0; size], vec![0.0; size], 1.0_f64);
        for _ in 0..20_000 {
            let at: Vec<f64> = y.iter().zip(&unit).map(|(y, u)| y * u).collect();
            let w = problem.w(&at);
            let mut next = vec![0.0; size];
            for i in 0..size {
                let [lo, hi] = bound(&problem.laws[i]);
                next[i] = (y[i] - rate * w[i] * unit[i]).max(lo / unit[i]).min(hi / unit[i]);
            }
            let turns: f64 = (0..size).map(|i| (y[i] - next[i]) * (next[i] - old[i])).sum();
            let faster = if turns > 0.0 {
                1.0
            } else {
                0.5 * (1.0 + (1.0 + 4.0 * momentum * momentum).sqrt())
            };
            let share = if turns > 0.0 {
                0.0
            } else {
                (momentum - 1.0) / faster
            };
            for i in 0..size {
                y[i] = next[i] + share * (next[i] - old[i]);
            }
            (old, momentum) = (next, faster);
        }
        let there: Vec<f64> = old.iter().zip(&unit).map(|(y, u)| y * u).collect();
        let (one, other) = (problem.w(&x), problem.w(&there));
        let scale = problem.q.iter().fold(0.0_f64, |most, q| most.max(q.abs()));
        for i in 0..size {
            assert!(
                (one[i] - other[i]).abs() <= 1e-5 * scale,
                "system {seed}, row {i}: {} {}",
                one[i],
                other[i]
            );
        }
    }
}

/// A wedge that cannot open as its restitution demands: there is no solution, and this is reported.
#[test]
fn where_there_is_none_it_is_said() {
    // One body between two walls that both demand separation.
    let problem = Problem {
        b: vec![1.0, -1.0, -1.0, 1.0],
        q: vec![-1.0, -1.0],
        laws: vec![Law::Bounds([0.0, f64::INFINITY]); 2],
    };
    let (x, answer) = problem.solve();
    assert!(
        !answer.is_exact() && x.iter().all(|x| x.is_finite()),
        "{answer:?}"
    );
}

/// A sliding contact: `x_n = -q_n/(b_nn + share b_nt)`, with friction `share` times that. There is no solution where the
/// denominator is negative (Painlevé), and this is reported.
#[test]
fn a_sliding_row_has_a_share_of_its_normal_force() {
    let [normal, across] = [2.0, -1.5];
    for (share, solvable) in [(-0.4, true), (0.0, true), (1.2, true), (1.5, false)] {
        let problem = Problem {
            b: vec![normal, across, across, 3.0],
            q: vec![-1.0, 0.7],
            laws: vec![
                Law::Bounds([0.0, f64::INFINITY]),
                Law::Sliding { normal: 0, share },
            ],
        };
        let (x, answer) = problem.solve();
        assert_eq!(answer.is_exact(), solvable, "{share}: {answer:?}");
        let expected = 1.0 / (normal + share * across);
        if solvable {
            assert!((x[0] - expected).abs() < 1e-12, "{share}: {x:?}");
            assert!((x[1] - share * expected).abs() < 1e-12, "{share}: {x:?}");
        } else {
            assert!(x.iter().all(|x| x.is_finite()), "{x:?}");
        }
    }
}
