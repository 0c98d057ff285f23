//! Faulty experiments are refused at once, with the place in the file.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{complains, written};

const SCENE: &str = r#"(version: 2,\n parts: [(name: \"a\", shape: Particle(), at: (1, 0), mass: 1)],\n constraints: [(name: \"r\", kind: Distance(length: 1), a: \"ground\", b: \"a\")])"#;

fn experiment(steps: &str, ids: &str, inputs: &str) -> String {
    format!(
        "(experiment: 1,\n scene: (ids: [{ids}], text: \"{SCENE}\"),\n steps: {steps}, hash: \"0\",\n inputs: [{inputs}])"
    )
}

fn refused(text: &str) -> String {
    // Tests run side by side.
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let name = format!("experiment-{}.ron", FILES.fetch_add(1, Ordering::Relaxed));
    let name = written(&name, text);
    let complaint = complains(1, &["simulate", &name]);
    complaint.strip_prefix(&name).unwrap().trim_end().to_owned()
}

#[test]
fn faults_of_an_experiment_are_told_with_their_places() {
    let good = experiment("3", "0, 1", "");
    assert!(refused(&good).contains("another state was recorded"));
    for (text, told) in [
        (
            good.replace("steps", "stips"),
            ":3:2: there is no field `stips` of experiment; give one of experiment, scene, steps, hash, inputs",
        ),
        (
            experiment("3", "0, 1", "(step: 1, input: Adopt(()))"),
            ":4:35: state has no `step`; give one",
        ),
        (good.replace("hash", "hash\u{202e}"), ":3:"),
        // In the text of the scene, which stands on one line of the file.
        (
            good.replace("Particle()", "Particl()"),
            ":2:74: part \"a\": there is no kind `Particl`",
        ),
        (
            good.replace("1), a:", "1), a: \\\"\u{e9}\\\", a:"),
            ":2:176: constraint \"r\": `a` is given twice",
        ),
        (
            good.replace(
                "\\\"r\\\", kind: Distance(length: 1)",
                "\\\"r\\\", kind: Distance(length: x)",
            ),
            ":2:161: constraint \"r\": there is no finite number here",
        ),
    ] {
        let complaint = refused(&text);
        assert!(complaint.starts_with(told), "{complaint}\nnot {told}");
        let mut place = complaint.split(':').skip(1);
        let [line, column]: [usize; 2] = std::array::from_fn(|_| place.next().unwrap().parse().unwrap());
        let line = text.lines().nth(line - 1).unwrap();
        assert!((1..=line.chars().count()).contains(&column), "{complaint}");
    }
}

#[test]
fn more_than_any_experiment_has_is_refused_at_once() {
    let many = "0,".repeat(1_000_000);
    for (text, told) in [
        (
            experiment("18446744073709551615", "0, 1", ""),
            "it has 18446744073709551615 steps",
        ),
        (experiment("3", &many, ""), "more than 400000 entries"),
    ] {
        let complaint = refused(&text);
        assert!(complaint.contains(told), "{complaint}");
    }
}

/// They would move a part to where nothing is, and the run would blame the ground.
#[test]
fn inputs_with_numbers_that_no_machine_has_are_refused() {
    for input in [
        "Hand(Some((part: 0, at: (0, 0), target: (NaN, 0))))".to_owned(),
        "Drag((part: 0, at: (0, 0), target: (1, inf)))".to_owned(),
        format!("Scene((ids: [5, 6], text: \"{SCENE}\"), [(5, (NaN, 0), 0)])"),
        format!("Scene((ids: [5, 6], text: \"{SCENE}\"), [(5, (0, 1e300), 0)])"),
    ] {
        let complaint = refused(&experiment("3", "0, 1", &format!("(step: 1, input: {input})")));
        assert!(
            complaint.starts_with(": input 1 (before step 1) has a number"),
            "{complaint}"
        );
    }
}

/// Options that a replay does not follow are refused, not passed over.
#[test]
fn options_of_scenes_are_refused_for_an_experiment() {
    let name = written("options-experiment.ron", &experiment("3", "0, 1", ""));
    let saved = crate::temporary("options-saved.ron").display().to_string();
    for options in [&["--save", &saved][..], &["--strict"], &["--every", "1"]] {
        let complaint = complains(2, &[&["simulate", &name][..], options].concat());
        assert!(complaint.contains("this is an experiment"), "{complaint}");
    }
}
