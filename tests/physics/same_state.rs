//! What a run does next follows from its state alone: not from what its step control did before, and whether the state was saved, adopted or
//! returned to in between.

use std::sync::Arc;

use tinkertoy::bodies::{Bar, Shape};
use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Integrator, Part, Scene, Stabilisation};
use tinkertoy::sim::{Input, Simulation};

use super::light_parts::points;

/// Light particles between heavy ones, which vibrate under load.
fn light() -> Scene {
    points([1.0, 1e-6, 1.0, 1e-6, 1.0].map(|mass| (0.0, 1.0, mass)))
}

/// A pendulum of two bars by impulses.
fn pendulum() -> Scene {
    let mut scene = Scene::default();
    scene.settings.integrator = Integrator::Impulse;
    let mut onto = Attach::ground(Vec2::ZERO);
    for k in 0..2 {
        let shape = Shape::Bar(Bar {
            length: 1.0,
            width: 0.1,
        });
        let bar = scene.add(Part::new(
            format!("bar {k}"),
            shape,
            Pose::new(f64::from(k) + 0.5, 0.0, 0.0),
        ));
        scene.add(Constraint {
            name: format!("pin {k}"),
            ends: vec![onto, Attach::part(bar, Vec2::new(-0.5, 0.0))],
            kind: ConstraintKind::Pin(Pin {}),
        });
        onto = Attach::part(bar, Vec2::new(0.5, 0.0));
    }
    scene
}

/// A run taken up from a file counts vibrations on from where they were, also before any mass is scaled.
#[test]
fn a_saved_run_keeps_the_count_of_sub_steps_for_vibrations() {
    let scene = points([1e-4, 1e-4, 1.0].map(|mass| (0.0, 0.5, mass)));
    let mut run = Simulation::new(&scene);
    while run.state().control.vibration_sub_steps == 0 || run.state().control.scaled_since.is_some() {
        run.step().unwrap();
        assert!(run.state().time < 3.0, "nothing vibrates");
    }
    let mut kept = scene.clone();
    kept.run = Some(Arc::new(run.to_run()));
    let mut taken_up = Simulation::new(&kept);
    assert_eq!(taken_up.state().control, run.state().control);
    for _ in 0..60 {
        run.step().unwrap();
        taken_up.step().unwrap();
        assert_eq!(taken_up.hash(), run.hash(), "at {} s", run.state().time);
    }
}

/// Runge-Kutta holds the vibrations of light parts by implicit stages. Dormand-Prince, chosen while it does so, follows them by its own.
#[test]
fn a_change_of_integrator_lets_go_of_what_was_held() {
    let mut scene = light();
    scene.settings.stabilisation = Stabilisation::Projection;
    let mut run = Simulation::new(&scene);
    let mut settings = scene.settings;
    settings.integrator = Integrator::Dopri5;
    for step in 0..200 {
        run.step().unwrap();
        if step % 20 != 0 {
            continue;
        }
        let mut changed = run.fork();
        // The fork has a step control of its own; this one has that of the run.
        let here = run.state().clone();
        changed.apply(Input::Settings(settings));
        run.apply(Input::Settings(settings));
        changed.step().unwrap();
        run.step().unwrap();
        assert_eq!(run.hash(), changed.hash(), "at {} s", here.time);
        run.restore(here);
        run.apply(Input::Settings(scene.settings));
    }
}

/// The lead of positions over velocities is booked once, however often a run goes back past the change of integrator that brought it.
#[test]
fn going_back_past_a_change_of_integrator_books_its_energy_once() {
    let scene = pendulum();
    let mut run = Simulation::new(&scene);
    for _ in 0..40 {
        run.step().unwrap();
    }
    let early = run.state().clone();
    let start = run.energy_start();
    for _ in 0..40 {
        run.step().unwrap();
    }
    let mut settings = scene.settings;
    settings.integrator = Integrator::Rk4;
    run.apply(Input::Settings(settings));
    assert_ne!(run.energy_start(), start);
    let error = run.ledger_error();
    for _ in 0..5 {
        run.step().unwrap();
        run.restore(early.clone());
        assert!(
            (run.ledger_error() - error).abs() < 1e-2,
            "{} J after {error} J",
            run.ledger_error()
        );
    }
    let mut forward = Simulation::new(&scene);
    for _ in 0..40 {
        forward.step().unwrap();
    }
    forward.apply(Input::Settings(settings));
    assert_eq!(run.energy_start(), forward.energy_start());
}

/// A state adopted from another run of the same machine goes on as there, to the bit.
#[test]
fn an_adopted_state_goes_on_as_the_run_it_is_from() {
    let mut scene = pendulum();
    scene.settings.stabilisation = Stabilisation::Projection;
    // Bars of a millimetre are held as they turn under load.
    for k in 2..40 {
        let x = 2.0 + 0.02 * f64::from(k - 2);
        let shape = Shape::Bar(Bar {
            length: 0.02,
            width: 0.002,
        });
        let before = scene.parts().last().unwrap();
        let Shape::Bar(bar) = &before.1.shape else {
            panic!()
        };
        let onto = Attach::part(before.0, Vec2::new(0.5 * bar.length, 0.0));
        let bar = scene.add(Part::new(
            format!("bar {k}"),
            shape,
            Pose::new(x + 0.01, 0.0, 0.0),
        ));
        scene.add(Constraint {
            name: format!("pin {k}"),
            ends: vec![onto, Attach::part(bar, Vec2::new(-0.01, 0.0))],
            kind: ConstraintKind::Pin(Pin {}),
        });
    }
    let mut run = Simulation::new(&scene);
    for _ in 0..60 {
        run.step().unwrap();
    }
    assert!(!run.state().warm_start.is_empty(), "nothing is held");
    let mut other = Simulation::new(&scene);
    other.apply(Input::Adopt(Box::new(run.state().clone())));
    for _ in 0..10 {
        run.step().unwrap();
        other.step().unwrap();
        assert_eq!(other.state().q, run.state().q);
    }
}
