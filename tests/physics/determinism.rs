//! Determinism: the same scene and the same input give the same bits.

use tinkertoy::constraints::{ConstraintKind, Motor};
use tinkertoy::scene::gallery::GALLERY;
use tinkertoy::scene::{Attach, Integrator, Method, Stabilisation};
use tinkertoy::sim::{Hand, Input, Recorded, Simulation};
use tinkertoy::solver::Hardware;
use tinkertoy::worker::{Command, Engine};

use crate::build::{Build, centre, ground, v2};

fn scene_and_record() -> (tinkertoy::scene::Scene, Vec<Recorded>) {
    let mut build = Build::default();
    let a = build.bar(v2(0.0, 0.0), v2(1.0, 0.2), 1.0);
    let b = build.disk(1.0, 0.2, 0.3, 2.0);
    let (start, end) = (build.end(a, -1.0), build.end(a, 1.0));
    build.pin(ground(0.0, 0.0), start);
    build.pin(end, centre(b));
    build.link(ConstraintKind::Motor(Motor::default()), centre(a), centre(b));
    let mut faster = build.scene.settings;
    faster.integrator = Integrator::SemiImplicitEuler;
    let hold = |x: f64, y: f64| {
        Input::Hand(Some(Hand {
            part: b,
            at: v2(0.1, 0.0),
            target: v2(x, y),
        }))
    };
    let mut edited = build.scene.clone();
    let ball = edited.add(tinkertoy::scene::Part::new(
        "ball",
        tinkertoy::bodies::Shape::Disk(Default::default()),
        tinkertoy::math::Pose::new(2.0, 0.0, 0.0),
    ));
    edited.add(tinkertoy::scene::Constraint {
        name: "rod".into(),
        ends: vec![Attach::part(b, v2(0.3, 0.0)), Attach::part(ball, v2(0.0, 0.0))],
        kind: ConstraintKind::Distance(tinkertoy::constraints::Distance { length: 0.7 }),
    });
    let at = |step, input| Recorded { step, input };
    let record = vec![
        at(10, hold(1.5, 0.5)),
        at(40, hold(1.6, 1.0)),
        at(90, Input::Hand(None)),
        at(120, Input::Settings(faster)),
        at(
            200,
            Input::Scene(
                Box::new(edited),
                vec![(ball, tinkertoy::math::Pose::new(1.6, -0.8, 0.3))],
            ),
        ),
    ];
    (build.scene, record)
}

#[test]
fn a_replay_gives_the_same_bits() {
    let (scene, record) = scene_and_record();
    for method in Method::ALL {
        let mut scene = scene.clone();
        scene.settings.method = method;
        let first = Simulation::replay(&scene, &record, 480).unwrap();
        let again = Simulation::replay(&scene, first.record(), 480).unwrap();
        assert_eq!(first.hash(), again.hash());
        assert_ne!(
            first.hash(),
            Simulation::replay(&scene, &record[1..], 480).unwrap().hash()
        );
    }
}

/// The same number in debug, test and release builds and on every processor: portable arithmetic of the
/// sparse method uses only operations that IEEE 754 defines to the bit and that every processor has.
#[test]
fn the_hash_of_a_known_run_never_changes_between_builds() {
    let (scene, record) = scene_and_record();
    let run = Simulation::on(&scene, Hardware::here().portable());
    let run = run.follow(&record, 480).unwrap();
    let golden = include_str!("golden_hash.txt").trim();
    assert_eq!(
        run.hash().to_string(),
        golden,
        "if the physics was changed on purpose, update golden_hash.txt"
    );
}

/// The same for a quarter of a second of every scene of the gallery. The table was written by an
/// optimised build and is read by this one, so that agreement means equality to the bit.
#[test]
fn the_gallery_runs_to_the_same_bits_in_every_build() {
    let mut table = String::new();
    for entry in GALLERY {
        let scene = entry.scene().unwrap();
        let mut run = Simulation::on(&scene, Hardware::here().portable());
        while run.state().time < 0.25 - scene.settings.dt / 2.0 {
            run.step().unwrap();
        }
        table.push_str(&format!("{} {}\n", entry.id, run.hash()));
    }
    let golden = include_str!("golden_scenes.txt");
    assert_eq!(
        table, golden,
        "if the physics was changed on purpose, update golden_scenes.txt"
    );
}

