//! Experiments: the recorded interactions reproduce a run bit by bit, in memory, from a text, and by the command line.

use std::ops::ControlFlow;
use std::process::Command as Process;
use std::sync::mpsc::channel;

use tinkertoy::bodies::{Particle, Shape};
use tinkertoy::lab::Progress;
use tinkertoy::lab::experiment::{Experiment, csv, read, write};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Edit, Method, Part, Scene, gallery};
use tinkertoy::sim::{Hand, Input, Simulation};
use tinkertoy::worker::{Command, Engine};

fn told(engine: &mut Engine) -> Experiment {
    let (reply, answer) = channel();
    engine.carry_out(Command::ExportExperiment(reply));
    answer.recv().unwrap()
}

fn steps(engine: &mut Engine, count: usize) {
    for _ in 0..count {
        assert!(engine.advance());
    }
}

/// A run with pulls by the hand, a reset, edits, changes of settings, undo and drags.
fn handled() -> Engine {
    let mut scene = gallery::find("jansen").unwrap().scene().unwrap();
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    steps(&mut engine, 20);
    scene.settings.gravity.y = -5.0;
    engine.carry_out(Command::Input(Input::Settings(scene.settings)));
    engine.carry_out(Command::Reset);
    let part = scene.parts().find(|(_, part)| !part.fixed).unwrap().0;
    let hand = |x: f64| Hand {
        part,
        at: Vec2::ZERO,
        target: Vec2::new(x, 0.3),
    };
    for k in 0..10 {
        engine.carry_out(Command::Input(Input::Hand(Some(hand(0.1 * f64::from(k))))));
        steps(&mut engine, 7);
    }
    engine.carry_out(Command::Input(Input::Hand(None)));
    // A new part gets an id after those of all joints.
    let mut edit = Edit::new("add");
    let id = scene.take_id();
    let dot = Part::new(
        "dot",
        Shape::Particle(Particle::default()),
        Pose::new(3.0, 1.0, 0.0),
    );
    scene.plan_item(&mut edit, id, Some(dot.into()));
    scene.apply(&edit);
    engine.carry_out(Command::Input(Input::Scene(
        Box::new(scene.clone()),
        vec![(id, Pose::new(3.5, 1.0, 0.0))],
    )));
    steps(&mut engine, 40);
    scene.settings.method = Method::Dense;
    engine.carry_out(Command::Input(Input::Settings(scene.settings)));
    steps(&mut engine, 30);
    engine.carry_out(Command::StepBack);
    engine.carry_out(Command::StepBack);
    engine.carry_out(Command::Drag(hand(0.2)));
    steps(&mut engine, 25);
    engine
}

#[test]
fn a_run_that_was_handled_is_replayed_to_the_same_bits() {
    let mut engine = handled();
    let experiment = told(&mut engine);
    assert!(experiment.record.len() > 10 && experiment.steps > 100);
    assert_eq!(experiment.hash, engine.run().hash());
    let run = experiment.replay(|_| ControlFlow::Continue(())).unwrap();
    assert_eq!(run.hash(), experiment.hash);
    let text = write(&experiment);
    assert!(Experiment::is_one(&text) && !Experiment::is_one("(version: 2)"));
    let again = read(&text, "run.ron").unwrap();
    assert_eq!(write(&again), text);
    let mut seen = 0;
    let count = |_: &mut Simulation| {
        seen += 1;
        ControlFlow::Continue(())
    };
    assert_eq!(again.replay(count).unwrap().hash(), experiment.hash);
    assert_eq!(seen, experiment.steps + 1);
}

