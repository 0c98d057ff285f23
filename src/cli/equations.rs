//! `tinkertoy equations SCENE`: matrices of a machine at one instant, as Matrix Market files for other programs.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::out::NewFolder;
use super::simulate::stop_message;
use super::{Failure, must_be_countable, not_negative, open, say};
use crate::lab::Assembled;
use crate::scene::Method;
use crate::scene::file::{self, told};
use crate::sim::{Model, Simulation};

/// Writes M, W, J, K, A, H, F, c and the answer of a scene.
#[derive(Args, Debug)]
pub struct Equations {
    /// A file, or the name of a gallery scene.
    scene: OsString,
    /// Simulated time of the instant (s).
    #[arg(long, value_name = "S", default_value = "0", value_parser = not_negative, allow_negative_numbers = true)]
    time: f64,
    /// Method of the constraint solver that answers.
    #[arg(long)]
    method: Option<Method>,
    /// A new folder for the files, one a matrix, and a NumPy script.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

impl Equations {
    /// Writes the files.
    ///
    /// # Errors
    /// A faulty scene; a run that fails before the time; a folder that exists already or cannot be written.
    pub fn run(&self) -> Result<(), Failure> {
        let mut opened = open(&self.scene)?;
        if let Some(method) = self.method {
            opened.reading.scene.settings.method = method;
        }
        if let Some(error) = file::refusals(&opened.reading, &opened.name) {
            return Err(Failure::Options(error));
        }
        let scene = opened.reading.scene;
        must_be_countable("--time", self.time, scene.settings.dt)?;
        let failed = |error: std::io::Error| Failure::Failed(format!("{}: {error}", told(&self.out)));
        NewFolder::must_be_new(&self.out).map_err(failed)?;
        let mut run = Simulation::new(&scene);
        let stopped = |stop| Failure::Failed(stop_message(&told(&self.scene), &scene, &stop));
        // To the step nearest to the requested time.
        for _ in 0..(self.time / scene.settings.dt).round() as u64 {
            run.step().map_err(stopped)?;
        }
        let at = Assembled::of(&Arc::new(Model::compile(&scene)), run.state())
            .map_err(|error| Failure::Failed(error.to_string()))?;
        let folder = NewFolder::begin(&self.out).map_err(failed)?;
        let title = &scene.info.title;
        let mut names = Vec::new();
        for file in at.files() {
            let about = format!("{}: {}\n{title}, t = {} s", file.name, file.about, at.state.time);
            let name = format!("{}.mtx", file.name);
            folder
                .write(&name, &file.numbers.matrix_market(&about))
                .map_err(failed)?;
            names.push(name);
        }
        folder.write("equations.py", &at.numpy(title)).map_err(failed)?;
        folder.finish().map_err(failed)?;
        let missing = match names.iter().any(|name| name == "A.mtx") {
            true => "",
            false => {
                " (A is left out: with so many rows on one part it has over 16 million numbers; it is J W K + E)"
            }
        };
        let touching = match run.state().contacts.len() {
            0 => String::new(),
            count => format!(
                "\n{count} contact points touch: their forces are found by the step and are in none of these files"
            ),
        };
        say(&format!(
            "{}: {}, equations.py{missing}{touching}\n",
            told(&self.out),
            names.join(", ")
        ))
    }
}
