//! Ghost: the outline of a machine in another state, drawn over the machine itself.

use crate::constraints::Glyph;
use crate::render::draw_list::{Color, DrawList, Paint, Stroke};
use crate::scene::{Id, Item, Part};

use super::figure::Figure;
use super::{SceneView, items};

/// Opacity of a ghost's fill.
const FILL: f64 = 0.10;

/// Draws the run of `input` as outlines in one colour.
pub fn ghost(input: &SceneView, color: Color, out: &mut DrawList) {
    let paint = Paint::both(color.opacity(FILL), Stroke::new(1.5, color.opacity(0.9)));
    let link = |(id, item): &(Id, &Item)| item.as_part().is_none() && !input.scene.is_hidden(*id);
    for (_, item) in input.scene.items().filter(link) {
        for glyph in items::glyph(input, item) {
            if let Glyph::Rod { from, to } | Glyph::Coil { from, to, .. } | Glyph::Piston { from, to } = glyph
            {
                let [from, to] = [from, to].map(|at| input.view.screen_from_world(at));
                out.line(from, to, Stroke::new(1.5, color.opacity(0.9)));
            }
        }
    }
    let moves = |part: &Part| !part.fixed && !part.handling.hidden;
    for (id, part) in input.scene.parts().filter(|(_, part)| moves(part)) {
        let Some(pose) = input.pose(id) else { continue };
        for figure in Figure::all(input.formed(id, part).shape.outline(), pose, &input.view, 0.0) {
            let (center, radius) = figure.bounding_disk();
            if input.view.sees(center, radius + 2.0) {
                figure.draw(out, paint);
            }
        }
    }
}
