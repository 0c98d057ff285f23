//! The page on performance: the table of goals, all that was measured, and charts, from one run.

use std::fmt::Write as _;
use std::path::Path;

use crate::bench::{Row, Shape};
use crate::cli::Failure;
use crate::render::chart::{Chart, Curve, SIZE};
use crate::render::svg::svg;
use crate::render::theme::Theme;

/// A goal against the best of the library: time of its factor and solve over ours from state to accelerations
/// (`whole`) or of factor and solve alone.
struct Goal {
    shape: Shape,
    n: usize,
    times: f64,
    whole: bool,
}

const fn goal(shape: Shape, n: usize, times: f64, whole: bool) -> Goal {
    Goal {
        shape,
        n,
        times,
        whole,
    }
}

const GOALS: [Goal; 9] = [
    goal(Shape::Chain, 54, 2.0, true),
    goal(Shape::Chain, 1000, 3.0, true),
    goal(Shape::Chain, 100_000, 3.0, true),
    goal(Shape::LoopsLocal, 1000, 4.0, false),
    goal(Shape::LoopsRandom, 1000, 2.0, false),
    goal(Shape::Truss, 1000, 4.0, true),
    goal(Shape::Lattice, 1024, 1.5, true),
    goal(Shape::Lattice, 10_000, 1.0, true),
    goal(Shape::Lattice, 100_000, 1.0, true),
];
/// What a joint of a tree or a star may cost against one of a chain of about its size.
const AS_CHEAP: f64 = 1.3;
/// How far the exponent of the growth of trees may lie from one.
const LINEAR: f64 = 0.05;
/// Parts of a machine whose topology changes, and how long that may take (ms): a frame.
const EDITED: usize = 10_000;
const FRAME: f64 = 16.0;
/// Bytes a joint of a tree may take.
const BYTES: usize = 600;

/// Writes `performance.md` and its charts into a folder.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn write(folder: &Path, rows: &[Row], paper: (f64, f64)) -> Result<(), Failure> {
    let save = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))
    };
    for (name, chart) in charts(rows) {
        save(name, &svg(&chart.draw(&Theme::light()), SIZE))?;
    }
    save("performance.md", &page(rows, paper))
}

fn find<'a>(rows: &'a [Row], shape: Shape, n: usize, method: &str) -> Option<&'a Row> {
    rows.iter()
        .find(|row| row.shape == shape.id() && row.n == n && row.method == method && row.threads == 1)
}

fn page(rows: &[Row], paper: (f64, f64)) -> String {
    let mut text = format!(
        "# Performance\n\n\
         Written by `tinkertoy bench --report DIR` on {}. Times are medians of rounds in which everything takes turns; absolute ones\n\
         belong to the machine, ratios travel. *Ours* goes from the state of a scene to its accelerations: forces, Jacobian, right-hand\n\
         side, factor, solve, refinement. The *library* is the best variant of faer's sparse Cholesky factorisation and is asked for\n\
         numeric factor and solve alone. One thread where no other number is given. *Symbolic* is what a change of topology costs.\n\n\
         ## Goals\n\n\
         | shape | n | ours, ns per n | library, ns per n | times faster | goal | |\n|---|---|---|---|---|---|---|\n",
        machine()
    );
    for goal in &GOALS {
        text.push_str(&goal_line(rows, goal));
    }
    text.push('\n');
    text.push_str(&other_goals(rows));
    text.push_str("\n## Charts\n\n");
    for (name, chart) in charts(rows) {
        let _ = writeln!(text, "![{}]({name})\n", chart.title);
    }
    text.push_str("## The experiment of 1996\n\n");
    text.push_str(&experiment(rows, paper));
    text.push_str(
        "\n## All that was measured\n\n\
         | shape | n | method | threads | symbolic ns | assemble ns | factor ns | solve ns | total ns | ns per n | bytes per n |\n\
         |---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let assemble = row.assemble_ns.map_or("–".to_owned(), |ns| ns.to_string());
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {assemble} | {} | {} | {} | {:.1} | {} |",
            row.shape,
            row.n,
            row.method,
            row.threads,
            row.symbolic_ns,
            row.factor_ns,
            row.solve_ns,
            row.total_ns,
            per(row.total_ns, row.n),
            row.bytes / row.n
        );
    }
    text
}

