//! The summary of `simulate`, and what its options change.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{complains, says, temporary, tinkertoy, written};

#[test]
fn the_summary_has_the_fields_of_the_contract() {
    let text = says(&[
        "simulate",
        "parallelogram",
        "--duration",
        "0.505",
        "--dt",
        "0.01",
        "--json",
    ]);
    let summary: Value = serde_json::from_str(&text).unwrap();
    let fields: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  \""))
        .filter_map(|line| line.split('"').next())
        .collect();
    assert_eq!(
        fields,
        [
            "steps",
            "duration",
            "wall_s",
            "energy_start",
            "energy_end",
            "energy_error_max",
            "drift_max_m",
            "drift_max_rad",
            "work",
            "state_hash",
            "stopped",
            "bodies",
            "constraints",
            "rows",
            "rank",
            "dof",
            "rank_generic",
            "dof_generic",
            "redundant",
            "singular",
            "contradictory",
            "margin",
            "dependences",
            "dependent_unlisted",
            "report",
            "assemble_ns",
            "factor_ns",
            "solve_ns",
            "evaluate_ns",
            "sub_steps",
            "shortest_dt",
            "softened",
            "sub_steps_refused",
            "over_tolerance",
            "contacts_unsettled",
            "contacts_max",
            "penetration_max_m",
            "complementarity_residual",
            "contact",
            "start_velocity",
            "trust"
        ]
    );
    assert_eq!(summary["steps"], 51, "fifty whole steps and a half one");
    assert!((summary["duration"].as_f64().unwrap() - 0.505).abs() < 1e-12);
    assert!(summary["stopped"].is_null());
    assert_eq!(summary["bodies"], 5);
    assert_eq!(summary["rows"], 17);
    assert_eq!(summary["rank"], 15);
    assert_eq!(summary["dof"], 1);
    assert_eq!(summary["redundant"].as_array().unwrap().len(), 2);
    assert_eq!(summary["contradictory"], Value::Array(Vec::new()));
    for entry in ["drives", "dissipation", "hand", "feedback", "projection", "soft"] {
        assert!(summary["work"][entry].is_number(), "{entry}");
    }
    assert!(summary["work"]["drives"].as_f64().unwrap() > 0.0);
    assert!(summary["drift_max_m"].as_f64().unwrap() < 1e-4);
    for time in ["assemble_ns", "factor_ns", "solve_ns"] {
        assert!(summary[time].as_u64().unwrap() > 0, "{time}");
    }
    assert!(summary["evaluate_ns"].as_u64() >= summary["factor_ns"].as_u64());
}

/// A machine with two rows too many by every method: each tells what it had to do, and the same whenever it is asked.
#[test]
fn the_report_of_the_last_solve_is_the_same_on_every_run() {
    for method in ["sparse", "dense", "auxiliary", "cg", "gauss-seidel"] {
        let run = || -> Value {
            let arguments = [
                "simulate",
                "parallelogram",
                "--duration",
                "0.1",
                "--method",
                method,
                "--json",
            ];
            let mut summary: Value = serde_json::from_str(&says(&arguments)).unwrap();
            let times = ["wall_s", "assemble_ns", "factor_ns", "solve_ns", "evaluate_ns"];
            let fields = summary.as_object_mut().unwrap();
            times
                .iter()
                .for_each(|time| assert!(fields.remove(*time).is_some()));
            summary
        };
        let summary = run();
        assert_eq!(summary, run(), "{method}");
        let report = &summary["report"];
        assert_eq!(report["method"], method);
        assert_eq!(
            (&report["primary"], &report["auxiliary"]),
            (&Value::from(6), &Value::from(3)),
            "{method}"
        );
        assert_eq!(report["rank_deficit"], 2, "{method}");
        assert_eq!(
            report["iterations"].as_u64().unwrap() > 0,
            ["cg", "gauss-seidel"].contains(&method)
        );
        assert_eq!(report["back_solves"].as_u64().unwrap() > 0, method == "auxiliary");
        let residual = report["residual"].as_f64().unwrap();
        assert!(
            residual < if method == "gauss-seidel" { 1e-1 } else { 1e-10 },
            "{method}: {residual:e}"
        );
        assert_eq!(report["contradiction"], 0.0, "{method}");
        assert_eq!(report["fallback"], false);
        for count in [
            "fill_in",
            "block_updates",
            "repaired_pivots",
            "refinements",
            "anticipated",
            "at_bound",
        ] {
            assert!(report[count].is_u64(), "{method}: {count}");
        }
        let sets = summary["dependences"].as_array().unwrap();
        assert!(sets.len() == 2 && sets.iter().all(|set| set["verdict"] == "redundant"));
        assert!(summary["margin"].as_f64().unwrap() > 100.0);
    }
}

