//! The table of `simulate --out`: columns, rows, files.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{MIXED, complains, pushed_into_a_wall, says, temporary, tinkertoy, written};

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
         hinge.lambda0,hinge.lambda1,rope.lambda0,kinetic,potential,energy,drift_m,drift_rad,\
         work_drives,work_dissipation,work_hand,work_feedback,work_projection,work_soft"
    );
    let rows: Vec<Vec<f64>> = lines
        .map(|line| line.split(',').map(|x| x.parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), 11);
    for (k, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), 25);
        assert!((row[0] - 0.01 * k as f64).abs() < 1e-12);
        assert!((row[14] + row[15] - row[16]).abs() < 1e-12 * (1.0 + row[16].abs()));
    }
    // At rest and level: every part starts in free fall or about its hinge; the rope's multiplier is zero in closed form.
    assert_eq!(&rows[0][1..7], &[0.5, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert!(rows[0][13].abs() < 1e-9, "a level rope carries nothing at rest");
    // Enough digits to distinguish neighbouring doubles.
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

/// By whatever path or link the file is named.
#[test]
fn nothing_is_written_over_the_scene_it_is_from() {
    let scene = written("precious.svg", MIXED);
    let mut names = vec![scene.clone(), scene.replace("/precious", "/../cli/precious")];
    #[cfg(unix)]
    for (link, how) in [("hard.svg", true), ("soft.svg", false)] {
        let link = temporary(link);
        if how {
            std::fs::hard_link(&scene, &link).unwrap();
        } else {
            std::os::unix::fs::symlink(&scene, &link).unwrap();
        }
        names.push(link.display().to_string());
    }
    for out in &names {
        for arguments in [
            &["simulate", &scene, "--duration", "1", "--out", out][..],
            &["render", &scene, "--out", out],
        ] {
            let complaint = complains(2, arguments);
            assert!(complaint.contains("another file"), "{complaint}");
            assert_eq!(std::fs::read_to_string(&scene).unwrap(), MIXED, "{arguments:?}");
        }
    }
}

#[test]
fn numbers_gone_bad_stop_the_run_and_keep_its_rows() {
    // A spring far too stiff for the step, and division of steps is off.
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
        "--sub-steps",
        "fixed",
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
    assert!(summary["stopped"]["cause"].is_string());
    let reason = summary["stopped"]["reason"].as_str().unwrap();
    assert!(complaint.contains(reason), "{reason}");
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

/// Contradictory rods with an iterative method: the run finds no exact multipliers, and the rows are written all the same.
#[test]
fn no_row_ends_a_run() {
    let parts = r#"(name: "a", shape: Particle(), at: (0.0, 0.0)), (name: "b", shape: Particle(), at: (2.5, 0.0)),
        (name: "c", shape: Particle(), at: (1.2, 0.6))"#;
    let rod = |name: &str, length: f64, a: &str, b: &str| {
        format!("(name: {name:?}, kind: Distance(length: {length:?}), a: {a}, b: {b}),")
    };
    let rods = [
        rod("ac", 1.0, "\"a\"", "\"c\""),
        rod("cb", 1.0, "\"c\"", "\"b\""),
        rod("ab", 3.0, "\"a\"", "\"b\""),
        rod("hang", 1.0, "(\"ground\", (0.0, 1.0))", "\"a\""),
    ];
    let text = format!("(version: 1, parts: [{parts}], constraints: [{}])", rods.concat());
    let scene = written("triangle.ron", &text);
    let out = temporary("triangle.csv");
    let out_name = out.display().to_string();
    says(&[
        "simulate",
        &scene,
        "--duration",
        "1",
        "--method",
        "cg",
        "--out",
        &out_name,
    ]);
    let table = std::fs::read_to_string(&out).unwrap();
    assert_eq!(table.lines().count(), 242);
    for cell in table.lines().skip(1).flat_map(|line| line.split(',')) {
        assert!(cell.parse::<f64>().unwrap().abs() < 1e5, "{cell}");
    }
}

/// Output times lie between steps as well as on them, and the run is the same with rows as without.
#[test]
fn rows_stand_at_exactly_the_times_asked_for() {
    let out = temporary("between.csv");
    let out_name = out.display().to_string();
    for integrator in ["rk4", "rattle", "dopri5", "semi-implicit-euler"] {
        let run = |every: Option<&str>| -> Value {
            let mut arguments = vec![
                "simulate",
                "four-bar",
                "--duration",
                "0.1",
                "--dt",
                "0.01",
                "--json",
            ];
            arguments.extend(["--integrator", integrator]);
            if let Some(every) = every {
                arguments.extend(["--every", every, "--out", &out_name]);
            }
            serde_json::from_str(&says(&arguments)).unwrap()
        };
        let plain = run(None);
        let finer = run(Some("0.0031"));
        assert_eq!(plain["state_hash"], finer["state_hash"], "{integrator}");
        assert_eq!(plain["steps"], finer["steps"]);
        let table = std::fs::read_to_string(&out).unwrap();
        let rows: Vec<Vec<f64>> = table
            .lines()
            .skip(1)
            .map(|line| line.split(',').map(|x| x.parse().unwrap()).collect())
            .collect();
        assert_eq!(rows.len(), 33, "{integrator}");
        let dense = |k: usize| rows[k][0] == 0.0031 * k as f64;
        assert!((0..33).all(dense), "{integrator}");
        // A coordinate and its rate are consistent: a cubic through two rows meets the row between them.
        let angle = table
            .lines()
            .next()
            .unwrap()
            .split(',')
            .position(|head| head.ends_with(".angle"))
            .unwrap();
        let rate = angle + 3;
        for k in 1..32 {
            let (a, m, b) = (&rows[k - 1], &rows[k], &rows[k + 1]);
            let h = b[0] - a[0];
            let cubic = 0.5 * (a[angle] + b[angle]) + h / 8.0 * (a[rate] - b[rate]);
            let tolerance = if integrator == "semi-implicit-euler" {
                1e-2
            } else {
                1e-5
            };
            assert!(
                (m[angle] - cubic).abs() < tolerance,
                "{integrator} {k}: {} {cubic}",
                m[angle]
            );
        }
    }
    let complaint = complains(
        2,
        &[
            "simulate",
            "four-bar",
            "--duration",
            "1",
            "--every",
            "1e-12",
            "--out",
            &out_name,
        ],
    );
    assert!(complaint.contains("--every"), "{complaint}");
}

/// The table of multipliers in the user documentation has every kind with its number of rows.
#[test]
fn columns_of_every_kind_are_documented() {
    let page = include_str!("../../docs/simulate.md");
    for kind in tinkertoy::constraints::ConstraintKind::catalogue() {
        let tag = kind.tag();
        let line = page
            .lines()
            .find(|line| line.starts_with(&format!("| `{tag}` |")))
            .unwrap_or_else(|| panic!("{tag} is not documented"));
        let rows = line.split('|').nth(2).unwrap().trim();
        if !["Closing", "Breakable"].contains(&tag) {
            assert_eq!(rows, kind.rows().len().to_string(), "{tag}");
        }
    }
}

/// The work of a motor is its multiplier times its rate, integrated over time; and the energy balance holds with all columns of work.
#[test]
fn work_is_multiplier_times_rate() {
    let scene = written(
        "motor.ron",
        r#"(version: 1, parts: [(name: "rod", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1, velocity: (0, 0.5), omega: 1)],
            constraints: [(name: "O", kind: Pin(), a: "ground", b: ("rod", (-0.5, 0))),
                          (name: "motor", kind: Motor(law: Angle, speed: 1, angle: 0), a: "ground", b: "rod")])"#,
    );
    let out = temporary("motor.csv");
    let out_name = out.display().to_string();
    says(&[
        "simulate",
        &scene,
        "--duration",
        "1",
        "--dt",
        "0.001",
        "--out",
        &out_name,
    ]);
    let table = std::fs::read_to_string(&out).unwrap();
    let heads: Vec<&str> = table.lines().next().unwrap().split(',').collect();
    let column = |name: &str| heads.iter().position(|head| *head == name).unwrap();
    let rows: Vec<Vec<f64>> = table
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(|x| x.parse().unwrap()).collect())
        .collect();
    let power = |row: &Vec<f64>| row[column("motor.lambda0")] * row[column("rod.omega")];
    let sum: f64 = rows
        .windows(2)
        .map(|pair| 0.5 * (pair[1][0] - pair[0][0]) * (power(&pair[0]) + power(&pair[1])))
        .sum();
    let last = rows.last().unwrap();
    assert!(sum.abs() > 1.0 && (last[column("work_drives")] - sum).abs() < 1e-5 * sum.abs());
    let gained = last[column("energy")] - rows[0][column("energy")];
    let work: f64 = last[column("work_drives")..].iter().sum();
    assert!((gained - work).abs() < 1e-6, "{gained} {work}");
}

/// A command that is refused writes no file, and the rows and the scene cannot share one file.
#[test]
fn a_refusal_writes_over_nothing() {
    let scene = written("refused.ron", MIXED);
    let kept = written("kept.csv", "keep\n");
    let told = complains(
        2,
        &[
            "simulate",
            &scene,
            "--duration",
            "1",
            "--every",
            "1e-12",
            "--out",
            &kept,
        ],
    );
    assert!(told.contains("--every"), "{told}");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "keep\n");
    let told = complains(
        2,
        &[
            "simulate",
            &scene,
            "--duration",
            "1",
            "--save",
            &kept,
            "--out",
            &kept,
        ],
    );
    assert!(told.contains("--save"), "{told}");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "keep\n");
    let told = complains(2, &["simulate", &scene, "--duration", "1", "--save", &scene]);
    assert!(
        told.contains("--save") && told.contains("the file that is read"),
        "{told}"
    );
}

