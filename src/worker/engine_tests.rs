#![allow(clippy::unwrap_used)]
use super::*;
use crate::scene::{Integrator, Stabilisation, gallery};

fn solve_ns(engine: &mut Engine) -> u64 {
    let (snapshot, sample) = engine.snapshot();
    assert_eq!(snapshot.solve.total_ns(), sample.solve_ns);
    // The times of a step and of its solves belong to the same step, or neither is reported.
    assert!(sample.step_ns >= sample.solve_ns && (sample.step_ns > 0) == (sample.solve_ns > 0));
    snapshot.solve.total_ns()
}

/// The reported solve time is that of a step during which no other run of the race computed.
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

/// Solves are timed with every integrator and every stabilisation.
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

/// The reported solve time is the mean over the solves of a step, including the first with cold caches and those of a projection.
#[test]
fn a_solve_takes_the_mean_of_a_step() {
    let mut engine = Engine::new();
    let mut scene = gallery::find("double-pendulum").unwrap().scene().unwrap();
    scene.settings.integrator = Integrator::Rk4;
    scene.settings.stabilisation = Stabilisation::Projection;
    engine.carry_out(Command::Load(Box::new(scene), true));
    assert!(engine.advance());
    let solves = engine.run.dynamics.take_times();
    assert_eq!(solves, SolveTimes::default(), "a step is counted when it ends");
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
        // Four stages, and the solves of the projection.
        assert!(4.0 * told as f64 <= all, "{told} ns of {all} ns");
    }
}
