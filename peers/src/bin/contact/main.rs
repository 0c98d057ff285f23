//! Parts that touch, beside rapier2d and Box2D: `cargo run --release --bin contact`, in this folder, measures what a step takes and the
//! errors it leaves, and writes `docs/performance-contact.md` with its table and plots.
//!
//! With names of scenes only those are measured; figures of the others stay. `--quick` measures the smallest size of each and writes nothing,
//! `--page` writes the page from the figures there are.
#![allow(clippy::panic)]

mod box2d;
mod engine;
mod judge;
mod measure;
mod ours;
mod page;
mod plain;
mod rapier;
mod scenes;
mod table;
mod variant;

use std::fs;
use std::path::{Path, PathBuf};

use measure::Row;
use scenes::Family;
use tinkertoy::validation::report::Page;

const FIGURES: &str = "validation/contact_peers.csv";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let quick = words.iter().any(|it| it == "--quick");
    if words.iter().any(|it| it == "--page") {
        write(&page::of_rows(&kept(&[])));
        return;
    }
    let names: Vec<&String> = words.iter().filter(|it| !it.starts_with("--")).collect();
    let is_asked_for = |family: &&Family| names.is_empty() || names.iter().any(|it| *it == family.name);
    for family in scenes::FAMILIES.iter().filter(is_asked_for) {
        let sizes = if quick { &family.sizes[..1] } else { family.sizes };
        let mut rows = Vec::new();
        for &size in sizes {
            match measure::all(family, size, size == family.main || quick) {
                Ok(measured) => rows.extend(measured),
                Err(error) => panic!("{} of {size}: {error}", family.name),
            }
        }
        if !quick {
            put_in(rows, family);
        }
    }
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

fn save(name: &str, text: &str) {
    let path = docs().join(name);
    if let Err(error) = fs::write(&path, text) {
        panic!("{}: {error}", path.display());
    }
}

/// What was measured before, of families other than these.
fn kept(families: &[&str]) -> Vec<Row> {
    let text = fs::read_to_string(docs().join(FIGURES)).unwrap_or_default();
    table::read_others(&text, families)
}

/// Puts rows of a family in the place of those before, and writes the page anew.
fn put_in(rows: Vec<Row>, family: &Family) {
    let mut all = kept(&[family.name]);
    all.extend(rows);
    let rank = |row: &Row| scenes::FAMILIES.iter().position(|it| it.name == row.family);
    all.sort_by_key(rank);
    save(FIGURES, &table::csv(&all));
    write(&page::of_rows(&all));
}

fn write(page: &Page) {
    for (name, picture) in &page.pictures {
        save(&format!("validation/{name}"), picture);
    }
    save("performance-contact.md", &page.text);
}
