//! The outline of a machine as another run has it, over the machine itself.

use crate::constraints::Glyph;
use crate::render::draw_list::{Color, DrawList, Paint, Stroke};

use super::figure::Figure;
use super::{SceneView, items};

/// Opacity of what a ghost is filled with.
const FILL: f64 = 0.10;

/// Draws the run of `input` as outlines in one colour.
pub fn ghost(input: &SceneView, color: Color, out: &mut DrawList) {
    let paint = Paint::both(color.opacity(FILL), Stroke::new(1.5, color.opacity(0.9)));
    for (_, item) in input.scene.items().filter(|(_, item)| item.as_part().is_none()) {
        for glyph in items::glyph(input, item) {
            if let Glyph::Rod { from, to } | Glyph::Coil { from, to, .. } | Glyph::Piston { from, to } = glyph
            {
                let [from, to] = [from, to].map(|at| input.view.screen_from_world(at));
                out.line(from, to, Stroke::new(1.5, color.opacity(0.9)));
            }
        }
    }
    for (id, part) in input.scene.parts().filter(|(_, part)| !part.fixed) {
        let Some(pose) = input.pose(id) else { continue };
        for figure in Figure::all(input.formed(id, part).shape.outline(), pose, &input.view, 0.0) {
            let (center, radius) = figure.bounding_disk();
            if input.view.sees(center, radius + 2.0) {
                figure.draw(out, paint);
            }
        }
    }
}
