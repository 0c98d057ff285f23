//! `tinkertoy simulate SCENE`: runs a scene and writes what happens.

mod csv;
mod options;
mod report;
mod summary;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use self::csv::Table;
use self::options::Overrides;
use self::summary::{Measured, Summary};
use super::{Failure, not_negative, open, positive, say};
use crate::clock;
use crate::scene::Scene;
use crate::sim::{Culprit, Simulation, Stop};

/// Runs a scene and writes what happens. What is not given comes from the scene.
#[derive(Args, Debug)]
pub struct Simulate {
    /// A file, or the name of a gallery scene.
    scene: String,
    /// Simulated time (s).
    #[arg(long, value_name = "S", value_parser = not_negative, allow_negative_numbers = true)]
    duration: f64,
    #[command(flatten)]
    overrides: Overrides,
    /// Time between rows (s); without it, a row every step.
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    every: Option<f64>,
    /// Where the rows go.
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    /// A JSON object instead of words.
    #[arg(long)]
    json: bool,
}

/// A share of a step that counts as rounding.
const ROUNDING: f64 = 1e-6;

impl Simulate {
    /// Runs it.
    ///
    /// # Errors
    /// Wrong usage; a bad scene; numbers gone bad, after the good rows and the summary have been written.
    pub fn run(&self) -> Result<(), Failure> {
        let opened = open(&self.scene)?;
        self.spare_the_scene(opened.path.as_deref())?;
        let mut scene = opened.scene;
        self.overrides.apply(&mut scene)?;
        let mut run = Simulation::on(&scene, self.overrides.hardware());
        run.set_clock(clock::nanoseconds);
        let mut table = match &self.out {
            None => None,
            Some(path) => {
                let file = File::create(path).map_err(|error| self.unwritten(&error))?;
                let table = Table::new(BufWriter::new(file), &scene, &run);
                Some(table.map_err(|error| self.unwritten(&error))?)
            }
        };
        let mut measured = Measured::new(&mut run);
        let stop = self.step_through(&mut run, &mut measured, table.as_mut())?;
        if let Some(table) = table {
            table.finish().map_err(|error| self.unwritten(&error))?;
        }
        let summary = Summary::of(&scene, &run, measured, stop.as_ref())
            .map_err(|message| Failure::Failed(format!("{}: {message}", self.scene)))?;
        if self.json {
            let text = serde_json::to_string_pretty(&summary).map_err(|e| Failure::Failed(e.to_string()))?;
            say(&format!("{text}\n"))?;
        } else {
            say(&summary.text())?;
        }
        match stop {
            None => Ok(()),
            Some(stop) => Err(Failure::Failed(blame(&self.scene, &scene, &stop))),
        }
    }

    /// Steps to the end or to where the numbers go bad.
    fn step_through(
        &self,
        run: &mut Simulation,
        measured: &mut Measured,
        mut table: Option<&mut Table<BufWriter<File>>>,
    ) -> Result<Option<Stop>, Failure> {
        let dt = run.model().settings.dt;
        let whole = (self.duration / dt + ROUNDING).floor();
        let rest = self.duration - whole * dt;
        let mut progress = Progress::new(self.duration);
        let mut rows = 0.0;
        // By the count of steps: the time in the state is a sum, and loses a step in half an hour.
        let mut row_due = |time: f64| match self.every {
            None => true,
            Some(every) => {
                let due = time >= rows * every - ROUNDING * dt;
                if due {
                    // Steps longer than the distance of rows leave some out.
                    rows = ((time + ROUNDING * dt) / every).floor() + 1.0;
                }
                due
            }
        };
        let mut steps = 0.0;
        loop {
            if let Some(table) = &mut table
                && row_due((steps * dt).min(self.duration))
            {
                table.row(run).map_err(|error| self.unwritten(&error))?;
            }
            let h = if steps < whole {
                dt
            } else if steps == whole && rest > ROUNDING * dt {
                rest
            } else {
                return Ok(None);
            };
            steps += 1.0;
            if let Err(stop) = measured.step(run, h) {
                return Ok(Some(stop));
            }
            progress.show(run.state().time);
        }
    }

    /// Refuses to write the rows over the scene they come from.
    fn spare_the_scene(&self, scene: Option<&Path>) -> Result<(), Failure> {
        let whole = |path: &Path| path.canonicalize().ok();
        let rows = self.out.as_deref().and_then(whole);
        if rows.is_some() && rows == scene.and_then(whole) {
            let message = format!("--out {}: this is the scene; give another file", self.scene);
            return Err(Failure::Usage(message));
        }
        Ok(())
    }

    fn unwritten(&self, error: &io::Error) -> Failure {
        let path = self.out.clone().unwrap_or_default();
        Failure::Failed(format!("{}: cannot be written: {error}", path.display()))
    }
}

/// When a run went bad, by whom and why.
pub fn blame(name: &str, scene: &Scene, stop: &Stop) -> String {
    let culprit = match stop.culprit {
        Culprit::Item(id) => format!("{:?}: ", scene.name(Some(id))),
        Culprit::Machine => String::new(),
    };
    format!("{name}: stopped at t = {} s: {culprit}{}", stop.time, stop.reason)
}

/// Tells on stderr how far a long run has come.
struct Progress {
    duration: f64,
    next: Instant,
    pause: Duration,
    terminal: bool,
}

impl Progress {
    fn new(duration: f64) -> Self {
        let terminal = io::stderr().is_terminal();
        let pause = Duration::from_millis(if terminal { 500 } else { 5000 });
        Self {
            duration,
            next: Instant::now() + Duration::from_secs(2),
            pause,
            terminal,
        }
    }

    fn show(&mut self, time: f64) {
        if Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + self.pause;
        let (start, end) = if self.terminal { ("\r", "") } else { ("", "\n") };
        // Progress that cannot be shown is no reason to stop.
        let _ = write!(io::stderr(), "{start}{time:.2} of {} s{end}", self.duration);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.terminal && Instant::now() + self.pause >= self.next {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
