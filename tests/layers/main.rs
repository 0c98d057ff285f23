//! The layers of ARCHITECTURE.md, checked by the module paths in the source: a layer imports only from the layers before it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod circles;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each folder or file of `src`, with the others that it may import.
const LAYERS: &[(&str, &str)] = &[
    ("clock", ""),
    ("math", ""),
    ("parameter", ""),
    ("raster", ""),
    ("solver", ""),
    ("bodies", "math parameter solver"),
    ("constraints", "bodies math parameter solver"),
    ("forces", "bodies constraints math parameter"),
    ("scene", "bodies constraints forces math parameter raster"),
    ("import", "bodies constraints forces math parameter scene"),
    ("sim", "bodies constraints forces math parameter scene solver"),
    ("kinematics", "bodies constraints math scene sim"),
    ("bench", "bodies clock constraints math scene sim solver"),
    (
        "lab",
        "bench bodies clock constraints forces math parameter scene sim solver",
    ),
    ("worker", "clock lab math scene sim solver"),
    (
        "editor",
        "bodies constraints forces kinematics lab math parameter raster scene sim worker",
    ),
    (
        "render",
        "bodies constraints editor forces kinematics lab math parameter raster scene sim worker",
    ),
    (
        "export",
        "bodies constraints editor lab math parameter raster render scene sim",
    ),
    ("validation", "bodies constraints forces math render scene sim"),
    (
        "ui",
        "bench bodies constraints editor forces kinematics lab math parameter raster render scene sim solver worker",
    ),
    (
        "app",
        "editor export import lab math raster render scene sim ui worker",
    ),
    (
        "cli",
        "app bench bodies clock constraints editor forces import lab math parameter render scene sim solver",
    ),
];

/// Layers that may not read a clock: simulated time is a number of the state.
const TIMELESS: &[&str] = &[
    "math",
    "parameter",
    "solver",
    "bodies",
    "constraints",
    "forces",
    "scene",
    "sim",
    "kinematics",
    "lab",
    "editor",
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
}

/// The files of a layer with their text, without the integration tests of the solver.
fn texts(layer: &str) -> Vec<(PathBuf, String)> {
    let (folder, file) = (source().join(layer), source().join(format!("{layer}.rs")));
    let mut paths = Vec::new();
    if folder.is_dir() {
        files(&folder, &mut paths);
    }
    if file.exists() {
        paths.push(file);
    }
    assert!(!paths.is_empty(), "there is no layer {layer}");
    paths.retain(|path| !path.starts_with(source().join("solver/tests")));
    let text = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path.strip_prefix(source()).unwrap().to_owned(), text)
    };
    paths.into_iter().map(text).collect()
}

/// Every `crate::module` named in source lines, comments excluded.
fn imports(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        for part in line.split("crate::").skip(1) {
            let end = part.find(|c: char| !c.is_alphanumeric() && c != '_');
            found.push(part[..end.unwrap_or(part.len())].to_owned());
        }
    }
    found
}

#[test]
fn every_folder_of_the_source_is_a_layer() {
    let there: BTreeSet<String> = fs::read_dir(source())
        .unwrap()
        .map(|entry| {
            entry
                .unwrap()
                .path()
                .file_stem()
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned()
        })
        .filter(|name| name != "lib" && name != "main")
        .collect();
    let listed: BTreeSet<String> = LAYERS.iter().map(|(layer, _)| (*layer).to_owned()).collect();
    assert_eq!(there, listed);
}

#[test]
fn no_layer_imports_from_a_later_one() {
    let mut wrong = Vec::new();
    for (layer, allowed) in LAYERS.iter().filter(|(layer, _)| *layer != "solver") {
        for (path, text) in texts(layer) {
            for import in imports(&text) {
                let is_layer = LAYERS.iter().any(|(name, _)| *name == import);
                // A list in braces would hide its imports.
                let fine = import == *layer || allowed.split(' ').any(|it| it == import);
                if import.is_empty() || is_layer && !fine {
                    wrong.push(format!("{} imports {import:?}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_solver_is_a_package_that_needs_no_other() {
    let manifest = fs::read_to_string(source().join("solver/Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap();
    let names: Vec<&str> = dependencies
        .lines()
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split(['=', ' ', '.']).next())
        .filter(|name| !name.is_empty() && !name.starts_with('#'))
        .collect();
    assert!(!names.contains(&"tinkertoy"), "{names:?}");
    for (path, text) in texts("solver") {
        for word in ["serde", "std::fs", "std::env", "macroquad", "egui", "tinkertoy::"] {
            let mentions = |line: &str| !line.trim_start().starts_with("//") && line.contains(word);
            assert!(!text.lines().any(mentions), "{} mentions {word}", path.display());
        }
    }
}

#[test]
fn nothing_below_the_worker_looks_at_a_clock() {
    for layer in TIMELESS {
        for (path, text) in texts(layer) {
            for word in ["std::time", "SystemTime", "Instant::now"] {
                assert!(!text.contains(word), "{} mentions {word}", path.display());
            }
        }
    }
}
