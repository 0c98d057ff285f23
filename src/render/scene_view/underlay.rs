//! The underlay: a picture to be traced over, below everything else.

use crate::math::Vec2;
use crate::render::draw_list::{Paint, Picture, Shape, Stroke};

use super::{Canvas, SceneView};

/// Draws the picture, and its frame while it is edited. A picture that cannot be decoded is drawn as a crossed frame.
pub(super) fn draw(canvas: &mut Canvas, input: &SceneView) {
    let shown = input.overlay.underlay.as_ref();
    let Some(it) = shown.or(input.scene.underlay.as_ref()) else {
        return;
    };
    if it.hidden {
        return;
    }
    let (center, half) = (
        canvas.view.screen_from_world(it.center),
        canvas.view.scale * it.half(),
    );
    let unreadable = matches!(it.file.image_if_read(), Some(Err(_)));
    if !unreadable {
        canvas.out.shapes.push(Shape::Image(Picture {
            file: it.file.clone(),
            center,
            half,
            angle: -it.angle,
            opacity: it.opacity,
        }));
    }
    if unreadable || input.overlay.frames_underlay {
        let edge = Stroke::new(1.0, canvas.theme.select);
        let paint = Paint::stroke(edge.dashed(5.0, 3.0));
        canvas.out.rect(center, half, -it.angle, 0.0, paint);
    }
    if unreadable {
        let turn = Vec2::from_angle(-it.angle);
        for way in [Vec2::ONE, Vec2::new(1.0, -1.0)] {
            let corner = turn.rotate(half * way);
            let line = Stroke::new(1.0, canvas.theme.warn);
            canvas.out.line(center - corner, center + corner, line);
        }
    }
}
