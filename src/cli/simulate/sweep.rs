//! `simulate --sweep`: parameter sweep of a scene, with one run for each value.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value, json};

use super::csv::quoted;
use super::summary::{Measured, Summary};
use super::{Simulate, stop_message};
use crate::cli::assign::refused;
use crate::cli::out::Out;
use crate::cli::{Failure, complain, say, say_as_is, say_json, terminal};
use crate::editor::{MOST_RUNS, Swept};
use crate::scene::Scene;
use crate::scene::file::told;
use crate::sim::Simulation;

/// Result of one run.
struct Outcome {
    /// The report; `None` if the scene is not legal with these values.
    report: Option<Value>,
    /// Why the run failed.
    failure: Option<String>,
}

impl Simulate {
    /// Runs the scene with every combination of the values.
    pub(super) fn run_sweep(&self, scene: &Scene) -> Result<(), Failure> {
        if self.every.is_some() {
            return Err(Failure::Usage(
                "--every: a sweep has one row a run; leave it out".to_owned(),
            ));
        }
        let sweeps = self
            .sweep
            .iter()
            .map(|text| Swept::read(scene, text).map_err(|why| refused("sweep", text, &why)))
            .collect::<Result<Vec<Swept>, Failure>>()?;
        self.signals(scene)?;
        let runs = Swept::runs(&sweeps).ok_or_else(|| {
            Failure::Usage(format!("--sweep: more than {MOST_RUNS} runs; give fewer values"))
        })?;
        let outcomes = self.run_all(scene, &sweeps, runs);
        let text = if self.json {
            array(&sweeps, &outcomes)
        } else {
            Ok(table(&sweeps, &outcomes))
        };
        match &self.out {
            Some(path) => {
                let text = text.map_err(|error| Failure::Failed(error.to_string()))?;
                self.write(path, &text).map_err(|error| self.unwritten(&error))?;
            }
            None if self.json => say_json(text)?,
            None if io::stdout().is_terminal() => say(&text.unwrap_or_default())?,
            None => say_as_is(&text.unwrap_or_default())?,
        }
        let failed = outcomes.iter().filter(|it| it.failure.is_some()).count();
        if failed == 0 {
            return Ok(());
        }
        for (k, outcome) in outcomes.iter().enumerate() {
            if let Some(failure) = &outcome.failure {
                complain(&format!("{}: {failure}", values_in_words(&sweeps, k)));
            }
        }
        Err(Failure::Failed(format!("{failed} of {runs} runs failed")))
    }

    /// Writes the results to a file, with control characters escaped if it is a terminal.
    fn write(&self, path: &Path, text: &str) -> io::Result<()> {
        let mut out = Out::create(path)?;
        let shown = match (out.is_terminal(), self.json) {
            (false, _) => Cow::Borrowed(text),
            (true, false) => terminal::words(text),
            (true, true) => terminal::json(text),
        };
        out.write_all(shown.as_bytes())?;
        out.finish()
    }

    /// Distributes the runs over threads, one at a time; results are in the order of the values.
    fn run_all(&self, scene: &Scene, sweeps: &[Swept], runs: usize) -> Vec<Outcome> {
        let threads = self.overrides.hardware().threads().clamp(1, runs);
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(usize, Outcome)>> = Mutex::new(Vec::with_capacity(runs));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let k = next.fetch_add(1, Ordering::Relaxed);
                        if k >= runs {
                            return;
                        }
                        let outcome = self.run_one(scene, sweeps, k);
                        done.lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .push((k, outcome));
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(k, _)| *k);
        done.into_iter().map(|(_, outcome)| outcome).collect()
    }

    fn run_one(&self, scene: &Scene, sweeps: &[Swept], k: usize) -> Outcome {
        let failed = |failure: String| Outcome {
            report: None,
            failure: Some(failure),
        };
        let scene = match Swept::scene(sweeps, scene, k) {
            Ok(scene) => scene,
            Err(why) => return failed(why),
        };
        let mut run = Simulation::on(&scene, self.overrides.hardware().with_threads(1));
        let signals = match self.signals(&scene) {
            Ok(signals) => signals,
            Err(failure) => return failed(failure.to_string()),
        };
        let mut measured = Measured::new(&mut run, signals);
        let stop = match self.step_through(&mut run, &mut measured, (None, None)) {
            Ok(stop) => stop,
            Err(failure) => return failed(failure.to_string()),
        };
        let summary = match Summary::of(&scene, &run, measured, stop.as_ref()) {
            Ok(summary) => summary,
            Err(message) => return failed(message),
        };
        let name = told(&self.scene);
        let strays = (self.strict && !summary.trust.is_ok())
            .then(|| format!("not to be trusted {}", summary.trust.text()));
        Outcome {
            failure: stop.map(|stop| stop_message(&name, &scene, &stop)).or(strays),
            report: serde_json::to_value(&summary).ok(),
        }
    }
}