#[test]
fn the_same_run_has_the_same_hash_and_another_method_nearly_the_same_end() {
    let run = |method: &str| -> Value {
        let text = says(&[
            "simulate",
            "four-bar",
            "--duration",
            "1",
            "--method",
            method,
            "--json",
        ]);
        serde_json::from_str(&text).unwrap()
    };
    let (first, again, dense) = (run("sparse"), run("sparse"), run("dense"));
    assert_eq!(first["state_hash"], again["state_hash"]);
    assert_eq!(first["state_hash"].as_str().unwrap().len(), 16);
    let energies = [&first, &dense].map(|it| it["energy_end"].as_f64().unwrap());
    assert!((energies[0] - energies[1]).abs() < 1e-9 * energies[0].abs());
}

#[test]
fn options_take_the_place_of_what_the_scene_says() {
    let drift = |options: &[&str]| -> f64 {
        let mut arguments = vec!["simulate", "double-pendulum", "--duration", "3", "--json"];
        arguments.extend(options);
        let summary: Value = serde_json::from_str(&says(&arguments)).unwrap();
        summary["drift_max_m"].as_f64().unwrap()
    };
    let euler = ["--integrator", "semi-implicit-euler"];
    let held = drift(&[&euler[..], &["--stabilise", "baumgarte"]].concat());
    let adrift = drift(&[&euler[..], &["--stabilise", "none"]].concat());
    assert!(adrift > 3.0 * held, "{adrift} against {held}");
    let soft = drift(&[&euler[..], &["--ks", "1", "--kd", "2"]].concat());
    assert!(soft > held, "{soft} against {held}");
    assert!(drift(&["--integrator", "rk4"]) < 0.01 * held);
    assert!(drift(&[&euler[..], &["--stabilise", "projection"]].concat()) < 1e-10);
    assert!(drift(&["--integrator", "rattle"]) < 1e-10);
    let sub_steps = |options: &[&str]| -> u64 {
        let mut arguments = vec!["simulate", "double-pendulum", "--duration", "1", "--json"];
        arguments.extend(["--integrator", "dopri5"]);
        arguments.extend(options);
        let summary: Value = serde_json::from_str(&says(&arguments)).unwrap();
        summary["sub_steps"].as_u64().unwrap()
    };
    assert_eq!(sub_steps(&["--tolerance", "0"]), 240);
    assert!(sub_steps(&["--tolerance", "1e-12"]) > 480);
}

#[test]
fn the_same_bits_whatever_the_threads() {
    let hash = |scene: &str, options: &[&str]| -> String {
        let mut arguments = vec!["simulate", scene, "--duration", "0.5", "--json"];
        arguments.extend(options);
        let summary: Value = serde_json::from_str(&says(&arguments)).unwrap();
        summary["state_hash"].as_str().unwrap().to_owned()
    };
    for scene in ["four-bar", "double-pendulum"] {
        for options in [&[][..], &["--portable"]] {
            let with = |threads| hash(scene, &[options, &["--threads", threads][..]].concat());
            assert_eq!(with("1"), with("2"), "{scene}");
            assert_eq!(with("1"), hash(scene, options), "{scene}");
        }
    }
}

/// More sweeps of Gauss-Seidel leave less.
#[test]
fn sweeps_are_what_the_residual_is_made_of() {
    let drift = |sweeps: &str| {
        let output = tinkertoy(&[
            "simulate",
            "four-bar",
            "--duration",
            "0.2",
            "--method",
            "gauss-seidel",
            "--iterations",
            sweeps,
            "--json",
        ]);
        assert!(output.status.success());
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        answer["drift_max_m"].as_f64().unwrap()
    };
    let (few, many) = (drift("2"), drift("2000"));
    assert!(few > 10.0 * many, "{few} {many}");
}

