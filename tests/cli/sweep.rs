//! `--set` and `--sweep`: a scene changed from the command line, once or through a range.

use serde_json::Value;

use crate::{MIXED, complains, says, temporary, tinkertoy, written};

fn report(arguments: &[&str]) -> Value {
    serde_json::from_str(&says(arguments)).unwrap()
}

/// Splits a table into its heads and its rows of cells.
fn table(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut lines = text
        .lines()
        .map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    (lines.next().unwrap(), lines.collect())
}

fn column(text: &str, head: &str) -> Vec<String> {
    let (heads, rows) = table(text);
    let at = heads
        .iter()
        .position(|it| it == head)
        .unwrap_or_else(|| panic!("{head}: {heads:?}"));
    rows.iter().map(|row| row[at].clone()).collect()
}

fn numbers(text: &str, head: &str) -> Vec<f64> {
    column(text, head).iter().map(|it| it.parse().unwrap()).collect()
}

const RUN: [&str; 6] = ["simulate", "four-bar", "--duration", "0.5", "--json", "--threads"];

#[test]
fn what_is_set_is_as_if_the_file_had_it() {
    let with = |set: &[&str]| {
        let mut arguments = RUN.to_vec();
        arguments.push("1");
        for it in set {
            arguments.extend(["--set", it]);
        }
        report(&arguments)["state_hash"].clone()
    };
    let plain = with(&[]);
    assert_eq!(with(&["motor.speed=2.5"]), plain, "what it is anyhow");
    assert_eq!(with(&["motor.speed = 2.5 rad/s"]), plain);
    assert_ne!(with(&["motor.speed=5/2*2 rad/s"]), plain);
    assert_eq!(with(&["pen.mass=0.05 kg"]), with(&["pen.mass=50 g"]));
    assert_eq!(with(&["settings.gravity_y=-9.81", "settings.ks=400"]), plain);
    assert_ne!(with(&["settings.gravity_y=-1.62"]), plain);
    // A longer crank: the machine is assembled again.
    let longer = report(&[
        "simulate",
        "four-bar",
        "--duration",
        "0",
        "--json",
        "--set",
        "crank.length=52 cm",
    ]);
    assert!(longer["drift_max_m"].as_f64().unwrap() < 1e-8, "{longer}");
}

#[test]
fn what_cannot_be_set_is_said_with_what_can() {
    let path = written("set.ron", MIXED);
    let refused = |set: &str| complains(2, &["simulate", &path, "--duration", "1", "--set", set]);
    assert!(refused("arm").contains("ITEM.FIELD=VALUE"));
    assert!(refused("leg.length=1").contains("no item \"leg\""));
    assert!(
        refused("arm.weight=1").contains("length, width"),
        "{}",
        refused("arm.weight=1")
    );
    assert!(refused("arm.length=long").contains("length"));
    assert!(refused("arm.length=3 kg").contains("kg"));
    assert!(refused("arm.length=-1").contains("arm.length=-1"));
    assert!(refused("settings.colour=1").contains("gravity_y"));
    assert!(refused("settings.iterations=5").contains("direct"));
    // A name with a comma; one with dots works too.
    says(&[
        "simulate",
        &path,
        "--duration",
        "0.1",
        "--set",
        "bob, heavy.mass=2 kg",
    ]);
}

#[test]
fn a_sweep_has_a_row_a_run_as_the_single_runs_have_them() {
    let sweep = |threads: &str| {
        says(&[
            "simulate",
            "four-bar",
            "--duration",
            "0.5",
            "--threads",
            threads,
            "--sweep",
            "motor.speed=1:3:5",
            "--sweep",
            "settings.ks=100:400:2",
        ])
    };
    let one = sweep("1");
    assert_eq!(one, sweep("3"), "whatever the number of threads");
    assert_eq!(
        numbers(&one, "motor.speed"),
        [1.0, 1.0, 1.5, 1.5, 2.0, 2.0, 2.5, 2.5, 3.0, 3.0]
    );
    assert_eq!(numbers(&one, "settings.ks")[..4], [100.0, 400.0, 100.0, 400.0]);
    let single = report(&[
        "simulate",
        "four-bar",
        "--duration",
        "0.5",
        "--json",
        "--set",
        "motor.speed=2",
        "--set",
        "settings.ks=100",
    ]);
    for head in ["energy_end", "drift_max_m", "energy_error_max"] {
        assert_eq!(numbers(&one, head)[4], single[head].as_f64().unwrap(), "{head}");
    }
    assert_eq!(
        numbers(&one, "work_drives")[4],
        single["work"]["drives"].as_f64().unwrap()
    );
    assert_eq!(
        column(&one, "state_hash")[4],
        single["state_hash"].as_str().unwrap()
    );
    assert!(
        table(&one)
            .0
            .iter()
            .all(|head| !head.ends_with("_ns") && head != "wall_s")
    );
}

#[test]
fn a_sweep_goes_to_a_file_or_comes_as_json() {
    let path = temporary("sweep.csv").display().to_string();
    let common = [
        "simulate",
        "double-pendulum",
        "--duration",
        "0.1",
        "--sweep",
        "settings.gravity_y=-10:-1:4",
    ];
    let mut to_file = common.to_vec();
    to_file.extend(["--out", &path]);
    assert_eq!(says(&to_file), "");
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(numbers(&text, "settings.gravity_y"), [-10.0, -7.0, -4.0, -1.0]);
    let mut as_json = common.to_vec();
    as_json.push("--json");
    let runs = report(&as_json);
    assert_eq!(runs.as_array().unwrap().len(), 4);
    assert_eq!(runs[1]["set"]["settings.gravity_y"], -7.0);
    assert_eq!(runs[1]["report"]["steps"], 24);
}

