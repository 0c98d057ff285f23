//! What `simulate` and `check` find out about a scene that its numbers alone do not show.

use serde_json::Value;

use crate::{tinkertoy, written};

fn json(arguments: &[&str]) -> Value {
    serde_json::from_slice(&tinkertoy(arguments).stdout).unwrap()
}

/// What contradicts itself only once the run has come there is named at its end: a block that is welded, and a bar whose end can go round its
/// pin only and is drawn straight to where it cannot be.
#[test]
fn a_contradiction_that_arises_in_the_run_is_named() {
    let scenes = [
        (
            "weld",
            &["rk4", "rattle", "impulse", "semi-implicit-euler"][..],
            r#"(version: 1, settings: (gravity: (0, 0)), parts: [(name: "block", shape: Box(width: 1, height: 1), at: (4.4, 0))],
            constraints: [(name: "weld", kind: Weld(), a: ("ground", (4.4, 0)), b: "block"),
                          (name: "closing", kind: Closing(joint: Pin(), duration: 0.2), a: "ground", b: "block")])"#,
        ),
        (
            "pin",
            &["rattle", "impulse"][..],
            r#"(version: 2, parts: [(name: "bar", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1)],
            constraints: [(name: "pin", kind: Pin(), a: "ground", b: ("bar", (-0.5, 0))),
                          (name: "closing", kind: Closing(joint: Pin(), duration: 0.2), a: ("ground", (3, 3)), b: ("bar", (0.5, 0)))])"#,
        ),
    ];
    for (held, ways, text) in scenes {
        let scene = written(&format!("closing-{held}.ron"), text);
        for integrator in ways {
            let answer = json(&[
                "simulate",
                &scene,
                "--duration",
                "0.5",
                "--integrator",
                integrator,
                "--json",
            ]);
            let named = answer["contradictory"].as_array().unwrap();
            let has = |name: &str| named.iter().any(|it| it == name);
            assert!(has("closing") && has(held), "{integrator}: {answer}");
            let told = answer["trust"]["since"].is_number() || !answer["stopped"].is_null();
            assert!(told, "{integrator}: {answer}");
        }
    }
}

/// A rope that is taut and a stop that is reached hold at once what goes on against them.
#[test]
fn a_start_velocity_against_a_limit_is_told() {
    let rope = r#"(version: 2, settings: (gravity: (0, 0)), parts: [(name: "a", shape: Particle(), at: (1, 0), mass: 1, velocity: (3, 0))],
        constraints: [(name: "rope", kind: Rope(length: 1), a: "ground", b: "a")])"#;
    let stop = r#"(version: 2, settings: (gravity: (0, 0)), parts: [(name: "a", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1, omega: 5, velocity: (0, 2.5))],
        constraints: [(name: "pin", kind: Pin(), a: "ground", b: ("a", (-0.5, 0))),
                      (name: "stop", kind: AngleLimits(lower: -1, upper: 0), a: "ground", b: "a")])"#;
    for (name, text, by) in [("rope", rope, 3.0), ("stop", stop, 5.0)] {
        let scene = written(&format!("against-{name}.ron"), text);
        for answer in [
            json(&["check", &scene, "--json"]),
            json(&["simulate", &scene, "--duration", "0.1", "--json"]),
        ] {
            let start = &answer["start_velocity"];
            assert_eq!(start["constraint"], name, "{answer}");
            assert!((start["by"].as_f64().unwrap() - by).abs() < 1e-9, "{start}");
        }
        // What goes along with it, or away from it, is as built.
        let slack = text
            .replace("velocity: (3, 0)", "velocity: (-3, 1)")
            .replace("omega: 5, velocity: (0, 2.5)", "omega: -5, velocity: (0, -2.5)");
        let scene = written(&format!("along-{name}.ron"), &slack);
        assert!(json(&["check", &scene, "--json"])["start_velocity"].is_null());
    }
}
