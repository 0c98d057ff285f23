//! Findings of `simulate` and `check` that only a run shows, not the numbers of a scene.

use serde_json::Value;

use crate::{complains, pushed_into_a_wall, says, tinkertoy, written};

fn json(arguments: &[&str]) -> Value {
    serde_json::from_slice(&tinkertoy(arguments).stdout).unwrap()
}

/// Returns the summary of `simulate` for this scene, duration (s) and options.
fn simulated(scene: &str, duration: &str, options: &[&str]) -> Value {
    let arguments = ["simulate", scene, "--json", "--duration", duration];
    json(&[&arguments, options].concat())
}

/// A bar that can only rotate about its pin, with its end pulled along a straight line to a point out of reach.
const NOWHERE: &str = r#"(version: 2, parts: [(name: "bar", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1)],
            constraints: [(name: "pin", kind: Pin(), a: "ground", b: ("bar", (-0.5, 0))),
                          (name: "closing", kind: Closing(joint: Pin(), duration: 0.2), a: ("ground", (3, 3)), b: ("bar", (0.5, 0)))])"#;

/// A contradiction that arises during the run is named at its end: a welded block, and a bar that
/// can only rotate about its pin while its end is pulled to a point out of reach.
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
            &["rk4", "dopri5", "rattle", "impulse", "semi-implicit-euler"][..],
            NOWHERE,
        ),
    ];
    for (held, ways, text) in scenes {
        let scene = written(&format!("closing-{held}.ron"), text);
        for integrator in ways {
            let answer = simulated(&scene, "0.5", &["--integrator", integrator]);
            let named = answer["contradictory"].as_array().unwrap();
            let has = |name: &str| named.iter().any(|it| it == name);
            assert!(has("closing") && has(held), "{integrator}: {answer}");
            let told = answer["trust"]["since"].is_number() || !answer["stopped"].is_null();
            assert!(told, "{integrator}: {answer}");
        }
    }
}

/// The same with undivided steps and RATTLE, which cannot close the joint: the stop names the closing joint and the pin that opposes it.
#[test]
fn a_closing_that_leads_nowhere_stops_whole_steps_of_rattle_by_name() {
    let scene = written("closing-nowhere.ron", NOWHERE);
    let answer = simulated(&scene, "0.5", &["--integrator", "rattle", "--sub-steps", "fixed"]);
    let stopped = &answer["stopped"];
    assert_eq!(stopped["cause"], "contradiction", "{answer}");
    assert_eq!(stopped["item"], "closing");
    assert_eq!(stopped["with"], serde_json::json!(["pin"]));
    assert_eq!(answer["contradictory"], serde_json::json!(["closing", "pin"]));
}

/// A motor in a triangle of bars, which is rigid: a drive that nothing can follow is handled by soft (regularised) steps, and sub-steps stay few.
#[test]
fn a_motor_that_is_locked_does_not_slow_the_run() {
    let text = r#"(version: 2, parts: [
            (name: "a", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1),
            (name: "b", shape: Bar(length: 1, width: 0.1), at: (0.75, 0.4330127018922193), angle: 2.0943951023931953, mass: 1)],
        constraints: [(name: "p", kind: Pin(), a: "ground", b: ("a", (-0.5, 0))),
                      (name: "q", kind: Pin(), a: ("a", (0.5, 0)), b: ("b", (-0.5, 0))),
                      (name: "r", kind: Pin(), a: ("ground", (0.5, 0.8660254037844386)), b: ("b", (0.5, 0))),
                      (name: "m", kind: Motor(law: Speed, speed: 1, time_constant: 0.05), a: "ground", b: "a")])"#;
    let scene = written("locked-motor.ron", text);
    for (integrator, stabilise) in [
        ("rk4", "baumgarte"),
        ("rk4", "projection"),
        ("dopri5", "baumgarte"),
        ("dopri5", "projection"),
    ] {
        let answer = simulated(
            &scene,
            "0.5",
            &["--integrator", integrator, "--stabilise", stabilise],
        );
        let count = |name: &str| answer[name].as_u64().unwrap();
        let tried = count("sub_steps") + count("sub_steps_refused");
        assert!(tried < 30 * count("steps"), "{integrator}, {stabilise}: {answer}");
        assert!(answer["trust"]["since"].is_number(), "{answer}");
        assert_eq!(answer["contradictory"].as_array().unwrap().len(), 4, "{answer}");
    }
}

