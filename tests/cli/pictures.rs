//! `render`, and the help texts.

use crate::{complains, says, temporary};

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
