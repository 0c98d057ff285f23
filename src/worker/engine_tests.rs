#![allow(clippy::unwrap_used)]
use super::*;
use crate::scene::{Integrator, Stabilisation, gallery};

fn solve_ns(engine: &mut Engine) -> u64 {
    let (snapshot, sample) = engine.snapshot();
    assert_eq!(snapshot.solve.total_ns(), sample.solve_ns);
    // A step is told with the solve in it: of the same one, or of none.
    assert!(sample.step_ns >= sample.solve_ns && (sample.step_ns > 0) == (sample.solve_ns > 0));
    snapshot.solve.total_ns()
}

/// What a solve is said to take is of a step that no other run of the race computed beside.
#[test]
fn a_solve_beside_another_run_is_not_timed() {
    let mut engine = Engine::new();
    let scene = gallery::find("double-pendulum").unwrap().scene().unwrap();
    engine.carry_out(Command::Load(Box::new(scene), true));
    assert_eq!(solve_ns(&mut engine), 0, "nothing was solved yet");
    assert!(engine.advance());
    let own = solve_ns(&mut engine);
    let computes = engine.race.as_runner();
    computes(&mut || assert!(engine.advance()));
    assert_eq!(solve_ns(&mut engine), own, "another computed at the same time");
    assert!(engine.advance());
    assert_eq!(
        solve_ns(&mut engine),
        own,
        "the caches are still full of the other's"
    );
    assert!(engine.advance());
    assert_ne!(solve_ns(&mut engine), own);
}

/// Whatever integrates and holds drift, its solves are timed.
#[test]
fn the_solves_of_every_integrator_are_timed() {
    for integrator in Integrator::ALL {
        for stabilisation in Stabilisation::ALL {
            let mut engine = Engine::new();
            let mut scene = gallery::find("double-pendulum").unwrap().scene().unwrap();
            (scene.settings.integrator, scene.settings.stabilisation) = (integrator, stabilisation);
            engine.carry_out(Command::Load(Box::new(scene), true));
            assert!(engine.advance());
            let (snapshot, _) = engine.snapshot();
            assert!(snapshot.solve.total_ns() > 0, "{integrator}, {stabilisation}");
        }
    }
}

/// A solve is said to take what the solves of a step take in the mean, the first from cold caches and those of a projection among them.
#[test]
fn a_solve_takes_the_mean_of_a_step() {
    let mut engine = Engine::new();
    let mut scene = gallery::find("double-pendulum").unwrap().scene().unwrap();
    scene.settings.integrator = Integrator::Rk4;
    scene.settings.stabilisation = Stabilisation::Projection;
    engine.carry_out(Command::Load(Box::new(scene), true));
    assert!(engine.advance());
    let solves = engine.run.dynamics.take_spent();
    assert_eq!(solves, Spent::default(), "a step is counted when it ends");
    let (snapshot, _) = engine.snapshot();
    let all = snapshot.step_times;
    let told = [
        snapshot.solve.assemble_ns,
        snapshot.solve.factor_ns,
        snapshot.solve.solve_ns,
    ];
    let all = [all.assemble, all.factor, all.solve];
    assert!(all.iter().sum::<f64>() > 0.0);
    for (told, all) in told.into_iter().zip(all) {
        // Four stages, and what is projected.
        assert!(4.0 * told as f64 <= all, "{told} ns of {all} ns");
    }
}
