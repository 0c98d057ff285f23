//! Errors are reported on stderr, with place and exit code.

use std::process::Command;

use serde_json::Value;

use crate::{complains, says, temporary, tinkertoy, written};

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
        (&["--smallest-step", "1e-6"], "dopri5"),
        (&["--sub-steps", "few"], "automatic, fixed, scene"),
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
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["dof"], 2);
    assert_eq!(lines[1]["scene"], bad.as_str());
    assert_eq!(lines[1]["refused"][0]["line"], 1);
    assert_eq!(lines[2]["scene"], "four-bar");
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
        assert!(lines[2].get(field).is_some(), "{field}");
    }
    assert!(String::from_utf8(output.stderr).unwrap().contains("newer"));
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
}

/// A pipe without a writer and an endless device are refused at once, not waited for.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_or_a_device_is_refused_at_once() {
    let pipe = temporary("pipe.ron");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // By its metadata the last one is a regular file.
    for name in [pipe.to_str().unwrap(), "/dev/zero", "/dev/null", "/proc/kmsg"] {
        for rest in [
            &["check"][..],
            &["simulate", "--duration", "1"],
            &["render", "--out", "x.svg"],
        ] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_tinkertoy"))
                .args(rest)
                .arg(name)
                .stderr(std::process::Stdio::piped())
                .spawn()
                .unwrap();
            let begin = std::time::Instant::now();
            let code = loop {
                if let Some(status) = child.try_wait().unwrap() {
                    break status.code();
                }
                if begin.elapsed() > std::time::Duration::from_secs(20) {
                    child.kill().unwrap();
                    panic!("{name} is waited for");
                }
                std::thread::sleep(std::time::Duration::from_millis(10));
            };
            let complaint = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
            assert_eq!(code, Some(1), "{complaint}");
            let told = ["a pipe or a device", "this has no end", "cannot be read"];
            assert!(told.iter().any(|it| complaint.contains(it)), "{complaint}");
        }
    }
}

/// A name may contain terminal control sequences, or characters that reverse the direction of text.
#[test]
fn nothing_in_a_file_steers_a_terminal() {
    let esc = "\\u{1b}[31m";
    for text in [
        format!("(version: 1, title: \"{esc}\", parts: [(name: \"{esc}\", shape: Disk(radius: -1), at: (0, 0))])"),
        "(version: 1, parts: [(name: \"a\\u{202e}b\", shape: Disk(radius: 1), at: (0, 0)), (name: \"a\\u{202e}b\", shape: Disk(radius: 1), at: (0, 0))])".to_owned(),
        "(version: 1, \u{1b}[31m: 3)".to_owned(),
        "(version: 1, settings: (method: \"\u{202e}\u{9b}\"))".to_owned(),
    ] {
        let bad = written("steers.ron", &text);
        for arguments in [&["check", &bad][..], &["check", "--json", &bad]] {
            let output = tinkertoy(arguments);
            assert_eq!(output.status.code(), Some(1), "{text}");
            for bytes in [output.stdout, output.stderr] {
                let told = String::from_utf8(bytes).unwrap();
                let steers = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
                assert!(!told.contains(steers), "{told:?}");
            }
        }
    }
    // A valid name too: plain text shows the code of such a character, and JSON keeps its value.
    let fine = written(
        "turns.ron",
        "(version: 1, parts: [(name: \"x\", shape: Particle(), at: (0, 0))], constraints: [\
         (name: \"a\\u{202e}b\", kind: Pin(), a: \"ground\", b: \"x\"), (name: \"c\", kind: Pin(), a: \"ground\", b: \"x\")])",
    );
    let output = tinkertoy(&["check", &fine]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.contains("a\\u{202e}b") && !told.contains('\u{202e}'),
        "{told}"
    );
    let told = String::from_utf8(tinkertoy(&["check", "--json", &fine]).stdout).unwrap();
    assert!(!told.contains('\u{202e}'));
    let value: Value = serde_json::from_str(&told).unwrap();
    assert!(value["dependences"].to_string().contains('\u{202e}'), "{value}");
}

