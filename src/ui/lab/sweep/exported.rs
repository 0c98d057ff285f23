//! Export of a sweep's runs as they are shown.

use super::panel::{Done, Show, is_logarithmic, of, recorded, worded};
use crate::editor::Swept;
use crate::lab::sweep::SweepRun;
use crate::render::plot::{Diagram, Map, Plot, Scale};
use crate::ui::format;
use crate::ui::lab::take_home;

/// Curves, or a result per run over the swept number, or a map over two numbers.
pub fn exported(done: &Done, runs: &[Option<SweepRun>], show: Show) -> Diagram {
    let title = format!("{}, {}", recorded(done), show.label());
    let first = &done.swept[0];
    if let [up, right] = &done.swept[..] {
        return Diagram::Map(Map {
            title,
            axes: [right, up].map(named),
            values: [right, up].map(values),
            quantity: recorded(done),
            cells: runs.iter().map(|run| Some(of(run.as_ref()?, show))).collect(),
        });
    }
    let (x, lines) = if show == Show::Curves {
        let line = |(k, run): (usize, &Option<SweepRun>)| {
            let name = format!("{} = {}", first.name, worded(first, first.values[k]));
            let curve = run.as_ref().map(|it| it.curve.clone());
            take_home::line(name, curve.unwrap_or_default())
        };
        ("time (s)".to_owned(), runs.iter().enumerate().map(line).collect())
    } else {
        let pairs = values(first).into_iter().zip(runs);
        let points = pairs.filter_map(|(value, run)| Some([value, of(run.as_ref()?, show)]));
        let line = take_home::line(show.label().to_owned(), points.collect());
        (named(first), vec![line])
    };
    let up = match show != Show::Curves && is_logarithmic(runs, show) {
        true => Scale::Decimal,
        false => Scale::Linear,
    };
    Diagram::Plot(Plot {
        title,
        axes: [x, recorded(done)],
        scales: [Scale::Linear, up],
        lines,
        ..Plot::default()
    })
}

/// A swept number with the unit in which it is shown.
fn named(swept: &Swept) -> String {
    match format::suffix(swept.target.unit()).trim() {
        "" => swept.name.clone(),
        unit => format!("{} ({unit})", swept.name),
    }
}

/// The swept values in that unit.
fn values(swept: &Swept) -> Vec<f64> {
    let per_si = format::shown_per_si(swept.target.unit());
    swept.values.iter().map(|value| value * per_si).collect()
}
