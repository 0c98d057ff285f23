//! Cache of the drawn items: as long as nothing they depend on changes, they are not drawn again, so that a frame of a resting machine
//! only costs the interactive overlay.

use std::sync::Arc;

use crate::math::Pose;
use crate::render::draw_list::{DrawList, Shape};
use crate::scene::InOrder;

use super::{Canvas, Layers, SceneView, View, items};

/// Everything that the drawn items depend on.
#[derive(Clone, Debug)]
struct Key {
    /// Poses of the parts. A new table is made with each change of the scene and of the run.
    places: Arc<InOrder<Pose>>,
    view: View,
    dark: bool,
    layers: Layers,
    /// Address and number of the multipliers.
    lambda: (usize, usize),
}

impl Key {
    fn of(input: &SceneView) -> Self {
        let lambda = input.run.map_or(&[][..], |run| run.lambda);
        Self {
            places: Arc::clone(&input.overlay.poses),
            view: input.view,
            dark: input.theme.dark,
            layers: input.layers,
            lambda: (lambda.as_ptr() as usize, lambda.len()),
        }
    }

    fn is(&self, other: &Self) -> bool {
        let same = |it: &Self| (it.view, it.dark, it.layers, it.lambda);
        Arc::ptr_eq(&self.places, &other.places) && same(self) == same(other)
    }
}

/// The items as drawn last.
#[derive(Clone, Debug, Default)]
pub struct ItemCache {
    key: Option<Key>,
    drawn: Option<Arc<DrawList>>,
}

impl ItemCache {
    /// Draws the items, or reuses the last drawing.
    pub(super) fn draw(&mut self, canvas: &mut Canvas, input: &SceneView) {
        let key = Key::of(input);
        // Names use glyphs whose place in egui's texture may change, so they are not cached.
        if input.layers.names || !self.key.as_ref().is_some_and(|it| it.is(&key)) {
            (self.key, self.drawn) = (Some(key), None);
            return items::draw(canvas, input);
        }
        let drawn = self.drawn.get_or_insert_with(|| {
            let mut out = DrawList::new();
            let mut canvas = Canvas {
                view: canvas.view,
                theme: canvas.theme,
                out: &mut out,
                opacity: canvas.opacity,
            };
            items::draw(&mut canvas, input);
            Arc::new(out)
        });
        canvas.out.shapes.push(Shape::Nested(Arc::clone(drawn)));
    }
}