/// Actions while paused, and steps back, leave a record whose replay leads to the same state.
#[test]
fn a_replay_follows_poses_and_steps_back() {
    let (scene, record) = scene_and_record();
    let Input::Hand(Some(hand)) = record[0].input else {
        panic!("a hold")
    };
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let steps = |engine: &mut Engine, n: usize| (0..n).for_each(|_| assert!(engine.advance()));
    steps(&mut engine, 30);
    engine.carry_out(Command::Pause);
    engine.carry_out(Command::Drag(hand));
    steps(&mut engine, 20);
    let mut lighter = scene.settings;
    lighter.gravity *= 0.5;
    lighter.method = Method::Dense;
    engine.carry_out(Command::Input(Input::Settings(lighter)));
    engine.carry_out(Command::Input(Input::Hand(Some(hand))));
    let error = engine.run().energy_error();
    assert!(
        error.abs() < 1e-3,
        "another gravity is no integration error: {error} J"
    );
    steps(&mut engine, 20);
    (0..30).for_each(|_| engine.carry_out(Command::StepBack));
    let seen = engine.run().energy_error();
    assert!(seen.abs() < 1e-3, "{seen} J seen under the gravity of that time");
    steps(&mut engine, 1);
    assert_eq!(
        engine.run().model().settings,
        lighter,
        "going on, settings are those of now"
    );
    let error = engine.run().energy_error();
    assert!((error - seen).abs() < 5e-4, "{seen} J, {error} J after going on");
    steps(&mut engine, 39);
    let run = engine.run();
    let again = Simulation::replay(&scene, run.record(), run.state().step).unwrap();
    assert_eq!(again.hash(), run.hash());
}

#[test]
fn scrubbing_restores_every_state_to_the_bit_and_time_goes_on_from_any() {
    let (scene, _) = scene_and_record();
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let mut passed = vec![(engine.run().state().time, engine.run().hash())];
    for _ in 0..60 {
        engine.advance();
        passed.push((engine.run().state().time, engine.run().hash()));
    }
    // Back and forth, as a slider is dragged.
    for k in [60, 3, 59, 0, 31, 30, 60, 17] {
        let (time, hash) = passed[k];
        engine.carry_out(Command::Scrub(time));
        assert_eq!(engine.run().hash(), hash, "{k}");
        let (snapshot, _) = engine.snapshot();
        assert_eq!((snapshot.history, snapshot.ahead), (k, 60 - k));
        assert_eq!(snapshot.span, [0.0, passed[60].0]);
        assert!(!snapshot.playing);
    }
    // Steps forward go through the stored states.
    engine.carry_out(Command::Step);
    assert_eq!(engine.run().hash(), passed[18].1);
    assert_eq!(engine.snapshot().0.ahead, 42);
    // Changes of names and colours keep the history; any other edit makes another machine.
    let mut painted = scene.clone();
    painted.info.title = "another".to_owned();
    engine.carry_out(Command::Input(Input::Scene(Box::new(painted), Vec::new())));
    assert_eq!(engine.snapshot().0.history, 18);
    for wanted in &passed[19..] {
        engine.advance();
        assert_eq!(engine.run().hash(), wanted.1);
    }
    assert_eq!(engine.snapshot().0.ahead, 0);
    // From here on the machine is a different one; its past stays as it was.
    let (run, past) = (engine.run(), engine.run().state().step);
    let Input::Scene(other, poses) = scene_and_record().1.pop().unwrap().input else {
        panic!("an edit")
    };
    let added = poses[0].0;
    assert!(run.model().body(added).is_none());
    engine.carry_out(Command::Input(Input::Scene(other.clone(), poses.clone())));
    for _ in 0..20 {
        engine.advance();
    }
    let present = engine.run().hash();
    assert_eq!(engine.snapshot().0.history as u64, past + 20);
    for k in [40, 3, 58] {
        engine.carry_out(Command::Scrub(passed[k].0));
        assert_eq!(engine.run().hash(), passed[k].1, "{k}");
        assert!(engine.run().model().body(added).is_none());
        assert!(engine.snapshot().0.pose(added).is_none());
        engine.carry_out(Command::Scrub(1e9));
        assert_eq!(engine.run().hash(), present);
        assert!(engine.run().model().body(added).is_some());
    }
    // Continuing from a time before the edit uses the present document: the part exists, where it was put.
    engine.carry_out(Command::Scrub(passed[40].0));
    engine.advance();
    let run = engine.run();
    assert_eq!((run.state().step, run.record().len()), (41, 2));
    let put = run.model().pose(run.state(), added).unwrap().position;
    assert!(put.distance(poses[0].1.position) < 0.1, "{put}");
    assert!(run.energy_error().abs() < 1e-2, "{}", run.energy_error());
    let again = Simulation::replay(&scene, run.record(), 41).unwrap();
    assert_eq!(again.hash(), run.hash());
}

