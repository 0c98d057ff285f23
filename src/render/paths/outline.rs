//! Shapes as paths in points. Shapes with non-finite coordinates have no path.

use glam::DVec2;
use std::f64::consts::{FRAC_PI_2, TAU};
use tiny_skia::{Path, PathBuilder};

/// A circle; `None` without a positive radius.
pub(super) fn circle(center: DVec2, radius: f64) -> Option<Path> {
    let path = || PathBuilder::from_circle(center.x as f32, center.y as f32, radius as f32);
    if radius > 0.0 { path() } else { None }
}

/// A polyline through the points, closed if required.
pub(super) fn polyline(points: &[DVec2], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (k, p) in points.iter().enumerate() {
        if k == 0 {
            path.move_to(p.x as f32, p.y as f32);
        } else {
            path.line_to(p.x as f32, p.y as f32);
        }
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// A rectangle with these half sides, rotated by `angle` about its centre, with corners of radius `corner`.
pub(super) fn rectangle(center: DVec2, half: DVec2, angle: f64, corner: f64) -> Option<Path> {
    let corner = corner.clamp(0.0, half.min_element().max(0.0));
    let turn = DVec2::from_angle(angle);
    let mut path = PathBuilder::new();
    for (k, sign) in [
        DVec2::ONE,
        DVec2::new(-1.0, 1.0),
        DVec2::NEG_ONE,
        DVec2::new(1.0, -1.0),
    ]
    .into_iter()
    .enumerate()
    {
        let middle = center + turn.rotate(sign * (half - corner));
        arc_to(&mut path, middle, corner, angle + FRAC_PI_2 * k as f64, FRAC_PI_2);
    }
    path.close();
    path.finish()
}

/// An arc, or the whole circle where `sweep` is a full turn.
pub(super) fn arc(center: DVec2, radius: f64, start: f64, sweep: f64) -> Option<Path> {
    if sweep.abs() >= TAU - 1e-9 {
        return circle(center, radius);
    }
    let mut path = PathBuilder::new();
    arc_to(&mut path, center, radius.max(0.0), start, sweep);
    path.finish()
}

/// Goes to the start of an arc and along it, in cubic curves of at most a quarter turn, which lie on the circle at their midpoints and
/// deviate from it by less than 0.03 % of the radius.
fn arc_to(path: &mut PathBuilder, center: DVec2, radius: f64, start: f64, sweep: f64) {
    let first = center + radius * DVec2::from_angle(start);
    if path.is_empty() {
        path.move_to(first.x as f32, first.y as f32);
    } else {
        path.line_to(first.x as f32, first.y as f32);
    }
    if radius == 0.0 || !sweep.is_finite() {
        return;
    }
    let pieces = (sweep.abs() / FRAC_PI_2 - 1e-9).ceil().max(1.0);
    let step = sweep / pieces;
    let handle = 4.0 / 3.0 * (0.25 * step).tan() * radius;
    for k in 0..pieces as usize {
        let [from, to] = [k, k + 1].map(|k| DVec2::from_angle(start + step * k as f64));
        let end = center + radius * to;
        let [a, b] = [
            center + radius * from + handle * from.perp(),
            end - handle * to.perp(),
        ];
        path.cubic_to(
            a.x as f32,
            a.y as f32,
            b.x as f32,
            b.y as f32,
            end.x as f32,
            end.y as f32,
        );
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use glam::dvec2;

    fn bounds(path: &Path) -> [f32; 4] {
        let b = path.compute_tight_bounds().unwrap();
        [b.left(), b.top(), b.right(), b.bottom()]
    }

    fn near(found: [f32; 4], wanted: [f32; 4]) {
        let off = found.iter().zip(wanted).map(|(a, b)| (a - b).abs());
        assert!(off.fold(0.0, f32::max) < 0.01, "{found:?} is not {wanted:?}");
    }

    #[test]
    fn arcs_go_the_way_of_their_sweep() {
        let center = dvec2(10.0, 20.0);
        let down = arc(center, 5.0, 0.0, FRAC_PI_2).unwrap();
        near(bounds(&down), [10.0, 20.0, 15.0, 25.0]);
        let up = arc(center, 5.0, 0.0, -FRAC_PI_2).unwrap();
        near(bounds(&up), [10.0, 15.0, 15.0, 20.0]);
        let large = arc(center, 5.0, 0.0, 3.0 * FRAC_PI_2).unwrap();
        near(bounds(&large), [5.0, 15.0, 15.0, 25.0]);
        let round = arc(center, 5.0, 1.0, 2.0 * TAU).unwrap();
        near(bounds(&round), [5.0, 15.0, 15.0, 25.0]);
    }

    #[test]
    fn a_turned_rectangle_keeps_its_sides_and_loses_its_corners() {
        let sharp = rectangle(dvec2(0.0, 0.0), dvec2(4.0, 2.0), FRAC_PI_2, 0.0).unwrap();
        near(bounds(&sharp), [-2.0, -4.0, 2.0, 4.0]);
        let diagonal = 0.125 * TAU;
        let round = rectangle(dvec2(0.0, 0.0), dvec2(2.0, 2.0), diagonal, 1.0).unwrap();
        // The corner's centre is sqrt(2) from the middle, and its radius adds 1.
        let reach = 2f32.sqrt() + 1.0;
        near(bounds(&round), [-reach, -reach, reach, reach]);
    }

    #[test]
    fn bad_numbers_make_no_path() {
        assert!(circle(dvec2(f64::NAN, 0.0), 1.0).is_none());
        assert!(circle(dvec2(0.0, 0.0), 0.0).is_none());
        assert!(arc(dvec2(0.0, 0.0), 1.0, 0.0, f64::NAN).is_none());
        assert!(polyline(&[dvec2(0.0, 0.0), dvec2(f64::INFINITY, 0.0)], false).is_none());
        assert!(rectangle(dvec2(0.0, 0.0), dvec2(f64::NAN, 1.0), 0.0, 1.0).is_none());
    }
}
