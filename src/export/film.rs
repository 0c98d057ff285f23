//! Films: a machine in motion as a sequence of pictures, either over a whole turn of its slowest motor from the start, or over the last
//! seconds of a run with all that was done to it.

use std::ops::ControlFlow;

use gif::EncodingError;

use crate::lab::Progress;
use crate::lab::experiment::Experiment;
use crate::raster::Image;
use crate::render::draw_list::DrawList;
use crate::render::png::{self, PngError};
use crate::render::scene_view::{Layers, Overlay, Run, SceneView, View, draw};
use crate::render::theme::Theme;
use crate::render::trace::{TraceLog, turn_time};
use crate::scene::{Edit, Scene};
use crate::sim::{Input, Simulation, Stop};

/// Pictures per second; GIF counts in hundredths of a second.
pub(super) const RATE: f64 = 25.0;
/// Duration where no motor turns (s), and maximum duration (s).
const TIMES: (f64, f64) = (4.0, 20.0);
/// Duration of a film of the past run (s).
pub const LAST: f64 = 10.0;

/// The scene and the camera of a film.
#[derive(Clone, Debug)]
pub struct Clip {
    /// The machine as built, in its present version.
    pub scene: Scene,
    /// The visible area of the world.
    pub view: View,
    /// Pixels per point.
    pub scale: f64,
    /// Colours.
    pub theme: Theme,
}

/// Why there is no animation.
#[derive(Debug, thiserror::Error)]
pub enum AnimationError {
    /// The run stopped.
    #[error("the run stops at t = {:.3} s: {}", .0.time, .0.reason)]
    Stopped(Box<Stop>),
    /// A picture could not be drawn.
    #[error(transparent)]
    Picture(#[from] PngError),
    /// The file could not be encoded.
    #[error("the animation cannot be written: {0}")]
    Encoding(#[from] EncodingError),
    /// The receiver of pictures refused one.
    #[error("{0}")]
    Refused(String),
    /// It was cancelled.
    #[error("it was given up")]
    Cancelled,
}

/// The motion to film.
#[derive(Clone, Copy, Debug)]
pub enum Film<'a> {
    /// One turn of the slowest motor, from the start.
    Cycle,
    /// The last [`LAST`] seconds of this run.
    Last(&'a Experiment),
}

/// Passes the pictures of a film to `take`, 25 per second; `progress` reports the progress and can cancel it.
///
/// # Errors
/// See [`AnimationError`]; the errors of `take`.
pub fn frames(
    clip: &Clip,
    film: Film<'_>,
    progress: &Progress,
    take: impl FnMut(Image) -> Result<(), AnimationError>,
) -> Result<(), AnimationError> {
    let mut camera = Camera {
        clip,
        scene: clip.scene.clone(),
        progress,
        traces: TraceLog::new(),
        due: 0.0,
        take,
    };
    match film {
        Film::Cycle => camera.cycle(),
        Film::Last(experiment) => camera.last(experiment),
    }
}

/// Renders a picture whenever one is due.
struct Camera<'a, T> {
    clip: &'a Clip,
    /// The scene at the filmed time.
    scene: Scene,
    progress: &'a Progress,
    traces: TraceLog,
    /// Simulated time of the next picture (s).
    due: f64,
    take: T,
}

impl<T: FnMut(Image) -> Result<(), AnimationError>> Camera<'_, T> {
    fn cycle(&mut self) -> Result<(), AnimationError> {
        let scene = &self.clip.scene;
        let time = turn_time(scene).unwrap_or(TIMES.0).min(TIMES.1);
        let frames = (time * RATE).round().max(1.0) as usize;
        let mut run = Simulation::new(scene);
        self.see(&run);
        for k in 0..frames {
            let until = k as f64 / RATE * scene.settings.speed;
            while run.state().time < until - 0.5 * scene.settings.dt {
                run.step().map_err(stopped)?;
                self.see(&run);
            }
            self.shoot(&run)?;
            self.progress.tell((k + 1) as f64 / frames as f64);
        }
        Ok(())
    }

