//! Choice of solution methods, and agreement of the reported residual with the true one.

use crate::scene::{self, Settings};
use crate::sim::limits::Condition;
use crate::solver::{Method, Side, Solution, Solver, System, Topology};

use super::super::contact_solver::{ContactSolution, ContactSolver};
use super::super::figures::ContactMethod;
use super::systems::{Build, Case, Random};
use super::{EXACT, Way, answer, tree};

/// Solves with the contact solver, from multipliers that are all `start`.
pub fn solve_from(
    start: f64,
    (method, sweeps): (scene::Method, u32),
    case: &mut Case,
) -> (Solution, ContactSolution) {
    let mut settings = Settings {
        method,
        ..Settings::default()
    };
    settings.effort.sweeps = sweeps;
    let mut out = Solution::default();
    out.lambda.resize(case.topology.rows(), start);
    let like = Solver::new(Method::Sparse);
    let found = ContactSolver::default().solve((&settings, &like), case.problem(), &mut out);
    (out, found.unwrap())
}

fn solve(method: scene::Method, sweeps: u32, case: &mut Case) -> (Solution, ContactSolution) {
    solve_from(0.0, (method, sweeps), case)
}

/// Bodies that only contacts hold, with masses up to `ratio` apart.
fn heap(bodies: usize, ratio: f64, random: &mut Random) -> Build {
    let mut build = Build::new();
    for _ in 0..bodies {
        let at = [4.0 * random.unit(), 4.0 * random.unit()];
        build.body(3, at, ratio.powf(0.5 * (1.0 + random.unit())));
    }
    build
}

/// Asserts that the reported residual agrees with the true one to a tenth, or that both are rounding.
fn assert_said(case: &Case, out: &Solution, said: f64) {
    let (missed, forces) = case.miss(out);
    assert!(forces < EXACT, "M a = F + J^T lambda by {forces:e}");
    assert!(
        missed.max(said) < EXACT || (missed - said).abs() <= 0.1 * said,
        "{missed:e}, said to be {said:e}"
    );
}

#[test]
fn heaps_are_answered_from_sweeps_on_to_ten_digits() {
    for ratio in [3.0, 1e4] {
        let (mut exact, mut interior, all) = (0, 0, 40);
        for seed in 0..all {
            let mut random = Random::new(70_000 + seed);
            let build = heap(30, ratio, &mut random);
            let mut case = Case::of(&build, &mut random, 260, true);
            let before = case.system.clone();
            let (out, found) = solve(scene::Method::Sparse, 0, &mut case);
            assert_said(&case, &out, found.residual);
            assert_eq!(case.system.jacobian, before.jacobian);
            assert_eq!(case.system.c, before.c);
            assert_eq!(case.system.compliance, before.compliance);
            exact += u64::from(found.residual < EXACT);
            interior += u64::from(found.way == ContactMethod::InteriorPoint);
        }
        println!("{exact} of {all} of ratio {ratio:e}, {interior} by the interior point method");
        assert!(10 * exact >= 8 * all && 4 * interior > all);
    }
}

#[test]
fn plain_sweeps_say_what_they_leave_at_joints() {
    for seed in 0..20 {
        let mut random = Random::new(80_000 + seed);
        let build = tree(40, &mut random);
        let mut case = Case::of(&build, &mut random, 40, true);
        let (out, found) = solve(scene::Method::GaussSeidel, 5, &mut case);
        assert_eq!(found.way, ContactMethod::Sweeps);
        assert!(found.residual > 1e-6, "{seed}: five sweeps over forty links");
        assert_said(&case, &out, found.residual);
    }
}

#[test]
fn joints_among_a_thousand_swept_rows_are_exact() {
    let mut random = Random::new(90_000);
    let build = tree(60, &mut random);
    let mut case = Case::of(&build, &mut random, 1600, true);
    // From zero multipliers an interior point method would be tried.
    let (out, found) = solve_from(1.0, (scene::Method::Sparse, 0), &mut case);
    assert_eq!(found.way, ContactMethod::Sweeps);
    let (_, forces) = case.miss(&out);
    assert!(forces < EXACT, "M a = F + J^T lambda by {forces:e}");
    let rows = case.base.rows();
    let bounded: Vec<usize> = case.conditions.iter().map(|it| case.row(it)).collect();
    for row in (0..rows).filter(|row| !bounded.contains(row)) {
        let w = case.rate(&out, row);
        assert!(w.abs() < 1e-9, "row {row} of a joint: {w:e}");
    }
}

/// A body that its joint holds, and a contact that closes: no force opens it.
#[test]
fn what_joints_hold_gets_no_invented_force() {
    for compliance in [0.0, 0.5] {
        let mut topology = Topology::new([3]);
        topology.add_constraint(3, &[0]);
        let base = topology.clone();
        topology.add_constraint(1, &[0]);
        let mut system = System::zeroed(&topology);
        for k in 0..3 {
            (system.mass[4 * k], system.jacobian[4 * k]) = (1.0, 1.0);
        }
        system.jacobian[10] = 1.0;
        (system.c[3], system.compliance[3]) = (-1.0, compliance);
        let mut case = Case {
            topology,
            system,
            base,
            conditions: vec![Condition::one_sided(1, 0, Side::Held)],
        };
        let (out, _) = answer(Way::Pivoting, Method::Sparse, &mut case);
        let expected = if compliance > 0.0 { 1.0 / compliance } else { 0.0 };
        assert!((out.lambda[3] - expected).abs() < 1e-12, "{:?}", out.lambda);
        assert!(out.acceleration.iter().all(|a| a.abs() < 1e-12));
    }
}
