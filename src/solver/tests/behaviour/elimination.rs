//! Reported elimination: the order and the pattern of the factor, checked against a textbook symbolic factorisation and against the
//! counts of the report.

use crate::systems::{Random, chain, matrix, net, random_build, wheel};
use faer::Mat;
use tinkertoy_solver::inspect::{Elimination, Origin, Stage};
use tinkertoy_solver::redundancy::rank_only;
use tinkertoy_solver::{Method, Report, Solution, Solver, System, Topology};

fn eliminated(method: Method, topology: &Topology, system: &System) -> (Elimination, Report) {
    let mut solver = Solver::new(method);
    solver.factor(topology, system).unwrap();
    (solver.elimination().unwrap(), solver.report().clone())
}

/// Returns the pattern of L from scalar symbolic elimination of H in this order: whether each entry is nonzero.
fn filled(h: &Mat<f64>, order: &[usize]) -> Vec<Vec<bool>> {
    let mut there: Vec<Vec<bool>> = order
        .iter()
        .map(|&i| order.iter().map(|&j| i == j || h[(i, j)] != 0.0).collect())
        .collect();
    for k in 0..order.len() {
        let below: Vec<usize> = (k + 1..order.len()).filter(|&i| there[i][k]).collect();
        for &i in &below {
            for &j in &below {
                there[i][j] = true;
            }
        }
    }
    there
}

/// Checks that every unknown occurs once, that parents come after children, and that no entry of L is outside the pattern. At most
/// the fraction `spare` of the pattern's blocks may be empty.
fn check_against_the_book(it: &Elimination, topology: &Topology, system: &System, spare: f64, what: &str) {
    let order: Vec<usize> = it
        .pivots
        .iter()
        .flat_map(|it| it.unknowns.iter().map(|&k| k as usize))
        .collect();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert_eq!(
        sorted,
        (0..topology.dofs() + topology.rows()).collect::<Vec<_>>(),
        "{what}"
    );
    let there = filled(&matrix(topology, system), &order);
    let mut start = vec![0];
    for pivot in &it.pivots {
        start.push(start[start.len() - 1] + pivot.unknowns.len());
    }
    let (mut blocks, mut empty) = (0, 0);
    for column in 0..it.pivots.len() {
        let mut given = it.column(column).iter().peekable();
        assert!(it.parent(column).is_none_or(|parent| parent > column), "{what}");
        for row in column + 1..it.pivots.len() {
            let listed = given.next_if(|block| block.0 as usize == row).is_some();
            let any =
                (start[row]..start[row + 1]).any(|i| (start[column]..start[column + 1]).any(|j| there[i][j]));
            assert!(!any || listed, "{what}: block {row} {column} is missing");
            blocks += usize::from(listed);
            empty += usize::from(listed && !any);
        }
        assert!(given.next().is_none(), "{what}");
    }
    assert!(
        empty as f64 <= spare * blocks as f64,
        "{what}: {empty} of {blocks} blocks have no number"
    );
}

#[test]
fn the_pattern_of_the_sparse_factor_is_that_of_elimination_by_the_book() {
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let (topology, system) = random_build(&mut random, 25).finish(&mut random);
        let (it, report) = eliminated(Method::Sparse, &topology, &system);
        let counts = (it.count(Origin::Fill), it.block_updates);
        assert_eq!(counts, (report.fill_blocks, report.block_updates), "seed {seed}");
        check_against_the_book(&it, &topology, &system, 0.3, &format!("seed {seed}"));
    }
}

#[test]
fn every_way_of_the_sparse_method_tells_what_it_counts() {
    let mut random = Random::new(7);
    let mut both = net(14, &mut random);
    let chain = both.body(3, [-9.0, 0.0], 1.0);
    both.pin(&[chain], [-10.0, 0.0]);
    for (name, build) in [
        ("wheel", wheel(200)),
        ("net", net(30, &mut random)),
        ("both", both),
    ] {
        let (topology, system) = build.finish(&mut random);
        let (it, report) = eliminated(Method::Sparse, &topology, &system);
        assert!(report.fill_blocks > 0, "{name}");
        assert_eq!(it.count(Origin::Fill), report.fill_blocks, "{name}");
        assert_eq!(it.block_updates, report.block_updates, "{name}");
        let hub = it
            .pivots
            .iter()
            .any(|it| it.stage == Stage::Tree && it.unknowns[0] < 3);
        assert_eq!(hub, name == "wheel", "{name}: the hub is kept as in H");
    }
}

