//! The command line: everything that works without a window. One file per subcommand.

mod assign;
mod bench;
mod check;
mod compare;
mod equations;
mod out;
mod render;
mod scene_argument;
mod simulate;
mod terminal;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, Write};

use clap::{Parser, Subcommand};
use serde::Serialize;

pub use self::scene_argument::{Opened, open};
use crate::scene::file::{Fault, FileError};

#[derive(Debug, Parser)]
#[command(
    name = "tinkertoy",
    version,
    about = "A sandbox of mechanisms whose constraint solver can be swapped while the machine runs.",
    args_conflicts_with_subcommands = true
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The scene to open: a file, or the name of a gallery scene.
    #[arg(value_name = "SCENE")]
    scene: Option<OsString>,
    /// Size of the window in pixels.
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(u32, u32)>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs a scene and writes what happens.
    Simulate(Box<simulate::Simulate>),
    /// Runs a scene with every method from the same start, and tells them apart.
    Compare(compare::Compare),
    /// Reads scenes and says what can move in them.
    Check(check::Check),
    /// Draws a scene to a file.
    Render(render::Render),
    /// Writes the matrices of a scene at an instant, for other programs.
    Equations(equations::Equations),
    /// Measures what an evaluation costs on machines of known shape, beside a library.
    Bench(bench::Bench),
}

/// Subcommands that need no window, for messages.
pub const HEADLESS: &str = "tinkertoy simulate, tinkertoy compare, tinkertoy check, tinkertoy render, tinkertoy equations, tinkertoy bench";

/// What the caller has to do after parsing.
pub enum Outcome {
    /// Open the window.
    Window {
        /// With this scene (see [`open`]); without one, with the last scene or the first of the gallery.
        scene: Option<OsString>,
        /// Width and height in pixels.
        size: Option<(u32, u32)>,
    },
    /// Exit with this code.
    Exit(u8),
}

/// Failure of a subcommand.
#[derive(Debug)]
pub enum Failure {
    /// Invalid arguments: exit code 2.
    Usage(String),
    /// The scene or the run failed: exit code 1.
    Failed(String),
    /// The scene was refused: exit code 1.
    Scene(FileError),
    /// The scene was refused because of the given options: exit code 2.
    Options(FileError),
}

impl Failure {
    fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage(_) | Failure::Options(_) => 2,
            Failure::Failed(_) | Failure::Scene(_) => 1,
        }
    }

    /// The faults of the scene, if they are the reason.
    fn faults(&self) -> Option<&FileError> {
        match self {
            Failure::Scene(error) | Failure::Options(error) => Some(error),
            Failure::Usage(_) | Failure::Failed(_) => None,
        }
    }
}

/// A refused scene, as JSON for scripts.
#[derive(Debug, Serialize)]
struct Refused<'a> {
    scene: &'a str,
    refused: Vec<Complaint>,
    /// Number of further faults.
    more: usize,
}

#[derive(Debug, Serialize)]
struct Complaint {
    line: Option<usize>,
    column: Option<usize>,
    item: Option<String>,
    message: String,
}

impl Complaint {
    fn of(fault: &Fault) -> Self {
        Self {
            line: fault.at.map(|(line, _)| line),
            column: fault.at.map(|(_, column)| column),
            item: fault.item.clone(),
            message: fault.told().into_owned(),
        }
    }
}

impl<'a> Refused<'a> {
    fn of(scene: &'a str, error: &'a FileError) -> Self {
        Self {
            scene,
            refused: error.faults.iter().map(Complaint::of).collect(),
            more: error.more,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) | Failure::Failed(message) => f.write_str(message),
            Failure::Scene(error) | Failure::Options(error) => error.fmt(f),
        }
    }
}

/// Parses the command line and runs subcommands that need no window. Messages go to stderr.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Outcome {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are errors to clap, with exit code 0. The other messages repeat the arguments, which need escaping.
            let plain = error.render().to_string();
            if let Cow::Owned(shown) = terminal::words(&plain) {
                complain(&shown);
            } else {
                // A failure to print cannot be reported.
                let _ = error.print();
            }
            return Outcome::Exit(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let done = match &arguments.command {
        None => {
            let Arguments { scene, size, .. } = arguments;
            return Outcome::Window { scene, size };
        }
        Some(Command::Simulate(it)) => it.run(),
        Some(Command::Compare(it)) => it.run(),
        Some(Command::Check(it)) => it.run(),
        Some(Command::Render(it)) => it.run(),
        Some(Command::Equations(it)) => it.run(),
        Some(Command::Bench(it)) => it.run(),
    };
    match done {
        Ok(()) => Outcome::Exit(0),
        Err(failure) => {
            complain(&failure.to_string());
            Outcome::Exit(failure.exit_code())
        }
    }
}

/// Prints an error or a note to stderr.
pub fn complain(text: &str) {
    // A failure to print cannot be reported.
    let _ = writeln!(io::stderr(), "{}", terminal::words(text));
}

/// Writes text to stdout, as [`say_as_is`] does, with control characters escaped.
fn say(text: &str) -> Result<(), Failure> {
    say_as_is(&terminal::words(text))
}

/// Writes a JSON object to stdout, as [`say_as_is`] does, on one or more lines.
fn say_json(text: serde_json::Result<String>) -> Result<(), Failure> {
    let text = text.map_err(|error| Failure::Failed(error.to_string()))?;
    say_as_is(&format!("{}\n", terminal::json(&text)))
}

/// Passes on the result of a command; with JSON output, a refused scene is reported on stdout as well.
fn with_refusals<T>(json: bool, scene: &OsStr, done: Result<T, Failure>) -> Result<T, Failure> {
    if let Err(failure) = &done
        && json
        && let Some(error) = failure.faults()
    {
        let scene = scene.to_string_lossy();
        say_json(serde_json::to_string(&Refused::of(&scene, error)))?;
    }
    done
}

/// Writes output to stdout. A reader that has closed the pipe is not an error.
fn say_as_is(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Failed(format!("the answer cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}

/// Parses `800x600`.
fn size(text: &str) -> Result<(u32, u32), String> {
    let (width, height) = text
        .split_once(['x', 'X'])
        .ok_or("give width and height, as in 1280x800")?;
    let number = |text: &str| {
        text.parse::<u32>()
            .ok()
            .filter(|n| (1..=16384).contains(n))
            .ok_or_else(|| format!("{text:?} is not a number from 1 to 16384"))
    };
    Ok((number(width)?, number(height)?))
}

/// Refuses a time of more steps than can be taken in any lifetime: beyond 2^53 they could not be counted either.
fn must_be_countable(option: &str, seconds: f64, dt: f64) -> Result<(), Failure> {
    const MOST: f64 = 1e12;
    let steps = seconds / dt;
    if steps <= MOST {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "{option} {seconds:e}: that is {steps:.0e} steps of {dt} s, and at most {MOST:e} are taken; give less, or longer steps"
    )))
}

/// Parses a finite number above 0.
fn positive(text: &str) -> Result<f64, String> {
    let x: f64 = text.parse().map_err(|_| "it is not a number".to_owned())?;
    if x.is_finite() && x > 0.0 {
        Ok(x)
    } else {
        Err("give a finite number above 0".to_owned())
    }
}

/// Parses a finite number, 0 or more.
fn not_negative(text: &str) -> Result<f64, String> {
    let x: f64 = text.parse().map_err(|_| "it is not a number".to_owned())?;
    if x.is_finite() && x >= 0.0 {
        Ok(x)
    } else {
        Err("give a finite number, 0 or more".to_owned())
    }
}