/// A linkage stretched by its motor: linkage and motor contradict each other, although their rows are independent in every nearby pose.
#[test]
fn a_motor_at_the_dead_end_of_a_linkage_is_named() {
    let text = r#"(version: 2, parts: [
            (name: "crank", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1),
            (name: "coupler", shape: Bar(length: 1, width: 0.1), at: (1.5, 0), mass: 1),
            (name: "rocker", shape: Bar(length: 1, width: 0.1), at: (2, 0.5), angle: 1.5707963267948966, mass: 1)],
        constraints: [(name: "p1", kind: Pin(), a: "ground", b: ("crank", (-0.5, 0))),
                      (name: "p2", kind: Pin(), a: ("crank", (0.5, 0)), b: ("coupler", (-0.5, 0))),
                      (name: "p3", kind: Pin(), a: ("coupler", (0.5, 0)), b: ("rocker", (-0.5, 0))),
                      (name: "p4", kind: Pin(), a: ("ground", (2, 1)), b: ("rocker", (0.5, 0))),
                      (name: "motor", kind: Motor(law: Speed, speed: 2), a: "ground", b: "crank")])"#;
    let scene = written("stretched.ron", text);
    for integrator in ["rk4", "dopri5"] {
        let answer = simulated(&scene, "3", &["--integrator", integrator]);
        let named = answer["contradictory"].as_array().unwrap();
        assert!(named.iter().any(|it| it == "motor"), "{answer}");
    }
}

/// Bars whose lengths were typed with six digits are at rest once closed, and the rounding counts as no error of the run.
#[test]
fn what_is_typed_with_few_digits_is_trusted() {
    for length in ["1.4142", "1.41421", "1.414214"] {
        let text = format!(
            r#"(version: 2, parts: [(name: "b", shape: Particle(), at: (1, 1), mass: 100)],
            constraints: [(name: "r1", kind: Distance(length: {length}), a: "ground", b: "b"),
                          (name: "r2", kind: Distance(length: {length}), a: ("ground", (2, 0)), b: "b")])"#
        );
        let scene = written("few-digits.ron", &text);
        for (integrator, stabilise) in [
            ("rk4", "baumgarte"),
            ("rk4", "projection"),
            ("dopri5", "baumgarte"),
            ("rattle", "projection"),
        ] {
            let answer = simulated(
                &scene,
                "2",
                &["--integrator", integrator, "--stabilise", stabilise],
            );
            assert_eq!(
                answer["trust"], "ok",
                "{length}, {integrator}, {stabilise}: {answer}"
            );
        }
    }
}

/// A bar at 190 revolutions a minute loses some millionths of its energy, and its error in angle is invisible.
#[test]
fn what_turns_evenly_is_trusted() {
    let text = r#"(version: 2, settings: (gravity: (0, 0)), parts: [
            (name: "b", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1, omega: 20, velocity: (0, 10))],
        constraints: [(name: "p", kind: Pin(), a: "ground", b: ("b", (-0.5, 0)))])"#;
    let scene = written("evenly.ron", text);
    let answer = simulated(&scene, "5", &[]);
    assert_eq!(answer["trust"], "ok", "{answer}");
    // At five times the speed RATTLE lags by two radians after a second, although its energy is right.
    let scene = written(
        "spinning.ron",
        &text
            .replace("omega: 20", "omega: 100")
            .replace("(0, 10)", "(0, 50)"),
    );
    let answer = simulated(&scene, "1", &["--integrator", "rattle"]);
    assert_eq!(answer["trust"]["quantity"], "step_error", "{answer}");
}

/// A taut rope and a limit in contact stop at once a velocity directed against them.
#[test]
fn a_start_velocity_against_a_limit_is_told() {
    let rope = r#"(version: 2, settings: (gravity: (0, 0)), parts: [(name: "a", shape: Particle(), at: (1, 0), mass: 1, velocity: (3, 0))],
        constraints: [(name: "rope", kind: Rope(length: 1), a: "ground", b: "a")])"#;
    let stop = r#"(version: 2, settings: (gravity: (0, 0)), parts: [(name: "a", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1, omega: 5, velocity: (0, 2.5))],
        constraints: [(name: "pin", kind: Pin(), a: "ground", b: ("a", (-0.5, 0))),
                      (name: "stop", kind: AngleLimits(lower: -1, upper: 0), a: "ground", b: "a")])"#;
    for (name, text, by) in [("rope", rope, 3.0), ("stop", stop, 5.0)] {
        let scene = written(&format!("against-{name}.ron"), text);
        for answer in [json(&["check", &scene, "--json"]), simulated(&scene, "0.1", &[])] {
            let start = &answer["start_velocity"];
            assert_eq!(start["constraint"], name, "{answer}");
            assert!((start["by"].as_f64().unwrap() - by).abs() < 1e-9, "{start}");
        }
        // A velocity along the limit or away from it is kept as built.
        let slack = text
            .replace("velocity: (3, 0)", "velocity: (-3, 1)")
            .replace("omega: 5, velocity: (0, 2.5)", "omega: -5, velocity: (0, -2.5)");
        let scene = written(&format!("along-{name}.ron"), &slack);
        assert!(json(&["check", &scene, "--json"])["start_velocity"].is_null());
    }
}