#[test]
fn the_textbook_has_a_forest_and_dense_responses() {
    let mut seen = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let (topology, system) = random_build(&mut random, 15).finish(&mut random);
        let (it, report) = eliminated(Method::Auxiliary, &topology, &system);
        // Islands whose rows may be redundant are solved with the sparse factor.
        let by_rows = it.pivots.iter().any(|it| it.stage == Stage::InverseMass);
        if by_rows || rank_only(&topology, &system).rank != Some(topology.rows()) {
            continue;
        }
        seen += 1;
        let responses = it.pivots.iter().filter(|it| it.stage == Stage::Response).count();
        assert_eq!(it.count(Origin::Fill), 0);
        assert_eq!(it.block_updates, report.block_updates, "seed {seed}");
        assert_eq!(responses, report.back_solves, "seed {seed}");
        let rows: usize = it.pivots.iter().map(|it| it.unknowns.len()).sum();
        assert_eq!(rows, topology.dofs() + topology.rows(), "seed {seed}");
    }
    assert!(seen >= 15, "{seen}");
}

#[test]
fn the_dense_factor_is_full() {
    let mut random = Random::new(3);
    let (topology, system) = net(4, &mut random).finish(&mut random);
    let (it, report) = eliminated(Method::Dense, &topology, &system);
    let count = it.pivots.iter().filter(|it| it.stage == Stage::Rows).count();
    assert_eq!(count, topology.constraints());
    let of_a = it.count(Origin::A) + it.count(Origin::Fill);
    assert_eq!(of_a, count * (count - 1) / 2);
    assert_eq!(it.block_updates, report.block_updates);
}

#[test]
fn rows_with_bounds_are_told_apart_and_iterative_methods_have_no_factor() {
    let mut build = chain(5);
    build.rod(&[0, 4], [0.5, 0.5], [4.5, 0.7]);
    let (topology, mut system) = build.finish(&mut Random::new(1));
    let rod = topology.rows() - 1;
    system.bounds = vec![tinkertoy_solver::UNBOUNDED; topology.rows()];
    system.bounds[rod] = [0.0, f64::INFINITY];
    let (it, report) = eliminated(Method::Sparse, &topology, &system);
    let response = it.pivots.iter().filter(|it| it.stage == Stage::Response);
    let response: Vec<_> = response.collect();
    assert_eq!(response.len(), report.anticipated);
    assert_eq!(response[0].unknowns[..], [(topology.dofs() + rod) as u32]);
    assert_eq!(it.count(Origin::Fill), 0, "without the rod it is a chain");
    let mut solver = Solver::new(Method::GaussSeidel);
    assert!(solver.elimination().is_none());
    solver
        .factor_and_solve(&topology, &system, &mut Solution::default())
        .unwrap();
    assert!(solver.elimination().is_none());
}

/// A factor with more blocks than the limit is not listed at all.
#[test]
fn a_factor_that_is_too_full_is_not_listed() {
    let mut random = Random::new(7);
    let (topology, system) = random_build(&mut random, 25).finish(&mut random);
    for method in [Method::Sparse, Method::Dense, Method::Auxiliary] {
        let mut solver = Solver::new(method);
        solver.factor(&topology, &system).unwrap();
        let whole = solver.elimination().unwrap();
        let blocks: usize = (0..whole.pivots.len()).map(|it| whole.column(it).len()).sum();
        assert!(blocks > 10, "{method:?}: {blocks}");
        assert_eq!(
            solver.elimination_within(2 * blocks).as_ref(),
            Some(&whole),
            "{method:?}"
        );
        assert!(solver.elimination_within(blocks - 1).is_none(), "{method:?}");
    }
}
