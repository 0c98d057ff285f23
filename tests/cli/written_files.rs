//! Files that subcommands write: complete or as they were.

use std::process::{Command, Output};

use crate::{says, temporary, tinkertoy, written};

/// Runs the program with a limit on the size of the files it may write, in blocks of at most 1024 bytes, as if the disk were full.
fn with_little_room(blocks: u32, arguments: &[&str]) -> Output {
    Command::new("sh")
        .args([
            "-c",
            &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""),
        ])
        .arg(env!("CARGO_BIN_EXE_tinkertoy"))
        .args(arguments)
        .output()
        .unwrap()
}

/// A picture that does not fit on the disk leaves an existing file as it was, makes no new one, and leaves nothing beside it.
#[test]
fn a_picture_is_complete_or_not_there() {
    let folder = temporary("pictures");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    for name in ["kept.svg", "kept.png", "new.svg", "new.png"] {
        let path = folder.join(name);
        let is_kept = name.starts_with("kept");
        if is_kept {
            std::fs::write(&path, "keep\n").unwrap();
        }
        let out = path.display().to_string();
        let output = with_little_room(2, &["render", "jansen", "--out", &out]);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{complaint}");
        assert!(complaint.contains(": cannot be written: "), "{complaint}");
        assert_eq!(
            std::fs::read_to_string(&path).ok().as_deref(),
            is_kept.then_some("keep\n"),
            "{name}"
        );
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    // A link stays one, and its target has the picture.
    let (link, target) = (folder.join("link.svg"), folder.join("kept.svg"));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    says(&["render", "four-bar", "--out", &link.display().to_string()]);
    assert!(link.is_symlink());
    assert!(std::fs::read_to_string(&target).unwrap().starts_with("<svg"));
}

/// Rows led by a link to nothing: the link is replaced, once they are complete.
#[test]
fn a_link_to_nothing_does_not_choose_where_rows_are_made() {
    let folder = temporary("nowhere");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let (link, target) = (folder.join("rows.csv"), folder.join("elsewhere.csv"));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let out = link.display().to_string();
    let arguments = ["simulate", "four-bar", "--duration", "0.1", "--out", &out];
    assert_eq!(with_little_room(1, &arguments).status.code(), Some(1));
    assert!(link.is_symlink() && !target.exists());
    says(&arguments);
    assert!(!link.is_symlink() && !target.exists());
    assert!(std::fs::read_to_string(&link).unwrap().starts_with("t,crank.x,"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

/// The equations are a whole folder or none.
#[test]
fn equations_are_a_whole_folder_or_none() {
    let folder = temporary("equations");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let out = folder.join("jansen").display().to_string();
    let output = with_little_room(1, &["equations", "jansen", "--out", &out]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    says(&["equations", "jansen", "--out", &out]);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    assert!(folder.join("jansen/equations.py").is_file());
    let again = tinkertoy(&["equations", "four-bar", "--out", &out]);
    let complaint = String::from_utf8(again.stderr).unwrap();
    assert_eq!(again.status.code(), Some(1));
    assert!(complaint.contains("it exists already"), "{complaint}");
}

/// `--every` is for the rows of `--out`: without it a note says that there are none, and the run goes on.
#[test]
fn times_of_rows_without_a_file_are_told() {
    let scene = written("no-rows.ron", crate::MIXED);
    let run = ["simulate", &scene, "--duration", "0.1", "--every", "0.05"];
    let output = tinkertoy(&run);
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{note}");
    assert!(note.starts_with("note: --every 0.05 "), "{note}");
    let out = temporary("rows-there.csv").display().to_string();
    let output = tinkertoy(&[&run[..], &["--out", &out]].concat());
    assert!(!String::from_utf8(output.stderr).unwrap().contains("--every"));
}

/// Rows that do not fit on the disk leave no new file.
#[test]
fn rows_are_complete_or_not_there() {
    let scene = written("rows-of-a-full-disk.ron", crate::MIXED);
    let path = temporary("rows-of-a-full-disk.csv");
    let _ = std::fs::remove_file(&path);
    let out = path.display().to_string();
    let output = with_little_room(8, &["simulate", &scene, "--duration", "5", "--out", &out]);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{complaint}");
    assert!(complaint.contains(": cannot be written: "), "{complaint}");
    assert!(!path.exists(), "{out}");
}
