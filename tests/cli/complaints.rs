//! What is wrong is told on stderr, with place and exit code.

use std::process::Command;

use serde_json::Value;

use crate::{complains, temporary, tinkertoy, written};

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
