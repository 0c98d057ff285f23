//! A picture under the machine, to be traced over.

use std::sync::Arc;

use crate::math::Vec2;
use crate::raster::ImageFile;

/// A picture that lies under the machine, for as long as one traces over it. The run knows nothing of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Underlay {
    /// The picture.
    pub file: Arc<ImageFile>,
    /// World point of its middle (m).
    pub center: Vec2,
    /// How wide it lies there (m); its height follows.
    pub width: f64,
    /// How far it is turned, counterclockwise (rad).
    pub angle: f64,
    /// From 0, which is not seen, to 1.
    pub opacity: f64,
    /// Whether it is left out of sight.
    pub hidden: bool,
}

impl Underlay {
    /// How strong a picture is at first: what is drawn over it stands out.
    pub const USUAL_OPACITY: f64 = 0.5;

    /// Half its width and height (m).
    pub fn half(&self) -> Vec2 {
        let [width, height] = self.file.size().map(f64::from);
        0.5 * self.width * Vec2::new(1.0, height / width)
    }

    /// The same picture enlarged by a factor, a world point staying where it is.
    #[must_use]
    pub fn enlarged(&self, about: Vec2, factor: f64) -> Underlay {
        Underlay {
            center: about + factor * (self.center - about),
            width: factor * self.width,
            ..self.clone()
        }
    }
}
