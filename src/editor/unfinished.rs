//! Whether a scene looks as if it were still being built.

use crate::math::Vec2;
use crate::scene::Scene;

use super::draft::{Draft, TORN};

/// Whether a scene looks unfinished: a part that could move is held by nothing, or a joint is visibly open at the start.
pub fn is_being_built(scene: &Scene) -> bool {
    let held = |id| {
        let mut joined = scene.items().filter(|(_, item)| item.as_trace().is_none());
        joined.any(|(_, item)| item.attachments().iter().any(|end| end.part == Some(id)))
    };
    let loose = scene.settings.gravity != Vec2::ZERO
        && scene
            .parts()
            .any(|(id, part)| !part.fixed && part.velocity == Vec2::ZERO && part.omega == 0.0 && !held(id));
    loose || Draft::new(scene).gap() > TORN
}