/// What strays says since when, by what and by how much, and with `--strict` fails; what does not is "ok".
#[test]
fn a_run_that_strays_is_not_trusted() {
    let good: Value = serde_json::from_str(&says(&[
        "simulate",
        "four-bar",
        "--duration",
        "2",
        "--json",
        "--strict",
    ]))
    .unwrap();
    assert_eq!(good["trust"], "ok");
    let loose = [
        "simulate",
        "double-pendulum",
        "--duration",
        "3",
        "--integrator",
        "semi-implicit-euler",
        "--stabilise",
        "none",
    ];
    let text = says(&loose);
    assert!(text.contains("expected of no stabilisation"), "{text}");
    let lost: Value = serde_json::from_str(&says(&[&loose[..], &["--json"]].concat())).unwrap();
    let trust = &lost["trust"];
    assert!(
        trust["amount"].as_f64().unwrap() > trust["limit"].as_f64().unwrap(),
        "{trust}"
    );
    assert!(
        trust["since"].as_f64().unwrap() < 3.0 && trust["item"].is_string(),
        "{trust}"
    );
    assert_eq!(trust["expected_of"], "no stabilisation");
    let fields: Vec<&str> = trust.as_object().unwrap().keys().map(String::as_str).collect();
    // In the order of the alphabet, as this reader has them.
    let known = [
        "advice",
        "amount",
        "expected_of",
        "item",
        "limit",
        "quantity",
        "since",
    ];
    assert_eq!(fields, known);
    assert!(
        trust["advice"].as_str().unwrap().starts_with("what may help: "),
        "{trust}"
    );
    let complaint = complains(1, &[&loose[..], &["--strict"]].concat());
    assert!(complaint.contains("not to be trusted since"), "{complaint}");
}

/// Points that touch and how far they overlap are columns of scenes in which parts touch, and of no others; the report has the largest.
#[test]
fn contacts_are_columns_and_in_the_report() {
    let out = temporary("dominoes.csv").display().to_string();
    let run = [
        "simulate",
        "dominoes",
        "--duration",
        "0.2",
        "--json",
        "--out",
        &out,
    ];
    let report: Value = serde_json::from_str(&says(&run)).unwrap();
    let text = std::fs::read_to_string(&out).unwrap();
    let heads: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let column = |name: &str| heads.iter().position(|head| *head == name).unwrap();
    assert_eq!(column("contacts"), column("work_soft") + 1);
    assert_eq!(column("penetration_m"), column("contacts") + 1);
    let largest = |name: &str| {
        let values = text
            .lines()
            .skip(1)
            .map(|row| row.split(',').nth(column(name)).unwrap());
        values.fold(0.0_f64, |most, text| most.max(text.parse().unwrap()))
    };
    assert!(largest("contacts") > 2.0, "{}", largest("contacts"));
    assert_eq!(report["contacts_max"].as_f64().unwrap(), largest("contacts"));
    let deepest = report["penetration_max_m"].as_f64().unwrap();
    assert!(largest("penetration_m") <= deepest, "{deepest}");
    assert!(report["complementarity_residual"].as_f64().unwrap() < 1e-8);
    let plain = temporary("plain.csv").display().to_string();
    says(&["simulate", "four-bar", "--duration", "0.01", "--out", &plain]);
    let text = std::fs::read_to_string(&plain).unwrap();
    assert!(!text.contains("contacts") && text.contains("work_soft"));
}

/// A box that an actuator pushes into a wall.
fn pushed_into_a_wall() -> String {
    written(
        "pushed.ron",
        r#"(version: 2, settings: (gravity: (0, 0), contact: ()), parts: [
            (name: "box", shape: Box(width: 0.2, height: 0.2), at: (0, 0)),
            (name: "wall", shape: Box(width: 0.2, height: 1), at: (0.4, 0), fixed: true)],
            constraints: [(name: "push", kind: Actuator(length: 1, rate: 1), a: ("ground", (-1, 0)), b: "box")])"#,
    )
}

