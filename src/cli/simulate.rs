//! `tinkertoy simulate SCENE`: runs a scene and writes its results.

mod csv;
mod experiment;
mod options;
mod recorded;
mod report;
mod summary;
mod sweep;
mod trust;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;

use self::csv::Table;
use self::options::Overrides;
use self::summary::{Measured, Summary};
use super::assign::{Assignments, refused};
use super::out::Out;
use super::{
    Failure, complain, must_be_countable, not_negative, open, positive, say, say_json, with_refusals,
};
use crate::clock;
use crate::lab::scope::Signal;
use crate::scene::Scene;
use crate::scene::file::{self, told};
use crate::sim::{Simulation, Stop};

/// Runs a scene and writes what happens. What is not given comes from the scene.
#[derive(Args, Debug)]
pub struct Simulate {
    /// A file, or the name of a gallery scene; or an experiment, as the window exports it, which is replayed to its end.
    scene: OsString,
    /// Simulated time (s).
    #[arg(long, value_name = "S", value_parser = not_negative, allow_negative_numbers = true)]
    duration: Option<f64>,
    #[command(flatten)]
    overrides: Overrides,
    #[command(flatten)]
    assignments: Assignments,
    /// Runs the scene once for each of COUNT values from FROM to TO, ends included; given many times, for all combinations. One CSV row a run, to
    /// --out or stdout: the swept values, then the figures of the JSON report but for times. With --json, an array of reports. Runs share the
    /// cores; what they come to does not depend on how many there are (--threads).
    #[arg(long, value_name = "ITEM.FIELD=FROM:TO:COUNT", allow_hyphen_values = true)]
    sweep: Vec<String>,
    /// Time between rows (s), from t = 0 on; without it, a row every step. A row between two steps is computed by a step
    /// of its own from the one before, and the run goes on as if it had not been.
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    every: Option<f64>,
    /// Adds a column to the rows, and to those of a sweep its largest size and its last value: a quantity or a formula of them, as scopes have them (`rod.force`, `0.5*2*bob.speed^2`). Can be given many times.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    signal: Vec<String>,
    /// Where the rows go.
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    /// Writes the scene with the run as it stands at the end: whatever opens the file goes on from there, to the same bits.
    #[arg(long, value_name = "FILE.ron", conflicts_with = "sweep")]
    save: Option<PathBuf>,
    /// A JSON object instead of words.
    #[arg(long)]
    json: bool,
    /// Exit 1 when drift or energy leave what can be expected of a right answer, also where nothing stopped.
    #[arg(long)]
    strict: bool,
}

/// Fraction of a step that counts as rounding.
const ROUNDING: f64 = 1e-6;

impl Simulate {
    /// Runs the scene.
    ///
    /// # Errors
    /// Invalid arguments; a faulty scene; a run that fails, after the good rows and the summary have been written.
    pub fn run(&self) -> Result<(), Failure> {
        if let Some(text) = experiment::text_of(&self.scene) {
            return self.replay(&text);
        }
        self.duration()?;
        let scene = with_refusals(self.json, &self.scene, self.scene_to_run())?;
        if !self.sweep.is_empty() {
            return self.run_sweep(&scene);
        }
        let signals = self.signals(&scene)?;
        // Checked first, so that nothing is written for refused options.
        let due = self.every.map(|every| Due::new(every, scene.settings.dt));
        let due = due.transpose()?;
        let mut run = Simulation::on(&scene, self.overrides.hardware());
        run.set_clock(clock::nanoseconds);
        if scene.run.as_ref().is_some_and(|kept| !run.fits(kept)) {
            let name = told(&self.scene);
            complain(&format!(
                "{name}: its run is one of another machine, so this one starts as built"
            ));
        }
        self.tell_of_kept_energy(&run);
        if let (Some(every), None) = (self.every, &self.out) {
            complain(&format!(
                "note: --every {every} is for the rows of --out FILE.csv, which is not given: no rows are written"
            ));
        }
        let mut table = match &self.out {
            None => None,
            Some(path) => {
                let table = Out::create(path)
                    .and_then(|out| Table::new(out, &scene, &run, signals.clone()))
                    .map_err(|error| self.unwritten(&error))?;
                Some(table)
            }
        };
        let mut measured = Measured::new(&mut run, signals);
        let stop = self.step_through(&mut run, &mut measured, (table.as_mut(), due))?;
        if let Some(table) = table {
            table.finish().map_err(|error| self.unwritten(&error))?;
        }
        if let (Some(path), None) = (&self.save, &stop) {
            let mut standing = scene.clone();
            standing.run = Some(Arc::new(run.to_run()));
            file::save(&standing, path).map_err(Failure::Scene)?;
        }
        let summary = Summary::of(&scene, &run, measured, stop.as_ref())
            .map_err(|message| Failure::Failed(format!("{}: {message}", told(&self.scene))))?;
        if self.json {
            say_json(serde_json::to_string_pretty(&summary))?;
        } else {
            say(&summary.text())?;
        }
        match stop {
            None if self.strict && !summary.trust.is_ok() => {
                let message = format!(
                    "{}: not to be trusted {}",
                    told(&self.scene),
                    summary.trust.text()
                );
                Err(Failure::Failed(message))
            }
            None => Ok(()),
            Some(stop) => Err(Failure::Failed(stop_message(&told(&self.scene), &scene, &stop))),
        }
    }