/// A drive without a force limit that pushes against an immovable wall stops the run, and the stop names both.
#[test]
fn a_drive_that_pushes_through_a_wall_stops_by_name() {
    let scene = pushed_into_a_wall();
    for integrator in ["rk4", "dopri5", "semi-implicit-euler", "impulse"] {
        let run = ["simulate", &scene, "--duration", "1", "--integrator", integrator];
        let complaint = complains(1, &run);
        assert!(
            complaint.contains("push")
                && complaint.contains("wall")
                && complaint.contains("lets nothing pass"),
            "{integrator}: {complaint}"
        );
    }
}

/// A start velocity along a rod is reported by `check` and by `simulate`, with its violation.
#[test]
fn a_start_velocity_that_is_not_allowed_is_told() {
    let scene = written(
        "along.ron",
        r#"(version: 1, parts: [(name: "P", shape: Particle(), at: (1, 0), mass: 1, velocity: (0.5, 0))],
            constraints: [(name: "rod", kind: Distance(length: 1), a: "ground", b: "P")])"#,
    );
    for text in [
        says(&["check", &scene]),
        says(&["simulate", &scene, "--duration", "0.1"]),
    ] {
        assert!(text.contains("velocities miss rod by 5.000e-1"), "{text}");
    }
    let answer: Value = serde_json::from_str(&says(&["check", &scene, "--json"])).unwrap();
    assert_eq!(answer["start_velocity"]["constraint"], "rod");
    assert!((answer["start_velocity"]["by"].as_f64().unwrap() - 0.5).abs() < 1e-12);
}

/// Sweeps let a machine that cannot be assembled sag into poses where its rows become dependent. The size of the contradiction as built is reported
/// all the same, and alike by every method, integrator and stabilisation.
#[test]
fn a_contradiction_as_built_is_as_large_by_every_method() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/silent/contradiction_number.ron"
    );
    let missed = |duration: &str, [method, integrator, stabilise]: [&str; 3]| {
        let ways = [
            "--method",
            method,
            "--integrator",
            integrator,
            "--stabilise",
            stabilise,
        ];
        let summary = simulated(path, duration, &ways);
        summary["report"]["contradiction"].as_f64().unwrap()
    };
    let first = missed("0.1", ["sparse", "rk4", "baumgarte"]);
    assert!(0.01 < first && first <= 1.0, "{first}");
    for duration in ["0.1", "0.5"] {
        for way in [
            ["sparse", "rattle", "none"],
            ["sparse", "dopri5", "none"],
            ["sparse", "semi-implicit-euler", "projection"],
            ["dense", "rk4", "projection"],
            ["auxiliary", "impulse", "projection"],
            ["cg", "rk4", "baumgarte"],
            ["gauss-seidel", "rk4", "baumgarte"],
            ["gauss-seidel", "impulse", "none"],
        ] {
            let miss = missed(duration, way);
            assert!(
                (miss - first).abs() < 1e-6 * first,
                "{way:?}: {miss} where {first}"
            );
        }
    }
}

/// A crank that is driven on where its rod, which ends on a ring, blocks it: the jam is named by every method that converges.
#[test]
fn a_jam_is_named_by_every_method() {
    let text = r#"(version: 2, parts: [
            (name: "crank", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1),
            (name: "rod", shape: Bar(length: 0.8, width: 0.1), at: (1.4, 0), mass: 1)],
        constraints: [(name: "foot", kind: Pin(), a: "ground", b: ("crank", (-0.5, 0))),
                      (name: "elbow", kind: Pin(), a: ("crank", (0.5, 0)), b: ("rod", (-0.4, 0))),
                      (name: "ring", kind: Ring(radius: 0.3), a: ("ground", (1.8, 0.3)), b: ("rod", (0.4, 0))),
                      (name: "motor", kind: Motor(law: Speed, speed: 2), a: "ground", b: "crank")])"#;
    let scene = written("jam.ron", text);
    for method in ["sparse", "dense", "auxiliary", "cg"] {
        for stabilise in ["baumgarte", "projection"] {
            let answer = simulated(&scene, "2", &["--method", method, "--stabilise", stabilise]);
            let named = answer["contradictory"].as_array().unwrap();
            let has = |name: &str| named.iter().any(|it| it == name);
            assert!(has("motor") && has("ring"), "{method}, {stabilise}: {answer}");
        }
    }
}

