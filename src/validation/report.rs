//! The part of the report that is about the problems: for each, what it is, tables of errors and orders, plots.

use std::fmt::Write as _;

use super::measure::{self, Outcome};
use super::plot::{Line, Plot, Scale};
use super::{Problem, Scheme};
use crate::scene::file::FileError;

/// Steps that are compared (s), from the longest; each is half the one before.
pub const STEPS: [f64; 5] = [1.0 / 60.0, 1.0 / 120.0, 1.0 / 240.0, 1.0 / 480.0, 1.0 / 960.0];

/// Machines of more parts than this are run only at the steps the report must show.
const SMALL: usize = 20;

/// A page with the pictures it shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// Markdown.
    pub text: String,
    /// Pictures by file name.
    pub pictures: Vec<(String, String)>,
}

impl Page {
    /// Adds a picture below what is there.
    pub fn picture(&mut self, name: &str, plot: &Plot) {
        let _ = writeln!(self.text, "\n![{}](validation/{name}.svg)", plot.title);
        self.pictures.push((format!("{name}.svg"), plot.svg()));
    }

    /// Adds a table; the first row is the head.
    pub fn table(&mut self, rows: &[Vec<String>]) {
        self.text.push('\n');
        for (k, row) in rows.iter().enumerate() {
            let _ = writeln!(self.text, "| {} |", row.join(" | "));
            if k == 0 {
                let _ = writeln!(self.text, "|{}", "---|".repeat(row.len()));
            }
        }
    }
}

/// A number of a table: two digits are all an error has to say.
pub fn short(x: f64) -> String {
    if x == 0.0 {
        "0".to_owned()
    } else {
        format!("{x:.1e}")
    }
}

/// Runs a problem with these schemes and writes what came of it; also a row of the summary.
///
/// # Errors
/// When its scene cannot be read.
pub fn problem(
    page: &mut Page,
    problem: &Problem,
    schemes: &[Scheme],
) -> Result<Vec<Vec<String>>, FileError> {
    let _ = writeln!(
        page.text,
        "\n### {}\n\n- Scene: [`scenes/validation/{}.ron`](../scenes/validation/{}.ron)\n- Source: {}\n- Parameters: {}\n\
         - Reference: {}\n- Followed for {} s, compared {} times",
        problem.title,
        problem.id,
        problem.id,
        problem.source,
        problem.parameters,
        problem.reference,
        problem.seconds,
        measure::OUTPUTS
    );
    let reference = Scheme::USUAL;
    let fine = measure::run(problem, reference, 1e-3, problem.seconds)?;
    let summary = problem
        .quantities
        .iter()
        .zip(&fine.errors)
        .map(|(quantity, error)| {
            vec![
                problem.title.to_owned(),
                quantity.label.to_owned(),
                format!("{} {}", short(*error), quantity.unit),
                short(fine.energy),
                format!("{} m", short(fine.drift)),
            ]
        })
        .collect();
    if fine.energy < 1e-30 {
        // Nothing moves: the step makes no difference.
        let _ = writeln!(
            page.text,
            "- Largest error: {} {}",
            short(fine.errors[0]),
            problem.quantities[0].unit
        );
        return Ok(summary);
    }
    if problem.scene()?.parts().count() > SMALL {
        let coarse = measure::run(problem, reference, 1.0 / 240.0, problem.seconds)?;
        let mut rows = vec![head(problem)];
        rows.push(row(&reference.label(), "1/240 s", &coarse));
        rows.push(row(&reference.label(), "1/1000 s", &fine));
        page.table(&rows);
    } else {
        ladder(page, problem, schemes)?;
    }
    page.picture(&format!("{}-energy", problem.id), &energy(problem, &fine));
    Ok(summary)
}

fn head(problem: &Problem) -> Vec<String> {
    let mut head = vec!["Method".to_owned(), "Step".to_owned()];
    head.extend(
        problem
            .quantities
            .iter()
            .map(|it| format!("{} ({})", it.label, it.unit)),
    );
    head.extend(["Energy", "Drift (m)"].map(str::to_owned));
    head
}

fn row(label: &str, step: &str, outcome: &Outcome) -> Vec<String> {
    let mut row = vec![label.to_owned(), step.to_owned()];
    if let Some(stopped) = &outcome.stopped {
        row.push(format!("stopped at {stopped}"));
        row.resize(outcome.errors.len() + 4, String::new());
        return row;
    }
    row.extend(outcome.errors.iter().map(|x| short(*x)));
    row.extend([short(outcome.energy), short(outcome.drift)]);
    row
}

/// Errors at steps halved again and again, with the order they show, and a plot of them.
fn ladder(page: &mut Page, problem: &Problem, schemes: &[Scheme]) -> Result<(), FileError> {
    let mut heads = head(problem);
    heads.push("Order".to_owned());
    let mut rows = vec![heads];
    let mut lines = Vec::new();
    for scheme in schemes {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for h in STEPS {
            let outcome = measure::run(problem, *scheme, h, problem.seconds)?;
            let mut row = row(&scheme.label(), &format!("1/{:.0} s", 1.0 / h), &outcome);
            if outcome.stopped.is_none() {
                points.push((h, outcome.errors[0]));
            }
            let orders = measure::orders(&points);
            let order = orders
                .last()
                .filter(|order| outcome.stopped.is_none() && order.is_finite());
            row.push(order.map_or(String::new(), |order| format!("{order:.2}")));
            rows.push(row);
        }
        lines.push(Line {
            name: scheme.label(),
            points: points.iter().map(|(h, error)| [*h, *error]).collect(),
            marks: true,
        });
    }
    page.table(&rows);
    let quantity = &problem.quantities[0];
    page.picture(
        &format!("{}-order", problem.id),
        &Plot {
            title: format!("{}: error against step", problem.title),
            axes: [
                "step (s)".to_owned(),
                format!("largest error of the {} ({})", quantity.label, quantity.unit),
            ],
            scales: [Scale::Decimal, Scale::Decimal],
            lines,
        },
    );
    Ok(())
}

fn energy(problem: &Problem, outcome: &Outcome) -> Plot {
    Plot {
        title: format!(
            "{}: energy error, {}, 1/1000 s",
            problem.title,
            Scheme::USUAL.label()
        ),
        axes: [
            "time (s)".to_owned(),
            "share of the largest kinetic energy".to_owned(),
        ],
        scales: [Scale::Linear, Scale::Linear],
        lines: vec![Line {
            name: "energy less ledger".to_owned(),
            points: outcome.energy_history.clone(),
            marks: false,
        }],
    }
}
