//! Import of mechanisms of other programs: the scene corresponds to the file, elements without a
//! counterpart are noted, and no text crashes the program.
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

/// Opens a fixture.
fn opened(name: &str) -> Opened {
    let path = format!("{}/tests/fixtures/import/{name}", env!("CARGO_MANIFEST_DIR"));
    import::open(path.as_ref()).unwrap_or_else(|error| panic!("{error}"))
}

/// Reads the text of a mechanism of any known program; returns the scene and its notes.
fn read(text: &str) -> Result<(Scene, Vec<String>), String> {
    let program = import::program_of(text).ok_or("of no program")?;
    let reading = import::read(program, text, "text", "title").map_err(|error| error.to_string())?;
    let notes = reading.notes.iter().map(|note| note.of_file("text")).collect();
    Ok((reading.scene, notes))
}

/// Number of constraints of this kind.
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

/// Runs a scene, whose joints must be closed and stay so, and returns the run.
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

/// Checks that the scene survives writing and reading as a scene file.
fn survives_saving(scene: &Scene) {
    let text = file::write(scene);
    let again = file::read(&text, "again.ron").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(file::write(&again), text);
}
