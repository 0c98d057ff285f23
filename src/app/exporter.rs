//! Export: asks for a file, generates its content on another thread, and reports where it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::dialogs::{Answer, Ask, Dialogs};
use super::document::plain_name;
use super::storage::write_atomically;
use super::task::{self, Task};
use crate::editor::{CyclePath, Export};
use crate::export::{
    AnimationError, Clip, Cutout, Film, curves, cutouts, diagram_table, dxf, gif, numbered, outlines, paths,
};
use crate::lab::Progress;
use crate::lab::experiment::{self, Experiment};
use crate::math::Vec2;
use crate::render::draw_list::DrawList;
use crate::render::plot::Diagram;
use crate::render::trace::TraceLog;
use crate::render::{pdf, png, svg};
use crate::scene::{Run, Scene, file};
use crate::ui::Underway;

/// Pixels per point in a PNG of a plot: twice the screen's resolution, for printing.
const SHARPNESS: f64 = 2.0;
/// Maximum width of an animation (pixels).
const WIDEST: f64 = 640.0;

/// Extensions of animations: a GIF file, or a folder of numbered PNG pictures.
const FILM: &[&str] = &["gif", "png"];
const CHART: &[&str] = &["csv", "svg", "png", "pdf"];

/// Interval at which a wait checks for cancellation.
const LOOK: Duration = Duration::from_millis(50);

/// The data to export, captured when the file is chosen.
pub struct ExportData {
    /// Contents of the canvas, with its width and height (points).
    pub picture: (DrawList, Vec2),
    /// Pixels per point in a PNG of the picture.
    pub sharpness: f64,
    /// The machine, for animations.
    pub clip: Clip,
    /// Diameter of the pin holes of parts to be cut out (m).
    pub hole: f64,
    /// Recorded traces.
    pub traces: TraceLog,
    /// Paths of traced points over a whole cycle.
    pub cycle: Vec<CyclePath>,
    /// Receives the run so far once the current step is done; `None` where it is not needed.
    pub experiment: Option<Receiver<Experiment>>,
    /// The run at its present state.
    pub standing: Run,
}

/// The object to export.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// Something of the machine and its run, captured when the file is chosen.
    Machine(Export),
    /// A diagram, captured when the export was requested.
    Plot(Box<Diagram>),
}

/// An export with all its data.
enum Job {
    Machine(Export, Box<ExportData>),
    Plot(Box<Diagram>),
}

/// An outcome to report.
#[derive(Debug, PartialEq, Eq)]
pub enum News {
    /// The file was written; a remark on it, if any.
    Written(PathBuf, Option<String>),
    /// The export failed; the reason.
    Failed(String),
}

/// The written file, and a remark on it, if any.
type Written = (PathBuf, Option<String>);

/// The export that is being asked for or written.
#[derive(Default)]
pub struct Exporter {
    pub(super) dialogs: Dialogs,
    what: Option<Target>,
    writing: Option<(PathBuf, Task<Result<Written, String>>)>,
    progress: Progress,
}

impl Exporter {
    /// Whether a file dialog is open.
    pub fn has_dialog(&self) -> bool {
        self.dialogs.is_open()
    }

    /// Whether a dialog is open or a file is being written.
    pub fn busy(&self) -> bool {
        self.has_dialog() || self.writing.is_some()
    }

    /// Progress of the export under way.
    pub fn writing(&self) -> Option<Underway> {
        let (_, task) = self.writing.as_ref()?;
        let share = self.progress.share();
        Some(Underway {
            seconds: task.seconds(),
            share: (share > 0.0).then_some(share),
        })
    }

    /// Cancels the export under way.
    pub fn cancel(&self) {
        self.progress.cancel();
    }

