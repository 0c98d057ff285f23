//! The page on performance: goals, all measurements and charts, from one run.

mod beside;
mod charts;
mod goals;

use std::fmt::Write as _;
use std::path::Path;

use super::before::PreviousRow;
use crate::bench::{Row, Shape};
use crate::cli::Failure;
use crate::cli::out::write_file;

/// Writes `performance.md` and its charts into a folder.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn write(
    folder: &Path,
    rows: &[Row],
    earlier: &[PreviousRow],
    paper: (f64, f64),
) -> Result<(), Failure> {
    let save = |name: &str, text: &str| {
        let path = folder.join(name);
        write_file(&path, text.as_bytes())
            .map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))
    };
    for (name, chart) in charts::of(rows) {
        save(name, &chart.svg())?;
    }
    save("performance.md", &page(rows, earlier, paper))
}

fn find<'a>(rows: &'a [Row], shape: Shape, n: usize, method: &str) -> Option<&'a Row> {
    rows.iter()
        .find(|row| row.shape == shape.id() && row.n == n && row.method == method && row.threads == 1)
}

fn page(rows: &[Row], earlier: &[PreviousRow], paper: (f64, f64)) -> String {
    let mut text = format!(
        "# Performance\n\n\
         Written by `tinkertoy bench --report DIR` on {}. Times are medians of rounds in which everything takes\n\
         turns, each run warm before it is measured; absolute ones belong to the machine, ratios travel. *Ours* goes from the state of\n\
         a scene to its accelerations: forces, Jacobian, right-hand side, factor, solve, refinement. The *library* is the best variant\n\
         of faer's sparse Cholesky factorisation and is asked for numeric factor and solve alone, with sweeps of iterative refinement\n\
         where its answer leaves a larger residual than ours (long trusses). One thread where no other number is given. *Symbolic* is\n\
         what a change of topology costs. Part of the way through the factor is in the time of our factorisations, which take the\n\
         right-hand side along: compare sums. What a step takes where parts touch, beside physics engines, is on\n\
         [a page of its own](performance-contact.md); so is [what a step and a frame take](performance-steps.md).\n\n\
         ## Goals\n\n\
         | shape | n | ours, ns per n | library, ns per n | times faster | goal | |\n|---|---|---|---|---|---|---|\n",
        machine()
    );
    text.push_str(&goals::against_the_library(rows));
    text.push('\n');
    text.push_str(&of_singular(rows));
    text.push_str(&goals::of_growth_and_memory(rows));
    text.push_str(&beside::table(rows, earlier));
    text.push_str("\n## Charts\n\n");
    for (name, chart) in charts::of(rows) {
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

/// Remark on the library's figures for singular machines.
fn of_singular(rows: &[Row]) -> String {
    let shapes = Shape::ALL.into_iter().filter(|shape| shape.is_singular());
    let measured = shapes.filter(|shape| rows.iter().any(|row| row.shape == shape.id()));
    measured
        .map(|shape| {
            format!(
                "Rows of {} depend on each other. Ours share their load, which takes a second factor and refinement; the library's\n\
                 figures there are those of a factor of a singular matrix, whose answer means nothing.\n\n",
                shape.id()
            )
        })
        .collect()
}

fn per(ns: u64, n: usize) -> f64 {
    ns as f64 / n as f64
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

/// Short description of the computer.
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
        let page = page(&rows, &[], (7.75, 17.0));
        assert!(!page.contains("singular"), "{page}");
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
    #[test]
    fn a_factor_of_a_singular_matrix_is_called_one() {
        let rows = [row(Shape::LoopsRedundant, 200, "faer-sparse", 8_400)];
        let page = page(&rows, &[], (7.75, 17.0));
        assert!(
            page.contains("Rows of loops-redundant depend on each other"),
            "{page}"
        );
    }
}
