//! Notes and kept dimensions, over the machine.

use crate::editor::annotation::{NOTE_LINE, note_half, shown};
use crate::math::Vec2;
use crate::render::draw_list::{Anchor, Paint, Stroke};
use crate::render::theme::TYPE;
use crate::scene::{Id, Note};

use super::{Canvas, SceneView, dimensions, items};

/// Draws all notes and dimensions that are not hidden.
pub(super) fn draw(canvas: &mut Canvas, input: &SceneView) {
    let lit = |id: Id| input.overlay.selection.contains(&id) || input.overlay.feedback.hover == Some(id);
    for (id, it) in input
        .scene
        .dimensions()
        .filter(|(id, _)| !input.scene.is_hidden(*id))
    {
        let points: Vec<Vec2> = it.ends.iter().map(|end| items::point(input, *end)).collect();
        let color = if lit(id) {
            canvas.theme.select
        } else {
            canvas.theme.quiet_ink
        };
        let mut number = shown(
            it,
            &points,
            (input.scene.info.length_unit, 0.1 / canvas.view.scale),
        );
        let pulled = input.overlay.feedback.pulled.filter(|it| it.0 == id);
        if let (Some(number), Some((_, pulled))) = (&mut number, pulled) {
            number.pulled = pulled;
        }
        dimensions::draw(canvas, number.as_slice(), color);
    }
    for (_, it) in input.scene.notes().filter(|(id, _)| !input.scene.is_hidden(*id)) {
        note(canvas, it, items::point(input, it.end));
    }
}

fn note(canvas: &mut Canvas, it: &Note, at: Vec2) {
    let middle = canvas.view.screen_from_world(at);
    let half = note_half(&it.text);
    if !canvas.view.sees(middle, half.length()) {
        return;
    }
    let theme = canvas.theme;
    let paint = Paint::both(theme.panel.opacity(0.9), Stroke::new(1.0, theme.line));
    canvas.out.rect(middle, half, 0.0, 4.0, paint);
    for (k, line) in it.text.lines().enumerate() {
        let down = NOTE_LINE * (k as f64 + 0.5) + 4.0 - half.y;
        let place = middle + Vec2::new(0.0, down);
        canvas.out.text(place, Anchor::CENTER, line, TYPE[1], theme.ink);
    }
}
