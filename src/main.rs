//! The binary: parse the command line, then dispatch.

use std::process::ExitCode;

use tinkertoy::bench::bytes::Counting;
use tinkertoy::cli::{self, Outcome};

/// Counts allocations, so that `tinkertoy bench` can report the memory of a machine.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Outcome::Exit(code) => ExitCode::from(code),
        Outcome::Window { scene, size } => open_window(scene.as_deref(), size),
    }
}

#[cfg(feature = "app")]
fn open_window(scene: Option<&std::ffi::OsStr>, size: Option<(u32, u32)>) -> ExitCode {
    use tinkertoy::app::{self, Sandbox, storage::Storage};

    let start = match app::Start::named(scene) {
        Ok(start) => start,
        Err(message) => {
            cli::complain(&message);
            return ExitCode::FAILURE;
        }
    };
    let storage = Storage::find();
    let named = size.map(|(width, height)| [width, height]);
    let options = app::Options {
        title: "Tinkertoy".to_owned(),
        size: named
            .or_else(|| app::last_size(storage.as_ref()))
            .unwrap_or([1280, 800]),
        user_scale: 1.0,
    };
    match app::run(options, move || Box::new(Sandbox::new(start, storage))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cli::complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(feature = "app"))]
fn open_window(_: Option<&std::ffi::OsStr>, _: Option<(u32, u32)>) -> ExitCode {
    eprintln!(
        "this build has no window; without one there are {}",
        cli::HEADLESS
    );
    ExitCode::FAILURE
}
