//! The part of the report on the problems: description, tables of errors and orders, and plots for each problem.

use std::fmt::Write as _;

use super::measure::{self, Outcome};
use super::{Goal, Problem, Scheme};
use crate::render::plot::{Line, Plot, Scale};
use crate::scene::file::FileError;

/// Limits of the usual scheme at 1/1000 s: energy error relative to the largest kinetic energy, and relative error of each
/// quantity.
const USUAL_ERROR: (f64, f64) = (1e-6, 1e-6);
/// Largest difference of an observed order below the theoretical one.
const SHORTFALL: f64 = 0.35;

/// A page of the report with its pictures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// Markdown.
    pub text: String,
    /// Pictures by file name.
    pub pictures: Vec<(String, String)>,
    /// Goals of its figures.
    pub goals: Vec<Goal>,
    /// Observed orders at the shortest steps that show one: scheme, problem, order.
    pub orders: Vec<(Scheme, &'static str, f64)>,
}

impl Page {
    /// Appends a picture.
    pub fn picture(&mut self, name: &str, plot: &Plot) {
        let _ = writeln!(self.text, "\n![{}](validation/{name}.svg)", plot.title);
        self.pictures.push((format!("{name}.svg"), plot.svg()));
    }

    /// Adds a goal: a figure with its limit.
    pub fn goal(&mut self, what: String, figure: f64, limit: f64) {
        self.goals.push(Goal { what, figure, limit });
    }

    /// Appends a table; the first row is the header.
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

/// Formats a number for a table; two digits suffice for an error.
pub fn short(x: f64) -> String {
    if x == 0.0 {
        "0".to_owned()
    } else {
        format!("{x:.1e}")
    }
}

/// Runs a problem with these schemes and writes its results; returns its rows of the summary.
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
    let (energy_limit, limit) = USUAL_ERROR;
    let way = format!("{}, {}, 1/1000 s", problem.title, reference.label());
    page.goal(format!("{way}: energy error"), fine.energy, energy_limit);
    page.goal(format!("{way}: error as a share"), fine.worst(), limit);
    page.goal(format!("{way}: soft steps"), fine.softened as f64, 1.0);
    whole(page, problem, schemes, &fine)?;
    ladder(page, problem, schemes)?;
    if fine.energy > 1e-30 {
        page.picture(&format!("{}-energy", problem.id), &energy(problem, &fine));
    }
    Ok(summary)
}

/// Table of the results of all schemes over the whole duration.
fn whole(page: &mut Page, problem: &Problem, schemes: &[Scheme], usual: &Outcome) -> Result<(), FileError> {
    let mut rows = vec![head(problem)];
    for scheme in schemes {
        if *scheme == Scheme::USUAL {
            rows.push(row(&scheme.label(), "1/1000 s", usual));
        } else {
            let outcome = measure::run(problem, *scheme, 1e-3, problem.seconds)?;
            rows.push(row(&scheme.label(), "1/1000 s", &outcome));
        }
    }
    page.table(&rows);
    Ok(())
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

/// Table and plot of errors at successively halved steps, with the observed order.
fn ladder(page: &mut Page, problem: &Problem, schemes: &[Scheme]) -> Result<(), FileError> {
    let _ = writeln!(
        page.text,
        "\nOver {} s, at steps halved again and again:",
        problem.smooth
    );
    let mut heads = head(problem);
    heads.push("Order".to_owned());
    let mut rows = vec![heads];
    let mut lines = Vec::new();
    for scheme in schemes {
        let (mut points, mut shares): (Vec<[f64; 2]>, Vec<(f64, f64)>) = (Vec::new(), Vec::new());
        let mut shown = None;
        for h in scheme.steps() {
            let outcome = measure::run_smooth(problem, *scheme, h)?;
            let mut row = row(&scheme.label(), &format!("1/{:.0} s", 1.0 / h), &outcome);
            let mut order = None;
            if outcome.stopped.is_none() {
                points.push([h, outcome.errors[0]]);
                shares.push((h, outcome.errors[0] / outcome.sizes[0]));
                order = measure::observed_order(&shares);
            }
            row.push(order.map_or("–".to_owned(), |order| format!("{order:.2}")));
            shown = order.or(shown);
            rows.push(row);
        }
        page.orders
            .extend(shown.map(|order| (*scheme, problem.title, order)));
        lines.push(Line {
            name: scheme.label(),
            points,
            marks: true,
            ..Line::default()
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
            ..Plot::default()
        },
    );
    Ok(())
}

/// The section on observed orders, with their goals.
pub fn orders(page: &mut Page, schemes: &[Scheme]) {
    page.text.push_str(
        "\n## Orders\n\nWhat halving the step did to the error, at the shortest steps at which it still shows, over all problems that move.\n",
    );
    let heads = ["Method", "Order", "Lowest seen", "Highest seen", "Problems"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for scheme in schemes {
        let seen: Vec<f64> = page
            .orders
            .iter()
            .filter(|(it, ..)| it == scheme)
            .map(|it| it.2)
            .collect();
        let lowest = seen.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = seen.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        rows.push(vec![
            scheme.label(),
            format!("{}", scheme.order()),
            format!("{lowest:.2}"),
            format!("{highest:.2}"),
            seen.len().to_string(),
        ]);
        let what = format!("{}: shortfall of the order", scheme.label());
        let shortfall = if seen.is_empty() {
            f64::NAN
        } else {
            scheme.order() - lowest
        };
        page.goal(what, shortfall, SHORTFALL);
    }
    page.table(&rows);
}

/// The section that lists all goals, and whether they are met.
pub fn goals(page: &mut Page) {
    page.text
        .push_str("\n## What must hold\n\nThe command fails when a figure misses its limit.\n");
    let mut rows = vec![
        ["Figure", "Is", "Must stay below", ""]
            .map(str::to_owned)
            .to_vec(),
    ];
    for goal in &page.goals {
        let verdict = if goal.met() { "holds" } else { "**missed**" };
        rows.push(vec![
            goal.what.clone(),
            short(goal.figure),
            short(goal.limit),
            verdict.to_owned(),
        ]);
    }
    page.table(&rows);
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
            ..Line::default()
        }],
        ..Plot::default()
    }
}
