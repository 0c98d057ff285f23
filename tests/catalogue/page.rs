//! The documentation page on adding a kind: its code is the code compiled here, and the kind works.

use tinkertoy::constraints::{ConstraintKind, Midline};
use tinkertoy::forces::{ForceKind, Push};

use crate::build::{Build, centre, ground, position, run, v2};

const PAGE: &str = include_str!("../../docs/adding-a-kind.md");

/// The Rust code blocks of the page.
fn blocks() -> Vec<String> {
    let code = |rest: &str| rest.split("\n```").next().unwrap().to_owned() + "\n";
    PAGE.split("\n```rust\n").skip(1).map(code).collect()
}

#[test]
fn the_page_on_adding_a_kind_is_what_is_compiled() {
    let found = blocks();
    assert_eq!(found.len(), 3);
    assert_eq!(
        found[0],
        include_str!("../../src/constraints/midline.rs"),
        "the file"
    );
    let table = include_str!("../../src/constraints/mod.rs");
    assert!(table.contains(&found[1]), "the line of the table");
    assert!(table.contains("mod midline;") && table.contains("pub use self::midline::Midline;"));
    assert!(include_str!("page.rs").contains(&found[2]), "the test");
}

/// Between two nails a bead falls straight down the middle, and the constraint force balances a sideways push.
#[test]
fn the_page_on_adding_a_kind_runs() {
    let mut build = Build::default();
    let bead = build.particle(0.0, 1.0, 0.5);
    let midline = ConstraintKind::Midline(Midline::default());
    build.join(midline, &[ground(-1.0, 0.0), ground(1.0, 0.0), centre(bead)]);
    let push = Push {
        force: v2(3.0, 0.0),
        ..Push::default()
    };
    build.force(ForceKind::Push(push), &[centre(bead)]);
    let mut run = run(&build.scene, 0.5);
    assert!(position(&run, bead).distance(v2(0.0, 1.0 - 0.125 * 9.81)) < 1e-9);
    run.evaluate().unwrap();
    assert!((run.dynamics.solution.lambda[0] + 3.0).abs() < 1e-9);
}
