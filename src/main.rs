//! The binary: parse the command line, then dispatch.

use std::process::ExitCode;

use tinkertoy::cli::{self, Outcome};

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Outcome::Exit(code) => ExitCode::from(code),
        Outcome::Window { .. } => {
            eprintln!(
                "this build has no window; without one there are {}",
                cli::HEADLESS
            );
            ExitCode::FAILURE
        }
    }
}
