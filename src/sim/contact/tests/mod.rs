//! Random systems of joints and contacts, redundant, degenerate and with friction, solved by the exact ways and methods: the law of their rows
//! holds to ten digits in all but a fiftieth of them, and without friction the accelerations are those of an independent convex solver.
//!
//! `TINKERTOY_SWEEP=full` runs ten thousand, otherwise some hundreds.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(feature = "peers")]
mod convex;
mod screening;
mod systems;
mod ways;

use crate::sim::limits::{ActiveSet, MOST_WITH_FRICTION};
use crate::solver::{Method, Solution, Solver};

use super::condensed::Condensed;
use systems::{Build, Case, Random, Wanted};

/// Largest residual of an exact answer.
const EXACT: f64 = 1e-10;
/// Condition number of `J W J^T` up to which systems are tested.
const CONDITION: f64 = 1e6;

/// Number of systems: `full` in a full run, a fiftieth otherwise.
fn count(full: u64) -> u64 {
    let all = std::env::var_os("TINKERTOY_SWEEP").is_some_and(|sweep| sweep == "full");
    if all { full } else { full / 50 }
}

/// A solution method.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// Principal pivoting on the responses of the joints.
    Pivoting,
    /// An active set of sparse factorisations.
    ActiveSet,
}

const WAYS: [Way; 2] = [Way::Pivoting, Way::ActiveSet];

/// Solves by one method; returns the answer, and whether the method reports it as settled.
fn answer(way: Way, method: Method, case: &mut Case) -> (Solution, bool) {
    let (mut solver, mut out) = (Solver::new(method), Solution::default());
    let settled = match way {
        Way::Pivoting => {
            let problem = case.problem();
            let mut condensed = Condensed::default();
            condensed.sort(&problem);
            condensed.solve(&solver, &problem, &mut out).unwrap();
            true
        }
        Way::ActiveSet => {
            let (topology, system) = (&case.topology, &mut case.system);
            let mut set = ActiveSet::default();
            let found = set.solve(
                &mut solver,
                (topology, system),
                (&case.conditions, None, MOST_WITH_FRICTION),
                &mut out,
            );
            found.unwrap().settled
        }
    };
    (out, settled)
}

/// The better answer of both methods, as the contact solver chooses it, and its residual.
fn better(method: Method, case: &mut Case) -> (Solution, f64) {
    let mut best: Option<(Solution, f64)> = None;
    for way in WAYS {
        let (out, _) = answer(way, method, case);
        let (missed, forces) = case.miss(&out);
        let missed = missed.max(forces);
        if best.as_ref().is_none_or(|best| missed < best.1) {
            best = Some((out, missed));
        }
        if missed < EXACT {
            break;
        }
    }
    best.unwrap()
}

/// Solves systems of up to 60 rows by each method; returns the number not solved to ten digits, and the number of all. Some are not: where rows
/// depend on each other through joints with masses a million apart, rounding is taken for a response; a run counts such steps.
fn survey(seeds: std::ops::Range<u64>, friction: bool, mut look: impl FnMut(&Case, &Solution)) -> [u64; 2] {
    let (mut all, mut missed) = (0, 0);
    for seed in seeds {
        let wanted = Wanted { rows: 60, friction };
        let mut case = Case::draw(&mut Random::new(seed), wanted);
        if case.condition() > CONDITION {
            continue;
        }
        for method in Method::EXACT {
            let (out, off) = better(method, &mut case);
            all += 1;
            if off < EXACT {
                look(&case, &out);
            } else {
                missed += 1;
                println!(
                    "system {seed}, {method}: {off:.1e}, condition {:.1e}",
                    case.condition()
                );
            }
        }
    }
    println!("{missed} of {all} not to ten digits");
    [missed, all]
}

#[test]
fn random_systems_with_friction_are_solved_to_ten_digits() {
    let [missed, all] = survey(0..count(10_000), true, |_, _| {});
    assert!(all > 0 && 50 * missed <= all, "{missed} of {all}");
}

#[test]
fn without_friction_accelerations_are_those_of_a_convex_solver() {
    #[cfg(feature = "peers")]
    let look = |case: &Case, out: &Solution| {
        let (peer, within) = convex::accelerations(case).unwrap();
        let off = case.apart(&out.acceleration, &peer);
        assert!(off < within, "{off:e} from the peer");
    };
    #[cfg(not(feature = "peers"))]
    let look = |_: &Case, _: &Solution| {};
    let seeds = 500_000..500_000 + count(5000);
    let [missed, all] = survey(seeds, false, look);
    assert!(all > 0 && 50 * missed <= all, "{missed} of {all}");
}

/// Random tree of rigid bodies on pins.
fn tree(bodies: usize, random: &mut Random) -> Build {
    let mut build = Build::new();
    for k in 0..bodies {
        let at = [30.0 * random.unit(), 30.0 * random.unit()];
        build.body(3, at, 1.0 + 0.5 * random.unit());
        if k > 0 {
            let parent = k - 1 - random.below(k.min(4));
            build.pin(&[parent, k], [at[0] + random.unit(), at[1] + random.unit()]);
        }
    }
    build.pin(&[0], [0.0, 0.0]);
    build
}

/// Systems of 2000 rows: nets whose rods are ropes and struts, and trees of bodies with contacts, by an active set.
#[test]
fn two_thousand_rows_agree_with_a_convex_solver() {
    for seed in 0..count(100) {
        let mut random = Random::new(900_000 + seed);
        let build = if seed % 2 == 0 {
            systems::net(32, &mut random)
        } else {
            tree(700, &mut random)
        };
        let rows: usize = build.joints.iter().map(|it| it.rows).sum();
        let mut case = Case::of(&build, &mut random, 2000_usize.saturating_sub(rows), false);
        for method in [Method::Sparse, Method::Auxiliary] {
            let (out, settled) = answer(Way::ActiveSet, method, &mut case);
            let (missed, forces) = case.miss(&out);
            let told = format!(
                "system {seed} of {} rows, {method}: {missed:.1e} {forces:.1e}",
                case.topology.rows()
            );
            println!("{told}");
            assert!(settled && missed < EXACT && forces < EXACT, "{told}");
            #[cfg(feature = "peers")]
            {
                let (peer, within) = convex::accelerations(&case).unwrap();
                let off = case.apart(&out.acceleration, &peer);
                assert!(off < within, "{told}: {off:e} from the peer");
            }
        }
    }
}
