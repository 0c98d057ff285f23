//! Rank, redundant and contradictory constraints.

use crate::systems::{Build, Random, condition, net, pinned_bars, random_build};
use tinkertoy_solver::redundancy::{Diagnosis, Evidence, Verdict, diagnose, rank_only};
use tinkertoy_solver::{System, Topology};

/// Returns the largest entry of `J^T w`, and of `|J|^T |w|`.
fn pull(topology: &Topology, system: &System, set: &[(usize, f64)]) -> (f64, f64) {
    let mut force = vec![0.0; topology.dofs()];
    let mut size = force.clone();
    for &(row, weight) in set {
        let constraint = topology.constraint_of(row);
        let r = row - topology.row_offset(constraint);
        for end in topology.ends(constraint) {
            for k in 0..topology.body_dim(end.body) {
                let j = system.jacobian[end.block + r * topology.body_dim(end.body) + k];
                force[topology.body_offset(end.body) + k] += weight * j;
                size[topology.body_offset(end.body) + k] += (weight * j).abs();
            }
        }
    }
    let most = |values: &[f64]| values.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    (most(&force), most(&size))
}

fn diagnosis(build: &Build) -> Diagnosis {
    let (topology, system) = build.finish(&mut Random::new(1));
    diagnose(&topology, &system)
}

#[test]
fn rank_and_dependent_sets_of_random_systems() {
    let mut unclear = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut build = random_build(&mut random, 20);
        let (topology, system) = build.finish(&mut random);
        let found = diagnose(&topology, &system);
        // Masses do not affect the rank, and mass ratios up to a million would cost the oracle digits.
        build.mass.fill(1.0);
        let (topology, even) = build.finish(&mut random);
        let (_, rank) = condition(&topology, &even);
        if found.margin < 1e3 {
            unclear += 1;
            continue;
        }
        assert_eq!(found.rank, Some(rank), "seed {seed}");
        assert_eq!(found.dof, Some(topology.dofs() - rank));
        assert_eq!(found.dependent_sets.len(), topology.rows() - rank, "seed {seed}");
        let mut last: Vec<usize> = vec![];
        for set in &found.dependent_sets {
            let (left, size) = pull(&topology, &system, set);
            assert!(left < 1e-6 * size, "seed {seed}: {left:e} of {size:e}");
            assert!(set.windows(2).all(|pair| pair[0].0 < pair[1].0));
            last.push(set.last().unwrap().0);
        }
        for (index, set) in found.dependent_sets.iter().enumerate() {
            let elsewhere =
                |&(row, _): &(usize, f64)| last.iter().enumerate().any(|(k, &r)| k != index && r == row);
            assert!(!set.iter().any(elsewhere), "seed {seed}");
        }
    }
    assert!(unclear <= 4, "{unclear} decisions are not clear");
}

#[test]
fn the_later_constraint_is_the_redundant_one() {
    let mut build = Build::new();
    let (a, b) = (build.body(3, [0.0, 0.0], 1.0), build.body(3, [2.0, 0.0], 1.0));
    build.pin(&[a], [-1.0, 0.0]);
    build.pin(&[a, b], [1.0, 0.0]);
    build.rod(&[a, b], [0.0, 1.0], [2.0, 1.5]);
    assert_eq!(diagnosis(&build).redundant, Vec::<usize>::new());
    build.again(2, 3.0);
    let found = diagnosis(&build);
    assert_eq!((found.rank, found.dof), (Some(5), Some(1)));
    assert_eq!(found.redundant, [3]);
    // The copy is scaled by three, so its weight is a third of that of the original.
    let set = &found.dependent_sets[0];
    assert_eq!(set.iter().map(|&(row, _)| row).collect::<Vec<_>>(), [4, 5]);
    assert!((set[0].1 / set[1].1 + 3.0).abs() < 1e-12);
    assert!(found.margin > 1e3);
}

#[test]
fn a_chain_pulled_straight_loses_rank_in_that_pose_only() {
    for (bend, rank) in [(0.0, 7), (0.01, 8)] {
        let build = pinned_bars(&[[0.0, 0.0], [1.0, bend], [2.0, -bend], [3.0, 0.0]]);
        assert_eq!(diagnosis(&build).rank, Some(rank), "{bend}");
    }
}

