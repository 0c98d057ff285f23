//! Where two convex pieces touch or are about to: at most two points with a common normal.
//!
//! ```text
//! point against polygon    the nearest feature, edge or corner
//! polygon against polygon  the edge of largest separation; the edge against it clipped to it (separating axes, Gottschalk 1996);
//!                          corner against corner where the nearest points of both edges are ends
//! gap = n·(p_b - p_a) - r_a - r_b
//! ```

use crate::math::{Vec2, perp};

use super::solid::Solid;

/// A point of contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Touch {
    /// In the middle between the two surfaces (m).
    pub at: Vec2,
    /// Unit, from a to b.
    pub normal: Vec2,
    /// Negative where they overlap (m).
    pub gap: f64,
}

/// Larger separation by which the second piece gives the normal: the choice is not to flicker.
const PREFERENCE: f64 = 1e-9;
/// Sine of the angle between a face and a segment of a bent line up to which the face lies on it.
const GRAZING: f64 = 0.2;
/// Below it two points have no direction from one to the other (m).
const COINCIDENT: f64 = 1e-12;

/// The points at which two pieces, placed in the world, are no further apart than `margin`, but for those that belong to their
/// neighbours in a bent line; returns their number.
pub fn touching(a: &Solid, b: &Solid, margin: f64, out: &mut [Touch; 2]) -> usize {
    let found = between(a, b, margin, out);
    let normal = out[0].normal;
    let flipped = a.owns(normal);
    if found == 0 || flipped && b.owns(-normal) {
        return found;
    }
    // A face that lies across a joint of a bent line touches the joint by a normal of its own, and each of the segments by theirs.
    let (line, other) = if flipped { (b, a) } else { (a, b) };
    let along = (line.corners[1] - line.corners[0]).normalize_or_zero();
    if other.corners.len() < 2 || normal.dot(along).abs() > GRAZING {
        return 0;
    }
    // Its side is that of the points that are nearest: most of what leans over the joint may be beyond the line of the segment.
    let toward = if flipped { -normal } else { normal };
    let edge = usize::from(outward(&line.corners, 0).dot(toward) < 0.0);
    let (from, to, facing) = faces(line, other, edge);
    let normal = outward(&line.corners, edge);
    let count = clipped(
        (from, to),
        facing,
        normal,
        (line.radius, other.radius),
        margin,
        out,
    );
    turn_back(flipped, &mut out[..count]);
    count
}

/// The same, all of them.
fn between(a: &Solid, b: &Solid, margin: f64, out: &mut [Touch; 2]) -> usize {
    match (a.corners.len(), b.corners.len()) {
        (0, _) | (_, 0) => 0,
        (_, 1) => {
            let (normal, distance) = from_polygon(&a.corners, b.corners[0]);
            put(
                out,
                0,
                b.corners[0],
                normal,
                distance,
                (a.radius, b.radius),
                margin,
            )
        }
        (1, _) => {
            let (normal, distance) = from_polygon(&b.corners, a.corners[0]);
            let at = a.corners[0] + distance * -normal;
            put(out, 0, at, -normal, distance, (a.radius, b.radius), margin)
        }
        _ => polygons(a, b, margin, out),
    }
}

/// Puts a point of b that is `distance` from the core of a; returns how many there are then.
fn put(
    out: &mut [Touch; 2],
    count: usize,
    b: Vec2,
    normal: Vec2,
    distance: f64,
    (radius_a, radius_b): (f64, f64),
    margin: f64,
) -> usize {
    let gap = distance - radius_a - radius_b;
    if gap > margin || count >= out.len() {
        return count;
    }
    let surface = b - radius_b * normal;
    out[count] = Touch {
        at: surface - 0.5 * gap * normal,
        normal,
        gap,
    };
    count + 1
}

/// Outward normal of the edge from corner `i`.
fn outward(corners: &[Vec2], i: usize) -> Vec2 {
    let d = corners[(i + 1) % corners.len()] - corners[i];
    -perp(d).normalize_or_zero()
}

/// Direction from a polygon to a point and the distance, negative inside.
fn from_polygon(corners: &[Vec2], p: Vec2) -> (Vec2, f64) {
    let between = |q: Vec2, otherwise: Vec2| {
        let d = p - q;
        let length = d.length();
        if length > COINCIDENT {
            (d / length, length)
        } else {
            (otherwise, 0.0)
        }
    };
    if corners.len() == 1 {
        return between(corners[0], Vec2::Y);
    }
    let (mut best, mut edge) = (f64::NEG_INFINITY, 0);
    for i in 0..corners.len() {
        let separation = outward(corners, i).dot(p - corners[i]);
        if separation > best {
            (best, edge) = (separation, i);
        }
    }
    let (from, to) = (corners[edge], corners[(edge + 1) % corners.len()]);
    let normal = outward(corners, edge);
    if best <= 0.0 && corners.len() > 2 {
        return (normal, best);
    }
    let d = to - from;
    let share = (p - from).dot(d) / d.length_squared();
    if share <= 0.0 {
        between(from, normal)
    } else if share >= 1.0 {
        between(to, normal)
    } else {
        (normal, best)
    }
}

