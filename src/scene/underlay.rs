//! A picture under the machine, to be traced over.

use std::sync::Arc;

use crate::math::Vec2;
use crate::raster::ImageFile;

/// A picture under the machine, for tracing over. It has no effect on the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Underlay {
    /// The picture.
    pub file: Arc<ImageFile>,
    /// World position of its middle (m).
    pub center: Vec2,
    /// Width (m); the height follows.
    pub width: f64,
    /// Rotation, counterclockwise (rad).
    pub angle: f64,
    /// Opacity, from 0 (invisible) to 1.
    pub opacity: f64,
    /// Whether it is hidden.
    pub hidden: bool,
}

impl Underlay {
    /// Opacity of a new picture, low enough for the drawing over it to stand out.
    pub const USUAL_OPACITY: f64 = 0.5;

    /// Half its width and height (m).
    pub fn half(&self) -> Vec2 {
        let [width, height] = self.file.size().map(f64::from);
        0.5 * self.width * Vec2::new(1.0, height / width)
    }

    /// The same picture scaled by a factor about a fixed world point.
    #[must_use]
    pub fn enlarged(&self, about: Vec2, factor: f64) -> Underlay {
        Underlay {
            center: about + factor * (self.center - about),
            width: factor * self.width,
            ..self.clone()
        }
    }
}
