//! A run saved with its scene, in files.

use std::sync::Arc;

use tinkertoy::scene::file;
use tinkertoy::scene::gallery;
use tinkertoy::sim::Simulation;

use crate::read;

fn standing() -> String {
    let mut scene = gallery::find("toggle").unwrap().scene().unwrap();
    let mut run = Simulation::new(&scene);
    run.step().unwrap();
    scene.run = Some(Arc::new(run.to_run()));
    file::write(&scene)
}

#[test]
fn a_run_stands_last_in_the_file_and_only_where_there_is_one() {
    let text = standing();
    let (built, run) = text.split_once("    run: {\n").unwrap();
    assert!(run.contains("\"places\": ["));
    let scene = gallery::find("toggle").unwrap().scene().unwrap();
    assert_eq!(file::write(&scene), format!("{built})\n"));
    let read = read(&text).unwrap();
    assert_eq!(file::write(&read), text);
}

#[test]
fn a_run_of_bad_numbers_is_refused_with_its_place() {
    for (good, bad, told) in [
        ("\"speeds\": [", "\"speeds\": [inf, ", "run: \"speeds\" has inf"),
        ("\"speeds\": [", "\"speeds\": [NaN, ", "run: \"speeds\" has NaN"),
        ("\"speeds\": [", "\"speeds\": [\"fast\", ", "run: "),
        ("run: {", "run: { 3: [], ", "run: "),
    ] {
        let text = standing().replace(good, bad);
        let error = read(&text).unwrap_err();
        let line = text.lines().position(|line| line.contains("run: {")).unwrap() + 1;
        let fault = &error.faults[0];
        assert!(fault.message.starts_with(told), "{bad}: {}", fault.message);
        assert!(
            fault.at.is_some_and(|(at, _)| at >= line),
            "{bad}: {:?}",
            fault.at
        );
    }
}

#[test]
fn more_numbers_than_any_run_has_are_refused_before_they_are_read() {
    let numbers = "0,".repeat(8_000_001);
    let error = read(&format!("(version: 2, run: {{\"places\": [{numbers}]}})")).unwrap_err();
    let message = &error.faults[0].message;
    assert!(message.contains("more than 8000000 numbers"), "{message}");
}
