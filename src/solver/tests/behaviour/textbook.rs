//! The textbook against the equations of motion, and the other methods against the textbook.

use crate::systems::{Random, apart, chain, condition, random_build, times_j, violation};
use tinkertoy_solver::textbook::Textbook;
use tinkertoy_solver::{Method, Solution, SolveError, Solver, System, Topology};

fn by_the_book(topology: &Topology, system: &System) -> (Solution, usize) {
    let (mut textbook, mut out) = (Textbook::new(topology), Solution::default());
    textbook.factor(system).unwrap();
    textbook.solve(system, &mut out).unwrap();
    // Iterative refinement: mass ratios of a million cost the bare algorithm digits.
    let (mut rest, mut correction) = (system.clone(), Solution::default());
    rest.force.fill(0.0);
    for _ in 0..10 {
        let ja = times_j(topology, system, &out.acceleration);
        for row in 0..topology.rows() {
            rest.c[row] = ja[row] + system.c[row] + system.compliance[row] * out.lambda[row];
        }
        textbook.solve(&rest, &mut correction).unwrap();
        add(&mut out.acceleration, &correction.acceleration);
        add(&mut out.lambda, &correction.lambda);
    }
    (out, textbook.auxiliary_rows())
}

fn add(x: &mut [f64], y: &[f64]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x += y);
}

/// Trees, loops, hubs, anchors, copies and mass ratios of a hundred: every direct method agrees with the textbook's accelerations
/// as far as the condition allows.
#[test]
fn the_fast_ways_agree_with_the_textbook() {
    let (mut looped, mut redundant) = (0, 0);
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let mut build = random_build(&mut random, 24);
        // Bodies a million times heavier than others would cost the textbook all digits.
        build.mass.iter_mut().for_each(|mass| *mass = mass.min(100.0));
        let (topology, system) = build.finish(&mut random);
        let (condition, rank) = condition(&topology, &system);
        let tolerance = (1000.0 * f64::EPSILON * condition).max(1e-6);
        if tolerance > 1e-3 {
            continue;
        }
        let (book, auxiliary) = by_the_book(&topology, &system);
        looped += usize::from(auxiliary > 0);
        redundant += usize::from(rank < topology.rows());
        let (rows, motion) = violation(&topology, &system, &book);
        assert!(
            motion < 1e-8,
            "seed {seed}: equation of motion missed by {motion:e}"
        );
        assert!(
            rows < tolerance,
            "seed {seed}: rows missed by {rows:e}, condition {condition:e}"
        );
        for method in Method::EXACT {
            let (mut solver, mut out) = (Solver::new(method), Solution::default());
            solver.factor_and_solve(&topology, &system, &mut out).unwrap();
            let off = apart(&topology, &system, &book, &out);
            assert!(
                off < tolerance,
                "seed {seed}, {method}: off by {off:e}, condition {condition:e}"
            );
        }
    }
    assert!(
        looped > 200 && redundant > 100,
        "{looped} with loops, {redundant} redundant"
    );
}

/// A tree has no auxiliary rows, even with an angle held beside a pin; a weld on a particle has at most one.
#[test]
fn a_tree_has_no_auxiliary_rows_and_a_weld_on_a_particle_has_one() {
    let mut build = chain(4);
    build.angle(&[1, 2]);
    let (topology, system) = build.finish(&mut Random::new(1));
    assert_eq!(by_the_book(&topology, &system).1, 0);
    let tip = build.body(2, [4.0, 0.0], 1.0);
    build.arbitrary(3, &[3, tip], &mut Random::new(2));
    let (topology, system) = build.finish(&mut Random::new(1));
    let (out, auxiliary) = by_the_book(&topology, &system);
    // The particle, with two degrees of freedom, is the child or the parent of the three rows.
    assert!(auxiliary <= 1);
    let (rows, motion) = violation(&topology, &system, &out);
    assert!(rows < 1e-12 && motion < 1e-12, "{rows:e} {motion:e}");
}

/// Section 8 with K other than `J^T`: a coordinate of the first body is held by a force on the last.
#[test]
fn a_row_held_by_a_force_elsewhere_is_as_the_solver_has_it() {
    let mut held = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut build = random_build(&mut random, 12);
        build.mass.fill(1.0);
        let (topology, system) = build.finish(&mut random);
        let (condition, rank) = condition(&topology, &system);
        if build.dims.len() < 2 || rank < topology.rows() || condition > 1e4 {
            continue;
        }
        let (mut topology, mut system) = (topology, system);
        let row = topology.add_forced_constraint(1, &[0], &[build.dims.len() - 1]);
        system.resize(&topology);
        system.jacobian[topology.ends(row)[0].block] = 1.0;
        system.forcing.iter_mut().for_each(|x| *x = random.unit());
        let (mut solver, mut out) = (Solver::new(Method::Sparse), Solution::default());
        match solver.factor_and_solve(&topology, &system, &mut out) {
            Err(SolveError::NoEffect { .. }) => continue,
            answered => answered.unwrap(),
        }
        let (book, auxiliary) = by_the_book(&topology, &system);
        assert!(auxiliary > 0);
        let off = apart(&topology, &system, &book, &out);
        assert!(off < 1e-6, "seed {seed}: off by {off:e}, condition {condition:e}");
        held += 1;
    }
    assert!(held > 30, "{held} systems were compared");
}

#[test]
fn unsolvable_input_is_refused() {
    let topology = Topology::new([2]);
    let mut textbook = Textbook::new(&topology);
    let mut system = System::zeroed(&topology);
    let mut out = Solution::default();
    assert_eq!(textbook.factor(&system), Err(SolveError::Mass { body: 0 }));
    assert_eq!(textbook.solve(&system, &mut out), Err(SolveError::NotFactored));
    system.mass[0] = f64::NAN;
    assert!(matches!(
        textbook.factor(&system),
        Err(SolveError::NonFinite { .. })
    ));
    assert_eq!(textbook.factor(&System::default()), Err(SolveError::Shape));
}
