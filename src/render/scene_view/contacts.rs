//! Contacts: the floor, and the contact points with their forces.

use crate::math::Vec2;
use crate::render::draw_list::{Paint, Stroke};

use super::{Canvas, SceneView};

/// Spacing of the floor's hatching (points).
const HATCH: f64 = 14.0;
/// Maximum length of a force arrow, and length for the weight of an average part (points).
const LONGEST: f64 = 60.0;
const WEIGHT: f64 = 16.0;
/// Radius of a contact point (points).
const DOT: f64 = 2.5;
/// Number of visible contact points above which arrows become shorter and fainter, so that parts stay visible.
const MANY: usize = 150;

/// Draws the floor, under the parts.
pub(super) fn floor(canvas: &mut Canvas, input: &SceneView) {
    let Some(height) = input.scene.settings.contact.and_then(|it| it.floor) else {
        return;
    };
    let y = canvas.view.screen_from_world(Vec2::new(0.0, height)).y;
    let width = canvas.view.size.x;
    if !(0.0..=canvas.view.size.y).contains(&y) {
        return;
    }
    let line = canvas.theme.ink.mix(canvas.theme.paper, 0.25);
    canvas
        .out
        .line(Vec2::new(0.0, y), Vec2::new(width, y), Stroke::new(1.6, line));
    let hair = Stroke::new(1.0, line.opacity(0.5));
    // The hatching is fixed to the world.
    let start = canvas.view.screen_from_world(Vec2::ZERO).x.rem_euclid(HATCH);
    let mut x = start;
    while x < width + HATCH {
        canvas
            .out
            .line(Vec2::new(x, y), Vec2::new(x - 8.0, y + 9.0), hair);
        x += HATCH;
    }
}

/// Draws contact points over the parts, with the force on the moving part; where both move, on the second one.
pub(super) fn points(canvas: &mut Canvas, input: &SceneView) {
    let Some(run) = input.run else { return };
    if run.state.contacts.is_empty() {
        return;
    }
    let weight = run.model.mass() * input.scene.settings.gravity.length();
    let scale = WEIGHT * run.model.bodies.len() as f64 / weight.max(1e-9);
    let seen = run.state.contacts.iter();
    let seen = seen
        .filter(|it| canvas.view.sees(canvas.view.screen_from_world(it.at), 0.0))
        .count();
    let crowd = (MANY as f64 / seen.max(MANY) as f64).sqrt();
    let (scale, longest, dot) = (scale * crowd, LONGEST * crowd, DOT * crowd);
    let color = canvas.theme.select.opacity(crowd.max(0.5));
    for point in &run.state.contacts {
        let at = canvas.view.screen_from_world(point.at);
        if !canvas.view.sees(at, LONGEST) {
            continue;
        }
        let (_, (second, _)) = point.pair;
        let sign = if run.model.collider_moves(second as usize) {
            1.0
        } else {
            -1.0
        };
        let force = sign * point.on_second();
        let arrow = scale * Vec2::new(force.x, -force.y);
        let arrow = arrow.clamp_length_max(longest);
        canvas
            .out
            .line(at, at + arrow, Stroke::new(1.5 * crowd.sqrt(), color));
        canvas.out.circle(at, dot, Paint::fill(color));
    }
}