#[test]
fn drift_and_bending_tell_what_a_dependent_set_comes_to() {
    let mut build = Build::new();
    let (a, b) = (build.body(3, [0.0, 0.0], 1.0), build.body(3, [2.0, 0.0], 1.0));
    build.pin(&[a], [-1.0, 0.0]);
    build.rod(&[a, b], [0.0, 1.0], [2.0, 1.5]);
    build.again(1, 1.0);
    let set = &diagnosis(&build).dependent_sets[0];
    let verdict = |c: [f64; 4], c_dot: [f64; 4], gamma: [f64; 4]| {
        let evidence = Evidence {
            c: &c,
            c_dot: &c_dot,
            gamma: &[gamma.to_vec()],
            met: (1e-6, 1e-6),
        };
        evidence.verdict(set)
    };
    let none = [0.0; 4];
    assert_eq!(verdict(none, none, none), Verdict::Redundant);
    // Both rods have the same error, which can be corrected.
    assert_eq!(verdict([0.0, 0.3, 0.2, 0.2], none, none), Verdict::Redundant);
    assert_eq!(verdict([0.0, 0.0, 0.2, 0.0], none, none), Verdict::Contradictory);
    assert_eq!(verdict(none, [0.0, 0.0, 0.0, 0.1], none), Verdict::Contradictory);
    assert_eq!(verdict(none, none, [3.0, 1.0, 5.0, 5.0]), Verdict::Redundant);
    assert_eq!(verdict(none, none, [0.0, 0.0, 5.0, 4.9]), Verdict::SingularPose);
}

#[test]
fn rows_that_move_nothing_are_redundant() {
    let mut topology = Topology::new([2]);
    topology.add_constraint(1, &[]);
    topology.add_constraint(1, &[0]);
    let mut system = System::zeroed(&topology);
    system.mass.copy_from_slice(&[1.0, 0.0, 0.0, 1.0]);
    let found = diagnose(&topology, &system);
    assert_eq!((found.rank, found.dof), (Some(0), Some(2)));
    assert_eq!(found.redundant, [0, 1]);
    system.mass[0] = -1.0;
    assert_eq!(diagnose(&topology, &system).rank, None);
}

#[test]
fn a_forest_of_any_size_is_exact() {
    let mut build = Build::new();
    let n = 20_000;
    for k in 0..n {
        build.body(3, [f64::from(k), 0.0], 1.0);
        if k % 1000 > 0 {
            let k = k as usize;
            build.pin(&[k - 1, k], [k as f64 - 0.5, 0.0]);
        }
    }
    let found = diagnosis(&build);
    assert_eq!(found.rank, Some(2 * (n as usize - 20)));
    assert_eq!((found.margin, found.redundant), (f64::INFINITY, vec![]));
}

/// Cores of nearly two thousand rows whose rank is known: a net of independent rods, some of them copied; and rockers side by side
/// under one coupler, of which all but the first two are redundant.
#[test]
fn the_rank_of_large_cores_is_found() {
    let mut random = Random::new(3);
    let mut build = net(31, &mut random);
    let copies = [10, 500, 900, 901, 1700];
    for &rod in &copies {
        build.again(rod, -2.0);
    }
    let (topology, system) = build.finish(&mut random);
    let found = diagnose(&topology, &system);
    let rank = topology.rows() - copies.len();
    assert_eq!((topology.rows(), rank), (1869, 1864));
    assert_eq!(found.rank, Some(rank));
    assert_eq!(found.dof, Some(2 * 961 - rank));
    assert!(found.margin > 100.0, "{:e}", found.margin);
    let twins: Vec<Vec<usize>> = found
        .dependent_sets
        .iter()
        .map(|set| set.iter().map(|&(row, _)| topology.constraint_of(row)).collect())
        .collect();
    let constraints = topology.constraints() - copies.len();
    let expected: Vec<Vec<usize>> = copies
        .iter()
        .enumerate()
        .map(|(k, &rod)| vec![rod, constraints + k])
        .collect();
    assert_eq!(twins, expected);

    let mut build = Build::new();
    let coupler = build.body(3, [0.0, 1.0], 1.0);
    let rockers = 480;
    for k in 0..rockers {
        let x = k as f64;
        let rocker = build.body(3, [x + 0.2, 0.4], 1.0);
        build.pin(&[rocker], [x, 0.0]);
        build.pin(&[rocker, coupler], [x + 0.4, 0.8]);
    }
    let found = diagnosis(&build);
    assert_eq!(found.dof, Some(1));
    assert_eq!(found.rank, Some(3 * (rockers + 1) - 1));
    assert_eq!(found.dependent_sets.len(), rockers - 2);
    assert!(found.margin > 100.0, "{:e}", found.margin);
}

