//! The complexity lens and the work-precision diagram: growth of scenes, runs, and evaluation of the times. Times themselves are not tested.

use tinkertoy::bench::Shape;
use tinkertoy::lab::Progress;
use tinkertoy::lab::lens::{self, LensSample, Subject};
use tinkertoy::lab::precision::{self, Configuration, PrecisionSample, STEP_LENGTHS, run};
use tinkertoy::scene::{Integrator, Method, Stabilisation};
use tinkertoy::sim::{Dynamics, Model, Simulation};

use crate::gallery_scene;

#[test]
fn copies_of_a_machine_move_as_it_does() {
    let one = gallery_scene("four-bar");
    let own = one.constraints().count();
    let (many, size) = Subject::Copies(Box::new(one.clone())).scene(3 * own).unwrap();
    assert_eq!((size, many.constraints().count()), (3 * own, 3 * own));
    assert!(tinkertoy::scene::validate::problems(&many).is_empty());
    let accelerations = |scene| {
        let model = Model::compile(scene);
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.prepare(&model);
        let start = &model.start;
        dynamics
            .accelerations(&model, &start.q, &start.v, 0.0, &start.memory, None)
            .unwrap();
        dynamics.solution.acceleration
    };
    let (alone, all) = (accelerations(&one), accelerations(&many));
    assert_eq!(all.len(), 3 * alone.len());
    for copy in all.chunks(alone.len()) {
        for (one, other) in alone.iter().zip(copy) {
            assert!((one - other).abs() < 1e-9 * one.abs().max(1.0));
        }
    }
    // A machine without constraints has no copies to grow by.
    assert!(
        Subject::Copies(Box::default())
            .scene(100)
            .is_none_or(|it| it.1 > 0)
    );
    assert_eq!(Subject::Shape(Shape::Chain).scene(50).unwrap().1, 50);
}

#[test]
fn the_slope_is_the_power_of_the_larger_sizes() {
    let sample = |method, n: usize, step_ns| LensSample { method, n, step_ns };
    let mut samples = Vec::new();
    for n in [10, 32, 100, 316, 1000, 3162] {
        let x = n as f64;
        samples.push(sample(Method::Sparse, n, 40.0 * x));
        // A constant cost bends the line at small sizes.
        samples.push(sample(Method::Dense, n, 3e4 + 0.1 * x.powi(3)));
    }
    let sparse = lens::slope(&samples, Method::Sparse).unwrap();
    assert!((sparse - 1.0).abs() < 1e-12);
    let dense = lens::slope(&samples, Method::Dense).unwrap();
    assert!((dense - 3.0).abs() < 0.02, "{dense}");
    assert_eq!(lens::slope(&samples, Method::GaussSeidel), None);
    assert_eq!(
        lens::slope(&samples[..4], Method::Sparse),
        None,
        "two are no line"
    );
    let table = lens::csv(&samples);
    assert_eq!(table.lines().count(), 1 + samples.len());
    assert!(table.contains("sparse,1000,40000\n"));
}

/// Pareto front: no other run is both faster and more accurate than one of the front, and each run off the front is beaten by one of it.
#[test]
fn the_front_is_of_the_runs_that_none_beats() {
    let way = Configuration::all(&gallery_scene("double-pendulum").settings)[0];
    let sample = |(work, drift): (f64, f64)| PrecisionSample {
        way,
        work,
        drift,
        energy_error: -drift,
    };
    let all = [
        (4.0, 1e-9),
        (1.0, 1e-3),
        (2.0, 1e-2),
        (2.0, 1e-5),
        (3.0, 1e-5),
        (9.0, 1e-9),
        (8.0, 1e-12),
        (2.0, 1e-4),
    ]
    .map(sample);
    let found: Vec<(f64, f64)> = precision::front(&all, |it| it.drift)
        .iter()
        .map(|it| (it.work, it.drift))
        .collect();
    assert_eq!(found, [(1.0, 1e-3), (2.0, 1e-5), (4.0, 1e-9), (8.0, 1e-12)]);
    // Errors below rounding count as equal.
    let found = precision::front(&all, |it| it.drift.max(1e-9));
    assert_eq!(found.last().map(|it| it.work), Some(4.0));
    assert!(precision::front(&[], |it| it.drift).is_empty());
}

/// Impulse stepping books the energy of its feedback to the last digit; it counts as an error of energy all the same.
#[test]
fn what_feedback_gives_is_an_error_of_energy_however_well_it_is_booked() {
    let scene = gallery_scene("double-pendulum");
    let way = Configuration {
        method: Method::Sparse,
        integrator: Integrator::Impulse,
        stabilisation: Stabilisation::Baumgarte,
        dt: 0.02,
    };
    let sample = run(&scene, way, 5.0, &Progress::default()).unwrap();
    let mut by_hand = scene.clone();
    let settings = &mut by_hand.settings;
    (settings.integrator, settings.stabilisation, settings.dt) = (way.integrator, way.stabilisation, way.dt);
    settings.sub_steps = tinkertoy::scene::SubSteps::Fixed;
    let mut by_hand = Simulation::new(&by_hand);
    let (mut kinetic, mut booked) = (0.0_f64, 0.0_f64);
    while by_hand.state().time < 5.0 - 0.5 * way.dt {
        by_hand.step().unwrap();
        kinetic = kinetic.max(by_hand.energy().kinetic);
        booked = booked.max(by_hand.ledger_error().abs());
    }
    assert!(booked < 1e-11 * kinetic, "{booked:e} of {kinetic}");
    assert!(
        sample.energy_error > 1e-3 * kinetic,
        "{:e} of {kinetic}",
        sample.energy_error
    );
}

#[test]
fn a_run_has_the_drift_and_energy_error_of_the_simulation() {
    let mut scene = gallery_scene("double-pendulum");
    let ways = Configuration::all(&scene.settings);
    // Each method with four integrators and three stabilisations each, and with RATTLE.
    assert_eq!(ways.len(), 5 * (4 * 3 + 1) * STEP_LENGTHS as usize);
    let way = Configuration {
        method: Method::Dense,
        integrator: Integrator::SemiImplicitEuler,
        stabilisation: Stabilisation::None,
        dt: scene.settings.dt,
    };
    assert!(ways.contains(&way));
    let sample = run(&scene, way, 0.25, &Progress::default()).unwrap();
    let settings = &mut scene.settings;
    (settings.method, settings.integrator) = (way.method, way.integrator);
    settings.stabilisation = way.stabilisation;
    settings.sub_steps = tinkertoy::scene::SubSteps::Fixed;
    let mut other = Simulation::new(&scene);
    let (mut drift, mut error) = (0.0_f64, 0.0_f64);
    while other.state().time < 0.25 - 0.5 * way.dt {
        other.step().unwrap();
        let at = other.drift();
        drift = drift.max(at.max_m).max(at.max_rad);
        error = error.max(other.energy_error_of_real_forces().abs());
    }
    assert_eq!((sample.drift, sample.energy_error), (drift, error));
    assert!(drift > 0.0 && sample.work > 0.0);
    let table = precision::csv(&[sample]);
    let line = format!(
        "dense,semi-implicit-euler,none,{},{},{drift},{error}",
        way.dt, sample.work
    );
    assert_eq!(table.lines().nth(1), Some(line.as_str()));
}
