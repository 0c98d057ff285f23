//! Paths of traced points over a whole cycle, before any run; for a selected trace also velocities and accelerations.

use crate::editor::CyclePath;
use crate::kinematics::PointMotion;
use crate::math::Vec2;
use crate::render::draw_list::{Color, Stroke};

use super::lab::arrow;
use super::{Canvas, SceneView};

/// Number of poses between arrows: fifteen degrees of the motor.
const APART: usize = 6;
/// Length of the longest arrow as a fraction of the path's size, its limits, and the minimum length of a drawn arrow (points).
const SHARE: f64 = 0.3;
const LONGEST: (f64, f64) = (20.0, 56.0);
const SHORTEST: f64 = 3.0;

pub(super) fn draw(canvas: &mut Canvas, input: &SceneView) {
    for path in &input.overlay.feedback.paths {
        let Some(k) = input.scene.traces().position(|(id, _)| id == path.trace) else {
            continue;
        };
        let color = canvas.theme.series[k % canvas.theme.series.len()];
        let line = path.points.iter().map(|p| canvas.view.screen_from_world(*p));
        let stroke = Stroke::new(1.5, color.opacity(0.6)).dashed(6.0, 4.0);
        canvas.out.polyline(line.collect(), stroke);
        if input.overlay.selection == [path.trace] {
            let (blue, orange) = (canvas.theme.tension, canvas.theme.compression);
            arrows(canvas, path, |it| it.acceleration, orange);
            arrows(canvas, path, |it| it.velocity, blue);
        }
    }
}

/// Arrows every few poses, scaled to the path's size.
fn arrows(canvas: &mut Canvas, path: &CyclePath, of: impl Fn(&PointMotion) -> Vec2, color: Color) {
    let most = path.motions.iter().map(|it| of(it).length()).fold(0.0, f64::max);
    if most <= 0.0 {
        return;
    }
    let low = path.points.iter().copied().reduce(Vec2::min).unwrap_or_default();
    let high = path.points.iter().copied().reduce(Vec2::max).unwrap_or_default();
    let size = (high - low).max_element() * canvas.view.scale;
    let longest = (SHARE * size).clamp(LONGEST.0, LONGEST.1);
    // The last point of a closed path repeats the first.
    let shown = path.motions.iter().take(path.motions.len().saturating_sub(1));
    for it in shown.step_by(APART) {
        let along = of(it) / most * longest;
        if along.length() < SHORTEST {
            continue;
        }
        let from = canvas.view.screen_from_world(it.at);
        let tip = from + Vec2::new(along.x, -along.y);
        arrow(canvas, from, tip, color);
    }
}