fn per(ns: u64, n: usize) -> f64 {
    ns as f64 / n as f64
}

fn mark(met: bool) -> &'static str {
    if met { "met" } else { "missed" }
}

fn goal_line(rows: &[Row], goal: &Goal) -> String {
    let ours = find(rows, goal.shape, goal.n, "sparse");
    let theirs = find(rows, goal.shape, goal.n, "faer-sparse");
    let (Some(ours), Some(theirs)) = (ours, theirs) else {
        return format!(
            "| {} | {} | – | – | – | {}x | not measured |\n",
            goal.shape.id(),
            goal.n,
            goal.times
        );
    };
    let time = if goal.whole {
        ours.total_ns
    } else {
        ours.factor_ns + ours.solve_ns
    };
    let faster = theirs.total_ns as f64 / time.max(1) as f64;
    let what = if goal.whole { "" } else { ", factor and solve" };
    format!(
        "| {}{what} | {} | {:.1} | {:.1} | {faster:.2}x | {}x | {} |\n",
        goal.shape.id(),
        goal.n,
        per(time, goal.n),
        per(theirs.total_ns, goal.n),
        goal.times,
        mark(faster >= goal.times)
    )
}

/// Trees against chains, growth, memory.
fn other_goals(rows: &[Row]) -> String {
    let mut text = String::new();
    for (shape, n, chain) in [
        (Shape::Tree, 54, 54),
        (Shape::Tree, 1000, 1000),
        (Shape::Tree, 100_000, 100_000),
        (Shape::Star, 300, 1000),
    ] {
        let pair = find(rows, shape, n, "sparse").zip(find(rows, Shape::Chain, chain, "sparse"));
        if let Some((row, chain)) = pair {
            let ratio = per(row.total_ns, row.n) / per(chain.total_ns, chain.n);
            let _ = writeln!(
                text,
                "- {} of {n}: {:.1} ns a joint, {ratio:.2} times that of a chain of {}; goal {AS_CHEAP}: {}.",
                shape.id(),
                per(row.total_ns, row.n),
                chain.n,
                mark(ratio <= AS_CHEAP)
            );
        }
    }
    for shape in [Shape::Chain, Shape::Tree] {
        let points: Vec<(usize, u64)> = rows
            .iter()
            .filter(|row| row.shape == shape.id() && row.method == "sparse" && row.threads == 1)
            .map(|row| (row.n, row.total_ns))
            .collect();
        if let Some(exponent) = super::exponent(&points) {
            let _ = writeln!(
                text,
                "- {}: time grows as n^{exponent:.3}; goal 1 ± {LINEAR}: {}.",
                shape.id(),
                mark((exponent - 1.0).abs() <= LINEAR)
            );
        }
    }
    for row in rows.iter().filter(|row| row.method == "sparse") {
        if row.threads > 1
            && let Some(shape) = Shape::ALL.into_iter().find(|shape| shape.id() == row.shape)
            && let Some(one) = find(rows, shape, row.n, "sparse")
        {
            let _ = writeln!(
                text,
                "- {} of {}: {} threads are {:.2} times as fast as one.",
                row.shape,
                row.n,
                row.threads,
                one.total_ns as f64 / row.total_ns.max(1) as f64
            );
        } else if row.n == EDITED {
            let ms = row.symbolic_ns as f64 * 1e-6;
            let _ = writeln!(
                text,
                "- {} of {}: a change of topology takes the solver {ms:.1} ms; goal {FRAME}: {}.",
                row.shape,
                row.n,
                mark(ms <= FRAME)
            );
        }
    }
    for shape in Shape::ALL {
        let of_shape = rows
            .iter()
            .filter(|row| row.method == "sparse" && row.threads == 1 && row.shape == shape.id());
        if let Some(row) = of_shape.max_by_key(|row| row.n) {
            let bytes = row.bytes / row.n;
            let (of_what, goal) = if shape.is_tree() {
                ("a joint", format!("; goal {BYTES}: {}", mark(bytes < BYTES)))
            } else {
                ("for each of n", String::new())
            };
            let _ = writeln!(
                text,
                "- {} of {}: {bytes} bytes {of_what}, the compiled model included{goal}.",
                row.shape, row.n,
            );
        }
    }
    text
}

