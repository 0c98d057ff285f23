//! Energy balance of random undriven machines with contact: no energy is created, and parts do not overlap. A run reports where the contacts of a
//! step were not solved exactly; such runs are few, and are exempt from the tests.

use tinkertoy::scene::{Id, Integrator, Method, Scene};
use tinkertoy::sim::Simulation;
use tinkertoy::solver::Hardware;

use crate::is_full;
use crate::overlap::{Body, max_penetration};
use crate::scenes::{Drawn, draw};

/// Steps of each scene, and scenes of a full run.
const STEPS: u64 = 500;
const SCENES: u64 = 200;
/// Tolerance of created energy, as a fraction of the largest kinetic energy.
const CREATED: f64 = 1e-6;
/// Tolerance of overlap after a step, for moving parts and for parts at rest (m).
const MOVING: f64 = 1e-4;
const RESTING: f64 = 1e-6;
/// Speed below which a part is at rest (m/s, rad/s).
const REST: f64 = 1e-6;

/// Figures of a run.
#[derive(Debug, Default)]
struct RunFigures {
    /// Energy at the start, the largest kinetic energy, and the most that was created (J).
    start: f64,
    kinetic: f64,
    created: f64,
    /// Deepest overlap after any step, and after a step at which everything is at rest (m).
    depth: f64,
    resting: f64,
    unsettled: u64,
    residual: f64,
    stopped: Option<String>,
}

fn follow(scene: &Scene, parts: &[(Id, usize, Body)]) -> RunFigures {
    // Portable arithmetic, the same on every processor: which few random scenes are not solved to ten digits depends on rounding.
    let mut run = Simulation::on(scene, Hardware::here().portable());
    let mut course = RunFigures {
        start: run.energy_start(),
        kinetic: run.energy().kinetic,
        ..RunFigures::default()
    };
    for _ in 0..STEPS {
        if let Err(stop) = run.step() {
            course.stopped = Some(stop.reason);
            break;
        }
        course.kinetic = course.kinetic.max(run.energy().kinetic);
        course.created = course.created.max(run.ledger_error());
        let depth = max_penetration(&run, parts);
        course.depth = course.depth.max(depth);
        if run.state().v.iter().all(|v| v.abs() < REST) {
            course.resting = course.resting.max(depth);
        }
    }
    course.unsettled = run.state().control.unsolved_contacts;
    course.residual = run.state().contact.residual_max;
    course
}

/// Runs the scene of a seed, by one of the exact methods.
fn run(seed: u64, integrator: Integrator) -> RunFigures {
    let Drawn { mut scene, parts } = draw(seed);
    scene.settings.integrator = integrator;
    scene.settings.method = Method::EXACT[seed as usize % 3];
    let problems = tinkertoy::scene::validate::problems(&scene);
    assert!(problems.is_empty(), "{seed}: {problems:?}");
    follow(&scene, &parts)
}

/// Runs the scenes of these seeds, each by one of the exact methods; returns the number of scenes
/// that were not solved exactly throughout. Reports all failures.
fn survey(integrator: Integrator, seeds: &[u64]) -> usize {
    let mut inexact = 0;
    let mut failed = Vec::new();
    for &seed in seeds {
        let course = run(seed, integrator);
        let told = format!("scene {seed}, {integrator}: {course:?}");
        if course.unsettled > 0 || course.stopped.is_some() {
            println!("not exact: {told}");
            inexact += 1;
            continue;
        }
        let good = course.created < CREATED * course.kinetic && course.residual < 1e-10;
        let apart = course.depth < MOVING && course.resting < RESTING;
        if !(good && apart) {
            failed.push(told);
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    inexact
}

fn all() -> Vec<u64> {
    let asked = std::env::var("TINKERTOY_SCENES").ok();
    (0..asked.and_then(|it| it.parse().ok()).unwrap_or(SCENES)).collect()
}

#[test]
fn impulses_create_no_energy() {
    // The first seeds, and those in which sub-steps of changing length, or their constraints, created energy.
    let some = || {
        (0..24)
            .chain([46, 68, 76, 92, 98, 100, 137, 160, 173, 174, 198])
            .collect()
    };
    let seeds = if is_full() { all() } else { some() };
    let inexact = survey(Integrator::Impulse, &seeds);
    // At most one of fifty, here and below.
    assert!(50 * inexact <= seeds.len(), "{inexact} of {}", seeds.len());
}

/// A blow turns a body back whose turning the sub-step holds implicitly. What was held pushed the body on, and gave 0.19 J of 2.1 J.
#[test]
fn a_blow_against_a_held_body_gives_no_energy() {
    for seed in [71, 159] {
        let course = run(seed, Integrator::Impulse);
        assert!(
            course.stopped.is_none() && course.created < CREATED * course.kinetic,
            "scene {seed}: {course:?}"
        );
    }
}

/// Loops of equal bars lie folded flat on the floor, a singular configuration in which J loses rank, while parts fall on them. All heights are above
/// the floor, so the kinetic energy may not exceed the total energy at the start. Impulses of the joints gave up to 1500 times as much.
#[test]
fn loops_that_fold_flat_under_load_do_not_burst() {
    for seed in [114, 126, 135, 165, 198] {
        let course = run(seed, Integrator::Impulse);
        assert!(
            course.stopped.is_none() && course.kinetic <= course.start,
            "scene {seed}: {course:?}"
        );
    }
}

/// Where Dormand-Prince accepts no sub-step, the step is taken by impulses. The contacts of that
/// step were not solved here (residual 0.5), and gave 361 000 J of 170 J.
#[test]
fn contacts_that_are_not_answered_give_no_energy() {
    let course = run(117, Integrator::Dopri5);
    assert!(
        course.stopped.is_none() && course.kinetic <= course.start,
        "{course:?}"
    );
}

/// A test for each integrator, so that they run in parallel.
#[test]
fn events_create_no_energy_by_runge_kutta() {
    events_create_no_energy(Integrator::Rk4);
}

#[test]
fn events_create_no_energy_by_dormand_prince() {
    events_create_no_energy(Integrator::Dopri5);
}

fn events_create_no_energy(integrator: Integrator) {
    let seeds = if is_full() {
        all()
    } else {
        vec![1, 2, 3, 4, 5, 6, 8, 25, 42, 84, 110]
    };
    let inexact = survey(integrator, &seeds);
    println!("{integrator}: {inexact} of {} not exact", seeds.len());
    assert!(50 * inexact <= seeds.len(), "{integrator}: {inexact}");
}

/// Loops fold flat on the floor, and impacts follow each other faster than the shortest sub-step. By event location alone these scenes gained up to
/// 4e-4 of their kinetic energy, overlapped by 0.7 mm or were not solved exactly.
#[test]
fn blow_upon_blow_creates_no_energy() {
    for integrator in [Integrator::Rk4, Integrator::Dopri5] {
        assert_eq!(survey(integrator, &[22, 34, 38, 46, 105]), 0, "{integrator}");
    }
}
