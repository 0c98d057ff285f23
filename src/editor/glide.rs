//! Glide: assembled parts are shown on their way to their new poses.

use crate::math::Pose;
use crate::scene::Id;

/// Duration of a glide (s).
const DURATION: f64 = 0.7;
/// Parts that are drawn on their way to the poses that they already have in the scene.
#[derive(Clone, Debug)]
pub(super) struct Glide {
    /// Poses on the way, at equal intervals of time.
    pub(super) way: Vec<Vec<(Id, Pose)>>,
    /// Time since the beginning (s).
    pub(super) elapsed: f64,
}

impl Glide {
    /// Interpolated poses at the present time; `None` at the end.
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
