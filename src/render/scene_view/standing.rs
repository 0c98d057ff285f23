//! The items as they were drawn last. As long as nothing of them changes they are not drawn anew: of a machine that stands, a frame only
//! costs what the hand does.

use std::sync::Arc;

use crate::math::Pose;
use crate::render::draw_list::{DrawList, Shape};
use crate::scene::InOrder;

use super::{Canvas, Layers, SceneView, View, items};

/// All that the drawing of items depends on.
#[derive(Clone, Debug)]
struct Key {
    /// Where the parts are. A new table is made with each change of the scene and of the run.
    places: Arc<InOrder<Pose>>,
    view: View,
    dark: bool,
    layers: Layers,
    /// Where the multipliers stand in memory, and how many there are.
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

/// The items as they were drawn last.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    key: Option<Key>,
    drawn: Option<Arc<DrawList>>,
}

impl Standing {
    /// Draws the items, or shows again what was drawn of them.
    pub(super) fn draw(&mut self, canvas: &mut Canvas, input: &SceneView) {
        let key = Key::of(input);
        // Names are set in glyphs that the panels may move about.
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
        canvas.out.shapes.push(Shape::Still(Arc::clone(drawn)));
    }
}
