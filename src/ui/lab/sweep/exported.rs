//! Runs of a sweep as a plot to be taken home.

use super::panel::{Done, Show, of, recorded, worded};
use crate::editor::Swept;
use crate::lab::sweep::SweepRun;
use crate::render::plot::{Plot, Scale};
use crate::ui::lab::take_home;

/// What is shown; of a map, a line for each value of the first number.
pub fn exported(done: &Done, runs: &[Option<SweepRun>], show: Show) -> Plot {
    let first = &done.swept[0];
    let named = |swept: &Swept, k: usize| format!("{} = {}", swept.name, worded(swept, swept.values[k]));
    let (x, lines) = match &done.swept[..] {
        [_, other] => {
            let line = |(k, row): (usize, &[Option<SweepRun>])| {
                let pairs = other.values.iter().zip(row);
                let points = pairs.filter_map(|(value, run)| Some([*value, of(run.as_ref()?, show)]));
                take_home::line(named(first, k), points.collect())
            };
            let rows = runs.chunks(other.values.len()).enumerate();
            (other.name.clone(), rows.map(line).collect())
        }
        _ if show == Show::Curves => {
            let curves = runs.iter().enumerate();
            let line = |(k, run): (usize, &Option<SweepRun>)| {
                let curve = run.as_ref().map(|it| it.curve.clone());
                take_home::line(named(first, k), curve.unwrap_or_default())
            };
            ("time (s)".to_owned(), curves.map(line).collect())
        }
        _ => {
            let pairs = first.values.iter().zip(runs);
            let points = pairs.filter_map(|(value, run)| Some([*value, of(run.as_ref()?, show)]));
            let line = take_home::line(show.label().to_owned(), points.collect());
            (first.name.clone(), vec![line])
        }
    };
    Plot {
        title: format!("{}, {}", recorded(done), show.label()),
        axes: [x, recorded(done)],
        scales: [Scale::Linear; 2],
        lines,
    }
}