/// At t = 0 the user edits the document, so the start must be that of the present document.
#[test]
fn the_start_is_that_of_the_document_also_after_edits() {
    let (scene, mut record) = scene_and_record();
    let Input::Scene(edited, poses) = record.pop().unwrap().input else {
        panic!("an edit")
    };
    let added = poses[0].0;
    for back in [Command::Scrub(0.0), Command::Reset] {
        let mut engine = Engine::new();
        engine.carry_out(Command::Load(Box::new(scene.clone()), true));
        for _ in 0..20 {
            engine.advance();
        }
        engine.carry_out(Command::Input(Input::Scene(edited.clone(), poses.clone())));
        for _ in 0..5 {
            engine.advance();
        }
        // To a time before the edit, and from there to the start.
        engine.carry_out(Command::Scrub(scene.settings.dt * 10.0));
        assert!(engine.run().model().body(added).is_none());
        engine.carry_out(back);
        let (snapshot, _) = engine.snapshot();
        assert!(snapshot.at_start());
        for (id, part) in edited.parts() {
            assert_eq!(snapshot.pose(id), Some(part.pose));
        }
        // From there on the run equals a new run of the document.
        let mut fresh = Simulation::new(&edited);
        for _ in 0..10 {
            engine.advance();
            fresh.step().unwrap();
        }
        assert_eq!(engine.run().hash(), fresh.hash());
    }
}

#[test]
fn a_step_back_is_exact() {
    let (scene, _) = scene_and_record();
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene), true));
    let mut hashes = vec![engine.run().hash()];
    for _ in 0..50 {
        engine.advance();
        hashes.push(engine.run().hash());
    }
    while let Some(hash) = hashes.pop() {
        assert_eq!(engine.run().hash(), hash);
        engine.carry_out(Command::StepBack);
    }
}

/// The warm start of an iterative method is part of the state: a restored run continues with the same bits.
#[test]
fn a_warm_start_is_state() {
    let (scene, _) = scene_and_record();
    for method in [Method::ConjugateGradient, Method::GaussSeidel] {
        let mut scene = scene.clone();
        scene.settings.method = method;
        scene.settings.effort.cg_tolerance = 1e-3;
        let mut run = Simulation::new(&scene);
        (0..50).for_each(|_| run.step().unwrap());
        let state = run.state().clone();
        assert!(!state.warm_start.is_empty(), "{method}");
        (0..50).for_each(|_| run.step().unwrap());
        let mut other = Simulation::new(&scene);
        (0..7).for_each(|_| other.step().unwrap());
        other.restore(state.clone());
        other.evaluate().unwrap();
        (0..50).for_each(|_| other.step().unwrap());
        assert_eq!(run.hash(), other.hash(), "{method}");
        // Without the warm start the result differs, so the test is not vacuous.
        let mut cold = Simulation::new(&scene);
        cold.restore(tinkertoy::sim::SimState {
            warm_start: Vec::new(),
            ..state
        });
        (0..50).for_each(|_| cold.step().unwrap());
        assert_ne!(run.hash(), cold.hash(), "{method}");
    }
}

