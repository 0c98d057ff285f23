//! The command line: what works without a window. One file a subcommand.

mod bench;
mod check;
mod compare;
mod render;
mod scene_argument;
mod simulate;

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};

use clap::{Parser, Subcommand};

pub use self::scene_argument::{Opened, open};

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
    scene: Option<String>,
    /// Size of the window in pixels.
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(u32, u32)>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs a scene and writes what happens.
    Simulate(simulate::Simulate),
    /// Runs a scene with every method from the same start, and tells them apart.
    Compare(compare::Compare),
    /// Reads scenes and says what can move in them.
    Check(check::Check),
    /// Draws a scene to a file.
    Render(render::Render),
    /// Measures what an evaluation costs on machines of known shape, beside a library.
    Bench(bench::Bench),
}

/// Subcommands that need no window, for messages.
pub const HEADLESS: &str =
    "tinkertoy simulate, tinkertoy compare, tinkertoy check, tinkertoy render, tinkertoy bench";

/// What is left to do after parsing.
pub enum Outcome {
    /// Open the window.
    Window {
        /// On this scene (see [`open`]); without one, on the last or the first of the gallery.
        scene: Option<String>,
        /// Of this width and height in pixels.
        size: Option<(u32, u32)>,
    },
    /// Leave with this exit code.
    Exit(u8),
}

/// Why a subcommand did not do what it was told.
#[derive(Debug)]
pub enum Failure {
    /// It was told something that cannot be: exit 2.
    Usage(String),
    /// The scene or the run failed: exit 1.
    Failed(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) | Failure::Failed(message) => f.write_str(message),
        }
    }
}

/// Parses the command line and carries out what needs no window. Messages go to stderr.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Outcome {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are errors to clap, of exit code 0. Nobody is left to tell if this fails.
            let _ = error.print();
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
        Some(Command::Bench(it)) => it.run(),
    };
    match done {
        Ok(()) => Outcome::Exit(0),
        Err(failure) => {
            // Nobody is left to tell if this fails.
            let _ = writeln!(io::stderr(), "{failure}");
            Outcome::Exit(match failure {
                Failure::Usage(_) => 2,
                Failure::Failed(_) => 1,
            })
        }
    }
}

/// Writes an answer to stdout. A reader that has heard enough and closed the pipe is no failure.
fn say(text: &str) -> Result<(), Failure> {
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
