//! A whole run as a table: the run is replayed, and all quantities of the machine and its items are recorded at each step.

use std::fmt::Write;
use std::ops::ControlFlow;

use super::Experiment;
use crate::constraints::QuantityName;
use crate::lab::job::Progress;
use crate::lab::scope::{Signal, measure, of_item, of_machine};
use crate::scene::Scene;

/// Largest number of values in a table: some 250 MB of text.
const MOST: usize = 10_000_000;

/// Signals for all single quantities of a scene.
fn signals(scene: &Scene) -> Vec<Signal> {
    let own = of_machine().iter().map(|it| QuantityName::typed(None, it.field));
    let items = scene.items().flat_map(|(_, item)| {
        let of = |field| QuantityName::typed(Some(item.name()), field);
        of_item(item).into_iter().map(move |it| of(it.field))
    });
    own.chain(items)
        .filter_map(|text| Signal::read(&text, scene).ok())
        .collect()
}

/// The run of an experiment as CSV with 17 significant digits: a row per step, a column for each quantity of each item of `scene`, the
/// machine at the end of the run. Quantities of items that do not exist yet are left empty. Cancellation is checked at each step.
///
/// # Errors
/// If the run has more than ten million values, stops, or is cancelled.
pub fn csv(experiment: &Experiment, scene: &Scene, progress: &Progress) -> Result<String, String> {
    let signals = signals(scene);
    let rows = usize::try_from(experiment.steps).map_or(usize::MAX, |steps| steps.saturating_add(1));
    let numbers = rows.saturating_mul(signals.len());
    if numbers > MOST {
        return Err(format!(
            "the run has {numbers} numbers; export the experiment, and let tinkertoy simulate write it with --out"
        ));
    }
    let heads: Vec<String> = signals.iter().map(head).collect();
    let mut out = heads.join(",") + "\n";
    let mut row = Vec::new();
    let replayed = experiment.replay(|run| {
        if progress.is_cancelled() {
            return ControlFlow::Break(());
        }
        progress.tell(run.state().step as f64 / experiment.steps.max(1) as f64);
        measure(&signals, run, &mut row);
        for (column, x) in row.iter().enumerate() {
            if column > 0 {
                out.push(',');
            }
            if x.is_finite() {
                // Writing to a string cannot fail.
                let _ = write!(out, "{x:.16e}");
            }
        }
        out.push('\n');
        ControlFlow::Continue(())
    });
    let run = replayed.map_err(|stop| format!("the run stops at t = {:.3} s: {}", stop.time, stop.reason))?;
    if run.state().step < experiment.steps {
        return Err("cancelled".to_owned());
    }
    Ok(out)
}

/// Header of a column, quoted because names may contain any character.
fn head(signal: &Signal) -> String {
    let text = match signal.unit() {
        "" => signal.text().to_owned(),
        unit => format!("{} ({unit})", signal.text()),
    };
    format!("\"{}\"", text.replace('"', "\"\""))
}
