//! Pipes as output: rows and pictures are written to them, a scene is not.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::{MIXED, temporary, written};

fn pipe(name: &str) -> PathBuf {
    let path = temporary(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path
}

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tinkertoy"));
    let quiet = command.args(arguments).stdout(Stdio::null());
    quiet.stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for the program to end; returns its exit code and its stderr.
fn end(mut child: Child) -> (Option<i32>, String) {
    let begin = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if begin.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("it waits");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    (
        code,
        std::io::read_to_string(child.stderr.take().unwrap()).unwrap(),
    )
}

/// Returns the data that a reader of the pipe receives from the program.
fn through(pipe: &Path, arguments: &[&str]) -> String {
    let reader = Command::new("cat")
        .arg(pipe)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (code, complaint) = end(start(arguments));
    assert_eq!(code, Some(0), "{complaint}");
    String::from_utf8(reader.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn rows_and_pictures_go_through_a_pipe_that_is_read() {
    let scene = written("piped.ron", MIXED);
    let rows = pipe("rows.csv");
    let out = rows.to_str().unwrap();
    let told = through(&rows, &["simulate", &scene, "--duration", "0.05", "--out", out]);
    assert!(told.starts_with("t,") && told.lines().count() > 2, "{told}");
    let picture = pipe("picture.svg");
    let told = through(&picture, &["render", &scene, "--out", picture.to_str().unwrap()]);
    assert!(told.contains("<svg") && told.contains("</svg>"), "{told}");
}

#[test]
fn a_scene_is_not_saved_to_a_pipe() {
    let scene = written("saved-to-pipe.ron", MIXED);
    let pipe = pipe("saved.ron");
    let name = pipe.to_str().unwrap();
    let (code, complaint) = end(start(&["simulate", &scene, "--duration", "0.05", "--save", name]));
    assert_eq!(code, Some(1), "{complaint}");
    assert!(complaint.starts_with(name), "{complaint}");
    assert!(complaint.contains("it is a pipe or a device"), "{complaint}");
    assert!(!std::fs::metadata(&pipe).unwrap().is_file());
}

#[test]
fn a_pipe_that_nothing_reads_is_not_waited_for() {
    let scene = written("unread.ron", MIXED);
    for (command, name) in [("simulate", "unread.csv"), ("render", "unread.svg")] {
        let pipe = pipe(name);
        let mut arguments = vec![command, &scene, "--out", pipe.to_str().unwrap()];
        if command == "simulate" {
            arguments.extend(["--duration", "0.05"]);
        }
        let (code, complaint) = end(start(&arguments));
        assert_eq!(code, Some(1), "{arguments:?}: {complaint}");
        assert!(complaint.contains("a pipe that nothing reads"), "{complaint}");
    }
}
