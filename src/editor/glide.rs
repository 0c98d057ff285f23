//! Parts that are shown on their way to where they were drawn together.

use crate::math::Pose;
use crate::scene::Id;

/// How long parts are on their way (s).
const DURATION: f64 = 0.7;
/// Parts on their way to where they are already built.
#[derive(Clone, Debug)]
pub(super) struct Glide {
    /// The poses passed, at even times.
    pub(super) way: Vec<Vec<(Id, Pose)>>,
    /// s
    pub(super) elapsed: f64,
}

impl Glide {
    /// Where the parts are shown now; nothing when they have arrived.
    pub(super) fn poses(&self) -> Option<Vec<(Id, Pose)>> {
        let place = self.elapsed / DURATION * (self.way.len().saturating_sub(1)) as f64;
        let (from, to) = (self.way.get(place as usize)?, self.way.get(place as usize + 1)?);
        let share = place.fract();
        let between = |(a, b): (&(Id, Pose), &(Id, Pose))| {
            let pose = Pose {
                position: a.1.position.lerp(b.1.position, share),
                angle: a.1.angle + share * (b.1.angle - a.1.angle),
            };
            (a.0, pose)
        };
        Some(from.iter().zip(to).map(between).collect())
    }
}
