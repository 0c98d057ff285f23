//! Broad phase: pairs of pieces whose boxes come within a margin of each other, by a sweep along x. Sorted by index, so that nothing
//! depends on where things are.

use crate::math::Vec2;

use super::collider::Colliders;
use super::point::{Pair, Piece};

/// A piece with the box round it.
#[derive(Clone, Copy, Debug)]
pub struct Boxed {
    /// Which.
    pub piece: Piece,
    /// Lower left and upper right corner (m).
    pub bounds: [Vec2; 2],
}

/// Writes all pairs that may collide and whose boxes are within `margin` (m) of each other.
pub fn find(colliders: &Colliders, boxes: &mut [Boxed], margin: f64, pairs: &mut Vec<Pair>) {
    pairs.clear();
    boxes.sort_unstable_by(|a, b| {
        a.bounds[0]
            .x
            .total_cmp(&b.bounds[0].x)
            .then(a.piece.cmp(&b.piece))
    });
    for (i, one) in boxes.iter().enumerate() {
        for two in &boxes[i + 1..] {
            if two.bounds[0].x > one.bounds[1].x + margin {
                break;
            }
            let apart =
                two.bounds[0].y > one.bounds[1].y + margin || one.bounds[0].y > two.bounds[1].y + margin;
            let (a, b) = (one.piece.min(two.piece), one.piece.max(two.piece));
            if !apart && a.0 != b.0 && colliders.collide(a.0 as usize, b.0 as usize) {
                pairs.push((a, b));
            }
        }
    }
    pairs.sort_unstable();
}