/// The number of threads changes no bit, for one big tree and for many islands; instructions that not every processor has change the last digits.
#[test]
fn threads_change_nothing_and_fused_products_the_last_digits() {
    use tinkertoy::bench::Shape;
    use tinkertoy::sim::{Dynamics, Model};
    for (shape, n) in [
        (Shape::Tree, 20_000),
        (Shape::Forest, 20_000),
        (Shape::Star, 17_000),
        (Shape::Driven, 20_000),
    ] {
        let model = Model::compile(&shape.scene(n));
        let answer = |hardware: Hardware| {
            let mut dynamics = Dynamics::new(Method::Sparse);
            dynamics.solver.set_hardware(hardware);
            dynamics.prepare(&model);
            let start = &model.start;
            let mut answers = Vec::new();
            // Data left from one evaluation must not influence the next.
            for _ in 0..2 {
                let power = dynamics.accelerations(&model, &start.q, &start.v, 0.0, &start.memory, None);
                assert!(dynamics.solver.report().swept);
                answers.push((dynamics.solution.clone(), power.unwrap()));
            }
            assert_eq!(answers[0], answers[1], "{}", shape.id());
            answers.remove(0)
        };
        let one = answer(Hardware::here().with_threads(1));
        for threads in [2, 3, 8] {
            assert_eq!(
                one,
                answer(Hardware::here().with_threads(threads)),
                "{} {threads}",
                shape.id()
            );
        }
        let portable = answer(Hardware::here().portable());
        assert_eq!(portable, answer(Hardware::here().portable().with_threads(2)));
        let size = one
            .0
            .acceleration
            .iter()
            .fold(0.0_f64, |size, a| size.max(a.abs()));
        for (a, b) in one.0.acceleration.iter().zip(&portable.0.acceleration) {
            assert!((a - b).abs() < 1e-10 * size, "{}: {a} against {b}", shape.id());
        }
    }
}

/// The same for many islands of all kinds, with loops, motors and rods: no bit of the solution and
/// no figure of the report changes, and an error in one island is reported in the same words.
#[test]
fn threads_change_nothing_for_islands_of_any_kind() {
    use tinkertoy::bench::Shape;
    use tinkertoy::sim::{Dynamics, Model};
    let model = Model::compile(&Shape::Machines.scene(24_000));
    let start = &model.start;
    let answer = |hardware: Hardware| {
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.solver.set_hardware(hardware);
        dynamics.prepare(&model);
        assert!(dynamics.solver.pieces() > 1);
        let mut answers = Vec::new();
        for _ in 0..2 {
            let power = dynamics.accelerations(&model, &start.q, &start.v, 0.0, &start.memory, None);
            let report = dynamics.solver.report();
            assert!(!report.swept && report.residual < 1e-10);
            let counts = [report.fill_blocks, report.block_updates, report.refinements];
            answers.push((dynamics.solution.clone(), power.unwrap(), report.residual, counts));
        }
        assert_eq!(answers[0], answers[1]);
        let mut bad = start.v.clone();
        *bad.last_mut().unwrap() = f64::NAN;
        let refused = dynamics.accelerations(&model, &start.q, &bad, 0.0, &start.memory, None);
        (answers.remove(0), refused.unwrap_err())
    };
    for hardware in [Hardware::here(), Hardware::here().portable()] {
        let one = answer(hardware.with_threads(1));
        for threads in [2, 3, 8] {
            assert_eq!(one, answer(hardware.with_threads(threads)), "{threads}");
        }
    }
}

/// The same for whole runs, with step-size control, projection and energy balance: of one big tree,
/// of many islands, and of every scene of the gallery.
#[test]
fn whole_runs_are_the_same_on_any_number_of_threads() {
    use tinkertoy::bench::Shape;
    let hash = |scene: &tinkertoy::scene::Scene, steps: usize, threads: usize| {
        let mut run = Simulation::on(scene, Hardware::here().with_threads(threads));
        (0..steps).for_each(|_| run.step().unwrap());
        run.hash()
    };
    for (shape, n) in [
        (Shape::Tree, 20_000),
        (Shape::Forest, 20_000),
        (Shape::Machines, 4000),
    ] {
        for hold in Stabilisation::ALL {
            let mut scene = shape.scene(n);
            scene.settings.stabilisation = hold;
            let one = hash(&scene, 4, 1);
            for threads in [2, 3] {
                assert_eq!(
                    one,
                    hash(&scene, 4, threads),
                    "{}, {hold}, {threads} threads",
                    shape.id()
                );
            }
        }
    }
    for entry in GALLERY {
        let scene = entry.scene().unwrap();
        assert_eq!(hash(&scene, 20, 1), hash(&scene, 20, 2), "{}", entry.id);
    }
}
