//! The paper and its grid, whose spacing follows the zoom; lines fade out before they crowd.

use crate::math::Vec2;
use crate::parameter::LengthUnit;
use crate::render::draw_list::{Paint, Stroke};

use super::Canvas;

/// Spacing at which lines begin to appear, and further points until they are fully visible.
const APPEAR: (f64, f64) = (9.0, 30.0);
/// Spacing at which lines begin to turn into major lines, and further points until they are.
const MAJOR: (f64, f64) = (45.0, 60.0);

/// The up to three relevant grid spacings at a scale, finest first: 1, 5, 10, 50 ... metres, or round lengths in another unit. Each is a
/// multiple of the one before, so that lines never interleave.
fn spacings(scale: f64, lengths: LengthUnit) -> impl Iterator<Item = f64> {
    let round = lengths.round();
    let decade = 10f64.powf((APPEAR.0 / scale / round).log10().floor()) * round;
    [1.0, 5.0, 10.0, 50.0, 100.0]
        .into_iter()
        .map(move |k| k * decade)
        .filter(move |step| step * scale >= APPEAR.0)
        .take(3)
}

/// The paper.
pub(super) fn paper(canvas: &mut Canvas) {
    let half = 0.5 * canvas.view.size;
    let paint = Paint::fill(canvas.theme.paper);
    canvas.out.rect(half, half, 0.0, 0.0, paint);
}

/// The grid.
pub(super) fn draw(canvas: &mut Canvas, lengths: LengthUnit) {
    let (view, theme) = (canvas.view, canvas.theme);
    let low = view.world_from_screen(Vec2::new(0.0, view.size.y));
    let high = view.world_from_screen(Vec2::new(view.size.x, 0.0));
    let steps: Vec<f64> = spacings(view.scale, lengths).collect();
    for (level, &step) in steps.iter().enumerate() {
        let spacing = step * view.scale;
        let seen = ((spacing - APPEAR.0) / APPEAR.1).clamp(0.0, 1.0);
        let major = ((spacing - MAJOR.0) / MAJOR.1).clamp(0.0, 1.0);
        let stroke = Stroke::new(1.0, theme.grid.mix(theme.grid_major, major).opacity(seen));
        // Lines of the next coarser level are drawn by that level.
        let ratio = steps.get(level + 1).map(|next| (next / step).round() as i64);
        let ours = |k: i64| ratio.is_none_or(|ratio| k % ratio != 0);
        for k in range(low.x, high.x, step).filter(|k| ours(*k)) {
            let x = crisp(view.screen_from_world(Vec2::new(k as f64 * step, 0.0)).x);
            canvas
                .out
                .line(Vec2::new(x, 0.0), Vec2::new(x, view.size.y), stroke);
        }
        for k in range(low.y, high.y, step).filter(|k| ours(*k)) {
            let y = crisp(view.screen_from_world(Vec2::new(0.0, k as f64 * step)).y);
            canvas
                .out
                .line(Vec2::new(0.0, y), Vec2::new(view.size.x, y), stroke);
        }
    }
}

fn range(low: f64, high: f64, step: f64) -> std::ops::RangeInclusive<i64> {
    (low / step).ceil() as i64..=(high / step).floor() as i64
}

/// The centre of a pixel, where a line of one point is sharp.
fn crisp(x: f64) -> f64 {
    x.floor() + 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacings_nest_and_never_crowd() {
        for k in 0..400 {
            let scale = 10f64.powf(-4.0 + 0.02 * f64::from(k));
            for lengths in [LengthUnit::Metre, LengthUnit::Inch] {
                let steps: Vec<f64> = spacings(scale, lengths).collect();
                assert_eq!(steps.len(), 3);
                assert!(steps[0] * scale >= APPEAR.0 && steps[0] * scale < 5.1 * APPEAR.0);
                for pair in steps.windows(2) {
                    let ratio = pair[1] / pair[0];
                    assert!((ratio - ratio.round()).abs() < 1e-9);
                }
                let snap = crate::editor::grid_spacing(scale, lengths);
                assert!(snap * scale >= 15.0 * (1.0 - 1e-9));
                assert!(spacings(scale, lengths).any(|step| (step / snap - 1.0).abs() < 1e-9));
            }
        }
    }
}
