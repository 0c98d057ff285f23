//! `tinkertoy simulate EXPERIMENT`: replays an experiment recorded in the window.

use std::ffi::OsStr;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use serde::Serialize;

use super::csv::Table;
use super::options::Overrides;
use super::{Simulate, stop_message};
use crate::cli::assign::Assignments;
use crate::cli::out::Out;
use crate::cli::scene_argument::spare;
use crate::cli::{Failure, say, say_json};
use crate::lab::experiment::{self, Experiment, LARGEST};
use crate::lab::scope::Signal;
use crate::scene::file::{read_at_most, told};
use crate::sim::Simulation;

/// Result of a replay.
#[derive(Serialize)]
struct Replayed {
    steps: u64,
    inputs: usize,
    time: f64,
    hash: String,
    recorded_hash: String,
    same: bool,
}

/// The text of a file that contains an experiment; `None` for other files.
pub(super) fn text_of(name: &OsStr) -> Option<String> {
    let bytes = read_at_most(Path::new(name), "", LARGEST).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    Experiment::is_one(&text).then_some(text)
}

impl Simulate {
    /// Replays an experiment and compares its final state with the recorded one.
    ///
    /// # Errors
    /// A faulty file; options that apply to scenes only; a run that fails; a state that differs from the recorded one.
    pub(super) fn replay(&self, text: &str) -> Result<(), Failure> {
        let name = told(&self.scene);
        let of_scenes = self.duration.is_some() || !self.sweep.is_empty() || self.every.is_some();
        let of_scenes = of_scenes || self.save.is_some() || self.strict;
        if of_scenes || self.overrides != Overrides::default() || self.assignments != Assignments::default() {
            let message =
                "this is an experiment: it takes --out, --signal and --json, and runs as it was recorded";
            return Err(Failure::Usage(format!("{name}: {message}")));
        }
        if let Some(out) = &self.out {
            spare(Path::new(&self.scene), "--out", out)?;
        }
        let experiment = experiment::read(text, &name).map_err(Failure::Failed)?;
        let mut signals = self.signals(&experiment.scene)?;
        let mut table: Option<Table> = None;
        let mut written: io::Result<()> = Ok(());
        let replayed = experiment.replay(|run| {
            if let Some(path) = self.out.as_ref().filter(|_| written.is_ok()) {
                let signals = std::mem::take(&mut signals);
                written = row(&mut table, path, &experiment, run, signals);
            }
            ControlFlow::Continue(())
        });
        let unwritten = |error: io::Error| self.unwritten(&error);
        written.map_err(unwritten)?;
        if let Some(table) = table {
            table.finish().map_err(unwritten)?;
        }
        let run = replayed.map_err(|stop| Failure::Failed(stop_message(&name, &experiment.scene, &stop)))?;
        let replayed = Replayed {
            steps: run.state().step,
            inputs: experiment.record.len(),
            time: run.state().time,
            hash: run.hash().to_string(),
            recorded_hash: experiment.hash.to_string(),
            same: run.hash() == experiment.hash,
        };
        if self.json {
            say_json(serde_json::to_string_pretty(&replayed))?;
        } else {
            say(&format!(
                "replayed {} steps with {} inputs to t = {} s\nhash {}\n",
                replayed.steps, replayed.inputs, replayed.time, replayed.hash
            ))?;
        }
        if replayed.same {
            Ok(())
        } else {
            let recorded = &replayed.recorded_hash;
            Err(Failure::Failed(format!(
                "{name}: another state was recorded, of hash {recorded}; processors of another kind round otherwise"
            )))
        }
    }
}

/// Writes a row; before the first row it writes the column headers, which need a run.
fn row(
    table: &mut Option<Table>,
    path: &Path,
    experiment: &Experiment,
    run: &mut Simulation,
    signals: Vec<Signal>,
) -> io::Result<()> {
    if table.is_none() {
        *table = Some(Table::new(Out::create(path)?, &experiment.scene, run, signals)?);
    }
    table.as_mut().map_or(Ok(()), |table| table.row(run, None))
}
