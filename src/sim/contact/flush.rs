//! Flush faces: two polygons side by side whose faces lie in one line, as a part that slides on one of two blocks towards the other.
//!
//! ```text
//! flush    n_b = -n_a,   |n_a·(p_b - p_a)| <= 1e-5 of the shorter edge,   and the polygons do not overlap along the face
//! ```
//! Such polygons pass each other along the face, so they have no contact point at their corners: a normal from corner to corner would be a wall in
//! the way of the one that slides.

use crate::math::{Vec2, perp};

use super::solid::ConvexPiece;

/// Distance up to which two opposite faces are flush, as a share of the shorter edge, and the cosine of the angle between their normals.
const FLUSH: f64 = 1e-5;
const OPPOSITE: f64 = -1.0 + 1e-6;

/// Whether two polygons pass each other along flush faces at their contact points, the first and last of those of two edges: all are in one place.
pub(super) fn passes_along_a_face(
    (one, edge): (&ConvexPiece, usize),
    (two, against): (&ConvexPiece, usize),
    [first, last]: [Vec2; 2],
) -> bool {
    let ([i, j], [k, l]) = (one.ends(edge), two.ends(against));
    let near = near((one, edge), (two, against));
    let corners = || [(i, k), (i, l), (j, k), (j, l)].into_iter();
    (last - first).length() <= near && corners().any(|(i, k)| is_flush_at_corners((one, i), (two, k)))
}

/// Distance up to which two faces count as flush (m).
fn near((one, edge): (&ConvexPiece, usize), (two, against): (&ConvexPiece, usize)) -> f64 {
    let length = |piece: &ConvexPiece, edge: usize| {
        let [from, to] = piece.ends(edge);
        (piece.corners[to] - piece.corners[from]).length()
    };
    FLUSH * length(one, edge).min(length(two, against))
}

/// Whether two faces `apart` from each other are flush, and the polygons side by side along them, at most corner to corner.
fn is_flush((one, edge): (&ConvexPiece, usize), (two, against): (&ConvexPiece, usize), apart: f64) -> bool {
    let near = near((one, edge), (two, against));
    let normal = one.normals[edge];
    let is_sharp = one.radius == 0.0 && two.radius == 0.0;
    if !is_sharp || apart.abs() > near || normal.dot(two.normals[against]) > OPPOSITE {
        return false;
    }
    let [(low, high), (its_low, its_high)] = [one, two].map(|it| it.range(perp(normal)));
    its_low >= high - near || low >= its_high - near
}

/// Whether any two of the faces that meet in a corner of each are flush.
pub(super) fn is_flush_at_corners((one, i): (&ConvexPiece, usize), (two, k): (&ConvexPiece, usize)) -> bool {
    let d = two.corners[k] - one.corners[i];
    let at = |piece: &ConvexPiece, corner: usize| {
        [corner, (corner + piece.corners.len() - 1) % piece.corners.len()]
    };
    at(one, i).into_iter().any(|edge| {
        let apart = one.normals[edge].dot(d);
        at(two, k)
            .into_iter()
            .any(|against| is_flush((one, edge), (two, against), apart))
    })
}
