//! `tinkertoy bench`: cost of an evaluation, by shape, size and method.

mod before;
mod report;

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;

use super::{Failure, say};
use crate::bench::{Case, Effort, HAS_PEERS, Row, Shape, measure};
use crate::solver::Hardware;

/// Measures what an evaluation costs on machines of known shape, beside a library.
#[derive(Args, Debug)]
pub struct Bench {
    /// Smaller machines and fewer rounds.
    #[arg(long)]
    quick: bool,
    /// One JSON object a measurement, one a line.
    #[arg(long)]
    json: bool,
    /// Only shapes of these names.
    #[arg(long, value_name = "SHAPE", value_delimiter = ',', value_parser = shape)]
    shapes: Vec<Shape>,
    /// Threads for a second look at what can share them; without this, as many as the machine has. All else takes one.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Writes a page with table, goals and charts into this folder.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// With --report: another build of this program, measured shape by shape in turns with this one and set beside it.
    #[arg(long, value_name = "PROGRAM", requires = "report")]
    before: Option<PathBuf>,
}

fn shape(text: &str) -> Result<Shape, String> {
    let known = || Shape::ALL.map(Shape::id).join(", ");
    let found = Shape::ALL.into_iter().find(|shape| shape.id() == text);
    found.ok_or_else(|| format!("there is no shape {text:?}; there are: {}", known()))
}

/// Message where the rows of the library are missing.
const NO_PEERS: &str = "this build has no rows of faer-sparse and faer-dense; to have them: \
    cargo run --release --features peers -- bench";

/// Times that Baraff 1996, section 9, measured on a workstation of its year (ms): the tree, and the addition for loops.
const PAPER: (f64, f64) = (7.75, 17.0);

impl Bench {
    /// Measures case by case and prints each result at once.
    ///
    /// # Errors
    /// When a method refuses a machine, or the output cannot be written.
    pub fn run(&self) -> Result<(), Failure> {
        if !HAS_PEERS {
            if self.report.is_some() {
                return Err(Failure::Failed(format!(
                    "a report compares with a library, and {NO_PEERS}"
                )));
            }
            eprintln!("{NO_PEERS}");
        }
        // Before measuring for minutes, so that the result can be kept.
        if let Some(folder) = &self.report {
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure::Failed(format!("{}: {error}", folder.display())))?;
        }
        let effort = if self.quick { Effort::Quick } else { Effort::Full };
        let threads = self
            .threads
            .map_or(Hardware::here().threads(), |threads| threads as usize);
        let mut all: Vec<Row> = Vec::new();
        let mut earlier = Vec::new();
        let mut growth: BTreeMap<&str, Vec<(usize, u64)>> = BTreeMap::new();
        if !self.json {
            say(&heading())?;
        }
        for shape in Shape::ALL {
            if !(self.shapes.is_empty() || self.shapes.contains(&shape)) {
                continue;
            }
            for &n in shape.sizes(self.quick) {
                let rows = measure(Case { shape, n }, effort, threads)
                    .map_err(|error| Failure::Failed(format!("{} of {n}: {error}", shape.id())))?;
                for row in &rows {
                    if self.json {
                        let line = serde_json::to_string(row).map_err(|e| Failure::Failed(e.to_string()))?;
                        say(&format!("{line}\n"))?;
                    } else {
                        say(&line(row))?;
                    }
                    if row.method == "sparse" && row.threads == 1 && shape.is_tree() {
                        growth.entry(shape.id()).or_default().push((n, row.total_ns));
                    }
                }
                all.extend(rows);
            }
            if let Some(program) = &self.before {
                earlier.extend(before::measure(program, shape, self.quick)?);
            }
        }
        if let Some(folder) = &self.report {
            report::write(folder, &all, &earlier, PAPER)?;
        }
        if self.json {
            return Ok(());
        }
        for (shape, points) in growth {
            if let Some(exponent) = exponent(&points) {
                say(&format!("{shape}: time grows as n^{exponent:.2}\n"))?;
            }
        }
        let paper = |shape| self.shapes.is_empty() || self.shapes.contains(&shape);
        if paper(Shape::PaperTree) || paper(Shape::PaperLoops) {
            let (tree, loops) = PAPER;
            say(&format!(
                "the paper's machine of 1996: {tree} ms for the tree, about {} ms with loops\n",
                tree + loops
            ))?;
        }
        Ok(())
    }
}

fn heading() -> String {
    format!(
        "{:<14}{:>8}  {:<14}{:>8}{:>12}{:>12}{:>12}{:>12}{:>12}{:>10}{:>9}\n",
        "shape",
        "n",
        "method",
        "threads",
        "symbolic ns",
        "assemble ns",
        "factor ns",
        "solve ns",
        "total ns",
        "ns per n",
        "B per n"
    )
}

fn line(row: &Row) -> String {
    let assemble = row.assemble_ns.map_or("-".to_owned(), |ns| ns.to_string());
    format!(
        "{:<14}{:>8}  {:<14}{:>8}{:>12}{:>12}{:>12}{:>12}{:>12}{:>10.1}{:>9}\n",
        row.shape,
        row.n,
        row.method,
        row.threads,
        row.symbolic_ns,
        assemble,
        row.factor_ns,
        row.solve_ns,
        row.total_ns,
        row.total_ns as f64 / row.n as f64,
        row.bytes / row.n
    )
}

/// Slope of the least-squares line through the logarithms; `None` for a single point.
fn exponent(points: &[(usize, u64)]) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points
        .iter()
        .map(|&(n, ns)| ((n as f64).ln(), (ns as f64).ln()))
        .collect();
    let count = logs.len() as f64;
    let mean = |f: fn(&(f64, f64)) -> f64| logs.iter().map(f).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let spread: f64 = logs.iter().map(|p| (p.0 - x).powi(2)).sum();
    (spread > 0.0).then(|| logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>() / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_law_gives_its_exponent() {
        let slope = exponent(&[(10, 1000), (100, 100_000), (1000, 10_000_000)]);
        assert!(slope.is_some_and(|slope| (slope - 2.0).abs() < 1e-12));
        assert_eq!(exponent(&[(10, 1000)]), None);
    }
}