    /// Asks for a file, starting in the folder of the scene's file.
    pub fn ask(&mut self, what: Target, file: Option<&Path>, scene: &Scene) {
        if self.busy() {
            return;
        }
        let (title, endings, part): (_, &'static [&'static str], _) = match what {
            Target::Machine(Export::Picture) => ("Export a picture", &["png", "svg", "pdf"], ""),
            Target::Machine(Export::Animation) => ("Export an animation", FILM, ""),
            Target::Machine(Export::LastSeconds) => ("Export the last seconds", FILM, ""),
            Target::Machine(Export::Paths) => ("Export traced paths", &["csv"], ""),
            Target::Machine(Export::Parts) => ("Export parts for cutting", &["dxf", "svg"], "-parts"),
            Target::Machine(Export::Experiment) => ("Export the experiment", &["ron"], "-experiment"),
            Target::Machine(Export::Standing) => ("Export the scene with its run", &["ron"], "-standing"),
            Target::Machine(Export::Run) => ("Export the whole run", &["csv"], "-run"),
            Target::Plot(ref diagram) => match **diagram {
                Diagram::Plot(_) => ("Export a plot", CHART, "-plot"),
                Diagram::Stack(_) => ("Export a scope", CHART, "-scope"),
                Diagram::Map(_) => ("Export a map", CHART, "-map"),
            },
        };
        self.what = Some(what);
        let stem = file
            .and_then(Path::file_stem)
            .map(|it| it.to_string_lossy().into_owned());
        let stem = stem.unwrap_or_else(|| plain_name(scene));
        self.dialogs.ask(Ask::Export {
            title,
            folder: file.and_then(Path::parent).map(PathBuf::from),
            name: format!("{stem}{part}.{}", endings[0]),
            endings,
        });
    }

    /// Polls the dialog and the export; `material` is called once a file is chosen.
    pub fn poll(&mut self, material: impl FnOnce(Export) -> ExportData) -> Option<News> {
        match self.dialogs.poll() {
            Some(Answer::Export { path, confirmed }) => {
                self.write(if confirmed { path } else { free_name(path) }, material);
            }
            Some(Answer::Unavailable(Ask::Export { folder, name, .. })) => {
                self.write(free_name(folder.unwrap_or_default().join(name)), material);
            }
            _ => {}
        }
        let (path, task) = self.writing.as_ref()?;
        let news = match task.poll() {
            task::Progress::Running => return None,
            task::Progress::Done(Ok((written, note))) => News::Written(written, note),
            task::Progress::Done(Err(error)) => News::Failed(format!("{}: {error}", path.display())),
            task::Progress::Lost => News::Failed(format!("{}: the writing broke off", path.display())),
        };
        self.writing = None;
        Some(news)
    }

    fn write(&mut self, path: PathBuf, material: impl FnOnce(Export) -> ExportData) {
        let Some(what) = self.what.take() else { return };
        let material = match what {
            Target::Machine(what) => Job::Machine(what, Box::new(material(what))),
            Target::Plot(plot) => Job::Plot(plot),
        };
        self.progress = Progress::default();
        let (to, progress) = (path.clone(), self.progress.clone());
        let task = Task::start("export", move || {
            let ending = to.extension().map(|it| it.to_ascii_lowercase());
            let ending = ending.as_ref().and_then(|it| it.to_str()).unwrap_or_default();
            let (bytes, note) = match &material {
                Job::Machine(what @ (Export::Animation | Export::LastSeconds), material)
                    if ending == "png" =>
                {
                    return pictures(*what, &to, material, &progress).map(|folder| (folder, None));
                }
                Job::Machine(what, material) => made(*what, ending, material, &progress)?,
                Job::Plot(plot) => (plotted(plot, ending)?, None),
            };
            put(&to, &bytes)?;
            Ok((to, note))
        });
        self.writing = Some((path, task));
    }
}

/// A remark on parts too narrow for holes of the requested diameter.
fn smaller_holes(parts: &[Cutout], scene: &Scene) -> Option<String> {
    let mut found = parts.iter().filter_map(|it| Some((it, it.smaller_holes?)));
    let (first, diameter) = found.next()?;
    let others = match found.count() {
        0 => String::new(),
        1 => ", and those of another part are smaller too".to_owned(),
        count => format!(", and those of {count} others are smaller too"),
    };
    Some(format!(
        "\"{}\" is too narrow for such holes: its own are {}{others}",
        first.name,
        scene.info.length_unit.of_workshop().text(diameter, 1e-5)
    ))
}

/// Waits for an answer, until the export is cancelled.
fn awaited<T>(answer: &Receiver<T>, progress: &Progress) -> Result<T, String> {
    loop {
        match answer.recv_timeout(LOOK) {
            Ok(it) => return Ok(it),
            Err(RecvTimeoutError::Timeout) if !progress.is_cancelled() => {}
            Err(RecvTimeoutError::Timeout) => return Err("cancelled".to_owned()),
            Err(RecvTimeoutError::Disconnected) => return Err("the run does not answer".to_owned()),
        }
    }
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    write_atomically(path, bytes).map_err(|error| format!("it cannot be written: {error}"))
}

