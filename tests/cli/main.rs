//! The command line as scripts use it: output, numbers, exit codes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod complaints;
mod experiments;
mod found_in_the_run;
mod measurements;
mod pictures;
#[cfg(target_os = "linux")]
mod pipes;
mod rows;
mod simulate;
mod sweep;
#[cfg(target_os = "linux")]
mod terminal;
mod trust;
#[cfg(unix)]
mod written_files;

use std::path::PathBuf;
use std::process::{Command, Output};

fn tinkertoy(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tinkertoy"))
        .args(arguments)
        .output()
        .unwrap()
}

/// Runs the program, which must succeed, and returns its stdout.
fn says(arguments: &[&str]) -> String {
    let output = tinkertoy(arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the program, which must fail with this exit code, and returns its stderr.
fn complains(code: i32, arguments: &[&str]) -> String {
    let output = tinkertoy(arguments);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {complaint}");
    complaint
}

/// Path of a temporary file for these tests.
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

/// A scene in which an actuator pushes a box into a wall.
fn pushed_into_a_wall() -> String {
    written(
        "pushed.ron",
        r#"(version: 2, settings: (gravity: (0, 0), contact: ()), parts: [
            (name: "box", shape: Box(width: 0.2, height: 0.2), at: (0, 0)),
            (name: "wall", shape: Box(width: 0.2, height: 1), at: (0.4, 0), fixed: true)],
            constraints: [(name: "push", kind: Actuator(length: 1, rate: 1), a: ("ground", (-1, 0)), b: "box")])"#,
    )
}
