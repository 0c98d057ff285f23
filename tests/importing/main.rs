//! Mechanisms of other programs: what they say is what stands here, what has no counterpart is said, and no text brings the
//! program down.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bombs;
mod hostile;
mod linkage;
mod pmks;

use tinkertoy::constraints::ConstraintKind;
use tinkertoy::import::{self, Opened};
use tinkertoy::math::Vec2;
use tinkertoy::scene::file;
use tinkertoy::scene::{Attach, Scene};
use tinkertoy::sim::Simulation;

/// What a fixture holds.
fn opened(name: &str) -> Opened {
    let path = format!("{}/tests/fixtures/import/{name}", env!("CARGO_MANIFEST_DIR"));
    import::open(path.as_ref()).unwrap_or_else(|error| panic!("{error}"))
}

/// The scene of a text that is a mechanism of some program, and its notes.
fn read(text: &str) -> Result<(Scene, Vec<String>), String> {
    let program = import::program_of(text).ok_or("of no program")?;
    let reading = import::read(program, text, "text", "title").map_err(|error| error.to_string())?;
    let notes = reading.notes.iter().map(|note| note.of_file("text")).collect();
    Ok((reading.scene, notes))
}

/// How many constraints of a kind there are.
fn count(scene: &Scene, kind: &str) -> usize {
    scene.constraints().filter(|(_, it)| it.kind.id() == kind).count()
}

/// The only constraint of a kind, with its ends.
fn only<'a>(scene: &'a Scene, kind: &str) -> (&'a ConstraintKind, &'a [Attach]) {
    assert_eq!(count(scene, kind), 1, "{kind}");
    let found = scene
        .constraints()
        .find(|(_, it)| it.kind.id() == kind)
        .unwrap()
        .1;
    (&found.kind, &found.ends)
}

/// The places of the ends of a constraint as built.
fn places(scene: &Scene, ends: &[Attach]) -> Vec<Vec2> {
    ends.iter().map(|end| scene.built_point(*end)).collect()
}

/// Runs a scene, which must hold together, and says how each part has turned (rad).
fn run(scene: &Scene, seconds: f64) -> Simulation {
    let mut run = Simulation::new(scene);
    let apart = run.gaps();
    assert!(apart.iter().all(|(_, gap)| *gap < 1e-9), "{apart:?}");
    for step in 0..(seconds / scene.settings.dt).round() as usize {
        run.step().unwrap_or_else(|stop| panic!("step {step}: {stop:?}"));
    }
    assert!(run.look().max_m < 1e-6, "{:?}", run.look());
    run
}

/// It is written and read back as a scene of ours.
fn survives_saving(scene: &Scene) {
    let text = file::write(scene);
    let again = file::read(&text, "again.ron").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(file::write(&again), text);
}