/// The largest separation along the normal of an edge of `a`, and that edge.
fn separation(a: &[Vec2], b: &[Vec2]) -> (f64, usize) {
    let (mut best, mut edge) = (f64::NEG_INFINITY, 0);
    for i in 0..a.len() {
        let normal = outward(a, i);
        let least = b
            .iter()
            .map(|p| normal.dot(*p - a[i]))
            .fold(f64::INFINITY, f64::min);
        if least > best {
            (best, edge) = (least, i);
        }
    }
    (best, edge)
}

fn polygons(a: &Solid, b: &Solid, margin: f64, out: &mut [Touch; 2]) -> usize {
    let (apart_a, edge_a) = separation(&a.corners, &b.corners);
    let (apart_b, edge_b) = separation(&b.corners, &a.corners);
    if apart_a.max(apart_b) > margin + a.radius + b.radius {
        return 0;
    }
    let flipped = apart_b > apart_a + PREFERENCE;
    let (one, two, edge) = if flipped { (b, a, edge_b) } else { (a, b, edge_a) };
    let normal = outward(&one.corners, edge);
    let (from, to, (p, q)) = faces(one, two, edge);
    let radii = (one.radius, two.radius);
    let count = match corner_to_corner((from, to), (p, q)).filter(|_| apart_a.max(apart_b) > 0.0) {
        Some((corner, other)) => {
            let d = other - corner;
            let length = d.length();
            put(out, 0, other, d / length, length, radii, margin)
        }
        None => clipped((from, to), (p, q), normal, radii, margin, out),
    };
    turn_back(flipped, &mut out[..count]);
    count
}

/// Both ends of an edge of `one`, and those of the edge of `two` that faces it most.
fn faces(one: &Solid, two: &Solid, edge: usize) -> (Vec2, Vec2, (Vec2, Vec2)) {
    let ends = |corners: &[Vec2], i: usize| (corners[i], corners[(i + 1) % corners.len()]);
    let normal = outward(&one.corners, edge);
    let facing = |i: &usize| outward(&two.corners, *i).dot(normal);
    let against = (0..two.corners.len())
        .min_by(|i, k| facing(i).total_cmp(&facing(k)))
        .unwrap_or(0);
    let (from, to) = ends(&one.corners, edge);
    (from, to, ends(&two.corners, against))
}

/// Turns the normals of points that were found from b to a.
fn turn_back(flipped: bool, points: &mut [Touch]) {
    for touch in points.iter_mut().filter(|_| flipped) {
        touch.normal = -touch.normal;
    }
}

/// The points of a segment over an edge, the ends cut where they go beyond it.
fn clipped(
    (from, to): (Vec2, Vec2),
    (p, q): (Vec2, Vec2),
    normal: Vec2,
    radii: (f64, f64),
    margin: f64,
    out: &mut [Touch; 2],
) -> usize {
    let along = (to - from).normalize_or_zero();
    let length = (to - from).length();
    let (s, t) = ((p - from).dot(along), (q - from).dot(along));
    let mut count = 0;
    let span = t - s;
    let mut shares = [0.0, 1.0];
    if span.abs() > COINCIDENT {
        let (low, high) = (-s / span, (length - s) / span);
        shares = [low.min(high).max(0.0), low.max(high).min(1.0)];
        if shares[0] > shares[1] {
            return 0;
        }
    } else if s < 0.0 || s > length {
        return 0;
    }
    for (k, share) in shares.into_iter().enumerate() {
        if k == 1 && share == shares[0] {
            break;
        }
        let point = p + share * (q - p);
        let distance = normal.dot(point - from);
        count = put(out, count, point, normal, distance, radii, margin);
    }
    count
}

/// The ends of two segments that are nearest to each other, where no inner point is nearer.
fn corner_to_corner((a, b): (Vec2, Vec2), (p, q): (Vec2, Vec2)) -> Option<(Vec2, Vec2)> {
    let is_beyond = |at: Vec2, end: Vec2, other: Vec2| (at - end).dot(other - end) <= 0.0;
    for (end, other) in [(a, b), (b, a)] {
        for (tip, tail) in [(p, q), (q, p)] {
            if is_beyond(tip, end, other) && is_beyond(end, tip, tail) && (tip - end).length() > COINCIDENT {
                return Some((end, tip));
            }
        }
    }
    None
}
