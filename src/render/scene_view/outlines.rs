//! Outlines around selected, hovered or highlighted items.

use crate::constraints::Glyph;
use crate::editor::annotation::note_half;
use crate::math::Vec2;
use crate::render::draw_list::{Color, Paint, Stroke};
use crate::scene::{Id, Item};

use super::figure::Figure;
use super::{Canvas, SceneView, items};

/// A soft band around an item.
pub(super) fn ring(canvas: &mut Canvas, input: &SceneView, id: Id, color: Color, width: f64) {
    trace_item(canvas, input, id, Stroke::new(width, color), 0.5 * width);
}

/// A sharp line around an item.
pub(super) fn edge(canvas: &mut Canvas, input: &SceneView, id: Id, color: Color, width: f64) {
    trace_item(canvas, input, id, Stroke::new(width, color), 1.5);
}

fn trace_item(canvas: &mut Canvas, input: &SceneView, id: Id, stroke: Stroke, margin: f64) {
    let Some(item) = input.scene.item(id) else { return };
    match item {
        Item::Part(part) => {
            let Some(pose) = input.pose(id) else { return };
            let outline = input.formed(id, part).shape.outline();
            for figure in Figure::all(outline, pose, &canvas.view, margin) {
                let (center, radius) = figure.bounding_disk();
                if canvas.view.sees(center, radius) {
                    figure.draw(canvas.out, Paint::stroke(stroke));
                }
            }
        }
        Item::Note(note) => {
            let at = canvas.view.screen_from_world(items::point(input, note.end));
            let half = note_half(&note.text) + margin;
            canvas.out.rect(at, half, 0.0, 4.0, Paint::stroke(stroke));
        }
        Item::Trace(trace) => {
            let at = canvas.view.screen_from_world(items::point(input, trace.end));
            canvas.out.circle(at, 4.0 + margin, Paint::stroke(stroke));
        }
        _ => {
            for glyph in items::glyph(input, item) {
                trace_glyph(canvas, &glyph, stroke, margin);
            }
        }
    }
}

fn trace_glyph(canvas: &mut Canvas, glyph: &Glyph, stroke: Stroke, margin: f64) {
    let view = canvas.view;
    let size = canvas.joint();
    let along = |canvas: &mut Canvas, a: Vec2, b: Vec2, half: f64| {
        let (a, b) = (view.screen_from_world(a), view.screen_from_world(b));
        let half = half + margin;
        canvas.out.rect(
            0.5 * (a + b),
            Vec2::new(0.5 * a.distance(b) + half, half),
            (b - a).to_angle(),
            half,
            Paint::stroke(stroke),
        );
    };
    let mut round = |at: Vec2, radius: f64| {
        let paint = Paint::stroke(stroke);
        canvas
            .out
            .circle(view.screen_from_world(at), radius + margin, paint);
    };
    match *glyph {
        Glyph::Pin { at } => round(at, size + 1.0),
        Glyph::Block { at, .. } => round(at, 1.5 * size + 1.0),
        Glyph::Turn { at, .. } | Glyph::Spiral { at, .. } => round(at, 2.5 * size + 2.0),
        Glyph::Wheel { at, radius, .. } => round(at, radius.abs() * view.scale),
        Glyph::Rod { from, to } => along(canvas, from, to, 0.5 * size + 1.0),
        Glyph::Coil { from, to, .. } => along(canvas, from, to, 1.6 * size),
        Glyph::Arrow { from, to } | Glyph::Piston { from, to } | Glyph::Rail { from, to, .. } => {
            along(canvas, from, to, size);
        }
        Glyph::Rack(it) => {
            let reach = it.radius * it.along;
            along(canvas, it.at - reach, it.at + reach, size);
        }
        Glyph::Wire { .. } => {
            let line = glyph.line().unwrap_or_default();
            let line = line.into_iter().map(|p| view.screen_from_world(p)).collect();
            let width = stroke.width + 2.0 * margin + 2.0;
            canvas
                .out
                .polyline(line, Stroke::new(width, stroke.color.opacity(0.5)));
        }
        Glyph::Waves { at } => {
            let middle = view.screen_from_world(at) + Vec2::new(3.7 * size, 0.0);
            canvas
                .out
                .circle(middle, 2.4 * size + margin, Paint::stroke(stroke));
        }
    }
}
