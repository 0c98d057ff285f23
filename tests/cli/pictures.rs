//! `render`, and the help texts.

use crate::{complains, says, temporary, tinkertoy, written};

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

/// What stands in one place in numbers that no step can take is drawn as built, with a note of what is not known of it.
#[test]
fn a_picture_tells_what_could_not_be_found_out() {
    let disks: String = (0..200)
        .map(|k| format!("(name: \"d{k}\", shape: Disk(radius: 1), at: (0, 0)),"))
        .collect();
    let text =
        format!("(version: 2, settings: (integrator: \"rk4\", contact: (floor: 0)), parts: [{disks}])");
    let scene = written("crowd.ron", &text);
    let picture = temporary("crowd.svg").display().to_string();
    let output = tinkertoy(&["render", &scene, "--out", &picture]);
    assert_eq!(output.status.code(), Some(0));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("unknown which start velocities are allowed"),
        "{told}"
    );
    let checked = says(&["check", &scene]);
    assert!(
        checked.contains("which start velocities are allowed"),
        "{checked}"
    );
    let stopped = complains(1, &["simulate", &scene, "--duration", "0.1"]);
    assert!(stopped.contains("out of all proportion"), "{stopped}");
}