#[test]
fn a_sweep_names_the_runs_that_failed_and_keeps_the_others() {
    let output = tinkertoy(&[
        "simulate",
        "four-bar",
        "--duration",
        "0.1",
        "--sweep",
        "settings.dt=-0.01:0.01:3",
    ]);
    assert_eq!(output.status.code(), Some(2));
    let path = written("fails.ron", MIXED);
    let sweep = [
        "simulate",
        &path,
        "--duration",
        "0.1",
        "--sweep",
        "rope.length=0.5:1.5:3",
        "--strict",
    ];
    let output = tinkertoy(&sweep);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(numbers(&text, "rope.length"), [0.5, 1.0, 1.5]);
    for (rest, word) in [
        (&["--sweep", "motor.speed=1:2"][..], "FROM:TO:COUNT"),
        (&["--sweep", "motor.speed=1:2:0"], "COUNT"),
        (&["--every", "1", "--sweep", "motor.speed=1:2:2"], "--every"),
    ] {
        let arguments = [&["simulate", "four-bar", "--duration", "1"], rest].concat();
        let complaint = complains(2, &arguments);
        assert!(complaint.contains(word), "{arguments:?}: {complaint}");
    }
}

#[test]
fn a_named_parameter_is_set_and_what_it_gives_follows() {
    let scene = r#"(version: 2, settings: (gravity: (0, 0)), parts: [
        (name: "arm", shape: Bar(length: 0.2, width: 0.02), at: (0.1, 0)),
        (name: "bob", shape: Particle(), at: (0.2, 0), mass: 1, velocity: (0, 1)),
      ], constraints: [
        (name: "axle", kind: Pin(), a: "ground", b: ("arm", (-0.1, 0))),
        (name: "hold", kind: Pin(), a: ("arm", (0.1, 0)), b: "bob"),
      ], variables: [(name: "L1", value: "100 mm")],
      formulas: [(item: "arm", field: "length", value: "2*L1")])"#;
    let path = written("named.ron", scene);
    let run = |more: &[&str]| {
        let mut arguments = vec!["simulate", &path, "--duration", "0.2", "--json"];
        arguments.extend(more);
        report(&arguments)
    };
    let plain = run(&[]);
    assert_eq!(run(&["--set", "L1=0.1"])["state_hash"], plain["state_hash"]);
    let longer = run(&["--set", "L1=0.13"]);
    assert_eq!(run(&["--set", "L1=13 cm"])["state_hash"], longer["state_hash"]);
    assert_eq!(
        run(&["--set", "arm.length=26 cm"])["state_hash"],
        longer["state_hash"]
    );
    assert_ne!(longer["state_hash"], plain["state_hash"]);
    assert!(longer["drift_max_m"].as_f64().unwrap() < 1e-6, "{longer}");
    let refused = |set: &str| complains(2, &["simulate", &path, "--duration", "1", "--set", set]);
    assert!(
        refused("L2=1").contains("one of the parameters L1"),
        "{}",
        refused("L2=1")
    );
    assert!(refused("L1=2 kg").contains("a length"), "{}", refused("L1=2 kg"));
}

/// Any signal of a scope for each run of a sweep, equal to that of single runs.
#[test]
fn a_sweep_tells_what_signals_came_to() {
    let run = [
        "simulate",
        "four-bar",
        "--duration",
        "0.2",
        "--signal",
        "crank.omega",
        "--signal",
        "-2*pen.y",
    ];
    let swept = says(&[&run[..], &["--sweep", "motor.speed=1:3:3"]].concat());
    assert_eq!(numbers(&swept, "crank.omega last").len(), 3);
    for (speed, last) in [1.0, 2.0, 3.0]
        .into_iter()
        .zip(numbers(&swept, "crank.omega last"))
    {
        // The motor reaches its speed with a time constant of 0.1 s.
        let expected = speed * (1.0 - f64::exp(-2.0));
        assert!((last - expected).abs() < 1e-6, "{last}");
    }
    let out = temporary("signals.csv");
    let out = out.to_str().unwrap();
    let single = [&run[..], &["--set", "motor.speed=2", "--json", "--out", out]].concat();
    let report = report(&single);
    let rows = numbers(&std::fs::read_to_string(out).unwrap(), "-2*pen.y");
    let largest = rows.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    assert_eq!(numbers(&swept, "-2*pen.y largest")[1], largest);
    assert_eq!(numbers(&swept, "-2*pen.y last")[1], rows[rows.len() - 1]);
    assert_eq!(report["signals"][1]["largest"].as_f64(), Some(largest));
    assert!(
        complains(
            2,
            &[
                "simulate",
                "four-bar",
                "--duration",
                "1",
                "--sweep",
                "motor.speed=1:3:3",
                "--signal",
                "crank.colour"
            ]
        )
        .contains("crank.colour")
    );
}

/// A sweep of a count runs the whole numbers of its range, each once.
#[test]
fn a_count_is_swept_through_whole_numbers() {
    let told = says(&[
        "simulate",
        "ball-and-chain",
        "--duration",
        "0.01",
        "--method",
        "gauss-seidel",
        "--sweep",
        "settings.iterations=1:3:7",
    ]);
    assert_eq!(numbers(&told, "settings.iterations"), [1.0, 2.0, 3.0]);
}
