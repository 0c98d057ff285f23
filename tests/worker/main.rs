//! The worker: commands, snapshots, and its responses while a solve is slow.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod race;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tinkertoy::bodies::{Particle, Shape};
use tinkertoy::constraints::{ConstraintKind, Distance};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::render::trace::TraceLog;
use tinkertoy::scene::{Attach, Constraint, Method, Part, Scene, Trace};
use tinkertoy::sim::{Hand, Input};
use tinkertoy::worker::{Command, Engine, Snapshot, Worker};

/// A chain hanging from the ground.
pub fn chain(n: usize) -> Scene {
    let mut scene = Scene::default();
    let mut above = Attach::ground(Vec2::ZERO);
    for k in 0..n {
        let pose = Pose::new(0.05 * (k + 1) as f64, 0.0, 0.0);
        let id = scene.add(Part::new(
            format!("bead {k}"),
            Shape::Particle(Particle::default()),
            pose,
        ));
        let end = Attach::part(id, Vec2::ZERO);
        let kind = ConstraintKind::Distance(Distance { length: 0.05 });
        scene.add(Constraint {
            name: format!("rod {k}"),
            ends: vec![above, end],
            kind,
        });
        above = end;
    }
    scene
}

/// Waits for a snapshot that meets a condition, for a minute at most.
fn wait(worker: &Worker, wanted: impl Fn(&Snapshot) -> bool) -> Arc<Snapshot> {
    let started = Instant::now();
    loop {
        let snapshot = worker.snapshot();
        if wanted(&snapshot) {
            return snapshot;
        }
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "the worker does not answer"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn it_plays_pauses_steps_and_goes_back() {
    let mut worker = Worker::start();
    worker.send(Command::Load(Box::new(chain(5)), true));
    wait(&worker, |it| it.state.step > 20 && it.playing);
    worker.send(Command::Pause);
    let sent = worker.sent();
    let paused = wait(&worker, |it| it.commands >= sent);
    assert!(!paused.playing && paused.history > 0);
    worker.send(Command::Step);
    let stepped = wait(&worker, |it| it.commands > sent);
    assert_eq!(stepped.state.step, paused.state.step + 1);
    worker.send(Command::StepBack);
    let back = wait(&worker, |it| it.commands > sent + 1);
    assert_eq!(back.state, paused.state);
    worker.send(Command::Reset);
    let reset = wait(&worker, |it| it.at_start());
    assert_eq!(reset.state.q, reset.model.start.q);
    let freedom = wait(&worker, |it| it.freedom.is_some()).freedom.clone().unwrap();
    assert_eq!((freedom.dof, freedom.rows), (Some(5), 5));
    assert!(!worker.take_samples().is_empty());
}

#[test]
fn a_slow_solve_gives_way_to_a_switch_of_method_and_to_cancelling() {
    let mut scene = chain(4000);
    scene.settings.integrator = tinkertoy::scene::Integrator::SemiImplicitEuler;
    scene.settings.method = Method::Dense;
    let mut worker = Worker::start();
    worker.send(Command::Load(Box::new(scene.clone()), false));
    wait(&worker, |it| it.generation == 1);
    // Duration of one whole dense step.
    let started = Instant::now();
    worker.send(Command::Step);
    wait(&worker, |it| it.state.step == 1);
    let whole = started.elapsed();

    worker.send(Command::Play);
    wait(&worker, |it| it.playing || worker.busy_for() > Duration::ZERO);
    while worker.busy_for() < Duration::from_millis(50) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let asked = Instant::now();
    scene.settings.method = Method::Sparse;
    worker.send(Command::Input(Input::Settings(scene.settings)));
    wait(&worker, |it| it.settings().method == Method::Sparse);
    let answered = asked.elapsed();
    assert!(
        answered < whole / 2,
        "a switch took {answered:?} where a step takes {whole:?}"
    );
    wait(&worker, |it| it.state.step > 3);

    scene.settings.method = Method::Dense;
    worker.send(Command::Input(Input::Settings(scene.settings)));
    wait(&worker, |it| it.settings().method == Method::Dense);
    while worker.busy_for() < Duration::from_millis(50) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let asked = Instant::now();
    worker.cancel();
    let stopped = wait(&worker, |it| !it.playing);
    let answered = asked.elapsed();
    assert!(
        answered < whole / 2,
        "cancelling took {answered:?} where a step takes {whole:?}"
    );
    assert!(
        stopped.stopped.is_none(),
        "cancelling is no fault: {:?}",
        stopped.stopped
    );
}

#[test]
fn edits_in_mid_run_keep_the_motion_and_a_paused_drag_poses_it() {
    let mut engine = Engine::new();
    let mut scene = chain(3);
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    for _ in 0..30 {
        assert!(engine.advance());
    }
    let before = engine.run().state().clone();
    let tail = scene.find("bead 2").unwrap();
    let ball = scene.add(Part::new(
        "ball",
        Shape::Particle(Particle::default()),
        Pose::new(9.0, 9.0, 0.0),
    ));
    let pose = Pose::new(0.3, -0.4, 0.0);
    engine.carry_out(Command::Input(Input::Scene(
        Box::new(scene.clone()),
        vec![(ball, pose)],
    )));
    let after = engine.run().state().clone();
    assert_eq!((&after.q[..6], after.step), (&before.q[..6], before.step));
    assert_eq!(&after.q[6..], &[0.3, -0.4]);
    engine.carry_out(Command::Pause);
    let target = Vec2::new(0.08, 0.06);
    engine.carry_out(Command::Drag(Hand {
        part: tail,
        at: Vec2::ZERO,
        target,
    }));
    let (snapshot, _) = engine.snapshot();
    assert!(snapshot.pose(tail).unwrap().position.distance(target) < 1e-6);
    assert!(snapshot.drift.max_m < 1e-9);
}

#[test]
fn numbers_gone_bad_stop_the_run_at_the_last_good_state_and_name_the_part() {
    let mut scene = chain(2);
    scene.settings.gravity = Vec2::new(0.0, -9e5);
    scene.settings.dt = 0.1;
    let mut bad = scene.clone();
    bad.settings.gravity = Vec2::new(f64::NAN, 0.0);
    for scene in [scene, bad] {
        let mut engine = Engine::new();
        engine.carry_out(Command::Load(Box::new(scene), true));
        let mut steps = 0;
        while engine.advance() && steps < 2000 {
            steps += 1;
        }
        let (snapshot, _) = engine.snapshot();
        if let Some(stop) = snapshot.stopped {
            assert!(!snapshot.playing);
            assert!(!stop.reason.is_empty());
        }
        assert!(
            snapshot
                .state
                .q
                .iter()
                .chain(&snapshot.state.v)
                .all(|x| x.is_finite())
        );
    }
}

/// For any timing of steps, snapshots and reads, the window's log has every step.
#[test]
fn a_trace_has_every_step_of_a_run_that_is_watched() {
    let mut scene = chain(1);
    scene.settings.speed = 20.0;
    let bead = scene.parts().next().unwrap().0;
    let trace = scene.add(Trace::new("path", Attach::part(bead, Vec2::ZERO)));
    let mut worker = Worker::start();
    worker.send(Command::Load(Box::new(scene.clone()), true));
    let mut log = TraceLog::new();
    let last = loop {
        let passed = worker.take_passed();
        let latest = worker.snapshot();
        log.observe(&scene, &passed, &latest);
        if latest.state.step > 4000 {
            break latest;
        }
        std::thread::sleep(Duration::from_micros(300));
    };
    let times: Vec<f64> = log.recorded(trace).map(|it| it.0).collect();
    let longest = times.windows(2).map(|it| it[1] - it[0]).fold(0.0, f64::max);
    assert!(longest < 1.5 * scene.settings.dt, "{longest} s");
    assert_eq!(times.len() as u64, last.state.step + 1);
}
