//! Goals of the solver, compared with the measurements.

use std::fmt::Write as _;

use super::{find, per};
use crate::bench::{Row, Shape};

/// A goal relative to the best of the library: time of its factor and solve over our time, either from state to accelerations
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

const GOALS: [Goal; 13] = [
    goal(Shape::Chain, 54, 2.0, true),
    goal(Shape::Chain, 1000, 3.0, true),
    goal(Shape::Chain, 100_000, 3.0, true),
    goal(Shape::LoopsLocal, 200, 2.5, true),
    goal(Shape::LoopsLocal, 1000, 2.5, true),
    goal(Shape::LoopsLocal, 1000, 4.0, false),
    goal(Shape::LoopsLocal, 10_000, 2.5, true),
    goal(Shape::LoopsRandom, 1000, 2.0, false),
    goal(Shape::Truss, 1000, 4.0, true),
    goal(Shape::Truss, 10_000, 2.0, true),
    goal(Shape::Lattice, 1024, 1.5, true),
    goal(Shape::Lattice, 10_000, 1.0, true),
    goal(Shape::Lattice, 100_000, 1.0, true),
];
/// Largest cost of a joint of a tree or star, relative to that of a chain of about the same size.
const AS_CHEAP: f64 = 1.3;
/// Largest deviation from 1 of the exponent of growth for trees.
const LINEAR: f64 = 0.05;
/// Number of parts of the machine for the goal on changes of topology.
const EDITED: usize = 10_000;
/// Largest memory for a joint of a tree (bytes).
const BYTES: usize = 600;

fn mark(met: bool) -> &'static str {
    if met { "met" } else { "missed" }
}

/// Longest time for a change of topology (ms): a frame, and more where loops span the whole machine.
fn longest_edit(shape: &str) -> f64 {
    match [Shape::LoopsRandom, Shape::LoopsRedundant]
        .iter()
        .any(|it| it.id() == shape)
    {
        true => 40.0,
        false => 16.0,
    }
}

/// A line of the table for each goal, and for all other measurements, whose goal is to be faster than the library. Singular matrices
/// are not compared.
pub(super) fn against_the_library(rows: &[Row]) -> String {
    let named = |shape: Shape, n: usize| GOALS.iter().any(|it| it.whole && it.shape == shape && it.n == n);
    let others = rows
        .iter()
        .filter(|row| row.method == "sparse" && row.threads == 1);
    let others = others.filter_map(|row| {
        let shape = Shape::ALL.into_iter().find(|shape| shape.id() == row.shape)?;
        let is_bar = find(rows, shape, row.n, "faer-sparse").is_some() && !shape.is_singular();
        (is_bar && !named(shape, row.n)).then(|| goal(shape, row.n, 1.0, true))
    });
    let all = GOALS.into_iter().chain(others);
    all.map(|goal| goal_line(rows, &goal)).collect()
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

/// Goals on trees against chains, growth, changes of topology and memory.
pub(super) fn of_growth_and_memory(rows: &[Row]) -> String {
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
    for shape in [Shape::Chain, Shape::Tree, Shape::Driven, Shape::Machines] {
        let points: Vec<(usize, u64)> = rows
            .iter()
            .filter(|row| row.shape == shape.id() && row.method == "sparse" && row.threads == 1)
            .map(|row| (row.n, row.total_ns))
            .collect();
        if let Some(exponent) = super::super::exponent(&points) {
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
            let (ms, most) = (row.symbolic_ns as f64 * 1e-6, longest_edit(row.shape));
            let _ = writeln!(
                text,
                "- {} of {}: a change of topology takes the solver {ms:.1} ms; goal {most}: {}.",
                row.shape,
                row.n,
                mark(ms <= most)
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