/// The table of a whole run ends with the present values of the run, has no values from before an item existed, and can be cancelled.
#[test]
fn the_whole_run_is_a_table_of_all_that_can_be_recorded() {
    let mut engine = Engine::new();
    let mut scene = gallery::find("double-pendulum").unwrap().scene().unwrap();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    steps(&mut engine, 10);
    let particle = Shape::Particle(Particle::default());
    scene.add(Part::new("late, comer", particle, Pose::new(3.0, 1.0, 0.0)));
    engine.carry_out(Command::Input(Input::Scene(Box::new(scene.clone()), Vec::new())));
    steps(&mut engine, 7);
    let experiment = told(&mut engine);
    let text = csv(&experiment, &scene, &Progress::default()).unwrap();
    let rows: Vec<Vec<&str>> = text
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!(rows.len(), 18);
    let heads: Vec<&str> = text.lines().next().unwrap().split("\",\"").collect();
    let column = |of: &str| heads.iter().position(|it| it.trim_matches('"') == of).unwrap();
    let last = |of: &str| rows[17][column(of)].parse::<f64>().unwrap();
    let run = engine.run();
    assert_eq!(last("time (s)"), run.state().time);
    assert_eq!(last("energy (J)"), run.energy().total());
    let body = run.model().bodies.last().unwrap();
    let height = heads
        .iter()
        .position(|it| it.contains("comer") && it.contains(".y (m)"))
        .unwrap();
    assert_eq!(
        rows[17][height].parse::<f64>().unwrap(),
        run.state().q[body.offset + 1]
    );
    assert_eq!((rows[9][height], rows[10][height].is_empty()), ("", false));
    assert!(
        rows.iter()
            .all(|row| row.len() > 30 && row.len() == rows[0].len())
    );
    let given_up = Progress::default();
    given_up.cancel();
    assert_eq!(csv(&experiment, &scene, &given_up), Err("cancelled".to_owned()));
}

#[test]
fn the_command_line_replays_it_and_tells_another_outcome() {
    let mut engine = handled();
    let mut experiment = told(&mut engine);
    let folder = std::env::temp_dir().join(format!("tinkertoy-experiment-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (file, rows) = (folder.join("run.ron"), folder.join("rows.csv"));
    let simulate = |arguments: &[&str]| {
        let mut process = Process::new(env!("CARGO_BIN_EXE_tinkertoy"));
        process
            .arg("simulate")
            .arg(&file)
            .args(arguments)
            .output()
            .unwrap()
    };
    std::fs::write(&file, write(&experiment)).unwrap();
    let output = simulate(&["--json", "--out", rows.to_str().unwrap()]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        said.contains(&experiment.hash.to_string()) && said.contains("\"same\": true"),
        "{said}"
    );
    let written = std::fs::read_to_string(&rows).unwrap();
    assert_eq!(written.lines().count() as u64, experiment.steps + 2);
    assert_eq!(simulate(&["--duration", "1"]).status.code(), Some(2));
    // The experiment's own file is not overwritten, whatever path names it.
    let again = folder.join(".").join("run.ron");
    let output = simulate(&["--out", again.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), write(&experiment));
    experiment.hash.0 ^= 1;
    std::fs::write(&file, write(&experiment)).unwrap();
    let output = simulate(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("another state was recorded")
    );
    std::fs::write(&file, write(&experiment).replace("hash: \"", "hash: \"x")).unwrap();
    assert_eq!(simulate(&[]).status.code(), Some(1));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_scene_with_other_ids_is_the_same_machine() {
    let scene = gallery::find("four-bar").unwrap().scene().unwrap();
    let ids = scene.ids_in_file();
    let far: Vec<_> = ids.iter().map(|id| tinkertoy::scene::Id(2 * id.0 + 5)).collect();
    let moved: Scene = scene.clone().with_ids(&far).unwrap();
    assert_eq!(moved.ids_in_file(), far);
    assert_eq!(
        tinkertoy::scene::file::write(&moved),
        tinkertoy::scene::file::write(&scene)
    );
    assert!(scene.clone().with_ids(&ids[1..]).is_none());
    let twice = vec![ids[0]; ids.len()];
    assert!(scene.with_ids(&twice).is_none());
}
