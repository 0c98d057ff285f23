//! Snapping the length of a drawn line to that of an existing bar or rod.

use crate::bodies::Shape;
use crate::constraints::ConstraintKind;
use crate::math::Vec2;
use crate::scene::Attach;

use super::Editor;
use super::event::Modifiers;
use super::snap_point::{Snap, SnapTo};

/// Difference of lengths within which the length snaps (logical points).
const PULL: f64 = 5.0;
/// Least length of a line whose length snaps (logical points).
const SHORTEST: f64 = 30.0;
/// Lengths that differ by less than this fraction count as equal.
const SAME: f64 = 1e-9;

impl Editor {
    /// The end of a line from a point, with its length snapped to that of a bar or rod and its direction kept. Alt suspends snapping.
    pub(super) fn as_long_as_another(&self, from: Vec2, to: Snap, modifiers: Modifiers) -> Snap {
        let direction = match to.to {
            SnapTo::Free => None,
            SnapTo::Direction(direction) => Some(direction),
            _ => return to,
        };
        let length = to.world.distance(from);
        if modifiers.alt || to.end.part.is_some() || length < self.view.metres(SHORTEST) {
            return to;
        }
        let bars = self.scene.parts().filter_map(|(_, part)| match &part.shape {
            Shape::Bar(bar) => Some(bar.length),
            _ => None,
        });
        let rods = self.scene.constraints().filter_map(|(_, it)| match &it.kind {
            ConstraintKind::Distance(rod) => Some(rod.length),
            _ => None,
        });
        let off = |other: &f64| (other - length).abs();
        let near = self.view.metres(PULL);
        let nearest = bars
            .chain(rods)
            .filter(|it| off(it) <= near)
            .min_by(|a, b| off(a).total_cmp(&off(b)));
        let Some(other) = nearest.filter(|it| off(it) > SAME * length) else {
            return to;
        };
        let world = from + other / length * (to.world - from);
        Snap {
            end: Attach::ground(world),
            world,
            to: SnapTo::Length(direction),
        }
    }
}