/// Refused as any other scene, with line and item in the JSON, wherever the method was chosen.
#[test]
fn gauss_seidel_with_a_force_elsewhere_is_refused_with_json_line_and_item() {
    let base = [
        "simulate",
        "afar",
        "--duration",
        "0.1",
        "--method",
        "gauss-seidel",
    ];
    let complaint = complains(2, &base);
    let output = tinkertoy(&[&base[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(2));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let refused = &value["refused"][0];
    let item = refused["item"].as_str().unwrap();
    let line = refused["line"].as_u64().unwrap();
    assert!(
        complaint.starts_with(&format!("afar:{line}:")) && complaint.contains(item),
        "{complaint}"
    );
    assert!(
        refused["message"]
            .as_str()
            .unwrap()
            .contains("Gauss-Seidel does not solve")
    );
    let folder = temporary("afar-equations").display().to_string();
    let told = complains(
        2,
        &["equations", "afar", "--method", "gauss-seidel", "--out", &folder],
    );
    assert_eq!(told, complaint);
    assert!(!std::path::Path::new(&folder).exists());
    let compared = ["compare", "afar", "--duration", "0.1"];
    let table = says(&compared);
    let row = table
        .lines()
        .find(|line| line.starts_with("gauss-seidel "))
        .unwrap();
    assert!(row.split_whitespace().skip(1).all(|cell| cell == "-"), "{row}");
    assert!(table.contains(&format!("gauss-seidel: {}", complaint.lines().next().unwrap())));
    let json: Value = serde_json::from_str(&says(&[&compared[..], &["--json"]].concat())).unwrap();
    let course = json["methods"].as_array().unwrap().last().unwrap();
    assert_eq!(course["refused"], value["refused"]);
    assert!(json["methods"][0]["refused"].is_null() && json["methods"][0]["steps"] == 24);
    for figure in [
        "steps",
        "drift_max_m",
        "energy_error_max",
        "evaluate_ns",
        "iterations",
        "residual_max",
    ] {
        assert!(course[figure].is_null(), "{figure}: {course}");
    }
}

#[test]
fn what_version_1_meant_otherwise_is_told() {
    let old = written(
        "old.ron",
        "(version: 1,\n parts: [(name: \"dot\", shape: Particle(), at: (0, 0), omega: 3)])",
    );
    let output = tinkertoy(&["check", &old]);
    assert_eq!(output.status.code(), Some(0));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.starts_with(&format!("note: {old}:2:10: particle \"dot\" does not turn")),
        "{told}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_no_text_works() {
    use std::os::unix::ffi::OsStrExt;
    let path = temporary("dummy").with_file_name(std::ffi::OsStr::from_bytes(b"sc\xffene.ron"));
    std::fs::write(&path, crate::MIXED).unwrap();
    let rows = path.with_file_name(std::ffi::OsStr::from_bytes(b"ro\xffws.csv"));
    let _ = std::fs::remove_file(&rows);
    let run = |arguments: &[&std::ffi::OsStr]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tinkertoy"))
            .args(arguments)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    };
    run(&["check".as_ref(), "--json".as_ref(), path.as_os_str()]);
    run(&[
        "simulate".as_ref(),
        path.as_os_str(),
        "--duration".as_ref(),
        "0.01".as_ref(),
        "--out".as_ref(),
        rows.as_os_str(),
    ]);
    assert!(rows.exists());
}

/// A time of more steps than can be counted would never come to its end.
#[test]
fn a_time_of_countless_steps_is_refused() {
    let picture = temporary("never.svg").display().to_string();
    let folder = temporary("never").display().to_string();
    for (arguments, option) in [
        (
            &["simulate", "four-bar", "--duration", "1e308"][..],
            "--duration 1e308",
        ),
        (
            &["simulate", "four-bar", "--duration", "1e16", "--dt", "0.1"],
            "--duration 1e16",
        ),
        (
            &["compare", "four-bar", "--duration", "1e300"],
            "--duration 1e300",
        ),
        (
            &["render", "four-bar", "--time", "1e300", "--out", &picture],
            "--time 1e300",
        ),
        (
            &["equations", "four-bar", "--time", "1e300", "--out", &folder],
            "--time 1e300",
        ),
    ] {
        let told = complains(2, arguments);
        assert!(told.contains(option) && told.contains("steps"), "{told}");
    }
}

/// A name that is neither that of a file nor that of a gallery scene is a refused scene in JSON too.
#[test]
fn a_name_of_no_scene_is_refused_in_json() {
    for arguments in [
        &["simulate", "no-such-scene", "--duration", "1", "--json"][..],
        &["compare", "no-such-scene", "--duration", "1", "--json"],
        &["check", "no-such-scene", "--json"],
    ] {
        let output = tinkertoy(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let message = told["refused"][0]["message"].as_str().unwrap();
        assert!(message.starts_with("there is no such file"), "{message}");
    }
}
