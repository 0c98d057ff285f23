//! The summary of `simulate`, and what its options change.

use serde_json::Value;

use crate::{complains, says, tinkertoy};

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

/// A machine with two redundant rows by every method: the report of each has its counts, and is the same on every run.
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

/// More sweeps of Gauss-Seidel leave a smaller residual.
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

/// A run out of tolerance reports since when, by what and by how much, and fails with `--strict`; a run within tolerance reports "ok".
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
    // In alphabetical order, as this JSON reader has them.
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

/// A step given with `--dt` is taken whole; the scene's own sub-steps can be requested with it.
#[test]
fn a_step_is_divided_only_where_it_is_asked_for() {
    // A double pendulum with fast motion: the scene divides its steps.
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

/// The energy error by impulses is measured against the work of real forces, and is not zero by construction: it is first order in the step.
#[test]
fn the_energy_error_by_impulses_is_measured() {
    let error = |dt: &str| {
        let run = [
            "simulate",
            "double-pendulum",
            "--duration",
            "1",
            "--integrator",
            "impulse",
            "--stabilise",
            "none",
            "--dt",
            dt,
            "--json",
        ];
        let report: Value = serde_json::from_str(&says(&run)).unwrap();
        report["energy_error_max"].as_f64().unwrap()
    };
    let (long, short) = (error("0.004"), error("0.001"));
    assert!(1e-6 < short && short < long, "{short}, {long}");
}
