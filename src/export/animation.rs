//! A machine in motion as an animated GIF: a whole turn of its slowest motor from its start, at so many pictures a second.

use std::sync::atomic::{AtomicBool, Ordering};

use gif::{Encoder, EncodingError, Frame, Repeat};

use crate::render::draw_list::DrawList;
use crate::render::png::{self, PngError};
use crate::render::scene_view::{Layers, Overlay, Run, SceneView, View, draw};
use crate::render::theme::Theme;
use crate::render::trace::{TraceLog, turn_time};
use crate::scene::Scene;
use crate::sim::{Simulation, Stop};

/// Pictures a second: GIF counts in hundredths.
const RATE: f64 = 25.0;
/// Shown where no motor turns (s), and longest (s).
const TIMES: (f64, f64) = (4.0, 20.0);
/// How thoroughly colours are chosen, 1 to 30, best first.
const COLOURS: i32 = 10;

/// What is filmed.
#[derive(Clone, Debug)]
pub struct Clip {
    /// The machine as built.
    pub scene: Scene,
    /// What of the world is in the picture.
    pub view: View,
    /// Pixels of a point.
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
    /// The file could not be put together.
    #[error("the animation cannot be written: {0}")]
    Encoding(#[from] EncodingError),
    /// It was given up.
    #[error("it was given up")]
    Cancelled,
}

/// The bytes of the file; given up once `cancel` is set.
///
/// # Errors
/// See [`AnimationError`].
pub fn gif(clip: &Clip, cancel: &AtomicBool) -> Result<Vec<u8>, AnimationError> {
    let scene = &clip.scene;
    let time = turn_time(scene).unwrap_or(TIMES.0).min(TIMES.1);
    let frames = (time * RATE).round().max(1.0) as usize;
    let mut run = Simulation::new(scene);
    let mut traces = TraceLog::new();
    traces.record(scene, run.model(), run.state());
    let mut bytes = Vec::new();
    let size = (clip.view.size * clip.scale).round();
    let mut encoder = Encoder::new(&mut bytes, side(size.x), side(size.y), &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    for k in 0..frames {
        let until = k as f64 / RATE * scene.settings.speed;
        while run.state().time < until - 0.5 * scene.settings.dt {
            run.step()
                .map_err(|stop| AnimationError::Stopped(Box::new(stop)))?;
            traces.record(scene, run.model(), run.state());
        }
        if cancel.load(Ordering::Relaxed) {
            return Err(AnimationError::Cancelled);
        }
        let mut image = png::pixels(&picture(clip, &run, &traces), clip.view.size, clip.scale)?;
        let (width, height) = (side(f64::from(image.width)), side(f64::from(image.height)));
        let mut frame = Frame::from_rgba_speed(width, height, &mut image.rgba, COLOURS);
        frame.delay = (100.0 / RATE) as u16;
        encoder.write_frame(&frame)?;
    }
    drop(encoder);
    Ok(bytes)
}

/// A width or height as GIF has it.
fn side(pixels: f64) -> u16 {
    pixels.clamp(1.0, f64::from(u16::MAX)) as u16
}

fn picture(clip: &Clip, run: &Simulation, traces: &TraceLog) -> DrawList {
    let mut picture = DrawList::new();
    let shown = SceneView {
        scene: &clip.scene,
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
