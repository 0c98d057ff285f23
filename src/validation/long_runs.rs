//! The sections of the report on long runs, with their limits.

use super::lasting::{LONG, PARTS, follow, long, walker, weighted};
use super::report::{Page, short};
use crate::render::plot::{Line, Plot, Scale};
use crate::scene::Integrator;
use crate::scene::file::FileError;

/// Largest ratio of RATTLE's energy error in the last tenth to that in the first.
const GROWTH: f64 = 1.5;
/// Largest stretch of a chain by a weight at its end (m).
const STRETCH: f64 = 1e-9;
/// Limits of the walker: drift of its joints (m), and change of the energy balance (energy less work done) in a step, relative to the
/// largest kinetic energy.
const WALK: (f64, f64) = (1e-8, 1e-6);

/// The sections of the report.
///
/// # Errors
/// When a scene cannot be read.
pub fn sections(page: &mut Page) -> Result<(), FileError> {
    million(page)?;
    heavy(page);
    hour(page)
}

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

fn million(page: &mut Page) -> Result<(), FileError> {
    page.text.push_str(
        "\n## A million steps\n\nThe energy error as a share of the largest kinetic energy, the largest in the first and in the last tenth of \
         1 000 000 whole steps of 1/240 s (69 minutes): RATTLE's does not grow, Runge-Kutta's, with projection, does. *Refused* counts \
         RATTLE's steps that were halved.\n",
    );
    let mut rows = vec![row([
        "Machine",
        "Method",
        "First tenth",
        "Last tenth",
        "Drift (m)",
        "Refused",
    ])];
    for (id, title) in LONG {
        let mut lines = Vec::new();
        for integrator in [Integrator::Rattle, Integrator::Rk4] {
            let course = follow(&long(id, integrator)?, 1_000_000, 10);
            if integrator == Integrator::Rattle {
                let growth = course.whole(course.errors[PARTS - 1] / course.errors[0]);
                page.goal(
                    format!("{title}, RATTLE, a million steps: growth of the energy error"),
                    growth,
                    GROWTH,
                );
            }
            let share = |k: usize| short(course.errors[k] / course.largest_kinetic);
            rows.push(vec![
                title.to_owned(),
                integrator.label().to_owned(),
                share(0),
                share(PARTS - 1),
                short(course.drift),
                course.refused.to_string(),
            ]);
            let errors = course.errors.iter().enumerate();
            lines.push(Line {
                name: integrator.label().to_owned(),
                points: errors
                    .map(|(k, error)| [(k + 1) as f64 / PARTS as f64, error / course.largest_kinetic])
                    .collect(),
                marks: true,
                ..Line::default()
            });
        }
        page.picture(
            &format!("{id}-million"),
            &Plot {
                title: format!("{title}: energy error in each tenth of a million steps"),
                axes: [
                    "million steps".to_owned(),
                    "share of the largest kinetic energy".to_owned(),
                ],
                scales: [Scale::Linear, Scale::Decimal],
                lines,
                ..Plot::default()
            },
        );
    }
    page.table(&rows);
    Ok(())
}

fn heavy(page: &mut Page) {
    page.text.push_str(
        "\n## Heavy weights on a long chain\n\nA hundred bars of 0.2 m and 1 kg hang with a weight at their end and swing, for 1 s in steps of \
         1/240 s, Runge-Kutta 4 with projection; the program chooses the sub-steps. *Energy* is a share of the largest kinetic energy.\n",
    );
    let mut rows = vec![row([
        "Weight (kg)",
        "Shortest sub-step (s)",
        "Largest stretch (m)",
        "Energy",
        "Soft steps",
    ])];
    for weight in [1.0, 1e3, 1e6] {
        let course = follow(&weighted(100, weight), 240, 1);
        let what = format!("Weight of {weight:.0} kg on a long chain");
        page.goal(
            format!("{what}: stretch (m)"),
            course.whole(course.drift),
            STRETCH,
        );
        page.goal(format!("{what}: soft steps"), course.softened as f64, 1.0);
        rows.push(match &course.stopped {
            Some(why) => row([&format!("{weight:.0}"), &format!("stopped at {why}"), "", "", ""]),
            None => vec![
                format!("{weight:.0}"),
                format!("{:.2e}", course.shortest),
                short(course.drift),
                short(course.worst()),
                course.softened.to_string(),
            ],
        });
    }
    page.table(&rows);
}

fn hour(page: &mut Page) -> Result<(), FileError> {
    page.text.push_str(
        "\n## An hour of walking\n\nThe pair of Jansen's legs of the gallery for 3600 s in steps of 1/240 s, Runge-Kutta 4 with projection, looked \
         at in every step. *Leap* is the largest change of energy less ledger in a step.\n",
    );
    let scene = walker()?;
    let course = follow(&scene, 3600 * 240, 1);
    let (drift, leap) = WALK;
    page.goal(
        "An hour of walking: drift (m)".to_owned(),
        course.whole(course.drift),
        drift,
    );
    let share = course.leap / course.largest_kinetic;
    page.goal(
        "An hour of walking: leap of energy less ledger, as a share".to_owned(),
        share,
        leap,
    );
    page.table(&[
        row([
            "Drift (m)",
            "Energy less ledger (J)",
            "Leap (J)",
            "Largest kinetic energy (J)",
            "Soft steps",
            "Stopped",
        ]),
        vec![
            short(course.drift),
            short(course.worst() * course.largest_kinetic),
            short(course.leap),
            short(course.largest_kinetic),
            course.softened.to_string(),
            course.stopped.unwrap_or_else(|| "no".to_owned()),
        ],
    ]);
    Ok(())
}