    fn last(&mut self, experiment: &Experiment) -> Result<(), AnimationError> {
        let settings = &self.clip.scene.settings;
        let shown = (LAST * settings.speed / settings.dt).round() as u64;
        let first = experiment.steps.saturating_sub(shown);
        let mut failed = None;
        self.scene = with_annotations(&experiment.scene, &self.clip.scene);
        let mut done = 0;
        let replayed = experiment.replay(|run| {
            let due = experiment.record[done..].iter();
            for recorded in due.take_while(|it| it.step <= run.state().step) {
                done += 1;
                if let Input::Scene(scene, _) = &recorded.input {
                    self.scene = with_annotations(scene, &self.clip.scene);
                    self.traces.note_edit();
                }
            }
            self.see(run);
            let state = run.state();
            self.progress
                .tell(state.step as f64 / experiment.steps.max(1) as f64);
            if state.step == first {
                self.due = state.time;
            }
            let is_due = state.step >= first && state.time >= self.due - 0.5 * settings.dt;
            let shot = if is_due {
                self.due += settings.speed / RATE;
                self.shoot(run)
            } else {
                self.go_on()
            };
            match shot {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        match (failed, replayed) {
            (Some(error), _) => Err(error),
            (None, Err(stop)) => Err(stopped(stop)),
            (None, Ok(_)) => Ok(()),
        }
    }

    /// Records the positions of traced points.
    fn see(&mut self, run: &Simulation) {
        self.traces.record(&self.scene, run.model(), run.state());
    }

    fn go_on(&self) -> Result<(), AnimationError> {
        if self.progress.is_cancelled() {
            return Err(AnimationError::Cancelled);
        }
        Ok(())
    }

    fn shoot(&mut self, run: &Simulation) -> Result<(), AnimationError> {
        self.go_on()?;
        let picture = picture(self.clip, &self.scene, run, &self.traces);
        let image = png::pixels(&picture, self.clip.view.size, self.clip.scale)?;
        (self.take)(image)
    }
}

fn stopped(stop: Stop) -> AnimationError {
    AnimationError::Stopped(Box::new(stop))
}

/// A past scene with the present traces, notes and dimensions, which a run does not record.
fn with_annotations(was: &Scene, now: &Scene) -> Scene {
    let mut scene = was.clone();
    let mut edit = Edit::new("");
    for (id, item) in now.items().filter(|(_, item)| item.is_passive()) {
        let ends = item.attachments();
        if ends
            .iter()
            .all(|end| end.part.is_none_or(|part| was.part(part).is_some()))
        {
            scene.plan_item(&mut edit, id, Some(item.clone()));
        }
    }
    scene.apply(&edit);
    scene
}

fn picture(clip: &Clip, scene: &Scene, run: &Simulation, traces: &TraceLog) -> DrawList {
    let mut picture = DrawList::new();
    let shown = SceneView {
        scene,
        run: Some(Run {
            model: run.model(),
            state: run.state(),
            lambda: &[],
            freedom: None,
        }),
        view: clip.view,
        theme: &clip.theme,
        traces: Some(traces),
        layers: Layers::default(),
        overlay: &Overlay::default(),
    };
    draw(&shown, &mut picture);
    picture
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::bodies::{Particle, Shape};
    use crate::math::{Pose, Vec2};
    use crate::scene::{Attach, Part, Trace};

    #[test]
    fn no_stroke_leads_to_where_an_edit_put_a_point() {
        let mut scene = Scene::default();
        let bead = scene.add(Part::new(
            "bead",
            Shape::Particle(Particle::default()),
            Pose::default(),
        ));
        let name = "path".to_owned();
        let end = Attach::part(bead, Vec2::ZERO);
        let path = scene.add(Trace::new(name, end));
        let mut run = Simulation::new(&scene);
        let steps = |run: &mut Simulation| (0..30).for_each(|_| run.step().unwrap());
        steps(&mut run);
        let elsewhere = vec![(bead, Pose::new(3.0, 0.0, 0.0))];
        run.apply(Input::Scene(Box::new(scene.clone()), elsewhere));
        steps(&mut run);
        let experiment = Experiment::of(&run, scene.clone());
        let clip = Clip {
            scene: scene.clone(),
            view: View::new(Vec2::ZERO, 10.0, Vec2::new(16.0, 16.0)),
            scale: 1.0,
            theme: Theme::light(),
        };
        let mut camera = Camera {
            scene,
            clip: &clip,
            progress: &Progress::default(),
            traces: TraceLog::new(),
            due: 0.0,
            take: |_| Ok(()),
        };
        camera.last(&experiment).unwrap();
        let strokes = camera.traces.strokes(path);
        assert!(strokes.concat().len() > 20);
        for stroke in strokes {
            let near = |pair: &[(f64, Vec2)]| pair[0].1.distance(pair[1].1) < 0.5;
            assert!(stroke.windows(2).all(near), "{stroke:?}");
        }
    }
}