/// Points of contact come and go, and have rows of their own while accelerations are solved for: they are no columns.
#[test]
fn each_row_has_as_many_fields_as_there_are_heads() {
    let scene = pushed_into_a_wall();
    let out = temporary("pushed.csv").display().to_string();
    for integrator in ["rk4", "dopri5", "semi-implicit-euler", "impulse"] {
        says(&[
            "simulate",
            &scene,
            "--duration",
            "0.25",
            "--integrator",
            integrator,
            "--out",
            &out,
        ]);
        let text = std::fs::read_to_string(&out).unwrap();
        let counts: BTreeSet<usize> = text.lines().map(|row| row.split(',').count()).collect();
        assert_eq!(counts.len(), 1, "{integrator}: {counts:?}");
    }
}

/// Where a drive without a largest force drives on against what lets nothing pass, the run stops and names both.
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

/// A start velocity along a rod is told by `check` and by `simulate`, with what it misses by.
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

/// Sweeps let a machine that cannot be assembled sag into poses where its rows no longer depend on each other; how much of what is built cannot
/// be met is told all the same, and alike by every method.
#[test]
fn a_contradiction_as_built_is_as_large_by_every_method() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/silent/contradiction_number.ron"
    );
    for duration in ["0.1", "0.5"] {
        let told = ["sparse", "dense", "auxiliary", "cg", "gauss-seidel"].map(|method| {
            let arguments = [
                "simulate",
                path,
                "--duration",
                duration,
                "--method",
                method,
                "--json",
            ];
            let summary: Value = serde_json::from_str(&says(&arguments)).unwrap();
            summary["report"]["contradiction"].as_f64().unwrap()
        });
        for miss in told {
            assert!(0.01 < miss && miss <= 1.0, "{told:?}");
            assert!((miss - told[0]).abs() < 1e-6 * told[0], "{told:?}");
        }
    }
}

/// A step given with `--dt` is taken whole; the scene's own division can be asked for with it.
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

#[test]
fn a_step_is_divided_only_where_it_is_asked_for() {
    // A whip: the scene divides its steps.
    let base = [
        "simulate",
        "double-pendulum",
        "--duration",
        "2",
        "--dt",
        "0.03",
        "--json",
    ];
    let run = |more: &[&str]| -> Value { serde_json::from_str(&says(&[&base[..], more].concat())).unwrap() };
    let count = |summary: &Value, key: &str| summary[key].as_u64().unwrap();
    let whole = run(&[]);
    assert_eq!(count(&whole, "sub_steps"), count(&whole, "steps"), "taken whole");
    assert_eq!(run(&["--sub-steps", "fixed"])["state_hash"], whole["state_hash"]);
    let divided = run(&["--sub-steps", "scene"]);
    assert!(
        count(&divided, "sub_steps") > count(&divided, "steps"),
        "{divided}"
    );
    assert_eq!(
        run(&["--sub-steps", "automatic"])["state_hash"],
        divided["state_hash"]
    );
}

#[test]
fn the_smallest_step_by_error_can_be_set() {
    let base = [
        "simulate",
        "double-pendulum",
        "--duration",
        "2",
        "--dt",
        "0.05",
        "--json",
    ];
    let adaptive = ["--integrator", "dopri5", "--tolerance", "1e-12"];
    let run = |more: &[&str]| -> (f64, u64) {
        let text = says(&[&base[..], &adaptive, more].concat());
        let summary: Value = serde_json::from_str(&text).unwrap();
        (
            summary["shortest_dt"].as_f64().unwrap(),
            summary["over_tolerance"].as_u64().unwrap(),
        )
    };
    let (shortest, strained) = run(&["--smallest-step", "0.02"]);
    assert!(shortest > 0.009 && strained > 0, "{shortest} {strained}");
    let (shortest, strained) = run(&["--smallest-step", "1e-6"]);
    assert!(shortest < 0.001, "{shortest}");
    assert_eq!(strained, 0, "short enough steps keep to the tolerance");
}
