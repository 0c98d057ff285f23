#![allow(clippy::unwrap_used)]
use super::*;
use crate::scene::gallery;

fn solve_ns(engine: &mut Engine) -> u64 {
    let (snapshot, sample) = engine.snapshot();
    assert_eq!(snapshot.solve_ns, sample.solve_ns);
    // A step is told with the solve in it: of the same one, or of none.
    assert!(sample.step_ns >= sample.solve_ns && (sample.step_ns > 0) == (sample.solve_ns > 0));
    snapshot.solve_ns
}

/// What a solve is said to take is of a step that no other run of the race computed beside.
#[test]
fn a_solve_beside_another_run_is_not_timed() {
    let mut engine = Engine::new();
    let scene = gallery::find("double-pendulum").unwrap().scene().unwrap();
    engine.carry_out(Command::Load(Box::new(scene), true));
    assert_eq!(solve_ns(&mut engine), 0, "nothing was solved yet");
    assert!(engine.advance());
    let own = engine.run.dynamics.solve_took();
    assert_eq!(solve_ns(&mut engine), own);
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
    assert_eq!(solve_ns(&mut engine), engine.run.dynamics.solve_took());
}