/// Two motors on one joint: no setting satisfies both, and none is advised.
#[test]
fn no_setting_is_advised_against_a_contradiction() {
    let scene = written(
        "two_motors.ron",
        r#"(version: 1, settings: (gravity: (0, 0)), parts: [
            (name: "rod", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1, inertia: 0.0833),
        ], constraints: [
            (name: "hinge", kind: Pin(), a: "ground", b: ("rod", (-0.5, 0))),
            (name: "slow", kind: Motor(law: Angle, speed: 1, angle: 0), a: "ground", b: "rod"),
            (name: "fast", kind: Motor(law: Angle, speed: 2, angle: 0), a: "ground", b: "rod"),
        ])"#,
    );
    let told: Value =
        serde_json::from_str(&says(&["simulate", &scene, "--duration", "1", "--json"])).unwrap();
    let advice = told["trust"]["advice"].as_str().unwrap();
    assert!(
        advice.starts_with("It cannot be met together with \"slow\":"),
        "{advice}"
    );
    let words = says(&["simulate", &scene, "--duration", "1"]);
    assert!(
        words.contains("can be expected. It cannot be met together"),
        "{words}"
    );
}

/// The ways to run a scene whose ends differ most: method, integrator and stabilisation.
const WAYS: [[&str; 3]; 12] = [
    ["sparse", "rk4", "baumgarte"],
    ["sparse", "rk4", "projection"],
    ["sparse", "rattle", "none"],
    ["sparse", "dopri5", "baumgarte"],
    ["sparse", "impulse", "baumgarte"],
    ["sparse", "semi-implicit-euler", "none"],
    ["dense", "rk4", "projection"],
    ["auxiliary", "impulse", "projection"],
    ["cg", "rk4", "baumgarte"],
    ["cg", "semi-implicit-euler", "none"],
    ["gauss-seidel", "rk4", "baumgarte"],
    ["gauss-seidel", "impulse", "none"],
];

/// The answer of a run by one of these ways.
fn simulated_by([method, integrator, stabilise]: [&str; 3], scene: &str, duration: &str) -> Value {
    let options = [
        "--method",
        method,
        "--integrator",
        integrator,
        "--stabilise",
        stabilise,
    ];
    simulated(scene, duration, &options)
}

/// A block that is welded to the ground, with a ram that pushes it from 0.5 s on and, by the second programme, draws it back until 1.5 s.
const PUSHED: &str = r#"(version: 2, settings: (gravity: (0, 0)), parts: [(name: "block", shape: Box(width: 0.2, height: 0.2), at: (1, 0), mass: 1)],
    constraints: [(name: "weld", kind: Weld(), a: ("ground", (1, 0)), b: "block"),
                  (name: "ram", kind: Actuator(length: 1, programme: Table([(0, 0), (0.5, 0), (1, 0.5)BACK])), a: "ground", b: "block")])"#;

/// A contradiction that arises in the run has the same size by every method, however far the joints are open at the end.
#[test]
fn a_contradiction_that_arises_is_as_large_by_every_method() {
    let pushed = PUSHED.replace("BACK", "");
    for (name, text, duration) in [("nowhere", NOWHERE, "0.5"), ("pushed", &pushed, "2")] {
        let scene = written(&format!("arising-{name}.ron"), text);
        let mut first = None;
        for way in WAYS {
            let answer = simulated_by(way, &scene, duration);
            assert_eq!(answer["contradictory"].as_array().unwrap().len(), 2, "{answer}");
            let size = answer["report"]["contradiction"].as_f64().unwrap();
            let first = *first.get_or_insert(size);
            assert!(0.1 < size && size <= 1.0, "{name}, {way:?}: {size}");
            assert!(
                (size - first).abs() < 1e-6 * first,
                "{name}, {way:?}: {size} where {first}"
            );
        }
    }
}

/// Joints that a drive opens only in passing contradict each other while they are open: at the end nothing is open, and both are named.
#[test]
fn a_contradiction_in_passing_is_named() {
    let scene = written("passing.ron", &PUSHED.replace("BACK", ", (1.5, 0), (2, 0)"));
    for way in WAYS {
        let answer = simulated_by(way, &scene, "2");
        assert_eq!(
            answer["contradictory"],
            serde_json::json!(["weld", "ram"]),
            "{way:?}: {answer}"
        );
        let size = answer["report"]["contradiction"].as_f64().unwrap();
        assert!(0.1 < size && size <= 1.0, "{way:?}: {size}");
    }
    // A joint that opens because its method errs contradicts nothing.
    let answer = simulated(
        "four-bar",
        "1",
        &["--method", "gauss-seidel", "--iterations", "3"],
    );
    assert_ne!(answer["trust"], "ok", "{answer}");
    assert_eq!(answer["contradictory"], serde_json::json!([]), "{answer}");
    assert_eq!(answer["report"]["contradiction"], 0.0, "{answer}");
}