/// More than 10 000 rows whose rank is known: a net of independent rods, 200 of them copied. Each dependent set is listed, and is a
/// null vector of J^T.
#[test]
fn two_hundred_dependences_of_ten_thousand_rows_are_told() {
    let mut random = Random::new(9);
    let mut build = net(72, &mut random);
    let rods = build.joints.len() - 2;
    let copies: Vec<usize> = (0..200).map(|k| 7 + k * (rods - 7) / 200).collect();
    for &rod in &copies {
        build.again(rod, [1.0, -2.0, 0.3][rod % 3]);
    }
    let (topology, system) = build.finish(&mut random);
    assert!(topology.rows() > 10_000);
    let found = diagnose(&topology, &system);
    assert_eq!(found.rank, Some(topology.rows() - copies.len()));
    assert_eq!((found.dependent_sets.len(), found.unlisted), (copies.len(), 0));
    assert!(found.margin > 100.0, "{:e}", found.margin);
    for (set, &rod) in found.dependent_sets.iter().zip(&copies) {
        assert_eq!((set.len(), topology.constraint_of(set[0].0)), (2, rod));
        let (left, size) = pull(&topology, &system, set);
        assert!(left <= 1e-9 * size, "{left:e} of {size:e}");
    }
    assert_eq!(rank_only(&topology, &system).rank, found.rank);
}

/// A girder of squares with both diagonals where `braced`: such a square has one bar too many, and its six bars are the dependent
/// set.
fn girder(squares: usize, braced: impl Fn(usize) -> bool) -> Build {
    let mut build = Build::new();
    let at = |k: usize| {
        [
            (k / 2) as f64,
            (k % 2) as f64 * (1.0 + 0.1 * ((k / 2) % 5) as f64),
        ]
    };
    for k in 0..2 * squares + 2 {
        build.body(2, at(k), 1.0);
    }
    for k in 0..=squares {
        let low = 2 * k;
        build.bar(low, low + 1);
        if k == squares {
            break;
        }
        for (a, b) in [(low, low + 2), (low + 1, low + 3), (low, low + 3)] {
            build.bar(a, b);
        }
        if braced(k) {
            build.bar(low + 1, low + 2);
        }
    }
    build
}

#[test]
fn squares_braced_twice_are_told_or_counted() {
    for (squares, every, told) in [(2500, 20, true), (2200, 2, false)] {
        let build = girder(squares, |k| k % every == 0);
        let (topology, system) = build.finish(&mut Random::new(1));
        let braced = squares.div_ceil(every);
        assert_eq!(topology.rows(), 4 * squares + 1 + braced);
        let found = diagnose(&topology, &system);
        assert_eq!(found.rank, Some(4 * squares + 1), "{squares}");
        assert_eq!(found.dof, Some(3));
        let expected = if told { (braced, 0) } else { (0, braced) };
        assert_eq!((found.dependent_sets.len(), found.unlisted), expected);
        for set in &found.dependent_sets {
            let (left, size) = pull(&topology, &system, set);
            assert!(left <= 1e-9 * size, "{left:e} of {size:e}");
            assert_eq!(set.len(), 6);
        }
    }
}

/// A chain of 5000 bars pulled straight between two pins: every pin takes part in the only dependent set.
#[test]
fn a_long_straight_chain_loses_one_row() {
    let links = 5000;
    let joints: Vec<_> = (0..=links).map(|k| [k as f64, 0.0]).collect();
    let build = pinned_bars(&joints);
    let found = diagnosis(&build);
    assert_eq!(found.rank, Some(2 * links + 1));
    assert_eq!(found.dependent_sets.len(), 1);
    assert_eq!(found.dependent_sets[0].len(), links + 1);
}
