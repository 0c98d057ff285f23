//! Narrow phase: contact points of two convex pieces that touch or are about to, at most two, with a common normal.
//!
//! ```text
//! point against polygon    the nearest feature, edge or corner
//! polygon against polygon  the edge of largest separation, and the facing edge clipped to it (separating axes, Gottschalk 1996);
//!                          corner against corner where the nearest points of both edges are ends;
//!                          none between two polygons side by side with flush faces: what slides on one goes on over the other
//! gap = n·(p_b - p_a) - r_a - r_b
//! ```

use crate::math::Vec2;

use super::flush::{is_flush_at_corners, passes_along_a_face};
use super::point::Feature;
use super::solid::ConvexPiece;

/// A contact point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Touch {
    /// Position, midway between the two surfaces (m).
    pub at: Vec2,
    /// Unit normal, from a to b.
    pub normal: Vec2,
    /// Gap; negative where the pieces overlap (m).
    pub gap: f64,
    /// The features of a and of b in contact.
    pub features: [Feature; 2],
}

/// Margin by which the separation along an edge of the second piece must be larger for that edge to give the normal (m); it keeps the choice from
/// flickering.
const PREFERENCE: f64 = 1e-9;
/// Sine of the angle between a face and a segment of a bent line up to which the face lies on it.
const GRAZING: f64 = 0.2;
/// Share of an edge by which a corner may lie beyond its end and still count as over the edge.
pub const SAME_PLACE: f64 = 1e-6;
/// Cosine of the angle between the normals of two edges, below which a corner of one is projected onto the other edge along the normal.
const STEEP: f64 = -0.5;
/// Distance below which two points count as coincident: no direction from one to the other is defined (m).
const COINCIDENT: f64 = 1e-12;

/// Contact points at which two pieces, placed in the world, are no further apart than `margin`; returns their number. Points that belong to the
/// neighbours of a piece in a bent line are left out.
pub fn touching(a: &ConvexPiece, b: &ConvexPiece, margin: f64, out: &mut [Touch; 2]) -> usize {
    let found = between(a, b, margin, out);
    let normal = out[0].normal;
    let flipped = a.owns(normal);
    if found == 0 || flipped && b.owns(-normal) {
        return found;
    }
    // A face that lies across a joint of a bent line touches the joint along a normal of its own, and each of the two segments along the segment's
    // normal.
    let (line, other) = if flipped { (b, a) } else { (a, b) };
    let along = (line.corners[1] - line.corners[0]).normalize_or_zero();
    if other.corners.len() < 2 || normal.dot(along).abs() > GRAZING {
        return 0;
    }
    // The side of the segment is that of the nearest points: most of a body that leans over the joint may be beyond the line of the segment.
    let toward = if flipped { -normal } else { normal };
    let edge = usize::from(line.normals[0].dot(toward) < 0.0);
    let against = facing(line, other, edge);
    let count = clipped((line, edge), (other, against), margin, out);
    turn_back(flipped, &mut out[..count]);
    count
}

/// All contact points of two pieces, whether or not they belong to a neighbour in a bent line.
fn between(a: &ConvexPiece, b: &ConvexPiece, margin: f64, out: &mut [Touch; 2]) -> usize {
    match (a.corners.len(), b.corners.len()) {
        (0, _) | (_, 0) => 0,
        (_, 1) => {
            let (normal, distance, feature) = from_polygon(a, b.corners[0]);
            let found = (b.corners[0], normal, distance);
            let features = [feature, Feature::Corner(0)];
            put(out, 0, found, (a.radius, b.radius), features, margin)
        }
        (1, _) => {
            let (normal, distance, feature) = from_polygon(b, a.corners[0]);
            let at = a.corners[0] + distance * -normal;
            let features = [Feature::Corner(0), feature];
            put(
                out,
                0,
                (at, -normal, distance),
                (a.radius, b.radius),
                features,
                margin,
            )
        }
        _ => polygons(a, b, margin, out),
    }
}

/// Stores a contact point from a point of b at `distance` along the normal from the core of a, if the gap is within `margin`; returns the new
/// number of points.
fn put(
    out: &mut [Touch; 2],
    count: usize,
    (b, normal, distance): (Vec2, Vec2, f64),
    (radius_a, radius_b): (f64, f64),
    features: [Feature; 2],
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
        features,
    };
    count + 1
}

/// Direction from a polygon to a point, the distance (negative inside), and the nearest feature of the polygon.
fn from_polygon(polygon: &ConvexPiece, p: Vec2) -> (Vec2, f64, Feature) {
    let corners = &polygon.corners[..];
    let between = |corner: usize, otherwise: Vec2| {
        let d = p - corners[corner];
        let length = d.length();
        let feature = Feature::Corner(corner as u32);
        if length > COINCIDENT {
            (d / length, length, feature)
        } else {
            (otherwise, 0.0, feature)
        }
    };
    if corners.len() == 1 {
        return between(0, Vec2::Y);
    }
    let (mut best, mut edge) = (f64::NEG_INFINITY, 0);
    for (i, (corner, normal)) in corners.iter().zip(&polygon.normals).enumerate() {
        let separation = normal.dot(p - *corner);
        if separation > best {
            (best, edge) = (separation, i);
        }
    }
    let next = (edge + 1) % corners.len();
    let (from, to) = (corners[edge], corners[next]);
    let normal = polygon.normals[edge];
    let face = (normal, best, Feature::Edge(edge as u32));
    if best <= 0.0 && corners.len() > 2 {
        return face;
    }
    let d = to - from;
    let share = (p - from).dot(d) / d.length_squared();
    if share <= 0.0 {
        between(edge, normal)
    } else if share >= 1.0 {
        between(next, normal)
    } else {
        face
    }
}

