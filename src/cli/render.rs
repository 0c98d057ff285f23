//! `tinkertoy render SCENE`: renders a picture, without a window.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use super::check::unknown;
use super::out::write_file;
use super::simulate::stop_message;
use super::{Failure, complain, must_be_countable, not_negative, open, size};
use crate::math::Vec2;
use crate::render::draw_list::DrawList;
use crate::render::scene_view::{Layers, Overlay, Run, SceneView, View, draw};
use crate::render::theme::Theme;
use crate::render::trace::TraceLog;
use crate::render::{png, svg};
use crate::scene::Scene;
use crate::scene::file::told;
use crate::sim::{Freedom, Simulation};

/// Draws a scene to a file.
#[derive(Args, Debug)]
pub struct Render {
    /// A file, or the name of a gallery scene.
    scene: OsString,
    /// Simulated time of the picture (s).
    #[arg(long, value_name = "S", default_value = "0", value_parser = not_negative, allow_negative_numbers = true)]
    time: f64,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    size: (u32, u32),
    /// Where the picture goes; the name ends in .svg or .png.
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    out: PathBuf,
}

enum Format {
    Svg,
    Png,
}

impl Format {
    fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "svg" => Some(Format::Svg),
            "png" => Some(Format::Png),
            _ => None,
        }
    }
}

impl Render {
    /// Renders the picture.
    ///
    /// # Errors
    /// A file name of another type; a faulty scene; a run that fails before the time; a file that cannot be
    /// written.
    pub fn run(&self) -> Result<(), Failure> {
        let format = Format::of(&self.out).ok_or_else(|| {
            Failure::Usage(format!(
                "--out {}: give a name that ends in .svg or .png",
                told(&self.out)
            ))
        })?;
        let opened = open(&self.scene)?;
        opened.refuse_overwrite("--out", &self.out)?;
        let scene = opened.reading.scene;
        must_be_countable("--time", self.time, scene.settings.dt)?;
        let size = Vec2::new(f64::from(self.size.0), f64::from(self.size.1));
        let picture = self.picture(&scene, size)?;
        let bytes = match format {
            Format::Svg => svg::svg(&picture, size).into_bytes(),
            Format::Png => {
                png::png(&picture, size, 1.0).map_err(|error| Failure::Failed(error.to_string()))?
            }
        };
        write_file(&self.out, &bytes)
            .map_err(|error| Failure::Failed(format!("{}: cannot be written: {error}", told(&self.out))))
    }

    fn picture(&self, scene: &Scene, size: Vec2) -> Result<DrawList, Failure> {
        let mut run = Simulation::new(scene);
        let mut traces = TraceLog::new();
        traces.record(scene, run.model(), run.state());
        let stopped = |stop| Failure::Failed(stop_message(&told(&self.scene), scene, &stop));
        let dt = scene.settings.dt;
        // To the step nearest to the requested time.
        for _ in 0..(self.time / dt).round() as u64 {
            run.step().map_err(stopped)?;
            traces.record(scene, run.model(), run.state());
        }
        run.evaluate().map_err(stopped)?;
        let (model, state) = (run.model().clone(), run.state().clone());
        let lambda = run.dynamics.solution.lambda.clone();
        // If the count fails, no constraints are highlighted.
        let freedom = Freedom::of(&model, &state, &mut run.dynamics).ok();
        for what in freedom.iter().flat_map(|freedom| unknown(freedom, &run)) {
            complain(&format!("note: {}: unknown {what}", told(&self.scene)));
        }
        let mut picture = DrawList::new();
        draw(
            &SceneView {
                scene,
                run: Some(Run {
                    model: &model,
                    state: &state,
                    lambda: &lambda,
                    freedom: freedom.as_ref(),
                }),
                view: View::of_camera(&scene.camera, size),
                theme: &Theme::light(),
                traces: Some(&traces),
                layers: Layers::default(),
                overlay: &Overlay::default(),
            },
            &mut picture,
        );
        Ok(picture)
    }
}