fn experiment(rows: &[Row], (tree, loops): (f64, f64)) -> String {
    let mut text = String::from(
        "Section 9 of Baraff 1996 measures a system of 54 constraints in two dimensions, 108 multipliers: a tree, and the same with 6 of\n\
         the constraints closing loops (96 primary and 12 auxiliary multipliers).\n\n\
         | | 1996 | ours | |\n|---|---|---|---|\n",
    );
    for (shape, then) in [(Shape::PaperTree, tree), (Shape::PaperLoops, tree + loops)] {
        for method in ["sparse", "auxiliary"] {
            if let Some(row) = find(rows, shape, 54, method) {
                let now = row.total_ns as f64 * 1e-6;
                let _ = writeln!(
                    text,
                    "| {}, {method} | {then:.2} ms | {now:.4} ms | {:.0} times as fast |",
                    shape.id(),
                    then / now
                );
            }
        }
    }
    text
}

fn charts(rows: &[Row]) -> Vec<(&'static str, Chart)> {
    let curve = |shape: Shape, method: &str, name: String| {
        let points = rows
            .iter()
            .filter(|row| row.shape == shape.id() && row.method == method && row.threads == 1)
            .map(|row| (row.n as f64, row.total_ns as f64 * 1e-3))
            .collect();
        Curve {
            name,
            points,
            dashed: method.starts_with("faer"),
        }
    };
    let chart = |title: &str, curves: Vec<Curve>| Chart {
        title: title.to_owned(),
        x: "n".to_owned(),
        y: "microseconds".to_owned(),
        curves: curves
            .into_iter()
            .filter(|curve| !curve.points.is_empty())
            .collect(),
    };
    let of = |shape: Shape, methods: &[&str]| {
        methods
            .iter()
            .map(|method| curve(shape, method, (*method).to_owned()))
            .collect()
    };
    vec![
        (
            "performance-chain.svg",
            chart(
                "A chain, by method",
                of(
                    Shape::Chain,
                    &["sparse", "dense", "cg", "faer-sparse", "faer-dense"],
                ),
            ),
        ),
        (
            "performance-shapes.svg",
            chart(
                "The sparse method, by shape",
                [
                    Shape::Chain,
                    Shape::Tree,
                    Shape::Star,
                    Shape::Truss,
                    Shape::Lattice,
                ]
                .into_iter()
                .map(|shape| curve(shape, "sparse", shape.id().to_owned()))
                .collect(),
            ),
        ),
        (
            "performance-lattice.svg",
            chart(
                "A lattice of particles",
                of(Shape::Lattice, &["sparse", "faer-sparse", "cg"]),
            ),
        ),
    ]
}

/// The machine, in a few words.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find(|line| line.starts_with("model name"))
        .and_then(|line| line.split_once(':'))
        .map_or("an unnamed processor", |(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model} with {cores} threads, {}", std::env::consts::OS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(shape: Shape, n: usize, method: &str, total_ns: u64) -> Row {
        Row {
            shape: shape.id(),
            n,
            method: method.to_owned(),
            threads: 1,
            symbolic_ns: 0,
            assemble_ns: None,
            factor_ns: total_ns / 2,
            solve_ns: total_ns / 2,
            total_ns,
            bytes: 500 * n,
        }
    }

    #[test]
    fn goals_are_judged_by_ratios() {
        let rows = [
            row(Shape::Chain, 54, "sparse", 4_000),
            row(Shape::Chain, 54, "faer-sparse", 8_400),
            row(Shape::Chain, 1000, "sparse", 75_000),
            row(Shape::Chain, 1000, "faer-sparse", 150_000),
        ];
        let page = page(&rows, (7.75, 17.0));
        assert!(
            page.contains("| chain | 54 | 74.1 | 155.6 | 2.10x | 2x | met |"),
            "{page}"
        );
        assert!(page.contains("| 2.00x | 3x | missed |"), "{page}");
        assert!(page.contains("n^1.0"), "{page}");
        assert!(page.contains("500 bytes a joint"), "{page}");
        assert!(
            page.contains("| lattice | 1024 | – | – | – | 1.5x | not measured |"),
            "{page}"
        );
    }
}