fn values_in_words(sweeps: &[Swept], k: usize) -> String {
    let pairs = sweeps.iter().zip(Swept::combination(sweeps, k));
    let words: Vec<String> = pairs
        .map(|(sweep, value)| format!("{} = {value}", sweep.name))
        .collect();
    words.join(", ")
}

/// The figures of a report that a table has columns for: numbers, words and lists of names. Times are omitted, because they depend on
/// other load of the computer.
fn figures(report: &Value) -> Vec<(String, String)> {
    let mut figures = Vec::new();
    let Value::Object(fields) = report else {
        return figures;
    };
    for (key, value) in fields.iter().filter(|(key, _)| !is_time(key)) {
        match (key.as_str(), value) {
            ("work", Value::Object(parts)) => {
                figures.extend(
                    parts
                        .iter()
                        .map(|(part, value)| (format!("work_{part}"), cell(value))),
                );
            }
            ("stopped", stopped) => {
                let time = stopped.get("time").map_or_else(String::new, cell);
                figures.push(("stopped".to_owned(), time));
            }
            ("trust", trust) => {
                let since = trust
                    .get("since")
                    .map_or_else(|| cell(trust), |since| format!("since {}", cell(since)));
                figures.push(("trust".to_owned(), since));
            }
            ("start_velocity" | "dependences" | "report" | "signals", _) => {}
            _ => figures.push((key.clone(), cell(value))),
        }
    }
    for signal in fields
        .get("signals")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        for figure in ["largest", "last"] {
            let head = format!("{} {figure}", signal["signal"].as_str().unwrap_or_default());
            figures.push((head, cell(&signal[figure])));
        }
    }
    figures
}

fn is_time(key: &str) -> bool {
    key == "wall_s" || key.ends_with("_ns")
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Number(number) => number
            .as_f64()
            .filter(|_| number.is_f64())
            .map_or_else(|| number.to_string(), |x| format!("{x:.16e}")),
        Value::String(text) => text.clone(),
        Value::Array(names) => {
            let names: Vec<String> = names.iter().map(cell).collect();
            names.join("; ")
        }
        other => other.to_string(),
    }
}

/// A row per run; a run that could not begin has its values only.
fn table(sweeps: &[Swept], outcomes: &[Outcome]) -> String {
    let known = outcomes.iter().find_map(|it| it.report.as_ref());
    let heads: Vec<String> = known
        .map(figures)
        .unwrap_or_default()
        .into_iter()
        .map(|it| it.0)
        .collect();
    let names = sweeps.iter().map(|sweep| sweep.name.clone());
    let mut text = names
        .chain(heads.iter().cloned())
        .map(|head| quoted(&head))
        .collect::<Vec<_>>()
        .join(",")
        + "\n";
    for (k, outcome) in outcomes.iter().enumerate() {
        let own = Swept::combination(sweeps, k)
            .into_iter()
            .map(|x| format!("{x:.16e}"));
        let rest = outcome.report.as_ref().map(figures).unwrap_or_default();
        let cells =
            (0..heads.len()).map(|column| rest.get(column).map_or_else(String::new, |it| quoted(&it.1)));
        text += &(own.chain(cells).collect::<Vec<_>>().join(",") + "\n");
    }
    text
}

/// A JSON object per run: the values, and the report or the reason why there is none.
fn array(sweeps: &[Swept], outcomes: &[Outcome]) -> serde_json::Result<String> {
    let run = |(k, outcome): (usize, &Outcome)| {
        let set: Map<String, Value> = sweeps
            .iter()
            .zip(Swept::combination(sweeps, k))
            .map(|(sweep, value)| (sweep.name.clone(), json!(value)))
            .collect();
        json!({ "set": set, "report": outcome.report, "failure": outcome.failure })
    };
    let runs: Vec<Value> = outcomes.iter().enumerate().map(run).collect();
    serde_json::to_string_pretty(&runs)
}
