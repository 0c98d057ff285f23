//! Cards over the canvas about what is wrong with a scene as built.

use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::editor::Action;
use tinkertoy::scene::file;
use tinkertoy::sim::Input;
use tinkertoy::ui::UiOutput;
use tinkertoy::worker::Command;

use super::{Desk, click, harness};

/// A desk with the scene of this text, which plays at once.
fn played(text: &str, steps: usize) -> Harness<'static, Desk> {
    let mut desk = Desk::new(file::read(text, "start").unwrap());
    desk.engine.carry_out(Command::Play);
    for _ in 0..steps {
        desk.engine.advance();
    }
    desk.snapshot = Arc::new(desk.engine.snapshot().0);
    let _ = desk.editor.observe(&desk.snapshot.clone());
    harness(desk)
}

const ALONG_ITS_ROD: &str = r#"(version: 1, parts: [(name: "P1", shape: Particle(), at: (1, 0), mass: 1, velocity: (0.5, 0))],
    constraints: [(name: "rod", kind: Distance(length: 1), a: "ground", b: "P1")])"#;

/// A scene that plays as soon as it is opened is past its first step before anything can be read.
#[test]
fn start_velocities_that_a_joint_does_not_allow_are_told_while_it_plays() {
    let words = "does not allow the start velocities";
    let mut harness = played(ALONG_ITS_ROD, 200);
    assert!(harness.state().snapshot.state.time > 0.1);
    assert!(harness.query_by_label_contains(words).is_some());
    click(&mut harness, "Dismiss warning");
    assert!(harness.query_by_label_contains(words).is_none(), "closed");
    harness.state_mut().engine.carry_out(Command::Reset);
    harness.run_steps(3);
    assert!(harness.query_by_label_contains(words).is_none(), "stays closed");
}

/// The card goes as soon as the scene changes, at the start to another velocity and in the run to another length.
#[test]
fn a_changed_scene_is_not_warned_of_its_earlier_start() {
    let words = "does not allow the start velocities";
    for (steps, from, to) in [(0, "(0.5, 0)", "(0, 0.5)"), (100, "mass: 1", "mass: 2")] {
        let mut harness = played(ALONG_ITS_ROD, steps);
        assert!(harness.query_by_label_contains(words).is_some());
        let changed = file::read(&ALONG_ITS_ROD.replace(from, to), "start").unwrap();
        let change = Command::Input(Input::Scene(Box::new(changed), Vec::new()));
        harness.state_mut().engine.carry_out(change);
        harness.run_steps(3);
        assert!(harness.query_by_label_contains(words).is_none(), "{to}");
    }
}

/// What is open as built is closed by assembling it, and not by shorter steps.
#[test]
fn a_joint_that_is_open_as_built_is_offered_to_be_assembled() {
    let apart = r#"(version: 1, settings: (gravity: (0, 0)), parts: [(name: "rack", shape: Disk(radius: 0.3), at: (0.3, -0.1), mass: 2),
            (name: "pinion", shape: Disk(radius: 0.1), at: (0, 0), mass: 5)],
        constraints: [(name: "bearing", kind: Pin(), a: "ground", b: "pinion"),
            (name: "guide", kind: Slider(axis: 0, angle: 0), a: ("ground", (0, -0.1)), b: "rack"),
            (name: "mesh", kind: RackAndPinion(axis: 0, radius: 0.1, side: Left), a: "rack", b: "pinion")])"#;
    let mut harness = played(apart, 20);
    assert!(harness.query_by_label_contains("as built").is_some());
    assert!(harness.query_by_label("Halve the step").is_none());
    let said = click(&mut harness, "Assemble");
    assert_eq!(said, [UiOutput::Act(Action::Assemble)]);
}