/// Renders a film: of one cycle, or of the run so far where that was requested.
fn filmed<T>(
    what: Export,
    material: &ExportData,
    progress: &Progress,
    film: impl FnOnce(Film<'_>) -> Result<T, AnimationError>,
) -> Result<T, String> {
    let run;
    let of = if what == Export::LastSeconds {
        let told = material.experiment.as_ref().ok_or("the run does not answer")?;
        run = awaited(told, progress)?;
        Film::Last(&run)
    } else {
        Film::Cycle
    };
    film(of).map_err(|error| error.to_string())
}

/// Writes the numbered pictures of an animation into a new folder beside `path`, named like the file; returns the folder.
fn pictures(
    what: Export,
    path: &Path,
    material: &ExportData,
    progress: &Progress,
) -> Result<PathBuf, String> {
    let folder = free_name(path.with_extension(""));
    filmed(what, material, progress, |film| {
        let unwritten =
            |error: std::io::Error| AnimationError::Refused(format!("it cannot be written: {error}"));
        std::fs::create_dir(&folder).map_err(unwritten)?;
        let made = numbered(&material.clip, film, progress, |number, bytes| {
            put(&folder.join(format!("{number:04}.png")), bytes)
        });
        if made.is_err() {
            // An incomplete film is useless, and this function has created the folder.
            let _ = std::fs::remove_dir_all(&folder);
        }
        made
    })?;
    Ok(folder)
}

/// The bytes of a file, and a remark on it, if any.
type Made = (Vec<u8>, Option<String>);

/// File of parts to be cut out; the remark names parts with smaller holes than requested.
fn cut(ending: &str, material: &ExportData) -> Result<Made, String> {
    let scene = &material.clip.scene;
    let parts = cutouts(scene, material.hole);
    if parts.is_empty() {
        return Err("no part in sight has an outline to cut".to_owned());
    }
    let text = if ending == "svg" {
        outlines(&parts)
    } else {
        dxf(&parts)
    };
    Ok((text.into_bytes(), smaller_holes(&parts, scene)))
}

/// Generates a file of the machine and its run.
fn made(what: Export, ending: &str, material: &ExportData, progress: &Progress) -> Result<Made, String> {
    let is_svg = ending == "svg";
    let (picture, size) = &material.picture;
    let scene = &material.clip.scene;
    let bytes = match what {
        Export::Picture if is_svg => Ok(svg::svg(picture, *size).into_bytes()),
        Export::Picture if ending == "pdf" => pdf::pdf(picture, *size).map_err(|error| error.to_string()),
        Export::Picture => png::png(picture, *size, material.sharpness).map_err(|error| error.to_string()),
        Export::Animation | Export::LastSeconds => filmed(what, material, progress, |film| {
            gif(&material.clip, film, progress)
        }),
        Export::Paths => paths(scene, &material.traces)
            .or_else(|| curves(scene, &material.cycle))
            .map(String::into_bytes)
            .ok_or_else(|| "no point has a path yet: trace one and let it run".to_owned()),
        Export::Parts => return cut(ending, material),
        Export::Experiment => {
            let answer = material.experiment.as_ref();
            let told = answer.ok_or("the run does not answer")?;
            Ok(experiment::write(&awaited(told, progress)?).into_bytes())
        }
        Export::Standing => {
            let mut scene = scene.clone();
            scene.run = Some(Arc::new(material.standing.clone()));
            Ok(file::write(&scene).into_bytes())
        }
        Export::Run => {
            let answer = material.experiment.as_ref();
            let told = awaited(answer.ok_or("the run does not answer")?, progress)?;
            Ok(experiment::csv(&told, scene, progress)?.into_bytes())
        }
    }?;
    Ok((bytes, None))
}

/// Generates the file of a diagram.
fn plotted(diagram: &Diagram, ending: &str) -> Result<Vec<u8>, String> {
    match ending {
        "csv" => Ok(diagram_table(diagram).into_bytes()),
        "svg" => Ok(diagram.svg().into_bytes()),
        "pdf" => {
            let (picture, size) = diagram.picture();
            pdf::pdf(&picture, size).map_err(|error| error.to_string())
        }
        _ => {
            let (picture, size) = diagram.picture();
            png::png(&picture, size, SHARPNESS).map_err(|error| error.to_string())
        }
    }
}

/// Pixels per point in an animation of a canvas of this width (points).
pub fn animation_scale(width: f64) -> f64 {
    (WIDEST / width.max(1.0)).min(1.0)
}

/// This path, or one with a number where such a file or folder exists, as the user was not asked about overwriting.
fn free_name(path: PathBuf) -> PathBuf {
    let Some(stem) = path.file_stem() else {
        return path;
    };
    let ending = path.extension();
    let ending = ending.map_or_else(String::new, |it| format!(".{}", it.to_string_lossy()));
    let numbered = |k: u32| path.with_file_name(format!("{} {k}{ending}", stem.to_string_lossy()));
    if !path.exists() {
        return std::path::absolute(&path).unwrap_or(path);
    }
    let free = (2..u32::MAX).map(numbered).find(|it| !it.exists());
    free.map_or(path.clone(), |it| std::path::absolute(&it).unwrap_or(it))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::app::storage::temporary;

    #[test]
    fn what_nobody_was_asked_about_is_not_written_over() {
        let folder = temporary("export");
        let path = folder.join("leg.png");
        assert_eq!(free_name(path.clone()), path);
        std::fs::write(&path, "").unwrap();
        assert_eq!(free_name(path), folder.join("leg 2.png"));
        std::fs::create_dir(folder.join("leg")).unwrap();
        assert_eq!(free_name(folder.join("leg")), folder.join("leg 2"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
