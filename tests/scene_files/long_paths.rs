//! Saving to paths near the length limit of the system.

use std::fs;
use std::path::{Path, PathBuf};

use tinkertoy::scene::Scene;
use tinkertoy::scene::file;

/// Longest path on Linux (bytes).
const LONGEST: usize = 4095;

/// A path of this many bytes, whose file name has `name` bytes, in folders that exist.
fn path_of(bytes: usize, name: usize) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("long-paths")
        .join(format!("{bytes}-{name}"));
    let _ = fs::remove_dir_all(&root);
    let mut folder = root;
    loop {
        let left = bytes - name - 1 - folder.as_os_str().len();
        match left {
            0 => break,
            // One byte must remain for a name after its slash.
            202 => folder.push("f".repeat(100)),
            _ => folder.push("f".repeat((left - 1).min(200))),
        }
    }
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("m".repeat(name));
    assert_eq!(path.as_os_str().len(), bytes);
    path
}

#[test]
fn a_path_as_long_as_they_go_is_saved_to() {
    for (bytes, name) in [(4085, 5), (LONGEST, 40), (LONGEST, 2), (LONGEST, 1)] {
        let path = path_of(bytes, name);
        for title in ["one", "two"] {
            let mut scene = Scene::default();
            scene.info.title = title.into();
            file::save(&scene, &path).unwrap_or_else(|error| panic!("{bytes}, {name}: {error}"));
            assert_eq!(file::load(&path).unwrap().info.title, title);
        }
        let left = fs::read_dir(path.parent().unwrap()).unwrap().count();
        assert_eq!(left, 1, "nothing is left beside it");
    }
}

#[test]
fn a_path_that_is_too_long_is_refused_with_its_length() {
    let path = path_of(LONGEST, 5).with_file_name("machine-of-mine.ron");
    let told = file::save(&Scene::default(), &path).unwrap_err().to_string();
    let bytes = path.as_os_str().len();
    assert!(told.contains("machine-of-mine.ron: cannot be written"), "{told}");
    assert!(
        told.ends_with(&format!("its path has {bytes} bytes, give a shorter one")),
        "{told}"
    );
}
