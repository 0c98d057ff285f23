//! Which breach of the watch's bounds a run names, and what it advises.

use serde_json::Value;

use super::{says, written};

fn trust(arguments: &[&str]) -> Value {
    let text = says(&[&["simulate"][..], arguments, &["--json"]].concat());
    let answer: Value = serde_json::from_str(&text).unwrap();
    answer["trust"].clone()
}

/// A fault is named before the drift that is expected without stabilisation, but the drift, which came long before, is told as well.
#[test]
fn an_expected_breach_is_told_beside_a_later_fault() {
    let run = [
        "double-pendulum",
        "--dt",
        "0.02",
        "--stabilise",
        "none",
        "--duration",
    ];
    let before = trust(&[&run[..], &["9"]].concat());
    assert_eq!(before["quantity"], "drift_m", "{before}");
    assert!(before.get("first").is_none(), "{before}");
    let after = trust(&[&run[..], &["60"]].concat());
    assert_eq!(after["quantity"], "step_error", "{after}");
    assert!(after["expected_of"].is_null(), "{after}");
    let first = &after["first"];
    for same in ["since", "item", "quantity", "expected_of"] {
        assert_eq!(first[same], before[same], "{same}: {after}");
    }
    let words = says(&[&["simulate"][..], &run, &["60"]].concat());
    assert!(
        words.contains("(before that, since t = 1.14") && words.contains("expected of no stabilisation)"),
        "{words}"
    );
}

/// A drive that two rods do not let move: with feedback and order one, drift and energy errors are expected until they are far too large. They are then
/// told since the moment at which the first of them left its bound.
#[test]
fn what_grows_beyond_what_is_expected_is_told_since_its_start() {
    let scene = written(
        "actuator_against_rods.ron",
        r#"(version: 1, settings: (), parts: [
            (name: "p", shape: Particle(), at: (1, 0), mass: 1),
            (name: "q", shape: Particle(), at: (2, 0), mass: 1),
        ], constraints: [
            (name: "r1", kind: Distance(length: 1), a: "ground", b: "p"),
            (name: "r2", kind: Distance(length: 1), a: "p", b: "q"),
            (name: "act", kind: Actuator(length: 2, rate: 0.2), a: "ground", b: "q"),
        ])"#,
    );
    let run = [
        &scene[..],
        "--integrator",
        "semi-implicit-euler",
        "--stabilise",
        "baumgarte",
    ];
    let told = trust(&[&run[..], &["--duration", "3"]].concat());
    let is_joint = ["r1", "r2", "act"].iter().any(|it| told["item"] == *it);
    let quantity = &told["quantity"];
    assert!(
        is_joint && (quantity == "drift_m" || quantity == "energy"),
        "{told}"
    );
    assert!(
        told["expected_of"].is_null() && told["since"].as_f64().unwrap() < 0.02,
        "{told}"
    );
}

/// A rack whose offset was left out stands 0.3 m beside where it meshes: that is the scene's and not the run's, so no other step or way is advised.
#[test]
fn a_joint_that_is_open_as_built_is_said_to_be() {
    let scene = written(
        "rack_beside_its_mesh.ron",
        r#"(version: 1, settings: (gravity: (0, -9.81)), parts: [
            (name: "rack", shape: Disk(radius: 0.3), at: (0.3, -0.1), mass: 2),
            (name: "pinion", shape: Disk(radius: 0.1), at: (0, 0), mass: 5),
        ], constraints: [
            (name: "bearing", kind: Pin(), a: "ground", b: "pinion"),
            (name: "guide", kind: Slider(axis: 0, angle: 0), a: ("ground", (0, -0.1)), b: "rack"),
            (name: "mesh", kind: RackAndPinion(axis: 0, radius: 0.1, side: Left), a: "rack", b: "pinion"),
        ], forces: [(name: "push", kind: Push(force: (10, 0)), a: "rack")])"#,
    );
    let trust = trust(&[&scene, "--duration", "0.1"]);
    assert_eq!(trust["item"], "mesh", "{trust}");
    let advice = trust["advice"].as_str().unwrap();
    assert!(
        advice.contains("assemble the scene") && advice.contains("offset"),
        "{advice}"
    );
    assert!(!advice.contains("step"), "{advice}");
    let words = says(&["simulate", &scene, "--duration", "0.1"]);
    assert!(words.contains("\"mesh\" is open by 0.3 m as built"), "{words}");
}

/// Drawing a part out of the floor lifts it, which takes energy from nowhere: the overlap is the cause, and the part that is pushed is at fault.
#[test]
fn parts_that_overlap_as_built_are_named_and_not_the_energy() {
    let scene = written(
        "sunk_in_the_floor.ron",
        r#"(version: 2, settings: (integrator: "impulse", stabilisation: "projection", contact: (floor: 0.0)), parts: [
            (name: "sunk", shape: Disk(radius: 0.2), at: (0, 0.05), mass: 1),
            (name: "resting", shape: Disk(radius: 0.2), at: (1, 0.2), mass: 1),
        ])"#,
    );
    let overlap = trust(&[&scene, "--duration", "1"]);
    assert_eq!(overlap["quantity"], "penetration_m", "{overlap}");
    assert_eq!(overlap["item"], "sunk", "{overlap}");
}
