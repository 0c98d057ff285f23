//! The layers of ARCHITECTURE.md, held by the `use` lines: a module may import from those before it only.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

/// Each module with what it may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("math", &[]),
    ("parameter", &[]),
    ("solver", &[]),
    ("bodies", &["math", "parameter", "solver"]),
    ("constraints", &["bodies", "math", "parameter"]),
    ("forces", &["bodies", "constraints", "math", "parameter"]),
    (
        "scene",
        &["bodies", "constraints", "forces", "math", "parameter", "solver"],
    ),
    (
        "sim",
        &[
            "bodies",
            "constraints",
            "forces",
            "math",
            "parameter",
            "scene",
            "solver",
        ],
    ),
    (
        "bench",
        &["bodies", "constraints", "math", "scene", "sim", "solver"],
    ),
    ("worker", &["math", "scene", "sim", "solver"]),
    (
        "editor",
        &[
            "bodies",
            "constraints",
            "forces",
            "math",
            "parameter",
            "scene",
            "sim",
            "solver",
            "worker",
        ],
    ),
    (
        "render",
        &[
            "bodies",
            "constraints",
            "editor",
            "forces",
            "math",
            "parameter",
            "scene",
            "sim",
            "solver",
            "worker",
        ],
    ),
    (
        "validation",
        &[
            "bodies",
            "constraints",
            "forces",
            "math",
            "render",
            "scene",
            "sim",
            "solver",
        ],
    ),
    (
        "cli",
        &[
            "bench",
            "bodies",
            "constraints",
            "forces",
            "math",
            "parameter",
            "render",
            "scene",
            "sim",
            "solver",
            "app",
        ],
    ),
];

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

/// Every `crate::module` a source line names, comments left out.
fn imports(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in source.lines().filter(|line| !line.trim_start().starts_with("//")) {
        for part in line.split("crate::").skip(1) {
            let name: String = part
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            found.push(name);
        }
    }
    found
}

#[test]
fn no_module_imports_from_a_later_layer() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (module, allowed) in LAYERS {
        let mut paths = Vec::new();
        let folder = source.join(module);
        if folder.is_dir() {
            files(&folder, &mut paths);
        } else if source.join(format!("{module}.rs")).exists() {
            paths.push(source.join(format!("{module}.rs")));
        }
        for path in paths {
            for import in imports(&fs::read_to_string(&path).unwrap()) {
                let is_module =
                    LAYERS.iter().any(|(name, _)| *name == import) || import == "ui" || import == "app";
                if is_module && import != *module && !allowed.contains(&import.as_str()) {
                    wrong.push(format!(
                        "{} imports {import}",
                        path.strip_prefix(&source).unwrap().display()
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_solver_knows_nothing_of_files_input_or_kinds() {
    let mut paths = Vec::new();
    files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src/solver"),
        &mut paths,
    );
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        for word in ["serde", "std::fs", "macroquad", "egui", "SystemTime"] {
            assert!(!text.contains(word), "{} mentions {word}", path.display());
        }
    }
}
