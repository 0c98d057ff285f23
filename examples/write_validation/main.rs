//! Writes the validation report, `docs/validation.md` with its plots: `cargo run --release --example write_validation`.
#![allow(clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use tinkertoy::validation::report::{self, Page};
use tinkertoy::validation::{
    Goal, Scheme, contact, drift, long_runs, machines, near_singular, problems, statics,
};

const OPENING: &str = "# Validation

The program against problems whose answers are known otherwise: closed forms, statics, and equations in minimal
coordinates that were integrated to round-off by a method the program does not have (Gragg's midpoint rule,
extrapolated to order 16). Everything here is written by one command,

```
cargo run --release --example write_validation
```

from the scenes in `scenes/validation`; it fails when a figure misses what it must show, and the tests hold slices of it. Gains and tolerances are fixed in SI while the
step changes. *Energy* is the largest error of energy less the ledger of work, as a share of the largest kinetic energy; *drift*
the largest opening of a joint. *Order* is what halving the step did to the error of the first quantity, given where both
errors lie between 1e-10 and 5 % of the quantity: above, the run is on another course; below, rounding has a part in it.
";

fn main() -> ExitCode {
    let mut page = Page::default();
    let mut summary = vec![
        ["Problem", "Quantity", "Error", "Energy", "Drift"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for problem in problems::ALL {
        eprintln!("{}", problem.id);
        match report::problem(&mut page, problem, &Scheme::COMPARED) {
            Ok(rows) => summary.extend(rows),
            Err(error) => panic!("{error}"),
        }
    }
    let mut whole = Page {
        text: format!("{OPENING}\n## At a glance: {}, 1/1000 s\n", Scheme::USUAL.label()),
        pictures: page.pictures,
        goals: page.goals,
        orders: page.orders,
    };
    whole.table(&summary);
    whole.text.push_str("\n## Problem by problem\n");
    whole.text.push_str(&page.text);
    report::orders(&mut whole, &Scheme::COMPARED);
    eprintln!("free chain");
    // Without measurements of other engines the table has only this one.
    let peers = ["peers.csv", "peers-pymunk.csv"].map(rows_below_head).concat();
    if let Err(error) = drift::section(&mut whole, &peers) {
        panic!("{error}");
    }
    eprintln!("a million steps, heavy weights, an hour");
    if let Err(error) = long_runs::sections(&mut whole) {
        panic!("{error}");
    }
    eprintln!("near singular poses");
    if let Err(error) = near_singular::sections(&mut whole) {
        panic!("{error}");
    }
    eprintln!("contact");
    contact::section(&mut whole);
    if let Err(error) = statics::section(&mut whole) {
        panic!("{error}");
    }
    machines::section(&mut whole, &rows_below_head("machines.csv"));
    report::goals(&mut whole);
    write(&whole);
    let missed: Vec<&Goal> = whole.goals.iter().filter(|goal| !goal.met()).collect();
    for goal in &missed {
        eprintln!(
            "missed: {}: {:e}, not below {:e}",
            goal.what, goal.figure, goal.limit
        );
    }
    if missed.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Rows of a table measured with other programs, without its header; empty where there is no such file.
fn rows_below_head(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs/validation")
        .join(name);
    let text = fs::read_to_string(path).unwrap_or_default();
    let rows = text.lines().skip(1);
    rows.map(|line| format!("{line}\n")).collect()
}

fn write(page: &Page) {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let folder = docs.join("validation");
    let save = |path: &Path, text: &str| {
        if let Err(error) = fs::write(path, text) {
            panic!("{}: {error}", path.display());
        }
    };
    if let Err(error) = fs::create_dir_all(&folder) {
        panic!("{}: {error}", folder.display());
    }
    for (name, text) in &page.pictures {
        save(&folder.join(name), text);
    }
    save(&docs.join("validation.md"), &page.text);
}
