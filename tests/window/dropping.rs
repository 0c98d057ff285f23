//! Files dropped on the window by another program: a drag from a GTK window, by the protocol between the two toolkits.

use crate::desk::Desk;
use std::path::Path;
use std::process::Stdio;

/// Debian's Python, which has GTK.
const PYTHON: &str = "/usr/bin/python3";

/// Drags a file from a GTK window to a place on the screen, and drops it there.
pub fn drop_file(desk: &Desk, path: &Path, (x, y): (i32, i32)) {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/window/drag_source.py");
    let mut source = desk
        .command(PYTHON)
        .arg(program)
        .arg(path)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 starts");
    desk.wait_for("the window of GTK", || desk.has_window("A file to drag"));
    desk.wait_for_frames();
    desk.drag((80, 30), (x, y));
    // The source ends with the drag, whatever its result.
    desk.wait_for("the end of the drag", || source.try_wait().unwrap().is_some());
    let output = source.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_window_has_the_size_it_had_and_never_more_than_the_screen() {
    let Some(desk) = Desk::open(1000, 700) else { return };
    let size = |desk: &Desk| desk.window_size("Tinkertoy");
    let running = desk.start(&[]);
    desk.wait_for("a window within the screen", || size(&desk) == Some((1000, 700)));
    desk.resize("Tinkertoy", 640, 480);
    desk.wait_for("the other size", || size(&desk) == Some((640, 480)));
    // The size is saved apart from the frame loop, so that a kill does not lose it.
    desk.wait_for("the size to be kept", || {
        let kept = std::fs::read_to_string(desk.home.join("config/settings.ron"));
        kept.is_ok_and(|text| text.contains("640"))
    });
    drop(running);
    let _running = desk.start(&[]);
    desk.wait_for("the size it had", || size(&desk) == Some((640, 480)));
}
