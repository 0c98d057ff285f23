//! Outline of a plate through given holes: their convex hull, offset by a rim and rounded at the corners.

use std::f64::consts::TAU;

use crate::math::{Vec2, cross, trig::atan2, unit};

/// Maximum number of hull corners kept: rounding makes two of each and 24 more, and a polygon has 200 corners at most.
const MOST_CORNERS: usize = 80;
/// Maximum angle spanned by one segment of a rounded corner (rad).
const FACET: f64 = TAU / 24.0;
/// A corner that deviates from a straight line by less than this fraction of its length is dropped.
const STRAIGHT: f64 = 1e-9;

/// The corners of the convex hull, counterclockwise; two end points where all points are collinear, one where all coincide.
pub(super) fn hull(points: &[Vec2]) -> Vec<Vec2> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut chain = half(sorted.iter());
    chain.pop();
    chain.extend(half(sorted.iter().rev()));
    chain.pop();
    let every = chain.len().div_ceil(MOST_CORNERS);
    chain.into_iter().step_by(every.max(1)).collect()
}

/// The lower half of the hull of sorted points (Andrew's monotone chain).
fn half<'a>(points: impl Iterator<Item = &'a Vec2>) -> Vec<Vec2> {
    let mut chain: Vec<Vec2> = Vec::new();
    for point in points {
        while let [.., a, b] = chain.as_slice() {
            let (on, next) = (*b - *a, *point - *b);
            if cross(on, next) > STRAIGHT * on.length() * next.length() {
                break;
            }
            chain.pop();
        }
        chain.push(*point);
    }
    chain
}

/// The outline at a distance `rim` (m) outside a convex polygon with counterclockwise corners.
pub(super) fn rounded(corners: &[Vec2], rim: f64) -> Vec<Vec2> {
    let n = corners.len();
    let outward = |k: usize| {
        let edge = corners[(k + 1) % n] - corners[k % n];
        atan2(edge.y, edge.x) - TAU / 4.0
    };
    let mut outline = Vec::new();
    for (k, corner) in corners.iter().enumerate() {
        let from = outward(k + n - 1);
        let turn = (outward(k) - from).rem_euclid(TAU);
        // Vertices lie on the arc, whose facets cut into it only slightly.
        let facets = (turn / FACET).ceil().max(1.0);
        for step in 0..=facets as usize {
            let angle = from + turn * step as f64 / facets;
            outline.push(*corner + rim * unit(angle));
        }
    }
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_leaves_out_what_lies_inside_or_on_an_edge() {
        let points = [
            (0.0, 0.0),
            (2.0, 0.0),
            (1.0, 0.0),
            (1.0, 0.5),
            (2.0, 2.0),
            (0.0, 2.0),
            (0.0, 0.0),
        ];
        let points = points.map(|(x, y)| Vec2::new(x, y));
        let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(|(x, y)| Vec2::new(x, y));
        assert_eq!(hull(&points), corners);
        assert_eq!(hull(&points[..3]), [points[0], points[1]]);
        assert_eq!(hull(&points[..1]).len(), 1);
    }

    #[test]
    fn a_plate_keeps_its_rim_about_every_hole() {
        let corners = [(0.0, 0.0), (3.0, 0.0), (0.0, 4.0)].map(|(x, y)| Vec2::new(x, y));
        let outline = rounded(&corners, 0.25);
        let nearest = |p: Vec2| {
            corners
                .iter()
                .map(|c| c.distance(p))
                .fold(f64::INFINITY, f64::min)
        };
        assert!(outline.iter().all(|p| (nearest(*p) - 0.25).abs() < 1e-12));
        let turns = (0..outline.len()).map(|k| {
            let at = |j: usize| outline[(k + j) % outline.len()];
            cross(at(1) - at(0), at(2) - at(1))
        });
        assert!(turns.into_iter().all(|turn| turn > -1e-12));
    }
}
