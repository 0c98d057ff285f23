//! The window opens, or says why not.

use crate::desk::Desk;
use std::process::{Command, Stdio};

#[test]
fn without_a_display_one_line_names_what_works() {
    let output = Command::new(env!("CARGO_BIN_EXE_tinkertoy"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env(
            "TINKERTOY_HOME",
            std::env::temp_dir().join("tinkertoy-no-display"),
        )
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert_eq!(words.lines().count(), 1, "{words}");
    for command in ["tinkertoy simulate", "tinkertoy check", "tinkertoy render"] {
        assert!(words.contains(command), "{words}");
    }
}

#[test]
fn the_window_opens_on_something_and_is_whole_at_every_size() {
    for (width, height) in [(1280, 800), (1024, 640)] {
        let Some(desk) = Desk::open(width, height) else {
            return;
        };
        let mut running = desk.start(&["--size", &format!("{width}x{height}")]);
        desk.wait_for_frames();
        desk.shot().must_be_whole();
        running.must_run();
    }
}