    /// Notes on stderr if the energy saved with a run does not fit its state.
    fn tell_of_kept_energy(&self, run: &Simulation) {
        let Some(miss) = run.kept_miss() else { return };
        let name = told(&self.scene);
        let text = if miss.is_nan() {
            "has no energy with it".to_owned()
        } else {
            format!("keeps an energy and a ledger that miss the energy of its state by {miss:.3e} J")
        };
        complain(&format!(
            "{name}: its run {text}; both are counted anew from where it stands"
        ));
    }

    /// Duration of the run (s).
    fn duration(&self) -> Result<f64, Failure> {
        let missing =
            || Failure::Usage("simulate: give --duration S, the simulated time in seconds".to_owned());
        self.duration.ok_or_else(missing)
    }

    /// The requested signals.
    fn signals(&self, scene: &Scene) -> Result<Vec<Signal>, Failure> {
        let read = |text: &String| {
            Signal::read(text, scene).map_err(|why| refused("signal", text, &why.to_string()))
        };
        self.signal.iter().map(read).collect()
    }

    /// The scene with the options applied.
    fn scene_to_run(&self) -> Result<Scene, Failure> {
        let mut opened = open(&self.scene)?;
        let outs = [("--out", &self.out), ("--save", &self.save)];
        for (option, out) in outs {
            out.as_ref()
                .map_or(Ok(()), |out| opened.refuse_overwrite(option, out))?;
        }
        if let (Some(rows), Some(saved)) = (&self.out, &self.save)
            && (place_of(rows) == place_of(saved) || file::is_same_file(rows, saved))
        {
            let saved = told(saved);
            return Err(Failure::Usage(format!(
                "--save {saved}: this is where the rows go; give another file"
            )));
        }
        self.overrides.apply(&mut opened.reading.scene)?;
        self.assignments.apply(&mut opened.reading.scene)?;
        if let Some(error) = file::refusals(&opened.reading, &opened.name) {
            return Err(Failure::Options(error));
        }
        must_be_countable("--duration", self.duration()?, opened.reading.scene.settings.dt)?;
        Ok(opened.reading.scene)
    }

    /// Takes all steps, up to the end or to a failure.
    fn step_through(
        &self,
        run: &mut Simulation,
        measured: &mut Measured,
        (mut table, mut due): (Option<&mut Table>, Option<Due>),
    ) -> Result<Option<Stop>, Failure> {
        let dt = run.model().settings.dt;
        let duration = self.duration()?;
        let whole = (duration / dt + ROUNDING).floor();
        let rest = duration - whole * dt;
        let mut progress = Progress::new(duration);
        let mut steps = 0.0;
        loop {
            // Time from the count of steps: the time in the state is a sum, whose rounding errors add up to a step in half an hour.
            let time = (steps * dt).min(duration);
            let h = if steps < whole {
                dt
            } else if steps == whole && rest > ROUNDING * dt {
                rest
            } else {
                0.0
            };
            if let Some(table) = &mut table {
                let rows = rows(run, table, due.as_mut(), time, h);
                if let Some(stop) = rows.map_err(|error| self.unwritten(&error))? {
                    return Ok(Some(stop));
                }
            }
            if h == 0.0 {
                return Ok(None);
            }
            steps += 1.0;
            if let Err(stop) = measured.step(run, h) {
                return Ok(Some(stop));
            }
            progress.show(time);
        }
    }

    fn unwritten(&self, error: &io::Error) -> Failure {
        let path = self.out.clone().unwrap_or_default();
        Failure::Failed(format!("{}: cannot be written: {error}", told(&path)))
    }
}

/// Absolute path of a file that may not exist yet.
fn place_of(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let folder = folder.unwrap_or_else(|| Path::new("."));
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    path.file_name().map_or(folder.clone(), |name| folder.join(name))
}

/// The times at which rows are due.
struct Due {
    every: f64,
    /// Number of rows written.
    count: f64,
    /// Times that differ by less count as equal (s).
    same: f64,
}

impl Due {
    fn new(every: f64, dt: f64) -> Result<Self, Failure> {
        let same = ROUNDING * dt;
        if every <= same {
            return Err(Failure::Usage(format!(
                "--every {every}: that is less than a millionth of a step of {dt} s; give more"
            )));
        }
        Ok(Self {
            every,
            count: 0.0,
            same,
        })
    }

    /// The next time, if it is before `end`.
    fn before(&mut self, end: f64) -> Option<f64> {
        let time = self.count * self.every;
        (time < end).then(|| {
            self.count += 1.0;
            time
        })
    }
}

/// Writes the rows from a step to the next one, `h` seconds later and excluded; without `due`, only the row of the step.
fn rows(
    run: &mut Simulation,
    table: &mut Table,
    due: Option<&mut Due>,
    time: f64,
    h: f64,
) -> io::Result<Option<Stop>> {
    let Some(due) = due else {
        table.row(run, None)?;
        return Ok(None);
    };
    if let Some(at) = due.before(time + due.same) {
        table.row(run, Some(at))?;
    }
    while let Some(at) = due.before(time + h - due.same) {
        match run.look_ahead(at - time, |run| table.row(run, Some(at))) {
            Ok(written) => written?,
            Err(stop) => return Ok(Some(stop)),
        }
    }
    Ok(None)
}

/// Message for a failed run: when, which item and why.
pub fn stop_message(name: &str, scene: &Scene, stop: &Stop) -> String {
    let whom = stop.whom(|id| scene.name(Some(id)));
    let culprit = whom.map_or_else(String::new, |whom| format!("{whom}: "));
    format!("{name}: stopped at t = {} s: {culprit}{}", stop.time, stop.reason)
}

/// Progress of a long run, printed to stderr.
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
        // Progress that cannot be printed is not a reason to stop.
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
