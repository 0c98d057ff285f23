//! The command line as scripts see it: words, numbers, exit codes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn tinkertoy(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tinkertoy"))
        .args(arguments)
        .output()
        .unwrap()
}

/// What it says on stdout; it must have succeeded.
fn says(arguments: &[&str]) -> String {
    let output = tinkertoy(arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

/// What it complains of with this exit code.
fn complains(code: i32, arguments: &[&str]) -> String {
    let output = tinkertoy(arguments);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {complaint}");
    complaint
}

/// A file of this test alone.
fn temporary(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn written(name: &str, text: &str) -> String {
    let path = temporary(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

const MIXED: &str = r#"(version: 1, parts: [
    (name: "post", shape: Box(width: 1, height: 1), at: (0, 0), fixed: true),
    (name: "arm", shape: Bar(length: 1, width: 0.1), at: (0.5, 0)),
    (name: "bob, heavy", shape: Particle(), at: (2, 0), mass: 3),
], constraints: [
    (name: "hinge", kind: Pin(), a: "post", b: ("arm", (-0.5, 0))),
    (name: "rope", kind: Distance(length: 1), a: ("arm", (0.5, 0)), b: "bob, heavy"),
])"#;

#[test]
fn rows_have_the_columns_of_the_contract() {
    let scene = written("mixed.ron", MIXED);
    let out = temporary("mixed.csv");
    let out_name = out.display().to_string();
    says(&[
        "simulate",
        &scene,
        "--duration",
        "0.1",
        "--dt",
        "0.01",
        "--out",
        &out_name,
    ]);
    let table = std::fs::read_to_string(&out).unwrap();
    let mut lines = table.lines();
    assert_eq!(
        lines.next().unwrap(),
        "t,arm.x,arm.y,arm.angle,arm.vx,arm.vy,arm.omega,\
         \"bob, heavy.x\",\"bob, heavy.y\",\"bob, heavy.vx\",\"bob, heavy.vy\",\
         hinge.lambda0,hinge.lambda1,rope.lambda0,kinetic,potential,energy,drift_m,drift_rad"
    );
    let rows: Vec<Vec<f64>> = lines
        .map(|line| line.split(',').map(|x| x.parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), 11);
    for (k, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), 19);
        assert!((row[0] - 0.01 * k as f64).abs() < 1e-12);
        assert!((row[14] + row[15] - row[16]).abs() < 1e-12 * (1.0 + row[16].abs()));
    }
    // At rest and level: each falls by its own law; the rope's multiplier there is a closed form of 0.
    assert_eq!(&rows[0][1..7], &[0.5, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert!(rows[0][13].abs() < 1e-9, "a level rope carries nothing at rest");
    // Digits enough to tell neighbouring doubles apart.
    let cell = table.lines().nth(5).unwrap().split(',').nth(1).unwrap();
    assert_eq!(
        cell.split('e').next().unwrap().trim_start_matches('-').len(),
        18,
        "{cell}"
    );
}

#[test]
fn rows_can_be_fewer_than_steps() {
    let out = temporary("every.csv");
    let out_name = out.display().to_string();
    says(&[
        "simulate",
        "double-pendulum",
        "--duration",
        "1",
        "--every",
        "0.25",
        "--out",
        &out_name,
    ]);
    let table = std::fs::read_to_string(&out).unwrap();
    let times: Vec<f64> = table
        .lines()
        .skip(1)
        .map(|line| line.split(',').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(times.len(), 5);
    for (k, t) in times.iter().enumerate() {
        assert!((t - 0.25 * k as f64).abs() < 1e-9);
    }
}

#[test]
fn rows_keep_their_distance_in_a_long_run() {
    let scene = written("nothing.ron", "(version: 1)");
    let out = temporary("long.csv");
    let out_name = out.display().to_string();
    says(&[
        "simulate",
        &scene,
        "--duration",
        "2000",
        "--every",
        "1",
        "--out",
        &out_name,
    ]);
    let table = std::fs::read_to_string(&out).unwrap();
    let last = table.lines().last().unwrap();
    let t: f64 = last.split(',').next().unwrap().parse().unwrap();
    assert!((t - 2000.0).abs() < 1e-6, "{t}");
}

#[test]
fn rows_are_not_written_over_their_scene() {
    let scene = written("precious.ron", MIXED);
    let complaint = complains(2, &["simulate", &scene, "--duration", "1", "--out", &scene]);
    assert!(complaint.contains("another file"), "{complaint}");
    assert_eq!(std::fs::read_to_string(&scene).unwrap(), MIXED);
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_nobody_takes_is_no_panic() {
    for arguments in [
        &["check", "jansen"][..],
        &["check", "jansen", "--json"],
        &["simulate", "jansen", "--duration", "0", "--json"],
    ] {
        let to = |out: std::process::Stdio| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_tinkertoy"));
            command.args(arguments).stdout(out).output().unwrap()
        };
        let full = to(std::fs::File::create("/dev/full").unwrap().into());
        let complaint = String::from_utf8_lossy(&full.stderr);
        assert_eq!(full.status.code(), Some(1), "{complaint}");
        assert!(complaint.contains("cannot be written"), "{complaint}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let closed = to(writer.into());
        assert_eq!(closed.status.code(), Some(0));
        assert!(closed.stderr.is_empty());
    }
    // A file without an end is read up to a limit.
    let complaint = complains(1, &["check", "/dev/zero"]);
    assert!(complaint.contains("64 MB"), "{complaint}");
}

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
            "assemble_ns",
            "factor_ns",
            "solve_ns",
            "evaluate_ns",
            "sub_steps",
            "shortest_dt",
            "softened"
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
    for entry in ["drives", "dissipation", "hand", "feedback"] {
        assert!(summary["work"][entry].is_number(), "{entry}");
    }
    assert!(summary["work"]["drives"].as_f64().unwrap() > 0.0);
    assert!(summary["drift_max_m"].as_f64().unwrap() < 1e-4);
    for time in ["assemble_ns", "factor_ns", "solve_ns"] {
        assert!(summary[time].as_u64().unwrap() > 0, "{time}");
    }
    assert!(summary["evaluate_ns"].as_u64() >= summary["factor_ns"].as_u64());
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

#[test]
fn wrong_usage_is_told_with_exit_2() {
    let base = ["simulate", "four-bar", "--duration", "0.01"];
    for (options, words) in [
        (
            &["--method", "magic"][..],
            "there are: sparse, dense, auxiliary, cg, gauss-seidel",
        ),
        (
            &["--integrator", "magic"],
            "semi-implicit-euler, rk4, impulse, rattle, dopri5",
        ),
        (&["--stabilise", "magic"], "none, baumgarte, projection"),
        (&["--stabilise", "none", "--ks", "3"], "leave them out"),
        (&["--stabilise", "projection", "--kd", "3"], "leave them out"),
        (&["--iterations", "10"], "does not iterate"),
        (&["--method", "cg", "--iterations", "0"], "cg_iterations is 0"),
        (&["--method", "dense", "--solver-tolerance", "1e-6"], "knows none"),
        (&["--tolerance", "1e-6"], "dopri5"),
        (&["--threads", "0"], "--threads"),
        (&["--portable", "--method", "dense"], "--method sparse"),
        (&["--portable", "--method", "auxiliary"], "--method sparse"),
        (&["--dt", "-1"], "above 0"),
        (&["--dt", "nan"], "above 0"),
        (&["--dt", "5"], "dt is 5"),
        (&["--ks", "inf"], "finite"),
        (&["--what"], "--what"),
    ] {
        let complaint = complains(2, &[&base[..], options].concat());
        assert!(complaint.contains(words), "{options:?}: {complaint}");
    }
    assert!(complains(2, &["simulate", "four-bar"]).contains("--duration"));
    assert!(complains(2, &["check"]).contains("SCENE"));
    assert!(complains(2, &["render", "four-bar", "--out", "picture.gif"]).contains(".svg or .png"));
    assert!(complains(2, &["--size", "big"]).contains("1280x800"));
}

#[test]
fn bad_scenes_are_told_with_place_and_exit_1() {
    assert!(complains(1, &["check", "no-such-scene"]).contains("the gallery has jansen"));
    assert!(complains(1, &["check", "no-such-scene.ron"]).contains("no-such-scene.ron: cannot be read"));
    let bad = written(
        "bad.ron",
        "(version: 1,\n parts: [(name: \"a\", shape: Disk(radius: -1), at: (0, 0))])",
    );
    for arguments in [&["check", &bad][..], &["simulate", &bad, "--duration", "1"]] {
        let complaint = complains(1, arguments);
        assert!(
            complaint.starts_with(&format!("{bad}:2:10: disk \"a\": radius is -1")),
            "{complaint}"
        );
    }
    let binary = temporary("binary.ron");
    std::fs::write(&binary, b"(version: 1,\n title: \"\xff\")").unwrap();
    let name = binary.display().to_string();
    assert!(complains(1, &["check", &name]).starts_with(&format!("{name}:2:10: this is not text")));
}

#[test]
fn one_bad_scene_does_not_hide_the_others() {
    let bad = written("worse.ron", "(version: 7)");
    let output = tinkertoy(&["check", "--json", "truss-bridge", &bad, "four-bar"]);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["dof"], 2);
    assert_eq!(lines[1]["scene"], "four-bar");
    for field in [
        "bodies",
        "constraints",
        "rows",
        "rank",
        "dof",
        "components",
        "primary",
        "auxiliary",
        "redundant",
        "contradictory",
    ] {
        assert!(lines[1].get(field).is_some(), "{field}");
    }
    assert!(String::from_utf8(output.stderr).unwrap().contains("newer"));
}

#[test]
fn numbers_gone_bad_stop_the_run_and_keep_its_rows() {
    // A spring far too stiff for the step.
    let scene = written(
        "explosive.ron",
        r#"(version: 1, settings: (dt: 0.1, integrator: "semi-implicit-euler"), parts: [
            (name: "calm", shape: Particle(), at: (5, 0)),
            (name: "bomb", shape: Particle(), at: (1, 0)),
        ], forces: [
            (name: "fuse", kind: Spring(stiffness: 1e6, rest: 0.5), a: "ground", b: "bomb"),
        ])"#,
    );
    let out = temporary("explosive.csv");
    let out_name = out.display().to_string();
    let output = tinkertoy(&[
        "simulate",
        &scene,
        "--duration",
        "10",
        "--out",
        &out_name,
        "--json",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(
        complaint.contains("stopped at t = ") && complaint.contains("\"fuse\""),
        "{complaint}"
    );
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["stopped"]["item"], "fuse");
    let time = summary["stopped"]["time"].as_f64().unwrap();
    let table = std::fs::read_to_string(&out).unwrap();
    let last: Vec<f64> = table
        .lines()
        .last()
        .unwrap()
        .split(',')
        .map(|x| x.parse().unwrap())
        .collect();
    assert!(last.iter().all(|x| x.is_finite()));
    assert_eq!(last[0], time, "every good row is there");
}

#[test]
fn pictures_are_drawn_without_a_window() {
    let svg = temporary("jansen.svg");
    says(&[
        "render",
        "jansen",
        "--time",
        "0.5",
        "--size",
        "640x400",
        "--out",
        &svg.display().to_string(),
    ]);
    let text = std::fs::read_to_string(&svg).unwrap();
    assert!(text.starts_with("<svg") && text.contains("width=\"640\""));
    assert!(text.len() > 5000);
    let png = temporary("jansen.PNG");
    says(&[
        "render",
        "jansen",
        "--size",
        "320x200",
        "--out",
        &png.display().to_string(),
    ]);
    let bytes = std::fs::read(&png).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(&bytes[16..24], [0, 0, 1, 64, 0, 0, 0, 200], "width and height");
    let nowhere = complains(1, &["render", "jansen", "--out", "/nonexistent/folder/x.svg"]);
    assert!(nowhere.contains("cannot be written"));
}

#[test]
fn help_and_version_are_there() {
    let help = says(&["--help"]);
    for word in ["simulate", "check", "render", "[SCENE]", "--size"] {
        assert!(help.contains(word), "{word}");
    }
    assert!(says(&["--version"]).contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn measurements_come_with_their_peers() {
    let text = says(&["bench", "--quick", "--json", "--shapes", "chain,lattice"]);
    let rows: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let has = |shape: &str, n: u64, method: &str| {
        rows.iter()
            .any(|row| row["shape"] == shape && row["n"] == n && row["method"] == method)
    };
    for method in ["sparse", "dense", "faer-sparse", "faer-dense"] {
        assert!(
            has("chain", 54, method) && has("lattice", 256, method),
            "{method}: {text}"
        );
    }
    for row in &rows {
        let number = |key: &str| row[key].as_u64().unwrap_or_else(|| panic!("{key} of {row}"));
        assert!(
            number("factor_ns") > 0 && number("total_ns") >= number("factor_ns"),
            "{row}"
        );
        assert!(number("bytes") > 100 * number("n"), "{row}");
        assert_eq!(
            row["assemble_ns"].is_null(),
            row["method"].as_str().unwrap().starts_with("faer")
        );
    }
    complains(2, &["bench", "--shapes", "knot"]);
}

/// A scripted comparison: every method in order, the direct ones together, and the sweeps of games apart.
#[test]
fn methods_are_compared_from_the_same_start() {
    let output = tinkertoy(&["compare", "four-bar", "--duration", "0.5", "--json"]);
    assert!(output.status.success());
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let methods = answer["methods"].as_array().unwrap();
    let names: Vec<&str> = methods.iter().map(|it| it["method"].as_str().unwrap()).collect();
    assert_eq!(names, ["sparse", "dense", "auxiliary", "cg", "gauss-seidel"]);
    let number = |k: usize, key: &str| methods[k][key].as_f64().unwrap();
    for k in 0..methods.len() {
        assert_eq!(number(k, "steps"), number(0, "steps"));
        assert!(methods[k]["stopped"].is_null() && number(k, "evaluate_ns") > 0.0);
        assert_eq!(number(k, "iterations") > 0.0, k >= 3, "{answer}");
    }
    for k in 1..4 {
        assert!(number(k, "apart") < 1e-6, "{answer}");
        assert!(
            number(k, "drift_max_m") < 10.0 * number(0, "drift_max_m") + 1e-9,
            "{answer}"
        );
    }
    assert!(
        number(4, "residual_max") > 100.0 * number(0, "residual_max"),
        "{answer}"
    );
    let output = tinkertoy(&["compare", "four-bar", "--duration", "0"]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert_eq!(table.lines().count(), 6, "{table}");
    let widths: Vec<usize> = table.lines().map(str::len).collect();
    assert!(widths.iter().all(|&width| width == widths[0]), "{table}");
    complains(2, &["compare", "four-bar"]);
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
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        answer["drift_max_m"].as_f64().unwrap()
    };
    let (few, many) = (drift("2"), drift("2000"));
    assert!(few > 10.0 * many, "{few} {many}");
}