/// Largest separation of `b` along the normal of an edge of `a`, and the index of that edge.
fn separation(a: &ConvexPiece, b: &ConvexPiece) -> (f64, usize) {
    let (mut best, mut edge) = (f64::NEG_INFINITY, 0);
    for (i, (corner, normal)) in a.corners.iter().zip(&a.normals).enumerate() {
        let mut least = f64::INFINITY;
        for p in &b.corners {
            let apart = normal.dot(*p - *corner);
            if apart < least {
                least = apart;
            }
            if least <= best {
                break;
            }
        }
        if least > best {
            (best, edge) = (least, i);
        }
    }
    (best, edge)
}

fn polygons(a: &ConvexPiece, b: &ConvexPiece, margin: f64, out: &mut [Touch; 2]) -> usize {
    let most = margin + a.radius + b.radius;
    let (apart_a, edge_a) = separation(a, b);
    if apart_a > most {
        return 0;
    }
    let (apart_b, edge_b) = separation(b, a);
    if apart_b > most {
        return 0;
    }
    let flipped = apart_b > apart_a + PREFERENCE;
    let (one, two, edge) = if flipped { (b, a, edge_b) } else { (a, b, edge_a) };
    let against = facing(one, two, edge);
    let radii = (one.radius, two.radius);
    let corners = corner_to_corner((one, edge), (two, against)).filter(|_| apart_a.max(apart_b) > 0.0);
    let count = match corners {
        Some((i, k)) if is_flush_at_corners((one, i), (two, k)) => 0,
        Some((i, k)) => {
            let d = two.corners[k] - one.corners[i];
            let length = d.length();
            let features = [i, k].map(|corner| Feature::Corner(corner as u32));
            put(
                out,
                0,
                (two.corners[k], d / length, length),
                radii,
                features,
                margin,
            )
        }
        None => match clipped((one, edge), (two, against), margin, out) {
            0 => 0,
            count if passes_along_a_face((one, edge), (two, against), [out[0].at, out[count - 1].at]) => 0,
            count => count,
        },
    };
    turn_back(flipped, &mut out[..count]);
    count
}

/// The edge of `two` whose normal is most opposed to the normal of an edge of `one`.
fn facing(one: &ConvexPiece, two: &ConvexPiece, edge: usize) -> usize {
    let normal = one.normals[edge];
    let facing = |i: &usize| two.normals[*i].dot(normal);
    (0..two.normals.len())
        .min_by(|i, k| facing(i).total_cmp(&facing(k)))
        .unwrap_or(0)
}

/// Reverses points that were computed from b to a: normals, features, and the order, so that a point keeps its number whichever piece gives the
/// normal.
fn turn_back(flipped: bool, points: &mut [Touch]) {
    if flipped {
        points.reverse();
    }
    for touch in points.iter_mut().filter(|_| flipped) {
        touch.normal = -touch.normal;
        touch.features.swap(0, 1);
    }
}

/// Contact points of an edge of `two` clipped to an edge of `one`.
fn clipped(
    (one, edge): (&ConvexPiece, usize),
    (two, against): (&ConvexPiece, usize),
    margin: f64,
    out: &mut [Touch; 2],
) -> usize {
    let ([i, j], [k, l]) = (one.ends(edge), two.ends(against));
    let (from, to) = (one.corners[i], one.corners[j]);
    let (p, q) = (two.corners[k], two.corners[l]);
    let normal = one.normals[edge];
    let along = (to - from).normalize_or_zero();
    let slope = two.normals[against].dot(normal);
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
    for (end, share) in shares.into_iter().enumerate() {
        if end == 1 && share == shares[0] {
            break;
        }
        // The point is an end of the edge of `two` over that of `one`, or an end of the edge of `one` over that of `two`.
        let beyond = (share - [0.0, 1.0][end]) * span;
        let mut point = p + share * (q - p);
        let features = if beyond.abs() <= SAME_PLACE * length {
            [Feature::Edge(edge as u32), Feature::Corner([k, l][end] as u32)]
        } else {
            let corner = if (span > 0.0) == (end == 0) { i } else { j };
            if slope < STEEP {
                // Interpolation along an edge as long as the floor is accurate to a tenth of a nanometre only.
                let at = one.corners[corner];
                point = at + two.normals[against].dot(p - at) / slope * normal;
            }
            [Feature::Corner(corner as u32), Feature::Edge(against as u32)]
        };
        let found = (point, normal, normal.dot(point - from));
        count = put(out, count, found, (one.radius, two.radius), features, margin);
    }
    count
}

/// The nearest ends of two edges, where no inner point of either edge is nearer, or as near: faces of one length that meet squarely are no corners.
fn corner_to_corner(
    (one, edge): (&ConvexPiece, usize),
    (two, against): (&ConvexPiece, usize),
) -> Option<(usize, usize)> {
    // Place along an edge, as a share of it from its end; below 0 beyond the end.
    let share =
        |at: Vec2, end: Vec2, other: Vec2| (at - end).dot(other - end) / (other - end).length_squared();
    let ([i, j], [k, l]) = (one.ends(edge), two.ends(against));
    for (end, other) in [(i, j), (j, i)] {
        for (tip, tail) in [(k, l), (l, k)] {
            let (from, to) = (one.corners[end], one.corners[other]);
            let (at, back) = (two.corners[tip], two.corners[tail]);
            let shares = [share(at, from, to), share(from, at, back)];
            let is_beyond = shares.iter().all(|it| *it <= 0.0) && shares.iter().any(|it| *it < -SAME_PLACE);
            if is_beyond && (at - from).length() > COINCIDENT {
                return Some((end, tip));
            }
        }
    }
    None
}