/// Contact columns: scenes with contact have the number of contact points and the penetration, other scenes have not; the report has the maxima.
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
    let said = says(&run);
    let report: Value = serde_json::from_str(&said).unwrap();
    // As written: serde_json reads to within the last digit only.
    let exact = |name: &str| {
        let (_, rest) = said.split_once(&format!("\"{name}\":")).unwrap();
        rest[..rest.find([',', '}']).unwrap()]
            .trim()
            .parse::<f64>()
            .unwrap()
    };
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
    let deepest = exact("penetration_max_m");
    assert!(largest("penetration_m") <= deepest, "{deepest}");
    assert!(report["complementarity_residual"].as_f64().unwrap() < 1e-8);
    let plain = temporary("plain.csv").display().to_string();
    says(&["simulate", "four-bar", "--duration", "0.01", "--out", &plain]);
    let text = std::fs::read_to_string(&plain).unwrap();
    assert!(!text.contains("contacts") && text.contains("work_soft"));
}

/// Contact points come and go, and have rows of their own while accelerations are solved for; these are no columns of the table.
#[test]
fn each_row_has_as_many_fields_as_there_are_heads() {
    let scene = pushed_into_a_wall();
    let out = temporary("pushed.csv").display().to_string();
    for integrator in ["rk4", "dopri5", "semi-implicit-euler", "impulse"] {
        says(&[
            "simulate",
            &scene,
            "--duration",
            "0.2",
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

/// Killed while it writes, as by a limit on the size of files: the rows of an earlier run are as they were, not cut off.
#[cfg(target_os = "linux")]
#[test]
fn rows_of_an_earlier_run_stay_until_the_new_ones_are_complete() {
    let out = temporary("earlier.csv");
    let name = out.display().to_string();
    let run = ["simulate", "four-bar", "--duration", "1", "--out", &name];
    std::fs::write(&out, "t\n0\n").unwrap();
    let limited = std::process::Command::new("sh")
        .args([
            "-c",
            "ulimit -f 4; exec \"$@\"",
            "sh",
            env!("CARGO_BIN_EXE_tinkertoy"),
        ])
        .args(run)
        .output()
        .unwrap();
    assert!(!limited.status.success());
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "t\n0\n");
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o640);
    std::fs::set_permissions(&out, permissions).unwrap();
    says(&run);
    assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 242);
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&out).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o640);
    // The shell's own file goes on behind the rows.
    let both = std::process::Command::new("sh")
        .args([
            "-c",
            "exec \"$@\" > \"$OUT\"",
            "sh",
            env!("CARGO_BIN_EXE_tinkertoy"),
        ])
        .args(&run[..5])
        .arg("/dev/stdout")
        .env("OUT", &out)
        .output()
        .unwrap();
    assert!(both.status.success());
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(text.contains("state "), "the summary is there: {text}");
}
