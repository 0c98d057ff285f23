//! Convex parts of the outline of a plate, which may be concave, have corners that are no corners, and touch itself.
//!
//! ```text
//! idle corner     one that repeats its neighbour, lies on the line between its neighbours, or is the tip of a spike without width: left out, because an
//!                 edge of length 0 has no normal, and only one of two edges with the same normal would give contact points
//! loops           an outline that touches itself at a corner, cut in two there where both halves are counter-clockwise
//! ears            triangles cut off from a loop (Meisters 1975), each merged with an earlier part where the union stays convex
//! ```

use crate::math::{Vec2, cross};

/// Distance that counts as none, as a share of the extent of the outline.
const NEAR: f64 = 1e-10;

/// Convex parts of a counter-clockwise outline that does not cross itself.
pub fn convex_parts(corners: &[Vec2]) -> Vec<Vec<Vec2>> {
    let near = NEAR * extent(corners);
    let mut parts = Vec::new();
    let mut loops = vec![without_idle_corners(corners.to_vec(), near)];
    while let Some(outline) = loops.pop() {
        if outline.len() < 3 || is_convex(&outline) {
            parts.push(outline);
        } else if let Some(halves) = cut_at_touch(&outline, near) {
            loops.extend(halves.map(|half| without_idle_corners(half, near)));
        } else {
            parts.extend(ears(outline, near));
        }
    }
    parts
        .into_iter()
        .map(|part| without_idle_corners(part, near))
        .collect()
}

/// The larger side of the bounding box (m).
fn extent(corners: &[Vec2]) -> f64 {
    let mut bounds = [Vec2::splat(f64::INFINITY), Vec2::splat(f64::NEG_INFINITY)];
    for corner in corners {
        bounds = [bounds[0].min(*corner), bounds[1].max(*corner)];
    }
    (bounds[1] - bounds[0]).max_element()
}

/// The same outline without its idle corners, as long as three corners are left.
fn without_idle_corners(mut corners: Vec<Vec2>, near: f64) -> Vec<Vec2> {
    let mut kept = 0;
    // One turn without an idle corner ends the search.
    let mut i = 0;
    while corners.len() > 3 && kept < corners.len() {
        let n = corners.len();
        let (before, here, after) = (corners[(i + n - 1) % n], corners[i % n], corners[(i + 1) % n]);
        if is_idle(before, here, after, near) {
            corners.remove(i % n);
            // The neighbours may have become idle.
            (kept, i) = (0, (i + n - 2) % n);
        } else {
            (kept, i) = (kept + 1, (i + 1) % n);
        }
    }
    corners
}

/// Whether a corner repeats the one before it, or both of its edges lie on one line.
fn is_idle(before: Vec2, here: Vec2, after: Vec2, near: f64) -> bool {
    let (one, two) = (here - before, after - here);
    let longer = one.length().max(two.length());
    one.length() <= near || cross(one, two).abs() <= near * longer
}

/// Cuts an outline in two where it touches itself at a corner and both halves are counter-clockwise outlines. A half that runs clockwise is a hole, to
/// which the outline leads by an edge there and back.
fn cut_at_touch(corners: &[Vec2], near: f64) -> Option<[Vec<Vec2>; 2]> {
    let n = corners.len();
    let pairs = (0..n).flat_map(|i| (i + 3..n).map(move |k| (i, k)));
    pairs
        .filter(|&(i, k)| n - (k - i) >= 3 && corners[i].distance(corners[k]) <= near)
        .map(|(i, k)| {
            let rest = corners[k..].iter().chain(&corners[..i]);
            [corners[i..k].to_vec(), rest.copied().collect()]
        })
        .find(|halves| halves.iter().all(|half| area(half) > 0.0))
}

/// Area within an outline, negative if it is clockwise (m²).
fn area(corners: &[Vec2]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let terms = corners.iter().zip(next).map(|(a, b)| cross(*a, *b));
    0.5 * terms.sum::<f64>()
}

/// Twice the area of a triangle, positive counter-clockwise.
fn turn(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    cross(b - a, c - a)
}

fn is_convex(corners: &[Vec2]) -> bool {
    let n = corners.len();
    (0..n).all(|i| turn(corners[i], corners[(i + 1) % n], corners[(i + 2) % n]) >= 0.0)
}

/// Cuts an outline into triangles, and merges them.
fn ears(mut left: Vec<Vec2>, near: f64) -> Vec<Vec<Vec2>> {
    let mut parts: Vec<Vec<Vec2>> = Vec::new();
    while left.len() > 3 {
        let n = left.len();
        let is_ear = |i: usize| {
            let (a, b, c) = (left[(i + n - 1) % n], left[i], left[(i + 1) % n]);
            let inside = |p: Vec2| turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
            let is_own = |p: Vec2| [a, b, c].iter().any(|own| own.distance(p) <= near);
            let others = (0..n).filter(|&k| k != i && k != (i + n - 1) % n && k != (i + 1) % n);
            turn(a, b, c) > 0.0 && !others.map(|k| left[k]).any(|p| inside(p) && !is_own(p))
        };
        // Outlines that cross themselves are refused elsewhere; if one arrives here and has no ear, any corner is cut off.
        let i = (0..n).find(|&i| is_ear(i)).unwrap_or(0);
        join(
            &mut parts,
            vec![left[(i + n - 1) % n], left[i], left[(i + 1) % n]],
        );
        left.remove(i);
    }
    join(&mut parts, left);
    parts
}

/// Merges a triangle with the first part with which it shares an edge and has a convex union, or adds it as a part of its own.
fn join(parts: &mut Vec<Vec<Vec2>>, triangle: Vec<Vec2>) {
    for part in parts.iter_mut() {
        let n = part.len();
        for i in 0..n {
            let (p, q) = (part[i], part[(i + 1) % n]);
            for k in 0..3 {
                let (a, b, c) = (triangle[k], triangle[(k + 1) % 3], triangle[(k + 2) % 3]);
                if a == q && b == p {
                    let mut both = part.clone();
                    both.insert(i + 1, c);
                    if is_convex(&both) {
                        *part = both;
                        return;
                    }
                }
            }
        }
    }
    parts.push(triangle);
}
