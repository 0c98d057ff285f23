//! What a terminal is shown: nothing in a scene or in the name of a file controls it, or passes as a message of the program.

use std::fs::File;
use std::io::Read;
use std::process::Command;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::{complains, temporary, tinkertoy, written};

/// What a terminal receives as the program's output.
fn shown(arguments: &[&str]) -> String {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let terminal = File::options().read(true).write(true).open(name).unwrap();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // Once nobody writes to it any more, reading fails.
        let _ = File::from(master).read_to_end(&mut bytes);
        String::from_utf8(bytes).unwrap()
    });
    let mut command = Command::new(env!("CARGO_BIN_EXE_tinkertoy"));
    let status = command.args(arguments).stdout(terminal).status().unwrap();
    drop(command);
    assert!(status.success());
    reader.join().unwrap()
}

#[test]
fn rows_on_a_terminal_do_not_control_it() {
    let scene = written(
        "steering.ron",
        "(version: 2, parts: [(name: \"a\\u{202e}b\", shape: Particle(), at: (0, 0), mass: 1)])",
    );
    let rows = ["simulate", &scene, "--duration", "0.01", "--out", "/dev/stdout"];
    let sweep = [
        "simulate",
        &scene,
        "--duration",
        "0.01",
        "--sweep",
        "a\u{202e}b.mass=1:2:2",
    ];
    let to_terminal = [&sweep[..], &["--out", "/dev/stdout"]].concat();
    let in_json = [&to_terminal[..], &["--json"]].concat();
    for arguments in [&rows[..], &sweep, &to_terminal, &in_json] {
        let shown = shown(arguments);
        assert!(!shown.contains('\u{202e}'), "{shown:?}");
        assert!(
            shown.contains("u{202e}") || shown.contains("\\u202e"),
            "{shown:?}"
        );
    }
    // Elsewhere the bytes are those of the names.
    let piped = String::from_utf8(tinkertoy(&sweep).stdout).unwrap();
    assert!(piped.contains("a\u{202e}b"), "{piped:?}");
}

#[test]
fn a_line_break_in_the_name_of_a_file_begins_no_message() {
    let path = temporary("dummy").with_file_name("scene\ngood.ron: all is well.ron");
    let name = path.display().to_string();
    let arguments: [&[&str]; 5] = [
        &["check", &name],
        &["check", "--json", &name],
        &["simulate", &name, "--duration", "1"],
        &["compare", &name, "--duration", "1"],
        &["render", &name, "--out", "x.svg"],
    ];
    let is_one_line = |complaint: &str| {
        assert!(complaint.contains("scene\\u{a}good.ron"), "{complaint}");
        assert!(
            complaint.lines().all(|line| !line.starts_with("good.ron")),
            "{complaint}"
        );
    };
    let _ = std::fs::remove_file(&path);
    arguments.iter().for_each(|it| is_one_line(&complains(1, it)));
    std::fs::write(&path, "(version: 7)").unwrap();
    arguments.iter().for_each(|it| is_one_line(&complains(1, it)));
    // A machine that stops, a note, and files of output.
    std::fs::write(
        &path,
        "(version: 1, parts: [(name: \"dot\", shape: Particle(), at: (0, 0), omega: 3)], forces: [\
         (name: \"push\", kind: Push(force: (1e9, 0)), a: \"dot\")])",
    )
    .unwrap();
    is_one_line(&complains(1, &["simulate", &name, "--duration", "100"]));
    for out in ["--out", "--save"] {
        is_one_line(&complains(2, &["simulate", &name, "--duration", "1", out, &name]));
    }
    std::fs::remove_file(&path).unwrap();
}
